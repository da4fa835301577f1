using System.Collections.Generic;

namespace Astragal
{
    /// <summary>One answer on a way through a game.</summary>
    public sealed class Answered
    {
        /// <summary>The number of the option.</summary>
        public int Answer { get; private set; }
        public string Label { get; private set; }
        public string Place { get; private set; }
        /// <summary>Who was asked; -1: chance.</summary>
        public int Player { get; private set; }

        internal static Answered[] ReadList(PackReader r)
        {
            return r.Each(one =>
            {
                var a = new Answered();
                for (int n = one.Map(); n > 0; n--)
                {
                    switch (one.Text())
                    {
                        case "answer": a.Answer = one.Int(); break;
                        case "label": a.Label = one.Text(); break;
                        case "place": a.Place = one.Text(); break;
                        case "player": a.Player = one.Int(); break;
                        default: one.Skip(); break;
                    }
                }
                return a;
            });
        }

        public override string ToString() { return (Player < 0 ? "chance" : "player " + Player) + " · " + Place + ": " + Label; }
    }

    /// <summary>States of a kind, and a shortest way to the nearest.</summary>
    public sealed class FoundStates
    {
        public int States { get; private set; }
        public IReadOnlyList<Answered> Trace { get; private set; } = new Answered[0];
        /// <summary>Answers that lead from the end of the trace back there.</summary>
        public IReadOnlyList<Answered> Cycle { get; private set; } = new Answered[0];

        internal static FoundStates Read(PackReader r)
        {
            var f = new FoundStates();
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "states": f.States = r.Int(); break;
                    case "trace": f.Trace = Answered.ReadList(r); break;
                    case "cycle": f.Cycle = Answered.ReadList(r); break;
                    default: r.Skip(); break;
                }
            }
            return f;
        }
    }

    /// <summary>An error that stops a game, in so many states.</summary>
    public sealed class ExploredFault
    {
        public string Error { get; private set; }
        public int States { get; private set; }
        /// <summary>Where in the model; null where that is not known.</summary>
        public SourcePosition At { get; private set; }
        /// <summary>How the game goes round, where it is known never to end; else null.</summary>
        public GameCycle CannotEnd { get; private set; }
        /// <summary>A shortest way there.</summary>
        public IReadOnlyList<Answered> Trace { get; private set; }

        internal static ExploredFault Read(PackReader r)
        {
            var f = new ExploredFault();
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "error": f.Error = r.Text(); break;
                    case "states": f.States = r.Int(); break;
                    case "at": f.At = SourcePosition.Read(r); break;
                    case "cannot_end": f.CannotEnd = GameCycle.Read(r); break;
                    case "trace": f.Trace = Answered.ReadList(r); break;
                    default: r.Skip(); break;
                }
            }
            return f;
        }
    }

    /// <summary>An invariant that does not hold.</summary>
    public sealed class BrokenInvariant
    {
        public string Invariant { get; private set; }
        /// <summary>What it gives, or the error.</summary>
        public string Value { get; private set; }
        public IReadOnlyList<Answered> Trace { get; private set; }

        internal static BrokenInvariant Read(PackReader r)
        {
            var b = new BrokenInvariant();
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "invariant": b.Invariant = r.Text(); break;
                    case "value": b.Value = r.Text(); break;
                    case "trace": b.Trace = Answered.ReadList(r); break;
                    default: r.Skip(); break;
                }
            }
            return b;
        }
    }

    /// <summary>What visiting every state of a game came to (docs/explore.md).</summary>
    public sealed class Explored
    {
        /// <summary>Whether nothing is amiss in what was explored.</summary>
        public bool IsFine { get; private set; }
        /// <summary>Else the way to what is, as a script; null where nothing is.</summary>
        public string Script { get; private set; }
        public int States { get; private set; }
        public long Transitions { get; private set; }
        /// <summary>Answers on the way to the farthest state.</summary>
        public int Depth { get; private set; }
        /// <summary>How many states have so many answers on the shortest way to them.</summary>
        public IReadOnlyList<int> Levels { get; private set; }
        /// <summary>Whether these are all states there are, and else why not.</summary>
        public bool IsWhole { get; private set; }
        public string Cut { get; private set; }
        /// <summary>States of which it is not known what follows.</summary>
        public int Open { get; private set; }
        public int Decisions { get; private set; }
        public int Chances { get; private set; }
        public int Unasked { get; private set; }
        public int Ends { get; private set; }
        public int Stopped { get; private set; }
        public int Outside { get; private set; }
        /// <summary>Whether the game can come back to a state.</summary>
        public bool IsCyclic { get; private set; }
        public IReadOnlyList<ExploredFault> Faults { get; private set; }
        public FoundStates Deadlocks { get; private set; }
        /// <summary>States from which no end can be reached any more.</summary>
        public FoundStates Stuck { get; private set; }
        /// <summary>The first invariant that does not hold; null where all do.</summary>
        public BrokenInvariant Broken { get; private set; }

        internal static Explored Read(PackReader r)
        {
            var x = new Explored();
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "fine": x.IsFine = r.Bool(); break;
                    case "script": x.Script = r.Text(); break;
                    case "states": x.States = r.Int(); break;
                    case "transitions": x.Transitions = r.Long(); break;
                    case "depth": x.Depth = r.Int(); break;
                    case "levels": x.Levels = r.Each(one => one.Int()); break;
                    case "whole": x.IsWhole = r.Bool(); break;
                    case "cut": x.Cut = r.Text(); break;
                    case "open": x.Open = r.Int(); break;
                    case "decisions": x.Decisions = r.Int(); break;
                    case "chances": x.Chances = r.Int(); break;
                    case "unasked": x.Unasked = r.Int(); break;
                    case "ends": x.Ends = r.Int(); break;
                    case "stopped": x.Stopped = r.Int(); break;
                    case "outside": x.Outside = r.Int(); break;
                    case "cyclic": x.IsCyclic = r.Bool(); break;
                    case "faults": x.Faults = r.Each(ExploredFault.Read); break;
                    case "deadlocks": x.Deadlocks = FoundStates.Read(r); break;
                    case "stuck": x.Stuck = FoundStates.Read(r); break;
                    case "broken": x.Broken = BrokenInvariant.Read(r); break;
                    default: r.Skip(); break;
                }
            }
            return x;
        }

        public override string ToString() { return States + " states, " + (IsWhole ? "all there are" : Cut); }
    }

    /// <summary>What visiting all that turns may come to came to (docs/turns.md).</summary>
    public sealed class ExploredTurns
    {
        public int States { get; private set; }
        public int Transitions { get; private set; }
        public int Depth { get; private set; }
        /// <summary>Ways to exchange seats by which states were put together; 1: none were.</summary>
        public int Symmetries { get; private set; }
        public int Deadlocks { get; private set; }
        public bool IsWhole { get; private set; }
        public string Cut { get; private set; }
        /// <summary>What was wrong first; null: nothing.</summary>
        public string Wrong { get; private set; }

        internal static ExploredTurns Read(PackReader r)
        {
            var x = new ExploredTurns();
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "states": x.States = r.Int(); break;
                    case "transitions": x.Transitions = r.Int(); break;
                    case "depth": x.Depth = r.Int(); break;
                    case "symmetries": x.Symmetries = r.Int(); break;
                    case "deadlocks": x.Deadlocks = r.Int(); break;
                    case "whole": x.IsWhole = r.Bool(); break;
                    case "cut": x.Cut = r.Text(); break;
                    case "wrong": x.Wrong = r.Text(); break;
                    default: r.Skip(); break;
                }
            }
            return x;
        }
    }

    /// <summary>Bounds of turns by themselves.</summary>
    public sealed class TurnBounds
    {
        /// <summary>The highest number of a turn.</summary>
        public int Turns { get; set; } = 3;
        /// <summary>Of an action.</summary>
        public int Effects { get; set; } = 1;
        /// <summary>Actions within actions.</summary>
        public int Actions { get; set; } = 1;
        /// <summary>How many seats may be eliminated.</summary>
        public int Out { get; set; }
        /// <summary>Put together what becomes the same when seats are exchanged that are alike.</summary>
        public bool Symmetry { get; set; }
        /// <summary>At most so many; null: the runtime's limit.</summary>
        public int? States { get; set; }
        /// <summary>Of a model: how many play.</summary>
        public int? Players { get; set; }
    }
}
