using System.Collections.Generic;

namespace Astragal
{
    /// <summary>An end condition.</summary>
    public sealed class ExplainedEnd
    {
        public string Id { get; private set; }
        public string Result { get; private set; }
        /// <summary>The subflow that it ends.</summary>
        public string Scope { get; private set; }
        public SourcePosition At { get; private set; }
        public bool Tested { get; private set; }
        public bool Holds { get; private set; }
        /// <summary>From 0 to 1: it holds.</summary>
        public double Near { get; private set; }
        public string Who { get; private set; }
        public IReadOnlyList<ExplainedReason> Reasons { get; private set; }
        public ExplainedPart If { get; private set; }
        public string Sentence { get; private set; }

        internal static ExplainedEnd Read(PackReader r)
        {
            var x = new ExplainedEnd { Id = "", Reasons = new ExplainedReason[0], Sentence = "" };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "id": x.Id = r.Text(); break;
                    case "result": x.Result = r.Text(); break;
                    case "scope": x.Scope = r.Text(); break;
                    case "at": x.At = SourcePosition.Read(r); break;
                    case "tested": x.Tested = r.Bool(); break;
                    case "holds": x.Holds = r.Bool(); break;
                    case "near": x.Near = r.Float(); break;
                    case "who": x.Who = r.Text(); break;
                    case "reasons": x.Reasons = r.Each(ExplainedReason.Read); break;
                    case "if": x.If = ExplainedPart.Read(r); break;
                    case "sentence": x.Sentence = r.Text(); break;
                    default: r.Skip(); break;
                }
            }
            return x;
        }

        public override string ToString() { return Sentence; }
    }

    /// <summary>How near a game is to its end.</summary>
    public sealed class ExplainedEnds
    {
        public bool Over { get; private set; }
        public string Reason { get; private set; }
        /// <summary>When end conditions are tested.</summary>
        public string Checked { get; private set; }
        public IReadOnlyList<ExplainedEnd> Conditions { get; private set; }
        /// <summary>Id of the nearest; null where none is in sight.</summary>
        public string Nearest { get; private set; }
        public bool Cut { get; private set; }
        public IReadOnlyList<string> Sentences { get; private set; }

        internal static ExplainedEnds Read(PackReader r)
        {
            var x = new ExplainedEnds { Checked = "", Conditions = new ExplainedEnd[0], Sentences = new string[0] };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "over": x.Over = r.Bool(); break;
                    case "reason": x.Reason = r.Text(); break;
                    case "checked": x.Checked = r.Text(); break;
                    case "conditions": x.Conditions = r.Each(ExplainedEnd.Read); break;
                    case "nearest": x.Nearest = r.Text(); break;
                    case "cut": x.Cut = r.Bool(); break;
                    case "sentences": x.Sentences = r.Texts(); break;
                    default: r.Skip(); break;
                }
            }
            return x;
        }
    }
}
