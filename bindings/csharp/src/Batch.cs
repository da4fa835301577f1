using System;

namespace Astragal
{
    /// <summary>
    /// Many games that are answered together, for learning and statistics. Chances are answered inside. The
    /// arrays are written anew by each step. Not for several threads at once.
    /// </summary>
    public sealed class Batch : Resource
    {
        Batch(Runtime runtime, long handle, int n, int players) : base(runtime, handle, Method.BatchClose)
        {
            Count = n;
            Players = players;
            Player = new int[n];
            Options = new int[n];
            Over = new byte[n];
            Payoffs = new double[n * players];
        }

        /// <summary>How many games there are.</summary>
        public int Count { get; private set; }
        /// <summary>How many play each.</summary>
        public int Players { get; private set; }
        /// <summary>Of each game who must decide, -1 where it is over.</summary>
        public int[] Player { get; private set; }
        /// <summary>Of each game how many options there are.</summary>
        public int[] Options { get; private set; }
        /// <summary>Of each game 0 when it goes on, 1 when it has ended, 2 when an error of the model has stopped it.</summary>
        public byte[] Over { get; private set; }
        /// <summary>Of each game and seat (at game * Players + seat) the payoff, 0 unless the game has ended.</summary>
        public double[] Payoffs { get; private set; }

        internal static Batch Read(Runtime runtime, PackReader r)
        {
            long handle = 0;
            int count = 0, players = 0;
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "batch": handle = r.Long(); break;
                    case "n": count = r.Int(); break;
                    case "players": players = r.Int(); break;
                    default: r.Skip(); break;
                }
            }
            if (handle == 0 || count < 0 || players < 0) throw new ProtocolException("a batch without a handle");
            var b = new Batch(runtime, handle, count, players);
            try
            {
                b.Refresh();
                return b;
            }
            catch
            {
                b.Dispose();
                throw;
            }
        }

        /// <summary>
        /// Answers all games that are not over, each with the option at its place; reset begins those anew that
        /// were over before.
        /// </summary>
        public void Step(int[] options, bool reset = false)
        {
            if (options == null) throw new ArgumentNullException("options");
            using (Call c = Ask(Method.BatchStep, "batch").Bin("options", LittleEndian(options, 4, true), 4 * options.Length).Bool("reset", reset))
                Fill(c.Send());
        }

        /// <summary>Fills the arrays without a step.</summary>
        public void Refresh()
        {
            using (Call c = Ask(Method.BatchState, "batch")) Fill(c.Send());
        }

        /// <summary>
        /// What a seat sees of all games (null: at each game who must decide), as arrays; Player, Over and the others are
        /// filled too. actions is how long the masks are; null: as long as they must be.
        /// </summary>
        public BatchView Observe(int? seat = null, int? actions = null)
        {
            using (Call c = Ask(Method.BatchObserve, "batch").MaybeInt("seat", seat).MaybeInt("actions", actions))
            {
                var view = new BatchView();
                Fill(c.Send(), view);
                return view;
            }
        }

        /// <summary>Step by numbers of actions, as Observe counts them.</summary>
        public void Choose(int[] actions, bool reset = false)
        {
            if (actions == null) throw new ArgumentNullException("actions");
            using (Call c = Ask(Method.BatchStep, "batch").Bin("actions", LittleEndian(actions, 4, true), 4 * actions.Length).Bool("reset", reset))
                Fill(c.Send());
        }

        void Fill(PackReader r, BatchView view = null)
        {
            for (int n = r.Map(); n > 0; n--)
            {
                string key = r.Text();
                if (view != null && view.Read(key, r, Count)) continue;
                switch (key)
                {
                    case "player": r.BinInto(Player, 4); LittleEndian(Player, 4, false); break;
                    case "count": r.BinInto(Options, 4); LittleEndian(Options, 4, false); break;
                    case "over": r.BinInto(Over, 1); break;
                    case "payoffs": r.BinInto(Payoffs, 8); LittleEndian(Payoffs, 8, false); break;
                    default: r.Skip(); break;
                }
            }
        }

        // Turns numbers between the bytes of this machine and little-endian ones: as a rule they are the same.
        internal static Array LittleEndian(Array numbers, int size, bool copy)
        {
            if (BitConverter.IsLittleEndian) return numbers;
            if (copy) numbers = (Array)numbers.Clone();
            byte[] bytes = new byte[numbers.Length * size];
            Buffer.BlockCopy(numbers, 0, bytes, 0, bytes.Length);
            for (int at = 0; at < bytes.Length; at += size) Array.Reverse(bytes, at, size);
            Buffer.BlockCopy(bytes, 0, numbers, 0, bytes.Length);
            return numbers;
        }
    }
}
