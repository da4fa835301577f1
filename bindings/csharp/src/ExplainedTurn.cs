using System.Collections.Generic;

namespace Astragal
{
    /// <summary>How things stand with the turn that is taken; where none is, Open is false and the rest empty.</summary>
    public sealed class ExplainedTurn
    {
        public bool Open { get; private set; }
        public int Owner { get; private set; }
        public string Side { get; private set; }
        public string Phase { get; private set; }
        public int Id { get; private set; }
        public bool FormalBegun { get; private set; }
        public bool FormalEnded { get; private set; }
        /// <summary>How many turns each seat has formally begun.</summary>
        public IReadOnlyList<int> BegunCounts { get; private set; }
        /// <summary>Actions that are open, the outermost first.</summary>
        public IReadOnlyList<ExplainedOpenAction> Actions { get; private set; }
        /// <summary>Whether an ending has to be looked for.</summary>
        public bool Due { get; private set; }
        public IReadOnlyList<ExplainedEnd> Objectives { get; private set; }
        /// <summary>Whose turn is next, as things stand; null where none is.</summary>
        public int? Next { get; private set; }
        public bool Cut { get; private set; }
        public IReadOnlyList<string> Sentences { get; private set; }

        internal static ExplainedTurn Read(PackReader r)
        {
            var x = new ExplainedTurn { BegunCounts = new int[0], Actions = new ExplainedOpenAction[0], Objectives = new ExplainedEnd[0], Sentences = new string[0] };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "open": x.Open = r.Bool(); break;
                    case "owner": x.Owner = r.Int(); break;
                    case "side": x.Side = r.Text(); break;
                    case "phase": x.Phase = r.Text(); break;
                    case "id": x.Id = r.Int(); break;
                    case "formal_begun": x.FormalBegun = r.Bool(); break;
                    case "formal_ended": x.FormalEnded = r.Bool(); break;
                    case "begun_counts": x.BegunCounts = r.Ints(); break;
                    case "actions": x.Actions = r.Each(ExplainedOpenAction.Read); break;
                    case "due": x.Due = r.Bool(); break;
                    case "objectives": x.Objectives = r.Each(ExplainedEnd.Read); break;
                    case "next": x.Next = r.Int(); break;
                    case "cut": x.Cut = r.Bool(); break;
                    case "sentences": x.Sentences = r.Texts(); break;
                    default: r.Skip(); break;
                }
            }
            return x;
        }
    }

    /// <summary>An action in the middle of being carried out: what it waits for.</summary>
    public sealed class ExplainedOpenAction
    {
        public string Action { get; private set; }
        /// <summary>declared, checked or resolving</summary>
        public string Stage { get; private set; }
        public int Effects { get; private set; }
        public int Left { get; private set; }
        /// <summary>What has control meanwhile; null where nothing has.</summary>
        public string Nested { get; private set; }
        public string Sentence { get; private set; }

        internal static ExplainedOpenAction Read(PackReader r)
        {
            var x = new ExplainedOpenAction { Action = "", Stage = "", Sentence = "" };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "action": x.Action = r.Text(); break;
                    case "stage": x.Stage = r.Text(); break;
                    case "effects": x.Effects = r.Int(); break;
                    case "left": x.Left = r.Int(); break;
                    case "nested": x.Nested = r.Text(); break;
                    case "sentence": x.Sentence = r.Text(); break;
                    default: r.Skip(); break;
                }
            }
            return x;
        }

        public override string ToString() { return Sentence; }
    }
}
