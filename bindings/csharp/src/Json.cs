using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Numerics;
using System.Text;

namespace Astragal
{
    /// <summary>Writes values as JSON, to the byte as transcripts have them.</summary>
    internal static class Json
    {
        public static string Of(object value)
        {
            var s = new StringBuilder();
            Append(s, value);
            return s.ToString();
        }

        static void Append(StringBuilder s, object x)
        {
            if (x == null) s.Append("null");
            else if (x is bool) s.Append((bool)x ? "true" : "false");
            else if (x is int || x is long) s.Append(Convert.ToInt64(x).ToString(CultureInfo.InvariantCulture));
            else if (x is BigInteger) s.Append(((BigInteger)x).ToString(CultureInfo.InvariantCulture));
            else if (x is double) s.Append(Number((double)x));
            else if (x is string) AppendText(s, (string)x);
            else if (x is byte[]) AppendText(s, Convert.ToBase64String((byte[])x));
            else if (x is IEnumerable<KeyValuePair<string, object>>) AppendMap(s, (IEnumerable<KeyValuePair<string, object>>)x);
            else if (x is IEnumerable) AppendList(s, (IEnumerable)x);
            else throw new ArgumentException("a " + x.GetType().Name + " has no JSON form");
        }

        static void AppendMap(StringBuilder s, IEnumerable<KeyValuePair<string, object>> map)
        {
            string comma = "";
            s.Append('{');
            foreach (var e in map)
            {
                s.Append(comma);
                AppendText(s, e.Key);
                s.Append(": ");
                Append(s, e.Value);
                comma = ", ";
            }
            s.Append('}');
        }

        static void AppendList(StringBuilder s, IEnumerable list)
        {
            string comma = "";
            s.Append('[');
            foreach (object o in list)
            {
                s.Append(comma);
                Append(s, o);
                comma = ", ";
            }
            s.Append(']');
        }

        static void AppendText(StringBuilder s, string text)
        {
            s.Append('"');
            foreach (char c in text)
            {
                switch (c)
                {
                    case '"': s.Append("\\\""); break;
                    case '\\': s.Append("\\\\"); break;
                    case '\n': s.Append("\\n"); break;
                    case '\r': s.Append("\\r"); break;
                    case '\t': s.Append("\\t"); break;
                    case '\b': s.Append("\\b"); break;
                    case '\f': s.Append("\\f"); break;
                    default:
                        if (c < 0x20 || c == 0x2028 || c == 0x2029) s.Append("\\u").Append(((int)c).ToString("x4"));
                        else s.Append(c);
                        break;
                }
            }
            s.Append('"');
        }

        /// <summary>A float as Python writes it, a whole one without its .0.</summary>
        public static string Number(double x)
        {
            if (double.IsNaN(x)) return "\"nan\"";
            if (double.IsInfinity(x)) return x > 0 ? "\"inf\"" : "\"-inf\"";
            if (x == Math.Truncate(x) && Math.Abs(x) < 1e15) return ((long)x).ToString(CultureInfo.InvariantCulture);
            string sign = x < 0 ? "-" : "";
            int exponent;
            string digits = Digits.Of(Math.Abs(x), out exponent);
            if (exponent < -4 || exponent >= 16)
            {
                string point = digits.Length > 1 ? "." + digits.Substring(1) : "";
                return sign + digits[0] + point + "e" + (exponent < 0 ? "-" : "+") + Math.Abs(exponent).ToString("00");
            }
            if (exponent < 0) return sign + "0." + new string('0', -exponent - 1) + digits;
            if (digits.Length <= exponent + 1) return sign + digits.PadRight(exponent + 1, '0') + ".0";
            return sign + digits.Substring(0, exponent + 1) + "." + digits.Substring(exponent + 1);
        }
    }
}
