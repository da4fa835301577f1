using System.Threading;

namespace Astragal
{
    /// <summary>What a simulation plays.</summary>
    public sealed class SimulationOptions
    {
        /// <summary>So many games; with UntilCi at most.</summary>
        public SimulationOptions(int games) { Games = games; }

        public int Games { get; set; }
        public int? Players { get; set; }
        public ulong Seed { get; set; }
        /// <summary>Who plays each seat, or all; null is random.</summary>
        public string Agents { get; set; }
        public int? Workers { get; set; }
        /// <summary>After how many requests a game is given up.</summary>
        public int? Requests { get; set; }
        /// <summary>Stop as soon as the 95% interval of every payoff is no wider.</summary>
        public double? UntilCi { get; set; }
        /// <summary>Also count how often each option was legal and taken.</summary>
        public bool Actions { get; set; }
        /// <summary>Also draw the result: "light", "dark", or "auto", what the reader's screen prefers; null: do not.</summary>
        public string Chart { get; set; }
        /// <summary>Also give what Resume takes (not of parts).</summary>
        public bool Save { get; set; }
        /// <summary>Go on where another simulation of the same has ended (not of parts); Games counts those that it had too.</summary>
        public byte[] Resume { get; set; }
        /// <summary>Play each game of another model too, under the same seed; null: of none, or of the same with CompareAgents.</summary>
        public Model Compare { get; set; }
        /// <summary>Who plays what is compared; null: Agents.</summary>
        public string CompareAgents { get; set; }

        internal Call Put(Call c)
        {
            c.Int("games", Games).MaybeInt("players", Players).UInt("seed", Seed).Text("agents", Agents)
                .MaybeInt("workers", Workers).MaybeInt("requests", Requests).Float("until_ci", UntilCi).Text("compare_agents", CompareAgents);
            if (Actions) c.Bool("actions", true);
            if (Compare != null) c.Int("compare", Compare.Handle);
            return c;
        }

        internal Call PutRun(Call c)
        {
            if (Save) c.Bool("save", true);
            if (Resume != null) c.Bin("resume", Resume, Resume.Length);
            return Put(c);
        }
    }

    /// <summary>How far a simulation is.</summary>
    public struct SimulationProgress
    {
        /// <summary>Games that have been added up.</summary>
        public int Done { get; internal set; }
        /// <summary>Most games that it plays.</summary>
        public int Games { get; internal set; }
        /// <summary>How many it takes, as far as is known.</summary>
        public int Expected { get; internal set; }
        /// <summary>How long that takes, by the time so far; null where it is not known.</summary>
        public double? SecondsLeft { get; internal set; }
        public bool Finished { get; internal set; }
    }

    /// <summary>A simulation that runs beside its host. Dispose ends it.</summary>
    public sealed class Simulation : Resource
    {
        readonly string chart;

        Simulation(Runtime runtime, long handle, string chart) : base(runtime, handle, Method.SimulateClose) { this.chart = chart; }

        internal static Simulation Read(Runtime runtime, PackReader r, string chart)
        {
            for (int n = r.Map(); n > 0; n--)
            {
                if (r.Text() == "simulation") return new Simulation(runtime, r.Long(), chart);
                r.Skip();
            }
            throw new ProtocolException("a simulation without a handle");
        }

        public SimulationProgress Progress()
        {
            using (Call c = Ask(Method.SimulateProgress, "simulation"))
            {
                var p = new SimulationProgress();
                PackReader r = c.Send();
                for (int n = r.Map(); n > 0; n--)
                {
                    switch (r.Text())
                    {
                        case "done": p.Done = r.Int(); break;
                        case "games": p.Games = r.Int(); break;
                        case "expected": p.Expected = r.Int(); break;
                        case "seconds_left": p.SecondsLeft = Moments.Number(r); break;
                        case "finished": p.Finished = r.Bool(); break;
                        default: r.Skip(); break;
                    }
                }
                return p;
            }
        }

        /// <summary>Waits for the end and gives the result; the token stops the waiting, not the simulation.</summary>
        public SimulationResult Result(CancellationToken cancel = default(CancellationToken))
        {
            using (Call c = Ask(Method.SimulateResult, "simulation").Text("chart", chart)) return SimulationResult.ReadIn(c.Send(cancel));
        }

        /// <summary>Ends it early and gives what there is.</summary>
        public SimulationResult Cancel()
        {
            using (Call c = Ask(Method.SimulateCancel, "simulation").Text("chart", chart)) return SimulationResult.ReadIn(c.Send());
        }
    }
}
