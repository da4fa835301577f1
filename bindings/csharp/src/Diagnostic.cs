using System.Collections.Generic;

namespace Astragal
{
    /// <summary>One thing that is wrong with a model.</summary>
    public sealed class Diagnostic
    {
        public string Code { get; private set; }
        /// <summary>An error stops the game that reaches it; a warning stops nothing.</summary>
        public bool IsError { get; private set; }
        public string Message { get; private set; }
        /// <summary>Where in the text; null where that makes no sense.</summary>
        public SourcePosition At { get; private set; }
        /// <summary>What would put it right; null where that is not known.</summary>
        public string Fix { get; private set; }
        /// <summary>The line of the place as people are shown it; null where it is not known.</summary>
        public string Source { get; private set; }
        /// <summary>How many characters of Source stand before that of the column.</summary>
        public int Caret { get; private set; }
        /// <summary>How many characters the word there has.</summary>
        public int Width { get; private set; }
        /// <summary>Of a warning that the model allows where it stands: why. Else null.</summary>
        public string Reason { get; private set; }

        internal static Diagnostic[] ReadList(PackReader r)
        {
            var list = new Diagnostic[r.List()];
            for (int i = 0; i < list.Length; i++) list[i] = Read(r);
            return list;
        }

        static Diagnostic Read(PackReader r)
        {
            var d = new Diagnostic { Code = "", Message = "" };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "code": d.Code = r.Text(); break;
                    case "severity": d.IsError = r.Text() == "error"; break;
                    case "message": d.Message = r.Text(); break;
                    case "at": d.At = SourcePosition.Read(r); break;
                    case "fix": d.Fix = r.Text(); break;
                    case "source": d.Source = r.Text(); break;
                    case "caret": d.Caret = r.Int(); break;
                    case "width": d.Width = r.Int(); break;
                    case "reason": d.Reason = r.Text(); break;
                    default: r.Skip(); break;
                }
            }
            return d;
        }

        public override string ToString() { return (At == null ? "" : At + ": ") + (IsError ? "error: " : "warning: ") + Message; }
    }
}
