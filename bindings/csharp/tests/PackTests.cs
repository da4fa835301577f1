using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;

namespace Astragal.Tests
{
    static class PackTests
    {
        static object There(object x)
        {
            byte[] b = FakeTransport.Pack(x);
            var r = new PackReader(b, b.Length);
            object y = r.Value();
            Check.That(r.AtEnd, "bytes are left");
            return y;
        }

        [Test]
        public static void ValuesComeBack()
        {
            long[] ints = { 0, 1, 127, 128, 255, 256, 65535, 65536, uint.MaxValue, 1L + uint.MaxValue, long.MaxValue,
                -1, -32, -33, -128, -129, -32768, -32769, int.MinValue, int.MinValue - 1L, long.MinValue };
            foreach (long i in ints) Check.Same(i, There(i), "int");
            foreach (double d in new[] { 0, -0.5, 1e300, double.PositiveInfinity, double.NaN, double.Epsilon }) Check.Same(d, There(d), "float");
            foreach (int bits in new[] { 63, 64, 65, 200, 2040, 4000 })
                foreach (int sign in new[] { 1, -1 })
                {
                    BigInteger x = sign * (BigInteger.Pow(2, bits) + 12345);
                    Check.Same(x, There(x), "2^" + bits);
                }
            Check.Same((BigInteger)ulong.MaxValue, There(ulong.MaxValue), "ulong");
            foreach (int n in new[] { 0, 1, 31, 32, 39, 40, 41, 255, 256, 65535, 65536 })
            {
                Check.Same(new string('x', n), There(new string('x', n)), "text of " + n);
                Check.Same(new string('é', n), There(new string('é', n)), "text of " + n);
                Check.That(((byte[])There(new byte[n])).Length == n, "bin of " + n);
                Check.That(((object[])There(new int[n])).Length == n, "list of " + n);
                var map = Enumerable.Range(0, n).ToDictionary(i => "k" + i, i => (object)(long)i);
                ValueMap back = (ValueMap)There(map);
                Check.Same(n, back.Count, "map");
                Check.That(back.Keys.SequenceEqual(map.Keys) && map.All(e => back[e.Key].Equals(e.Value)), "entries of " + n);
            }
            Check.Same("\ud83c\udfb2", There("\ud83c\udfb2"), "a text beyond 16 bits");
            Check.Same(1.5, new PackReader(new byte[] { 0xca, 0x3f, 0xc0, 0, 0 }, 5).Value(), "a float of 32 bits");
            Check.Throws<ArgumentException>(() => There("\ud83c"), "surrogate");
            Check.Throws<ArgumentException>(() => There(DateTime.Now), "DateTime");
            object deep = 1;
            for (int i = 0; i < 100; i++) deep = new[] { deep };
            Check.Throws<ArgumentException>(() => There(deep), "deep");
        }

        // Reads bytes in every way that there is. Only ProtocolException may come out.
        static void Read(byte[] b)
        {
            Action<PackReader>[] ways =
            {
                r => r.Value(), r => r.Skip(), r => Envelope.Open(r, 1), r => Envelope.Id(r), r => Request.Read(r), r => GameState.Read(r),
                r => GameEvents.Read(r), r => OptionDetails.Read(r), r => SimulationResult.ReadIn(r), r => ModelDescription.Read(r),
                r => RuntimeInfo.Read(r), r => Report.Read(r), r => r.Text(), r => r.Bytes(), r => r.Int(), r => r.Float(), r => r.ULong(),
            };
            foreach (Action<PackReader> way in ways)
            {
                try { way(new PackReader(b, b.Length)); }
                catch (ProtocolException) { }
                catch (AstragalException) when (way == ways[2]) { } // an error that the envelope told of
            }
        }

        static readonly byte[] answer = FakeTransport.Pack(FakeTransport.Map("v", 1, "id", 1, "ok", true, "result", FakeTransport.Map(
            "game", 77777777777, "request", FakeTransport.Map("kind", "chance", "player", 1, "place", "step a", "options", new[] { "x", "y" },
                "p", new[] { 0.5, 0.5 }, "all", false, "seen", new[] { 0, 1 }, "open", new[] { FakeTransport.Map("player", 2, "options", new[] { "z" }) },
                "payoffs", new[] { 1, 2.5 }, "data", new byte[40], "big", BigInteger.Pow(3, 100), "none", null))));

        [Test]
        public static void TruncatedFrames()
        {
            for (int n = 0; n < answer.Length; n++)
            {
                byte[] part = answer.Take(n).ToArray();
                Check.Throws<ProtocolException>(() => new PackReader(part, n).Value());
                Check.Throws<ProtocolException>(() => new PackReader(part, n).Skip());
                Read(part);
                // The array goes on behind the frame: what is there must not be read.
                Check.Throws<ProtocolException>(() => new PackReader(answer, n).Value());
            }
        }

        [Test]
        public static void FlippedBits()
        {
            for (int at = 0; at < answer.Length; at++)
                for (int bit = 0; bit < 8; bit++)
                {
                    byte[] b = (byte[])answer.Clone();
                    b[at] ^= (byte)(1 << bit);
                    Read(b);
                }
        }

        [Test]
        public static void RandomBytes()
        {
            var random = new Random(7);
            for (int i = 0; i < 20000; i++)
            {
                byte[] b = new byte[random.Next(1, 60)];
                random.NextBytes(b);
                if (i % 2 == 0) b[0] = (byte)(0x80 | b[0] & 0x1f); // begins with a map or list
                Read(b);
            }
        }

        [Test]
        public static void LengthBombs()
        {
            long before = GC.GetTotalMemory(true);
            foreach (byte code in new byte[] { 0xc6, 0xc9, 0xdb, 0xdd, 0xdf, 0xc5, 0xc8, 0xda, 0xdc, 0xde })
                for (int tail = 0; tail < 20; tail++)
                {
                    byte[] b = Enumerable.Repeat((byte)0xff, 5 + tail).ToArray();
                    b[0] = code;
                    Check.Throws<ProtocolException>(() => new PackReader(b, b.Length).Value());
                    Read(b);
                }
            Check.That(GC.GetTotalMemory(true) - before < 1 << 20, "memory was taken");
        }

        [Test]
        public static void DeepNesting()
        {
            byte[] lists = Enumerable.Repeat((byte)0x91, 100000).ToArray(); // lists of one list
            byte[] maps = Enumerable.Range(0, 150000).Select(i => i % 3 == 0 ? (byte)0x81 : i % 3 == 1 ? (byte)0xa1 : (byte)'k').ToArray();
            Check.Throws<ProtocolException>(() => new PackReader(lists, lists.Length).Value(), "nested");
            Check.Throws<ProtocolException>(() => new PackReader(maps, maps.Length).Value(), "nested");
            Read(lists);
            Read(maps);
            lists[lists.Length - 1] = 0xc0;
            new PackReader(lists, lists.Length).Skip();
        }

        [Test]
        public static void TooManyValues()
        {
            int n = PackReader.MaxValues;
            byte[] b = new byte[n + 5]; // a list of zeros
            b[0] = 0xdd;
            for (int i = 0; i < 4; i++) b[1 + i] = (byte)(n >> 24 - 8 * i);
            Check.Throws<ProtocolException>(() => new PackReader(b, b.Length).Value(), "values");
        }

        [Test]
        public static void WrongTypesAndForms()
        {
            Check.Throws<ProtocolException>(() => new PackReader(new byte[] { 0xc1 }, 1).Value(), "begins no value");
            Check.Throws<ProtocolException>(() => new PackReader(new byte[] { 0xa2, 0xff, 0xfe }, 3).Value(), "UTF-8");
            Check.Throws<ProtocolException>(() => new PackReader(new byte[] { 0x81, 1, 1 }, 3).Value(), "a text");
            Check.Throws<ProtocolException>(() => new PackReader(new byte[] { 0x82, 0xa1, 97, 1, 0xa1, 97, 2 }, 7).Value(), "twice");
            Check.Throws<ProtocolException>(() => new PackReader(new byte[] { 0xd4, 2, 0 }, 3).Value(), "extension");
            Check.Throws<ProtocolException>(() => new PackReader(new byte[] { 0xd5, 1, 2, 9 }, 4).Value(), "wrong form");
            Check.Throws<ProtocolException>(() => new PackReader(new byte[] { 0xd4, 1, 0 }, 3).Value(), "wrong form");
            Check.Throws<ProtocolException>(() => new PackReader(new byte[] { 0xcf, 255, 0, 0, 0, 0, 0, 0, 0 }, 9).Long(), "too large");
            Check.Throws<ProtocolException>(() => new PackReader(new byte[] { 0xce, 255, 0, 0, 0 }, 5).Int(), "too large");
            Check.Throws<ProtocolException>(() => new PackReader(new byte[] { 0xff }, 1).ULong(), "below 0");
            Check.Throws<ProtocolException>(() => new PackReader(new byte[] { 0xc4, 3, 1, 2, 3 }, 5).BinInto(new int[1], 4), "length");
        }

        [Test]
        public static void NumbersAreWrittenAsPythonDoes()
        {
            var want = new Dictionary<double, string>
            {
                { 0, "0" }, { 1, "1" }, { -3, "-3" }, { 0.5, "0.5" }, { 0.1, "0.1" }, { 0.1 + 0.2, "0.30000000000000004" }, { 1.0 / 15, "0.06666666666666667" },
                { 1.0 / 3, "0.3333333333333333" }, { 2.0 / 3, "0.6666666666666666" }, { 1e14, "100000000000000" }, { 1e15, "1000000000000000.0" },
                { 123456789012345680, "1.2345678901234568e+17" }, { 1e16, "1e+16" }, { 9999999999999998, "9999999999999998.0" }, { 1e22, "1e+22" }, { 1.5e300, "1.5e+300" },
                { 0.0001, "0.0001" }, { 0.00001, "1e-05" }, { 1.25e-7, "1.25e-07" }, { double.MaxValue, "1.7976931348623157e+308" }, { -5e-324, "-5e-324" },
                { 1.1, "1.1" }, { 1234.5678, "1234.5678" }, { 2.2250738585072014e-308, "2.2250738585072014e-308" }, { double.NaN, "\"nan\"" }, { double.NegativeInfinity, "\"-inf\"" },
            };
            foreach (var e in want) Check.Same(e.Value, Json.Number(e.Key), "number");
            // The bits of floats of all sizes, and how Python writes them.
            foreach (string line in System.IO.File.ReadAllLines(System.IO.Path.Combine(Program.Root, "bindings", "csharp", "tests", "numbers.txt")))
            {
                string[] two = line.Split(' ');
                Check.Same(two[1], Json.Number(BitConverter.Int64BitsToDouble(Convert.ToInt64(two[0], 16))), two[0]);
            }
            Check.Same("{\"a\": \"\\\"\\\\\\n\\r\\t\\b\\f\\u0001\\u2028é<&>\\u2029\u007f\", \"b\": [null, true, 1.5]}",
                Json.Of(new ValueMap().With("a", "\"\\\n\r\t\b\f\u0001\u2028é<&>\u2029\u007f").With("b", new object[] { null, true, 1.5 })), "json");
        }
    }
}
