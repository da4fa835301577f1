using System.Collections.Generic;

namespace Astragal
{
    /// <summary>One modifier in a call of modified().</summary>
    public sealed class ExplainedModifier
    {
        /// <summary>Null of a temporary one.</summary>
        public string Id { get; private set; }
        /// <summary>The content item that bears it.</summary>
        public string Item { get; private set; }
        public double Layer { get; private set; }
        public bool Temporary { get; private set; }
        /// <summary>The event with which a temporary one expires; null: the next reset.</summary>
        public string Until { get; private set; }
        public string Change { get; private set; }
        public SourcePosition At { get; private set; }
        public bool Applied { get; private set; }
        /// <summary>applied, inactive or condition.</summary>
        public string Why { get; private set; }
        public string Before { get; private set; }
        public string After { get; private set; }
        public IReadOnlyList<ExplainedReason> Reasons { get; private set; }
        public string Sentence { get; private set; }

        internal static ExplainedModifier Read(PackReader r)
        {
            var x = new ExplainedModifier { Why = "", Before = "", After = "", Reasons = new ExplainedReason[0], Sentence = "" };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "id": x.Id = r.Text(); break;
                    case "item": x.Item = r.Text(); break;
                    case "layer": x.Layer = r.Float(); break;
                    case "temporary": x.Temporary = r.Bool(); break;
                    case "until": x.Until = r.Text(); break;
                    case "change": x.Change = r.Text(); break;
                    case "at": x.At = SourcePosition.Read(r); break;
                    case "applied": x.Applied = r.Bool(); break;
                    case "why": x.Why = r.Text(); break;
                    case "before": x.Before = r.Text(); break;
                    case "after": x.After = r.Text(); break;
                    case "reasons": x.Reasons = r.Each(ExplainedReason.Read); break;
                    case "sentence": x.Sentence = r.Text(); break;
                    default: r.Skip(); break;
                }
            }
            return x;
        }

        public override string ToString() { return Sentence; }
    }

    /// <summary>One call of modified() with all modifiers of the stat, in their order.</summary>
    public sealed class ExplainedStat
    {
        public string Stat { get; private set; }
        public string Base { get; private set; }
        public string Value { get; private set; }
        public IReadOnlyList<ExplainedModifier> Modifiers { get; private set; }

        internal static ExplainedStat Read(PackReader r)
        {
            var x = new ExplainedStat { Stat = "", Base = "", Value = "", Modifiers = new ExplainedModifier[0] };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "stat": x.Stat = r.Text(); break;
                    case "base": x.Base = r.Text(); break;
                    case "value": x.Value = r.Text(); break;
                    case "modifiers": x.Modifiers = r.Each(ExplainedModifier.Read); break;
                    default: r.Skip(); break;
                }
            }
            return x;
        }
    }

    /// <summary>Why an expression has its value.</summary>
    public sealed class ExplainedValue
    {
        public string Text { get; private set; }
        public string Value { get; private set; }
        public string Fails { get; private set; }
        public ExplainedPart Part { get; private set; }
        public IReadOnlyList<ExplainedStat> Modified { get; private set; }
        public bool Cut { get; private set; }
        public IReadOnlyList<string> Sentences { get; private set; }

        internal static ExplainedValue Read(PackReader r)
        {
            var x = new ExplainedValue { Text = "", Value = "", Modified = new ExplainedStat[0], Sentences = new string[0] };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "text": x.Text = r.Text(); break;
                    case "value": x.Value = r.Text(); break;
                    case "fails": x.Fails = r.Text(); break;
                    case "part": x.Part = ExplainedPart.Read(r); break;
                    case "modified": x.Modified = r.Each(ExplainedStat.Read); break;
                    case "cut": x.Cut = r.Bool(); break;
                    case "sentences": x.Sentences = r.Texts(); break;
                    default: r.Skip(); break;
                }
            }
            return x;
        }
    }
}
