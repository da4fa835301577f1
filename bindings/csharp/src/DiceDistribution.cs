using System.Collections.Generic;

namespace Astragal
{
    /// <summary>How likely a total is. Exact is P as a fraction, or null when it was not asked for.</summary>
    public sealed class DiceOutcome
    {
        public long Total { get; private set; }
        public double P { get; private set; }
        public double AtLeast { get; private set; }
        public double AtMost { get; private set; }
        public string Exact { get; private set; }

        internal static DiceOutcome Read(PackReader r)
        {
            var x = new DiceOutcome();
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "total": x.Total = r.Long(); break;
                    case "p": x.P = r.Float(); break;
                    case "at_least": x.AtLeast = r.Float(); break;
                    case "at_most": x.AtMost = r.Float(); break;
                    case "exact": x.Exact = r.Text(); break;
                    default: r.Skip(); break;
                }
            }
            return x;
        }
    }

    /// <summary>
    /// How likely each total is. Beyond is the probability of explosions past the table; where Partial holds, mean and
    /// variance are those of the table.
    /// </summary>
    public sealed class DiceDistribution
    {
        public string Dice { get; private set; }
        public long Min { get; private set; }
        public long Max { get; private set; }
        public double Mean { get; private set; }
        /// <summary>The mean as a fraction.</summary>
        public string MeanExact { get; private set; }
        public double Variance { get; private set; }
        public string VarianceExact { get; private set; }
        public double Deviation { get; private set; }
        public long Median { get; private set; }
        public bool Partial { get; private set; }
        public double Beyond { get; private set; }
        public IReadOnlyList<DiceOutcome> Outcomes { get; private set; }

        internal static DiceDistribution Read(PackReader r)
        {
            var x = new DiceDistribution();
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "dice": x.Dice = r.Text(); break;
                    case "min": x.Min = r.Long(); break;
                    case "max": x.Max = r.Long(); break;
                    case "mean": x.Mean = r.Float(); break;
                    case "mean_exact": x.MeanExact = r.Text(); break;
                    case "variance": x.Variance = r.Float(); break;
                    case "variance_exact": x.VarianceExact = r.Text(); break;
                    case "deviation": x.Deviation = r.Float(); break;
                    case "median": x.Median = r.Long(); break;
                    case "partial": x.Partial = r.Bool(); break;
                    case "beyond": x.Beyond = r.Float(); break;
                    case "outcomes": x.Outcomes = r.Each(DiceOutcome.Read); break;
                    default: r.Skip(); break;
                }
            }
            return x;
        }
    }
}
