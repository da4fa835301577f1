using System.Collections.Generic;
using System.Text;

namespace Astragal
{
    /// <summary>A part of a whole.</summary>
    public struct Share
    {
        /// <summary>From 0 to 100; of nothing, 100.</summary>
        public double Percent { get; private set; }
        public int Ok { get; private set; }
        public int Total { get; private set; }

        internal static Share Read(PackReader r)
        {
            var s = new Share();
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "percent": s.Percent = r.Float(); break;
                    case "ok": s.Ok = r.Int(); break;
                    case "total": s.Total = r.Int(); break;
                    default: r.Skip(); break;
                }
            }
            return s;
        }

        public override string ToString() { return (int)Percent + "% (" + Ok + "/" + Total + ")"; }
    }

    /// <summary>How much of a model the engine can run.</summary>
    public sealed class Executability
    {
        /// <summary>Over rules and content together.</summary>
        public Share Executable { get; private set; }
        public Share Rules { get; private set; }
        public Share Content { get; private set; }

        /// <summary>Over both, with the calls that evaluators answer which are bound to the model; null without any.</summary>
        public Share? Bound { get; private set; }

        internal static Executability Read(PackReader r)
        {
            var e = new Executability();
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "executable": e.Executable = Share.Read(r); break;
                    case "rules": e.Rules = Share.Read(r); break;
                    case "content": e.Content = Share.Read(r); break;
                    case "bound": e.Bound = Share.Read(r); break;
                    default: r.Skip(); break;
                }
            }
            return e;
        }
    }

    /// <summary>Something that the engine cannot run.</summary>
    public sealed class Gap
    {
        /// <summary>text, code:(kind), language, or content:... inside content items.</summary>
        public string Kind { get; private set; }
        /// <summary>The part of the model.</summary>
        public string Place { get; private set; }
        /// <summary>What is missing.</summary>
        public string Text { get; private set; }
        /// <summary>Where in the text; null where that is not known.</summary>
        public SourcePosition At { get; private set; }
        /// <summary>The line of the place as people are shown it; null where it is not known.</summary>
        public string Source { get; private set; }
        public int Caret { get; private set; }

        internal static Gap[] ReadList(PackReader r)
        {
            var list = new Gap[r.List()];
            for (int i = 0; i < list.Length; i++)
            {
                Gap g = list[i] = new Gap { Kind = "", Place = "", Text = "" };
                for (int n = r.Map(); n > 0; n--)
                {
                    switch (r.Text())
                    {
                        case "kind": g.Kind = r.Text(); break;
                        case "place": g.Place = r.Text(); break;
                        case "text": g.Text = r.Text(); break;
                        case "at": g.At = SourcePosition.Read(r); break;
                        case "source": g.Source = r.Text(); break;
                        case "caret": g.Caret = r.Int(); break;
                        default: r.Skip(); break;
                    }
                }
            }
            return list;
        }

        public override string ToString() { return (At == null ? "" : At + ": ") + Place + ": " + Text + " [" + Kind + "]"; }
    }

    /// <summary>Everything that a check says about a model. Of a text that is none, there are only diagnostics.</summary>
    public sealed class Report
    {
        public IReadOnlyList<Diagnostic> Diagnostics { get; private set; }
        public int Errors { get; private set; }
        public int Warnings { get; private set; }
        /// <summary>Warnings that the model allows where they stand, each with its Reason.</summary>
        public IReadOnlyList<Diagnostic> Allowed { get; private set; }
        /// <summary>Null for a text that is no model.</summary>
        public Executability Executability { get; private set; }
        /// <summary>What the engine still misses.</summary>
        public IReadOnlyList<Gap> Gaps { get; private set; }
        /// <summary>How many step nodes its flows have.</summary>
        public int Steps { get; private set; }
        /// <summary>How many operations are in it.</summary>
        public int Ops { get; private set; }
        /// <summary>The share of them that call code outside the model, from 0 to 1.</summary>
        public double Code { get; private set; }
        public int OpenQuestions { get; private set; }
        /// <summary>The flow as a tree, in text. Runtime.Check gives it; of a loaded model see Model.Diagram.</summary>
        public string Tree { get; private set; }
        /// <summary>How test games went; null without any.</summary>
        public TestGames TestGames { get; private set; }

        /// <summary>Whether there are no errors, and no test game stopped.</summary>
        public bool IsFine { get { return Errors == 0 && (TestGames == null || TestGames.Stopped == 0); } }

        internal Report()
        {
            Diagnostics = new Diagnostic[0];
            Allowed = new Diagnostic[0];
            Gaps = new Gap[0];
            Tree = "";
        }

        internal static Report Read(PackReader r)
        {
            var report = new Report();
            for (int n = r.Map(); n > 0; n--)
                if (!report.Take(r.Text(), r)) r.Skip();
            return report;
        }

        // Reads the value of a key that is the report's.
        internal bool Take(string key, PackReader r)
        {
            switch (key)
            {
                case "diagnostics": Diagnostics = Diagnostic.ReadList(r); break;
                case "errors": Errors = r.Int(); break;
                case "warnings": Warnings = r.Int(); break;
                case "allowed": Allowed = Diagnostic.ReadList(r); break;
                case "executability": Executability = Executability.Read(r); break;
                case "gaps": Gaps = Gap.ReadList(r); break;
                case "steps": Steps = r.Int(); break;
                case "ops": Ops = r.Int(); break;
                case "code": Code = r.Float(); break;
                case "open_questions": OpenQuestions = r.Int(); break;
                case "tree": Tree = r.Text(); break;
                case "test_games": TestGames = TestGames.Read(r); break;
                default: return false;
            }
            return true;
        }

        /// <summary>What is wrong and what is missing, line by line, and where test games stopped.</summary>
        public override string ToString()
        {
            var b = new StringBuilder();
            foreach (Diagnostic d in Diagnostics) b.Append(d).Append('\n');
            foreach (Gap g in Gaps) b.Append("missing: ").Append(g).Append('\n');
            if (TestGames != null)
                foreach (Stop s in TestGames.Stops) b.Append("stopped: ").Append(s).Append('\n');
            b.Append(Errors).Append(Errors == 1 ? " error, " : " errors, ").Append(Warnings).Append(Warnings == 1 ? " warning" : " warnings");
            if (Executability != null) b.Append(", executable ").Append(Executability.Executable);
            if (TestGames != null) b.Append(", ").Append(TestGames.Finished).Append(" of ").Append(TestGames.Games).Append(" test games finished");
            return b.ToString();
        }
    }
}
