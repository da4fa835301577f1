using System.Collections.Generic;
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

        internal Call Put(Call c)
        {
            return c.Int("games", Games).MaybeInt("players", Players).UInt("seed", Seed).Text("agents", Agents)
                .MaybeInt("workers", Workers).MaybeInt("requests", Requests).Float("until_ci", UntilCi);
        }
    }

    /// <summary>How far a simulation is.</summary>
    public struct SimulationProgress
    {
        /// <summary>Games that have been added up.</summary>
        public int Done { get; internal set; }
        /// <summary>Most games that it plays.</summary>
        public int Games { get; internal set; }
        public bool Finished { get; internal set; }
    }

    /// <summary>A mean with its 95% interval; null where nothing was counted.</summary>
    public struct Moments
    {
        public double? Mean { get; private set; }
        public double? Low { get; private set; }
        public double? High { get; private set; }
        public double? Min { get; private set; }
        public double? Max { get; private set; }

        internal static Moments Read(PackReader r)
        {
            var m = new Moments();
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "mean": m.Mean = Number(r); break;
                    case "low": m.Low = Number(r); break;
                    case "high": m.High = Number(r); break;
                    case "min": m.Min = Number(r); break;
                    case "max": m.Max = Number(r); break;
                    default: r.Skip(); break;
                }
            }
            return m;
        }

        internal static double? Number(PackReader r)
        {
            if (r.TryNil()) return null;
            return r.Float();
        }
    }

    /// <summary>How a player did.</summary>
    public sealed class SeatResult
    {
        public Moments Payoff { get; private set; }
        public int Wins { get; private set; }
        public double? WinRate { get; private set; }

        internal static SeatResult[] ReadList(PackReader r)
        {
            var list = new SeatResult[r.List()];
            for (int i = 0; i < list.Length; i++) list[i] = Read(r);
            return list;
        }

        static SeatResult Read(PackReader r)
        {
            var s = new SeatResult();
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "payoff": s.Payoff = Moments.Read(r); break;
                    case "wins": s.Wins = r.Int(); break;
                    case "win_rate": s.WinRate = Moments.Number(r); break;
                    default: r.Skip(); break;
                }
            }
            return s;
        }
    }

    /// <summary>How many games ended, or were stopped, in a certain way.</summary>
    public sealed class Outcome
    {
        /// <summary>The id of an end condition, or an error.</summary>
        public string Reason { get; private set; }
        public int Games { get; private set; }
        /// <summary>Of an error: the seed that repeats the first of these games.</summary>
        public ulong Seed { get; private set; }

        internal static Outcome[] ReadList(PackReader r)
        {
            var list = new Outcome[r.List()];
            for (int i = 0; i < list.Length; i++)
            {
                list[i] = new Outcome { Reason = "" };
                for (int n = r.Map(); n > 0; n--)
                {
                    switch (r.Text())
                    {
                        case "reason": case "error": list[i].Reason = r.Text(); break;
                        case "games": list[i].Games = r.Int(); break;
                        case "seed": list[i].Seed = r.ULong(); break;
                        default: r.Skip(); break;
                    }
                }
            }
            return list;
        }
    }

    /// <summary>What a simulation came to.</summary>
    public sealed class SimulationResult
    {
        public ulong Seed { get; private set; }
        /// <summary>Whether it was ended early.</summary>
        public bool Interrupted { get; private set; }
        public int Games { get; private set; }
        public int Finished { get; private set; }
        /// <summary>Games that an error stopped.</summary>
        public int Stopped { get; private set; }
        /// <summary>Games that were given up.</summary>
        public int Cut { get; private set; }
        /// <summary>Answers of a finished game.</summary>
        public Moments Requests { get; private set; }
        /// <summary>How games ended, the most frequent first.</summary>
        public IReadOnlyList<Outcome> Reasons { get; private set; }
        public IReadOnlyList<SeatResult> Seats { get; private set; }
        /// <summary>The errors that stopped games.</summary>
        public IReadOnlyList<Outcome> Stops { get; private set; }

        internal static SimulationResult ReadIn(PackReader r)
        {
            for (int n = r.Map(); n > 0; n--)
            {
                if (r.Text() == "result") return Read(r);
                r.Skip();
            }
            throw new ProtocolException("a simulation without a result");
        }

        internal static SimulationResult Read(PackReader r)
        {
            var s = new SimulationResult { Reasons = new Outcome[0], Stops = new Outcome[0], Seats = new SeatResult[0] };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "seed": s.Seed = r.ULong(); break;
                    case "interrupted": s.Interrupted = r.Bool(); break;
                    case "games": s.Games = r.Int(); break;
                    case "finished": s.Finished = r.Int(); break;
                    case "stopped": s.Stopped = r.Int(); break;
                    case "cut": s.Cut = r.Int(); break;
                    case "requests": s.Requests = Moments.Read(r); break;
                    case "reasons": s.Reasons = Outcome.ReadList(r); break;
                    case "stops": s.Stops = Outcome.ReadList(r); break;
                    case "seats": s.Seats = SeatResult.ReadList(r); break;
                    default: r.Skip(); break;
                }
            }
            return s;
        }
    }

    /// <summary>Parts of a simulation, joined.</summary>
    public sealed class JoinedParts
    {
        /// <summary>All of them as one part, to be joined with those that follow.</summary>
        public byte[] Part { get; private set; }
        /// <summary>How the games went.</summary>
        public SimulationResult Result { get; private set; }

        internal static JoinedParts Read(PackReader r)
        {
            var j = new JoinedParts();
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "part": j.Part = r.Bytes(); break;
                    case "result": j.Result = SimulationResult.Read(r); break;
                    default: r.Skip(); break;
                }
            }
            if (j.Part == null || j.Result == null) throw new ProtocolException("parts that come to nothing");
            return j;
        }
    }

    /// <summary>A simulation that runs beside its host. Dispose ends it.</summary>
    public sealed class Simulation : Resource
    {
        Simulation(Runtime runtime, long handle) : base(runtime, handle, Method.SimulateClose) { }

        internal static Simulation Read(Runtime runtime, PackReader r)
        {
            for (int n = r.Map(); n > 0; n--)
            {
                if (r.Text() == "simulation") return new Simulation(runtime, r.Long());
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
            using (Call c = Ask(Method.SimulateResult, "simulation")) return SimulationResult.ReadIn(c.Send(cancel));
        }

        /// <summary>Ends it early and gives what there is.</summary>
        public SimulationResult Cancel()
        {
            using (Call c = Ask(Method.SimulateCancel, "simulation")) return SimulationResult.ReadIn(c.Send());
        }
    }
}
