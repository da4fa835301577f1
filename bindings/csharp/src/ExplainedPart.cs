using System.Collections.Generic;

namespace Astragal
{
    /// <summary>A name, or something that is read, and its value.</summary>
    public sealed class NamedValue
    {
        public string Name { get; private set; }
        /// <summary>As Python writes it, shortened.</summary>
        public string Value { get; private set; }

        internal static NamedValue Read(PackReader r)
        {
            var x = new NamedValue { Name = "", Value = "" };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "name": x.Name = r.Text(); break;
                    case "value": x.Value = r.Text(); break;
                    default: r.Skip(); break;
                }
            }
            return x;
        }
    }

    /// <summary>A part of an expression and what it comes to.</summary>
    public sealed class ExplainedPart
    {
        public string Text { get; private set; }
        /// <summary>Where it stands in the model; null where that is not known.</summary>
        public SourcePosition At { get; private set; }
        /// <summary>and, or, not, comparison, conditional, all, any, function, derived, or value: looked at as one.</summary>
        public string Form { get; private set; }
        public string Value { get; private set; }
        /// <summary>Whether it counts as true.</summary>
        public bool True { get; private set; }
        /// <summary>Why it has no value; else null.</summary>
        public string Fails { get; private set; }
        /// <summary>A part before it has decided: the game does not look at it.</summary>
        public bool Skipped { get; private set; }
        /// <summary>What a function's parameters, or the names of a loop, are here.</summary>
        public IReadOnlyList<NamedValue> With { get; private set; }
        /// <summary>What it reads.</summary>
        public IReadOnlyList<NamedValue> Values { get; private set; }
        /// <summary>Of a comparison of numbers: how far it is from coming out otherwise.</summary>
        public double? Missing { get; private set; }
        /// <summary>Of all and any: how many elements there are.</summary>
        public int Turns { get; private set; }
        /// <summary>Of all and any: how many of them make it what it is.</summary>
        public int Deciding { get; private set; }
        /// <summary>Of all and any: the first of those, or the nearest.</summary>
        public IReadOnlyList<ExplainedPart> Parts { get; private set; }

        internal static ExplainedPart Read(PackReader r)
        {
            var x = new ExplainedPart { Text = "", Form = "", Value = "", With = new NamedValue[0], Values = new NamedValue[0], Parts = new ExplainedPart[0] };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "text": x.Text = r.Text(); break;
                    case "at": x.At = SourcePosition.Read(r); break;
                    case "form": x.Form = r.Text(); break;
                    case "value": x.Value = r.Text(); break;
                    case "true": x.True = r.Bool(); break;
                    case "fails": x.Fails = r.Text(); break;
                    case "skipped": x.Skipped = r.Bool(); break;
                    case "with": x.With = r.Each(NamedValue.Read); break;
                    case "values": x.Values = r.Each(NamedValue.Read); break;
                    case "missing": x.Missing = r.Float(); break;
                    case "turns": x.Turns = r.Int(); break;
                    case "deciding": x.Deciding = r.Int(); break;
                    case "parts": x.Parts = r.Each(ExplainedPart.Read); break;
                    default: r.Skip(); break;
                }
            }
            return x;
        }
    }

    /// <summary>One of the smallest parts that make a condition what it is.</summary>
    public sealed class ExplainedReason
    {
        public string Text { get; private set; }
        public SourcePosition At { get; private set; }
        /// <summary>What the part is.</summary>
        public bool True { get; private set; }
        public string Fails { get; private set; }
        /// <summary>The functions, derived values and loops around it, outermost first.</summary>
        public IReadOnlyList<string> Within { get; private set; }
        public IReadOnlyList<NamedValue> With { get; private set; }
        public IReadOnlyList<NamedValue> Values { get; private set; }
        public double? Missing { get; private set; }
        public string Sentence { get; private set; }

        internal static ExplainedReason Read(PackReader r)
        {
            var x = new ExplainedReason { Text = "", Within = new string[0], With = new NamedValue[0], Values = new NamedValue[0], Sentence = "" };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "text": x.Text = r.Text(); break;
                    case "at": x.At = SourcePosition.Read(r); break;
                    case "true": x.True = r.Bool(); break;
                    case "fails": x.Fails = r.Text(); break;
                    case "within": x.Within = r.Texts(); break;
                    case "with": x.With = r.Each(NamedValue.Read); break;
                    case "values": x.Values = r.Each(NamedValue.Read); break;
                    case "missing": x.Missing = r.Float(); break;
                    case "sentence": x.Sentence = r.Text(); break;
                    default: r.Skip(); break;
                }
            }
            return x;
        }

        public override string ToString() { return Sentence; }
    }
}
