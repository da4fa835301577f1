using System.Collections.Generic;

namespace Astragal
{
    /// <summary>
    /// What in a trace of turns does not hold. Lines and columns count from 1; 0: none. Where a guard fails, Guard is its name and
    /// Refused the relation that has it.
    /// </summary>
    public sealed class TraceFault
    {
        public string Kind { get; private set; }
        public int Line { get; private set; }
        public int Column { get; private set; }
        public int Step { get; private set; }
        public string Relation { get; private set; }
        public string Refused { get; private set; }
        public string Guard { get; private set; }
        public string Text { get; private set; }

        internal static TraceFault Read(PackReader r)
        {
            var x = new TraceFault();
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "kind": x.Kind = r.Text(); break;
                    case "line": x.Line = r.Int(); break;
                    case "column": x.Column = r.Int(); break;
                    case "step": x.Step = r.Int(); break;
                    case "relation": x.Relation = r.Text(); break;
                    case "refused": x.Refused = r.Text(); break;
                    case "guard": x.Guard = r.Text(); break;
                    case "text": x.Text = r.Text(); break;
                    default: r.Skip(); break;
                }
            }
            return x;
        }

        public override string ToString()
        {
            string where = Step == 0 ? "" : "step " + Step + ", " + Relation + ": ";
            return "line " + Line + ": " + where + Text + " [" + (Guard == null ? Kind : Refused + "." + Guard) + "]";
        }
    }

    /// <summary>What a trace of turns came to (docs/turns.md): how far it holds, and what does not.</summary>
    public sealed class TraceCheck
    {
        public bool Ok { get; private set; }
        /// <summary>Of the game, where the trace has it.</summary>
        public string Name { get; private set; }
        /// <summary>How many steps hold.</summary>
        public int Steps { get; private set; }
        /// <summary>How many turns have formally begun in them.</summary>
        public int Turns { get; private set; }
        /// <summary>Behind them: playing, won, draw or nobody.</summary>
        public string Outcome { get; private set; }
        public IReadOnlyList<int> Winners { get; private set; } = new int[0];
        /// <summary>The first that does not hold; null where all do.</summary>
        public TraceFault Fault { get; private set; }

        internal static TraceCheck Read(PackReader r)
        {
            var x = new TraceCheck();
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "ok": x.Ok = r.Bool(); break;
                    case "name": x.Name = r.Text(); break;
                    case "steps": x.Steps = r.Int(); break;
                    case "turns": x.Turns = r.Int(); break;
                    case "outcome": x.ReadOutcome(r); break;
                    case "fault": x.Fault = TraceFault.Read(r); break;
                    default: r.Skip(); break;
                }
            }
            return x;
        }

        void ReadOutcome(PackReader r)
        {
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "kind": Outcome = r.Text(); break;
                    case "winners": Winners = r.Each(one => one.Int()); break;
                    default: r.Skip(); break;
                }
            }
        }
    }
}
