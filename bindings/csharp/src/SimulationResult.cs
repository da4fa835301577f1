using System;
using System.Collections.Generic;

namespace Astragal
{
    /// <summary>A mean with its 95% interval; null where nothing was counted.</summary>
    public struct Moments
    {
        public double? Mean { get; private set; }
        public double? Low { get; private set; }
        public double? High { get; private set; }
        public double? Min { get; private set; }
        public double? Max { get; private set; }

        internal static Moments[] ReadList(PackReader r)
        {
            var list = new Moments[r.List()];
            for (int i = 0; i < list.Length; i++) list[i] = Read(r);
            return list;
        }

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
        /// <summary>The 95% interval of WinRate, by Wilson's score.</summary>
        public double? WinLow { get; private set; }
        public double? WinHigh { get; private set; }
        /// <summary>The payoff less the mean of all players' payoffs of the same game.</summary>
        public Moments Advantage { get; private set; }

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
                    case "win_low": s.WinLow = Moments.Number(r); break;
                    case "win_high": s.WinHigh = Moments.Number(r); break;
                    case "advantage": s.Advantage = Moments.Read(r); break;
                    default: r.Skip(); break;
                }
            }
            return s;
        }
    }

    /// <summary>How many games ended in a certain way.</summary>
    public sealed class Outcome
    {
        /// <summary>The id of an end condition.</summary>
        public string Reason { get; private set; }
        public int Games { get; private set; }

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
                        case "reason": list[i].Reason = r.Text(); break;
                        case "games": list[i].Games = r.Int(); break;
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
        /// <summary>The errors that stopped games, and where.</summary>
        public IReadOnlyList<Stop> Stops { get; private set; }
        /// <summary>Half of the finished games had no more requests; null without any.</summary>
        public int? Median { get; private set; }
        /// <summary>How many finished games had how many requests, in rows of one width.</summary>
        public IReadOnlyList<LengthBin> Lengths { get; private set; }
        /// <summary>Where the first of the games that were given up asked last; null without any.</summary>
        public string EndlessPlace { get; private set; }
        /// <summary>Its seed.</summary>
        public ulong EndlessSeed { get; private set; }
        /// <summary>How often each option was legal and taken; null where that was not asked for.</summary>
        public IReadOnlyList<PlaceCounts> Actions { get; private set; }
        /// <summary>How the games of what was compared went; null without a comparison.</summary>
        public SimulationResult Compared { get; private set; }
        /// <summary>How they differ from these; null without a comparison.</summary>
        public Difference Difference { get; private set; }
        /// <summary>A picture, as SVG; null where none was asked for.</summary>
        public string Chart { get; private set; }
        /// <summary>What SimulationOptions.Resume takes; null where that was not asked for.</summary>
        public byte[] Save { get; private set; }

        internal static SimulationResult ReadIn(PackReader r) { return ReadIn(r, key => r.Skip()); }

        /// <summary>Reads an answer with a result; other reads what else is in it.</summary>
        internal static SimulationResult ReadIn(PackReader r, Action<string> other)
        {
            SimulationResult s = null, compared = null;
            Difference difference = null;
            string chart = null;
            byte[] save = null;
            for (int n = r.Map(); n > 0; n--)
            {
                string key = r.Text();
                switch (key)
                {
                    case "result": s = Read(r); break;
                    case "compared": compared = Read(r); break;
                    case "difference": difference = Difference.Read(r); break;
                    case "chart": chart = r.Text(); break;
                    case "save": save = r.Bytes(); break;
                    default: other(key); break;
                }
            }
            if (s == null) throw new ProtocolException("a simulation without a result");
            s.Compared = compared;
            s.Difference = difference;
            s.Chart = chart;
            s.Save = save;
            return s;
        }

        internal static SimulationResult Read(PackReader r)
        {
            var s = new SimulationResult { Reasons = new Outcome[0], Stops = new Stop[0], Lengths = new LengthBin[0], Seats = new SeatResult[0] };
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
                    case "stops": s.Stops = Stop.ReadList(r); break;
                    case "median": s.Median = (int?)Moments.Number(r); break;
                    case "lengths": s.Lengths = LengthBin.ReadList(r); break;
                    case "actions": s.Actions = PlaceCounts.ReadList(r); break;
                    case "endless": s.ReadEndless(r); break;
                    case "seats": s.Seats = SeatResult.ReadList(r); break;
                    default: r.Skip(); break;
                }
            }
            return s;
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

    /// <summary>Parts of a simulation, joined.</summary>
    public sealed class JoinedParts
    {
        /// <summary>All of them as one part, to be joined with those that follow.</summary>
        public byte[] Part { get; private set; }
        /// <summary>How the games went.</summary>
        public SimulationResult Result { get; private set; }
        /// <summary>Whether they are precise enough: later parts would be left out.</summary>
        public bool Enough { get; private set; }

        internal static JoinedParts Read(PackReader r)
        {
            var j = new JoinedParts();
            j.Result = SimulationResult.ReadIn(r, key =>
            {
                if (key == "part") j.Part = r.Bytes();
                else if (key == "enough") j.Enough = r.Bool();
                else r.Skip();
            });
            if (j.Part == null) throw new ProtocolException("parts that come to nothing");
            return j;
        }
    }
}
