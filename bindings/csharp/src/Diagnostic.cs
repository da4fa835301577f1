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
                    default: r.Skip(); break;
                }
            }
            return d;
        }

        public override string ToString() { return (At == null ? "" : At + ": ") + (IsError ? "error: " : "warning: ") + Message; }
    }

    /// <summary>What is wrong with a text that should be a model.</summary>
    public sealed class ModelCheck
    {
        public IReadOnlyList<Diagnostic> Diagnostics { get; private set; }
        public int Errors { get; private set; }
        public int Warnings { get; private set; }
        /// <summary>How many step nodes its flow has.</summary>
        public int Steps { get; private set; }
        /// <summary>How many operations are in it.</summary>
        public int Ops { get; private set; }

        internal static ModelCheck Read(PackReader r)
        {
            var c = new ModelCheck { Diagnostics = new Diagnostic[0] };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "diagnostics": c.Diagnostics = Diagnostic.ReadList(r); break;
                    case "errors": c.Errors = r.Int(); break;
                    case "warnings": c.Warnings = r.Int(); break;
                    case "steps": c.Steps = r.Int(); break;
                    case "ops": c.Ops = r.Int(); break;
                    default: r.Skip(); break;
                }
            }
            return c;
        }
    }
}
