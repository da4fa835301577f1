using System.Collections.Generic;

namespace Astragal
{
    /// <summary>How many finished games had from From to To requests.</summary>
    public struct LengthBin
    {
        public int From { get; private set; }
        public int To { get; private set; }
        public int Games { get; private set; }

        internal static LengthBin[] ReadList(PackReader r)
        {
            var list = new LengthBin[r.List()];
            for (int i = 0; i < list.Length; i++)
            {
                for (int n = r.Map(); n > 0; n--)
                {
                    switch (r.Text())
                    {
                        case "from": list[i].From = r.Int(); break;
                        case "to": list[i].To = r.Int(); break;
                        case "games": list[i].Games = r.Int(); break;
                        default: r.Skip(); break;
                    }
                }
            }
            return list;
        }
    }

    /// <summary>How often an option was legal and taken.</summary>
    public struct OptionCounts
    {
        public string Option { get; private set; }
        public long Legal { get; private set; }
        public long Taken { get; private set; }
        /// <summary>How often of these it was the only one, so that nobody was asked.</summary>
        public long Forced { get; private set; }

        internal static OptionCounts[] ReadList(PackReader r)
        {
            var list = new OptionCounts[r.List()];
            for (int i = 0; i < list.Length; i++)
            {
                for (int n = r.Map(); n > 0; n--)
                {
                    switch (r.Text())
                    {
                        case "option": list[i].Option = r.Text(); break;
                        case "legal": list[i].Legal = r.Long(); break;
                        case "taken": list[i].Taken = r.Long(); break;
                        case "forced": list[i].Forced = r.Long(); break;
                        default: r.Skip(); break;
                    }
                }
            }
            return list;
        }
    }

    /// <summary>What was done at one place of a model.</summary>
    public sealed class PlaceCounts
    {
        public string Place { get; private set; }
        /// <summary>How often there was something to do, with a choice or without one.</summary>
        public long Asked { get; private set; }
        /// <summary>It had more different options than are told apart, 400: none is listed.</summary>
        public bool Many { get; private set; }
        public IReadOnlyList<OptionCounts> Options { get; private set; }

        internal static PlaceCounts[] ReadList(PackReader r)
        {
            var list = new PlaceCounts[r.List()];
            for (int i = 0; i < list.Length; i++)
            {
                PlaceCounts p = list[i] = new PlaceCounts { Place = "", Options = new OptionCounts[0] };
                for (int n = r.Map(); n > 0; n--)
                {
                    switch (r.Text())
                    {
                        case "place": p.Place = r.Text(); break;
                        case "asked": p.Asked = r.Long(); break;
                        case "many": p.Many = r.Bool(); break;
                        case "options": p.Options = OptionCounts.ReadList(r); break;
                        default: r.Skip(); break;
                    }
                }
            }
            return list;
        }
    }

    /// <summary>How what was compared differs, over games with one seed that both came to an end.</summary>
    public sealed class Difference
    {
        public int Pairs { get; private set; }
        /// <summary>By player.</summary>
        public IReadOnlyList<Moments> Payoffs { get; private set; }
        /// <summary>By player.</summary>
        public IReadOnlyList<Moments> WinRates { get; private set; }
        public Moments Requests { get; private set; }

        internal static Difference Read(PackReader r)
        {
            var d = new Difference { Payoffs = new Moments[0], WinRates = new Moments[0] };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "pairs": d.Pairs = r.Int(); break;
                    case "payoffs": d.Payoffs = Moments.ReadList(r); break;
                    case "win_rates": d.WinRates = Moments.ReadList(r); break;
                    case "requests": d.Requests = Moments.Read(r); break;
                    default: r.Skip(); break;
                }
            }
            return d;
        }
    }
}
