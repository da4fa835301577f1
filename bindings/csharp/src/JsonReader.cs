using System;
using System.Collections.Generic;
using System.Globalization;
using System.Numerics;
using System.Text;

namespace Astragal
{
    /// <summary>Reads JSON into the values that ValueMap has. What is none is a FormatException that says where.</summary>
    internal sealed class JsonReader
    {
        const int MaxDepth = 60;

        readonly string s;
        int at;

        JsonReader(string text) { s = text; }

        public static object Read(string text)
        {
            if (text == null) throw new ArgumentNullException("text");
            var r = new JsonReader(text);
            object x = r.Value(0);
            if (r.Next() != '\0') throw r.Bad("something follows the value");
            return x;
        }

        FormatException Bad(string what)
        {
            int line = 1, begin = 0;
            for (int i = 0; i < at && i < s.Length; i++)
            {
                if (s[i] != '\n') continue;
                line++;
                begin = i + 1;
            }
            return new FormatException("JSON, line " + line + ", column " + (at - begin + 1) + ": " + what);
        }

        // The next character that is no white space; 0 at the end.
        char Next()
        {
            while (at < s.Length && (s[at] == ' ' || s[at] == '\n' || s[at] == '\r' || s[at] == '\t')) at++;
            return at < s.Length ? s[at] : '\0';
        }

        bool Take(char c)
        {
            if (Next() != c) return false;
            at++;
            return true;
        }

        object Word(string word, object value)
        {
            if (string.CompareOrdinal(s, at, word, 0, word.Length) != 0) throw Bad("this begins no value");
            at += word.Length;
            return value;
        }

        object Value(int depth)
        {
            if (depth > MaxDepth) throw Bad("values are nested more than " + MaxDepth + " deep");
            switch (Next())
            {
                case '{': return Map(depth);
                case '[': return List(depth);
                case '"': return Text();
                case 't': return Word("true", true);
                case 'f': return Word("false", false);
                case 'n': return Word("null", null);
                default: return Number();
            }
        }

        ValueMap Map(int depth)
        {
            var map = new ValueMap();
            at++;
            if (Take('}')) return map;
            do
            {
                if (Next() != '"') throw Bad("expected a key");
                string key = Text();
                if (!Take(':')) throw Bad("expected a colon");
                if (!map.Add(key, Value(depth + 1))) throw Bad("the key '" + key + "' is there twice");
            } while (Take(','));
            if (!Take('}')) throw Bad("expected a comma or }");
            return map;
        }

        object[] List(int depth)
        {
            var list = new List<object>();
            at++;
            if (Take(']')) return list.ToArray();
            do list.Add(Value(depth + 1));
            while (Take(','));
            if (!Take(']')) throw Bad("expected a comma or ]");
            return list.ToArray();
        }

        string Text()
        {
            var text = new StringBuilder();
            for (at++; ; at++)
            {
                if (at >= s.Length || s[at] < ' ') throw Bad("a text does not end");
                if (s[at] == '"') break;
                text.Append(s[at] == '\\' ? Escaped() : s[at]);
            }
            at++;
            return text.ToString();
        }

        char Escaped()
        {
            const string names = "\"\\/bfnrt", means = "\"\\/\b\f\n\r\t";
            at++;
            int i = at < s.Length ? names.IndexOf(s[at]) : -1;
            if (i >= 0) return means[i];
            int code;
            if (at + 4 < s.Length && s[at] == 'u' && int.TryParse(s.Substring(at + 1, 4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out code))
            {
                at += 4;
                return (char)code;
            }
            throw Bad("this is no escape");
        }

        int Digits()
        {
            int begin = at;
            while (at < s.Length && s[at] >= '0' && s[at] <= '9') at++;
            if (at == begin) throw Bad(begin == 0 || !(s[begin - 1] == '-' || s[begin - 1] == '.') ? "this begins no value" : "expected a digit");
            return at - begin;
        }

        object Number()
        {
            int begin = at;
            bool whole = true;
            if (Next() == '-') at++;
            bool zero = at < s.Length && s[at] == '0';
            if (Digits() > 1 && zero) throw Bad("a number begins with 0");
            if (at < s.Length && s[at] == '.')
            {
                whole = false;
                at++;
                Digits();
            }
            if (at < s.Length && (s[at] == 'e' || s[at] == 'E'))
            {
                whole = false;
                at++;
                if (at < s.Length && (s[at] == '+' || s[at] == '-')) at++;
                Digits();
            }
            string text = s.Substring(begin, at - begin);
            long n;
            if (whole && long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out n)) return n;
            if (whole && text.Length <= 1000) return BigInteger.Parse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture);
            double x;
            if (whole || !double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out x) || double.IsInfinity(x)) throw Bad("a number is far too large");
            return x;
        }
    }
}
