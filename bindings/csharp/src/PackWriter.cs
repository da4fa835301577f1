using System;
using System.Collections;
using System.Collections.Generic;
using System.Numerics;
using System.Text;

namespace Astragal
{
    /// <summary>Writes MessagePack, as docs/protocol.md has it, into memory that is used again.</summary>
    internal sealed class PackWriter
    {
        const int MaxDepth = 60;
        internal const int Kept = 1 << 20; // bytes that are kept for the next frame
        internal static readonly UTF8Encoding Utf8 = new UTF8Encoding(false, true);

        byte[] bytes = new byte[256];
        int length;

        public byte[] Bytes { get { return bytes; } }
        public int Length { get { return length; } }

        public void Clear()
        {
            length = 0;
            if (bytes.Length > Kept) bytes = new byte[256];
        }

        public void Truncate(int n) { length = n; }

        void Grow(int more)
        {
            int need = checked(length + more);
            if (need > bytes.Length) Array.Resize(ref bytes, Math.Max(need, (int)Math.Min(2L * bytes.Length, int.MaxValue - 64)));
        }

        public void Raw(byte[] data)
        {
            Grow(data.Length);
            Buffer.BlockCopy(data, 0, bytes, length, data.Length);
            length += data.Length;
        }

        void Byte(int x)
        {
            Grow(1);
            bytes[length++] = (byte)x;
        }

        // A byte and then the lowest n bytes of x, the highest first.
        void Head(int code, ulong x, int n)
        {
            Grow(n + 1);
            bytes[length++] = (byte)code;
            for (int shift = 8 * (n - 1); shift >= 0; shift -= 8) bytes[length++] = (byte)(x >> shift);
        }

        public void Nil() { Byte(0xc0); }

        public void Bool(bool x) { Byte(x ? 0xc3 : 0xc2); }

        public void Int(long x)
        {
            if (x >= 0) UInt((ulong)x);
            else if (x >= -32) Byte((int)x);
            else if (x >= sbyte.MinValue) Head(0xd0, (ulong)x, 1);
            else if (x >= short.MinValue) Head(0xd1, (ulong)x, 2);
            else if (x >= int.MinValue) Head(0xd2, (ulong)x, 4);
            else Head(0xd3, (ulong)x, 8);
        }

        public void UInt(ulong x)
        {
            if (x < 0x80) Byte((int)x);
            else if (x <= byte.MaxValue) Head(0xcc, x, 1);
            else if (x <= ushort.MaxValue) Head(0xcd, x, 2);
            else if (x <= uint.MaxValue) Head(0xce, x, 4);
            else Head(0xcf, x, 8);
        }

        public void Float(double x) { Head(0xcb, (ulong)BitConverter.DoubleToInt64Bits(x), 8); }

        public void Big(BigInteger x)
        {
            if (x >= long.MinValue && x <= long.MaxValue) { Int((long)x); return; }
            if (x.Sign > 0 && x <= ulong.MaxValue) { UInt((ulong)x); return; }
            byte[] magnitude = BigInteger.Abs(x).ToByteArray(); // the lowest byte first, perhaps a 0 at the end
            int n = magnitude.Length;
            while (magnitude[n - 1] == 0) n--;
            if (n < byte.MaxValue) Head(0xc7, (ulong)(n + 1), 1);
            else if (n < ushort.MaxValue) Head(0xc8, (ulong)(n + 1), 2);
            else throw new ArgumentException("an integer of more than 65,534 bytes");
            Byte(1);
            Byte(x.Sign < 0 ? 1 : 0);
            while (n > 0) Byte(magnitude[--n]);
        }

        public void Text(string s)
        {
            int n = s.Length;
            if (n < 32 && Ascii(s)) return;
            try { n = Utf8.GetByteCount(s); }
            catch (EncoderFallbackException) { throw new ArgumentException("a text has half of a surrogate pair"); }
            if (n < 32) Byte(0xa0 | n);
            else if (n <= byte.MaxValue) Head(0xd9, (ulong)n, 1);
            else if (n <= ushort.MaxValue) Head(0xda, (ulong)n, 2);
            else Head(0xdb, (ulong)n, 4);
            Grow(n);
            length += Utf8.GetBytes(s, 0, s.Length, bytes, length);
        }

        // Writes a short text if it is ASCII, as nearly all are.
        bool Ascii(string s)
        {
            Grow(s.Length + 1);
            bytes[length] = (byte)(0xa0 | s.Length);
            for (int i = 0; i < s.Length; i++)
            {
                if (s[i] >= 0x80) return false;
                bytes[length + 1 + i] = (byte)s[i];
            }
            length += s.Length + 1;
            return true;
        }

        public void Bin(Array data, int n)
        {
            if (n <= byte.MaxValue) Head(0xc4, (ulong)n, 1);
            else if (n <= ushort.MaxValue) Head(0xc5, (ulong)n, 2);
            else Head(0xc6, (ulong)n, 4);
            Grow(n);
            Buffer.BlockCopy(data, 0, bytes, length, n);
            length += n;
        }

        public void List(int n)
        {
            if (n < 16) Byte(0x90 | n);
            else if (n <= ushort.MaxValue) Head(0xdc, (ulong)n, 2);
            else Head(0xdd, (ulong)n, 4);
        }

        public void Map(int n)
        {
            if (n < 16) Byte(0x80 | n);
            else if (n <= ushort.MaxValue) Head(0xde, (ulong)n, 2);
            else Head(0xdf, (ulong)n, 4);
        }

        /// <summary>Begins a map of at most 15 entries whose number CloseMap puts in.</summary>
        public int OpenMap()
        {
            Byte(0x80);
            return length - 1;
        }

        public void CloseMap(int at, int n)
        {
            if (n > 15) throw new InvalidOperationException("too many entries");
            bytes[at] = (byte)(0x80 | n);
        }

        /// <summary>Writes null, bool, whole numbers, floats, texts, byte[], dictionaries with texts as keys, lists.</summary>
        public void Value(object x) { Value(x, 0); }

        void Value(object x, int depth)
        {
            if (depth > MaxDepth) throw new ArgumentException("a value is nested more than " + MaxDepth + " deep");
            if (x == null) Nil();
            else if (x is string) Text((string)x);
            else if (x is bool) Bool((bool)x);
            else if (x is int || x is long || x is short || x is sbyte) Int(Convert.ToInt64(x));
            else if (x is byte || x is ushort || x is uint || x is ulong) UInt(Convert.ToUInt64(x));
            else if (x is double || x is float) Float(Convert.ToDouble(x));
            else if (x is BigInteger) Big((BigInteger)x);
            else if (x is byte[]) Bin((byte[])x, ((byte[])x).Length);
            else if (x is IEnumerable<KeyValuePair<string, object>>) Entries((IEnumerable<KeyValuePair<string, object>>)x, depth);
            else if (x is IEnumerable) Items((IEnumerable)x, depth);
            else throw new ArgumentException("a " + x.GetType().Name + " is no value of the protocol");
        }

        void Entries(IEnumerable<KeyValuePair<string, object>> entries, int depth)
        {
            var list = new List<KeyValuePair<string, object>>(entries);
            Map(list.Count);
            foreach (var e in list)
            {
                Text(e.Key);
                Value(e.Value, depth + 1);
            }
        }

        void Items(IEnumerable items, int depth)
        {
            var list = new List<object>();
            foreach (object o in items) list.Add(o);
            List(list.Count);
            foreach (object o in list) Value(o, depth + 1);
        }
    }
}
