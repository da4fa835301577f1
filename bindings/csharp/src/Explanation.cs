using System.Collections.Generic;

namespace Astragal
{
    /// <summary>Why: the answer of Game.Explain. What was not asked about is null, or empty. It prints as its sentences.</summary>
    public sealed class Explanation
    {
        public ExplainedActions Actions { get; private set; }
        public ExplainedValue Value { get; private set; }
        public IReadOnlyList<ExplainedEvent> Triggers { get; private set; }
        public ExplainedEnds Ends { get; private set; }
        /// <summary>Null in a model without turns.</summary>
        public ExplainedTurn Turn { get; private set; }
        public IReadOnlyList<string> Sentences { get; private set; }

        internal static Explanation Read(PackReader r)
        {
            var x = new Explanation { Triggers = new ExplainedEvent[0], Sentences = new string[0] };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "actions": x.Actions = ExplainedActions.Read(r); break;
                    case "value": x.Value = ExplainedValue.Read(r); break;
                    case "triggers": x.Triggers = r.Each(ExplainedEvent.Read); break;
                    case "ends": x.Ends = ExplainedEnds.Read(r); break;
                    case "turn": x.Turn = ExplainedTurn.Read(r); break;
                    case "sentences": x.Sentences = r.Texts(); break;
                    default: r.Skip(); break;
                }
            }
            return x;
        }

        public override string ToString() { return string.Join("\n", Sentences); }
    }
}
