using System.Collections.Generic;

namespace Astragal
{
    /// <summary>An error that stopped games.</summary>
    public sealed class Stop
    {
        public string Error { get; private set; }
        public int Games { get; private set; }
        /// <summary>Of the first of these games.</summary>
        public ulong Seed { get; private set; }
        /// <summary>Where in the model that one stopped; null where that is not known.</summary>
        public SourcePosition At { get; private set; }
        /// <summary>The line of the place as people are shown it; null where it is not known.</summary>
        public string Source { get; private set; }
        public int Caret { get; private set; }
        /// <summary>Of a game that is known never to end: how the first of these goes round; else null.</summary>
        public GameCycle CannotEnd { get; private set; }

        internal static Stop[] ReadList(PackReader r)
        {
            var list = new Stop[r.List()];
            for (int i = 0; i < list.Length; i++)
            {
                Stop s = list[i] = new Stop { Error = "" };
                for (int n = r.Map(); n > 0; n--)
                {
                    switch (r.Text())
                    {
                        case "error": s.Error = r.Text(); break;
                        case "games": s.Games = r.Int(); break;
                        case "seed": s.Seed = r.ULong(); break;
                        case "at": s.At = SourcePosition.Read(r); break;
                        case "source": s.Source = r.Text(); break;
                        case "caret": s.Caret = r.Int(); break;
                        case "cannot_end": s.CannotEnd = GameCycle.Read(r); break;
                        default: r.Skip(); break;
                    }
                }
            }
            return list;
        }

        public override string ToString() { return (At == null ? "" : At + ": ") + Error + " (" + Games + (Games == 1 ? " game" : " games") + ")"; }
    }

    /// <summary>How test games with random choices and random chance went.</summary>
    public sealed class TestGames
    {
        public ulong Seed { get; private set; }
        /// <summary>How many were asked for.</summary>
        public int Asked { get; private set; }
        /// <summary>After how many requests a game is given up.</summary>
        public int Limit { get; private set; }
        public int Games { get; private set; }
        public int Finished { get; private set; }
        public int Stopped { get; private set; }
        /// <summary>Games that had not ended at the limit.</summary>
        public int Cut { get; private set; }
        /// <summary>Where the first of them asked last; null without any.</summary>
        public string EndlessPlace { get; private set; }
        /// <summary>Its seed.</summary>
        public ulong EndlessSeed { get; private set; }
        /// <summary>Requests of a finished game.</summary>
        public Moments Requests { get; private set; }
        /// <summary>How games ended, the most frequent first.</summary>
        public IReadOnlyList<Outcome> Reasons { get; private set; }
        public IReadOnlyList<SeatResult> Seats { get; private set; }
        /// <summary>Where games stopped, the most frequent first.</summary>
        public IReadOnlyList<Stop> Stops { get; private set; }

        internal static TestGames Read(PackReader r)
        {
            var t = new TestGames { Reasons = new Outcome[0], Stops = new Stop[0], Seats = new SeatResult[0] };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "seed": t.Seed = r.ULong(); break;
                    case "asked": t.Asked = r.Int(); break;
                    case "limit": t.Limit = r.Int(); break;
                    case "games": t.Games = r.Int(); break;
                    case "finished": t.Finished = r.Int(); break;
                    case "stopped": t.Stopped = r.Int(); break;
                    case "cut": t.Cut = r.Int(); break;
                    case "requests": t.Requests = Moments.Read(r); break;
                    case "reasons": t.Reasons = Outcome.ReadList(r); break;
                    case "seats": t.Seats = SeatResult.ReadList(r); break;
                    case "stops": t.Stops = Stop.ReadList(r); break;
                    case "endless": t.ReadEndless(r); break;
                    default: r.Skip(); break;
                }
            }
            return t;
        }

        void ReadEndless(PackReader r)
        {
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "seed": EndlessSeed = r.ULong(); break;
                    case "place": EndlessPlace = r.Text(); break;
                    default: r.Skip(); break;
                }
            }
        }
    }
}
