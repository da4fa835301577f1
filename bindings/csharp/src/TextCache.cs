using System.Threading;

namespace Astragal
{
    /// <summary>
    /// Short texts that come again and again (keys, places, labels) as strings that exist already. It has a
    /// fixed size: a text takes the place of another one.
    /// </summary>
    internal static class TextCache
    {
        const int Slots = 2048, Longest = 40;

        sealed class Entry
        {
            public readonly byte[] Bytes;
            public readonly string Text;

            public Entry(byte[] bytes, string text)
            {
                Bytes = bytes;
                Text = text;
            }
        }

        static readonly Entry[] entries = new Entry[Slots];

        /// <summary>The text of UTF-8 bytes; throws DecoderFallbackException where they are none.</summary>
        public static string Get(byte[] b, int at, int n)
        {
            if (n == 0) return "";
            if (n > Longest) return PackWriter.Utf8.GetString(b, at, n);
            uint hash = 2166136261;
            for (int i = 0; i < n; i++) hash = (hash ^ b[at + i]) * 16777619;
            uint slot = (hash ^ hash >> 16) % Slots;
            Entry e = Volatile.Read(ref entries[slot]);
            if (e != null && Same(e.Bytes, b, at, n)) return e.Text;
            string text = PackWriter.Utf8.GetString(b, at, n);
            byte[] copy = new byte[n];
            System.Buffer.BlockCopy(b, at, copy, 0, n);
            Volatile.Write(ref entries[slot], new Entry(copy, text));
            return text;
        }

        static bool Same(byte[] a, byte[] b, int at, int n)
        {
            if (a.Length != n) return false;
            for (int i = 0; i < n; i++)
                if (a[i] != b[at + i]) return false;
            return true;
        }
    }
}
