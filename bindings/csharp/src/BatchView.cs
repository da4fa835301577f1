using System.Collections.Generic;

namespace Astragal
{
    /// <summary>What seats see of the games of a batch; the protocol's model.encoding says what the numbers mean.</summary>
    public sealed class BatchView
    {
        /// <summary>How many numbers a game has in Rows.</summary>
        public int Size { get; private set; }
        /// <summary>Of each game Size numbers.</summary>
        public float[] Rows { get; private set; }
        /// <summary>How many actions a game has in Mask.</summary>
        public int Actions { get; private set; }
        /// <summary>Of each game and action (at game * Actions + action) 1 where it may be chosen now.</summary>
        public byte[] Mask { get; private set; }
        /// <summary>Place and label of each option that was numbered as it was met, behind the fixed actions.</summary>
        public IReadOnlyList<KeyValuePair<string, string>> Listed { get; private set; }

        internal bool Read(string key, PackReader r, int games)
        {
            switch (key)
            {
                case "size": Size = r.Int(); return true;
                case "actions": Actions = r.Int(); return true;
                case "observation":
                    Rows = new float[games * Size];
                    r.BinInto(Rows, 4);
                    Batch.LittleEndian(Rows, 4, false);
                    return true;
                case "mask":
                    Mask = new byte[games * Actions];
                    r.BinInto(Mask, 1);
                    return true;
                case "listed":
                    var list = new KeyValuePair<string, string>[r.List()];
                    for (int i = 0; i < list.Length; i++)
                    {
                        if (r.List() != 2) throw new ProtocolException("a listed option that is no pair");
                        string place = r.Text();
                        list[i] = new KeyValuePair<string, string>(place, r.Text());
                    }
                    Listed = list;
                    return true;
            }
            return false;
        }
    }
}
