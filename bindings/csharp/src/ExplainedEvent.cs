using System.Collections.Generic;

namespace Astragal
{
    /// <summary>A trigger that can hear an event.</summary>
    public sealed class ExplainedTrigger
    {
        public string Id { get; private set; }
        public string Item { get; private set; }
        public SourcePosition At { get; private set; }
        /// <summary>before, instead or after.</summary>
        public string Timing { get; private set; }
        public bool Optional { get; private set; }
        /// <summary>fired, condition, inactive, declined, asked, shut, unreached, would or unsure.</summary>
        public string Verdict { get; private set; }
        public IReadOnlyList<ExplainedReason> Reasons { get; private set; }
        public ExplainedPart If { get; private set; }
        public string Sentence { get; private set; }

        internal static ExplainedTrigger Read(PackReader r)
        {
            var x = new ExplainedTrigger { Id = "", Timing = "", Verdict = "", Reasons = new ExplainedReason[0], Sentence = "" };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "id": x.Id = r.Text(); break;
                    case "item": x.Item = r.Text(); break;
                    case "at": x.At = SourcePosition.Read(r); break;
                    case "timing": x.Timing = r.Text(); break;
                    case "optional": x.Optional = r.Bool(); break;
                    case "verdict": x.Verdict = r.Text(); break;
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

    /// <summary>What the triggers of an event did when it was emitted last, or would do.</summary>
    public sealed class ExplainedEvent
    {
        public string Event { get; private set; }
        /// <summary>Within the last Answers answers.</summary>
        public bool Emitted { get; private set; }
        public int Answers { get; private set; }
        /// <summary>Those are all there were.</summary>
        public bool Whole { get; private set; }
        public bool Open { get; private set; }
        /// <summary>An instead-trigger has replaced its impact.</summary>
        public bool Replaced { get; private set; }
        /// <summary>In the order in which they are tried.</summary>
        public IReadOnlyList<ExplainedTrigger> Triggers { get; private set; }
        public bool Cut { get; private set; }
        public IReadOnlyList<string> Sentences { get; private set; }

        internal static ExplainedEvent Read(PackReader r)
        {
            var x = new ExplainedEvent { Triggers = new ExplainedTrigger[0], Sentences = new string[0] };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "event": x.Event = r.Text(); break;
                    case "emitted": x.Emitted = r.Bool(); break;
                    case "answers": x.Answers = r.Int(); break;
                    case "whole": x.Whole = r.Bool(); break;
                    case "open": x.Open = r.Bool(); break;
                    case "replaced": x.Replaced = r.Bool(); break;
                    case "triggers": x.Triggers = r.Each(ExplainedTrigger.Read); break;
                    case "cut": x.Cut = r.Bool(); break;
                    case "sentences": x.Sentences = r.Texts(); break;
                    default: r.Skip(); break;
                }
            }
            return x;
        }
    }
}
