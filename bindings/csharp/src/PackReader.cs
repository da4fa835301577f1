using System;
using System.Collections.Generic;
using System.Numerics;
using System.Text;

namespace Astragal
{
    internal enum PackKind { Nil, Bool, Int, Float, Text, Bin, Ext, List, Map }

    /// <summary>
    /// Reads MessagePack from bytes that may be wrong or hostile. No length is believed before it was held
    /// against the bytes that are there, so that memory follows from the size of a frame; nesting and the
    /// number of values are limited; and whatever does not fit is a ProtocolException.
    /// </summary>
    internal sealed class PackReader
    {
        internal const int MaxDepth = 64, MaxValues = 4000000;

        byte[] b = new byte[0];
        int at, end, values;

        // What Head read last.
        PackKind kind;
        ulong number;  // an int (two's complement), a bool, the bits of a float
        bool negative;
        int size;      // bytes or elements

        public PackReader() { }

        public PackReader(byte[] bytes, int length) { Reset(bytes, length); }

        public void Reset(byte[] bytes, int length)
        {
            b = bytes;
            at = 0;
            end = length;
            values = 0;
        }

        public int Position
        {
            get { return at; }
            set { at = value; }
        }

        public bool AtEnd { get { return at == end; } }

        static ProtocolException Bad(string what) { return new ProtocolException("the frame " + what); }

        ProtocolException Unexpected(string wanted) { return Bad("has " + kind + " in place of " + wanted); }

        static readonly byte[] widths = {
            0, 0xff, 0, 0, 1, 2, 4, 1, 2, 4, 4, 8, 1, 2, 4, 8, // c0 to cf
            1, 2, 4, 8, 0, 0, 0, 0, 0, 1, 2, 4, 2, 4, 2, 4,    // d0 to df
        };

        // Reads what stands before a value. The bytes of a text, bin or ext follow, and are there; of a list
        // or map there is at least a byte for each value.
        void Head()
        {
            if (at >= end) throw Bad("ends too early");
            int c = b[at++];
            negative = false;
            if (c < 0x80) { kind = PackKind.Int; number = (ulong)c; return; }
            if (c >= 0xe0) { kind = PackKind.Int; number = (ulong)(long)(sbyte)c; negative = true; return; }
            if (c < 0x90) { Sized(PackKind.Map, (ulong)(c & 15)); return; }
            if (c < 0xa0) { Sized(PackKind.List, (ulong)(c & 15)); return; }
            if (c < 0xc0) { Sized(PackKind.Text, (ulong)(c & 31)); return; }
            int width = widths[c - 0xc0];
            if (width == 0xff) throw Bad("has a byte that begins no value");
            if (end - at < width) throw Bad("ends too early");
            ulong x = 0;
            for (int i = 0; i < width; i++) x = x << 8 | b[at++];
            number = x;
            switch (c)
            {
                case 0xc0: kind = PackKind.Nil; return;
                case 0xc2: case 0xc3: kind = PackKind.Bool; number = (ulong)(c & 1); return;
                case 0xc4: case 0xc5: case 0xc6: Sized(PackKind.Bin, x); return;
                case 0xc7: case 0xc8: case 0xc9: Extended(x); return;
                case 0xca:
                    kind = PackKind.Float;
                    number = (ulong)BitConverter.DoubleToInt64Bits(BitConverter.ToSingle(BitConverter.GetBytes((uint)x), 0));
                    return;
                case 0xcb: kind = PackKind.Float; return;
                case 0xcc: case 0xcd: case 0xce: case 0xcf: kind = PackKind.Int; return;
                case 0xd0: Signed((sbyte)x); return;
                case 0xd1: Signed((short)x); return;
                case 0xd2: Signed((int)x); return;
                case 0xd3: Signed((long)x); return;
                case 0xd9: case 0xda: case 0xdb: Sized(PackKind.Text, x); return;
                case 0xdc: case 0xdd: Sized(PackKind.List, x); return;
                case 0xde: case 0xdf: Sized(PackKind.Map, x); return;
                default: Extended(1UL << (c - 0xd4)); return; // d4 to d8
            }
        }

        void Signed(long x)
        {
            kind = PackKind.Int;
            number = (ulong)x;
            negative = x < 0;
        }

        void Sized(PackKind k, ulong n)
        {
            if ((k == PackKind.Map ? 2 * n : n) > (ulong)(end - at)) throw Bad("ends too early");
            kind = k;
            size = (int)n;
        }

        void Extended(ulong n)
        {
            if (n + 1 > (ulong)(end - at)) throw Bad("ends too early");
            if (b[at++] != 1) throw Bad("has an extension of an unknown type");
            kind = PackKind.Ext;
            size = (int)n;
        }

        public PackKind Peek()
        {
            int was = at;
            Head();
            at = was;
            return kind;
        }

        public bool TryNil()
        {
            if (at >= end || b[at] != 0xc0) return false;
            at++;
            return true;
        }

        public int Map()
        {
            Head();
            if (kind != PackKind.Map) throw Unexpected("a map");
            return size;
        }

        public int List()
        {
            Head();
            if (kind != PackKind.List) throw Unexpected("a list");
            return size;
        }

        public bool Bool()
        {
            Head();
            if (kind != PackKind.Bool) throw Unexpected("a bool");
            return number != 0;
        }

        public long Long()
        {
            Head();
            if (kind != PackKind.Int) throw Unexpected("an int");
            if (!negative && number > long.MaxValue) throw Bad("has too large an int");
            return (long)number;
        }

        public ulong ULong()
        {
            Head();
            if (kind != PackKind.Int) throw Unexpected("an int");
            if (negative) throw Bad("has an int below 0");
            return number;
        }

        public int Int()
        {
            long x = Long();
            if (x < int.MinValue || x > int.MaxValue) throw Bad("has too large an int");
            return (int)x;
        }

        /// <summary>A float; ints will do.</summary>
        public double Float()
        {
            Head();
            if (kind == PackKind.Int) return negative ? (double)(long)number : number;
            if (kind != PackKind.Float) throw Unexpected("a float");
            return BitConverter.Int64BitsToDouble((long)number);
        }

        public string Text()
        {
            Head();
            if (kind != PackKind.Text) throw Unexpected("a text");
            return Body();
        }

        string Body()
        {
            try
            {
                string s = TextCache.Get(b, at, size);
                at += size;
                return s;
            }
            catch (DecoderFallbackException) { throw Bad("has a text that is not UTF-8"); }
        }

        /// <summary>Goes to the bytes of a bin and gives how many they are; the caller moves on by as many.</summary>
        public int Bin()
        {
            Head();
            if (kind != PackKind.Bin) throw Unexpected("bytes");
            return size;
        }

        public byte[] Bytes()
        {
            byte[] copy = new byte[Bin()];
            BinInto(copy);
            return copy;
        }

        /// <summary>Reads a bin into an array of numbers, which must have as many bytes; they lie as in the frame.</summary>
        public void BinInto(Array into, int elementSize)
        {
            if (Bin() != (long)into.Length * elementSize) throw Bad("has an array of a wrong length");
            BinInto(into);
        }

        void BinInto(Array into)
        {
            Buffer.BlockCopy(b, at, into, 0, size);
            at += size;
        }

        public T[] Each<T>(Func<PackReader, T> read)
        {
            var list = new T[List()];
            for (int i = 0; i < list.Length; i++) list[i] = read(this);
            return list;
        }

        public string[] Texts()
        {
            string[] list = new string[List()];
            for (int i = 0; i < list.Length; i++) list[i] = Text();
            return list;
        }

        public int[] Ints()
        {
            int[] list = new int[List()];
            for (int i = 0; i < list.Length; i++) list[i] = Int();
            return list;
        }

        public double[] Floats()
        {
            double[] list = new double[List()];
            for (int i = 0; i < list.Length; i++) list[i] = Float();
            return list;
        }

        /// <summary>Passes over a value.</summary>
        public void Skip()
        {
            for (long left = 1; left > 0; left--)
            {
                Head();
                if (kind == PackKind.List) left += size;
                else if (kind == PackKind.Map) left += 2L * size;
                else if (kind == PackKind.Text || kind == PackKind.Bin || kind == PackKind.Ext) at += size;
            }
        }

        /// <summary>Any value: null, bool, long, BigInteger (only beyond long), double, string, byte[], object[], ValueMap.</summary>
        public object Value() { return Value(0); }

        object Value(int depth)
        {
            if (depth > MaxDepth) throw Bad("is nested more than " + MaxDepth + " deep");
            if (++values > MaxValues) throw Bad("has more than " + MaxValues + " values");
            Head();
            switch (kind)
            {
                case PackKind.Nil: return null;
                case PackKind.Bool: return number != 0;
                case PackKind.Int:
                    if (!negative && number > long.MaxValue) return new BigInteger(number);
                    return (long)number;
                case PackKind.Float: return BitConverter.Int64BitsToDouble((long)number);
                case PackKind.Text: return Body();
                case PackKind.Bin:
                    byte[] copy = new byte[size];
                    BinInto(copy);
                    return copy;
                case PackKind.Ext: return Big();
                case PackKind.List:
                    int n = size;
                    if (n > MaxValues - values) throw Bad("has more than " + MaxValues + " values");
                    object[] list = new object[n];
                    for (int i = 0; i < n; i++) list[i] = Value(depth + 1);
                    return list;
                default:
                    int entries = size;
                    if (entries > MaxValues - values) throw Bad("has more than " + MaxValues + " values");
                    ValueMap map = new ValueMap(entries);
                    for (; entries > 0; entries--)
                    {
                        string key = Text();
                        if (!map.Add(key, Value(depth + 1))) throw Bad("has a map with the key '" + key + "' twice");
                    }
                    return map;
            }
        }

        BigInteger Big()
        {
            if (size < 2 || b[at] > 1) throw Bad("has an integer of a wrong form");
            byte[] magnitude = new byte[size]; // the lowest first, then a 0 that says positive
            for (int i = 1; i < size; i++) magnitude[size - 1 - i] = b[at + i];
            BigInteger x = new BigInteger(magnitude);
            if (b[at] == 1) x = -x;
            at += size;
            return x;
        }
    }
}
