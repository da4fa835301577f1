using System.Collections.Generic;

namespace Astragal
{
    /// <summary>A face that fell. One that is neither Kept nor Rerolled is dropped; Extra: an explosion brought it.</summary>
    public sealed class DiceFace
    {
        public int Die { get; private set; }
        public int Face { get; private set; }
        public int Counts { get; private set; }
        public bool Kept { get; private set; }
        public bool Set { get; private set; }
        public bool Rerolled { get; private set; }
        public bool Exploded { get; private set; }
        public bool Extra { get; private set; }
        public bool Raised { get; private set; }
        public bool Success { get; private set; }
        public bool Failure { get; private set; }

        internal static DiceFace Read(PackReader r)
        {
            var x = new DiceFace();
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "die": x.Die = r.Int(); break;
                    case "face": x.Face = r.Int(); break;
                    case "counts": x.Counts = r.Int(); break;
                    case "kept": x.Kept = r.Bool(); break;
                    case "set": x.Set = r.Bool(); break;
                    case "rerolled": x.Rerolled = r.Bool(); break;
                    case "exploded": x.Exploded = r.Bool(); break;
                    case "extra": x.Extra = r.Bool(); break;
                    case "raised": x.Raised = r.Bool(); break;
                    case "success": x.Success = r.Bool(); break;
                    case "failure": x.Failure = r.Bool(); break;
                    default: r.Skip(); break;
                }
            }
            return x;
        }
    }

    /// <summary>What became of a term. Value has its sign; the faces stand in the order in which they fell.</summary>
    public sealed class RolledTerm
    {
        public string Dice { get; private set; }
        public long Value { get; private set; }
        public IReadOnlyList<DiceFace> Faces { get; private set; }

        internal static RolledTerm Read(PackReader r)
        {
            var x = new RolledTerm();
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "dice": x.Dice = r.Text(); break;
                    case "value": x.Value = r.Long(); break;
                    case "faces": x.Faces = r.Each(DiceFace.Read); break;
                    default: r.Skip(); break;
                }
            }
            return x;
        }
    }

    /// <summary>A roll. Asked are the faces that chance gave: with them it can be rolled again.</summary>
    public sealed class DiceRoll
    {
        public string Dice { get; private set; }
        public long Total { get; private set; }
        public IReadOnlyList<RolledTerm> Terms { get; private set; }
        public long Flat { get; private set; }
        public IReadOnlyList<int> Asked { get; private set; }
        /// <summary>Where the seed goes on; 0 when the faces were given.</summary>
        public ulong Index { get; private set; }

        internal static DiceRoll Read(PackReader r)
        {
            var x = new DiceRoll();
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "dice": x.Dice = r.Text(); break;
                    case "total": x.Total = r.Long(); break;
                    case "terms": x.Terms = r.Each(RolledTerm.Read); break;
                    case "flat": x.Flat = r.Long(); break;
                    case "asked": x.Asked = r.Ints(); break;
                    case "index": x.Index = r.ULong(); break;
                    default: r.Skip(); break;
                }
            }
            return x;
        }

        public override string ToString() { return Dice + " = " + Total; }
    }
}
