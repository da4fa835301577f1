using System.Collections.Generic;

namespace Astragal
{
    /// <summary>An action for one player.</summary>
    public sealed class ExplainedAction
    {
        public string Action { get; private set; }
        public string Label { get; private set; }
        /// <summary>-1 for nobody.</summary>
        public int Player { get; private set; }
        public SourcePosition At { get; private set; }
        /// <summary>The step or window that asks has it in its list.</summary>
        public bool Offered { get; private set; }
        /// <summary>It is among the options.</summary>
        public bool Legal { get; private set; }
        /// <summary>pre, free, condition, inactive, fault, unlisted, speed, eliminated or unasked.</summary>
        public string Why { get; private set; }
        public IReadOnlyList<ExplainedReason> Reasons { get; private set; }
        /// <summary>Null where there is no condition to look at.</summary>
        public ExplainedPart Pre { get; private set; }
        public string Sentence { get; private set; }

        internal static ExplainedAction Read(PackReader r)
        {
            var x = new ExplainedAction { Action = "", Why = "", Reasons = new ExplainedReason[0], Sentence = "" };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "action": x.Action = r.Text(); break;
                    case "label": x.Label = r.Text(); break;
                    case "player": x.Player = r.Int(); break;
                    case "at": x.At = SourcePosition.Read(r); break;
                    case "offered": x.Offered = r.Bool(); break;
                    case "legal": x.Legal = r.Bool(); break;
                    case "why": x.Why = r.Text(); break;
                    case "reasons": x.Reasons = r.Each(ExplainedReason.Read); break;
                    case "pre": x.Pre = ExplainedPart.Read(r); break;
                    case "sentence": x.Sentence = r.Text(); break;
                    default: r.Skip(); break;
                }
            }
            return x;
        }

        public override string ToString() { return Sentence; }
    }

    /// <summary>Whether actions can be taken now.</summary>
    public sealed class ExplainedActions
    {
        /// <summary>The place that asks, or what the game waits for.</summary>
        public string Asks { get; private set; }
        public IReadOnlyList<ExplainedAction> Actions { get; private set; }
        /// <summary>Some of it would have taken too much work.</summary>
        public bool Cut { get; private set; }
        public IReadOnlyList<string> Sentences { get; private set; }

        internal static ExplainedActions Read(PackReader r)
        {
            var x = new ExplainedActions { Asks = "", Actions = new ExplainedAction[0], Sentences = new string[0] };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "asks": x.Asks = r.Text(); break;
                    case "actions": x.Actions = r.Each(ExplainedAction.Read); break;
                    case "cut": x.Cut = r.Bool(); break;
                    case "sentences": x.Sentences = r.Texts(); break;
                    default: r.Skip(); break;
                }
            }
            return x;
        }
    }
}
