using System.Collections.Generic;

namespace Astragal
{
    /// <summary>Dice of one kind in a dice value; their faces go from Low to High.</summary>
    public sealed class DiceTerm
    {
        public string Dice { get; private set; }
        public bool Minus { get; private set; }
        public int Count { get; private set; }
        public int Sides { get; private set; }
        public int Low { get; private set; }
        public int High { get; private set; }

        internal static DiceTerm Read(PackReader r)
        {
            var x = new DiceTerm();
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "dice": x.Dice = r.Text(); break;
                    case "minus": x.Minus = r.Bool(); break;
                    case "count": x.Count = r.Int(); break;
                    case "sides": x.Sides = r.Int(); break;
                    case "low": x.Low = r.Int(); break;
                    case "high": x.High = r.Int(); break;
                    default: r.Skip(); break;
                }
            }
            return x;
        }
    }

    /// <summary>A dice value; docs/dice.md has the notation. It prints as its canonical notation.</summary>
    public sealed class Dice
    {
        public string Notation { get; private set; }
        public IReadOnlyList<DiceTerm> Terms { get; private set; }
        public long Flat { get; private set; }
        /// <summary>How many dice fall before rerolls and explosions.</summary>
        public int Count { get; private set; }

        internal static Dice Read(PackReader r)
        {
            var x = new Dice();
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "dice": x.Notation = r.Text(); break;
                    case "terms": x.Terms = r.Each(DiceTerm.Read); break;
                    case "flat": x.Flat = r.Long(); break;
                    case "count": x.Count = r.Int(); break;
                    default: r.Skip(); break;
                }
            }
            return x;
        }

        public override string ToString() { return Notation; }
    }
}
