using System;
using System.Collections.Generic;
using System.Linq;

namespace Astragal
{
    /// <summary>How much a line of the log matters.</summary>
    public enum LogLevel { Debug, Info, Warn, Error, Off }

    /// <summary>How a runtime is made. Everything is optional.</summary>
    public sealed class RuntimeOptions
    {
        /// <summary>Whether the engine runs in this process or in one of its own.</summary>
        public TransportKind Transport { get; set; }

        /// <summary>The library; null looks where ASTRAGAL_LIBRARY says, beside the assembly, and where the system does.</summary>
        public string LibraryPath { get; set; }

        /// <summary>The program astragal for TransportKind.Process; null looks where ASTRAGAL_PROGRAM says, beside the assembly, and along PATH.</summary>
        public string ProgramPath { get; set; }

        /// <summary>Most threads of one simulation or batch; 0: one for each core.</summary>
        public int Workers { get; set; }

        /// <summary>Whether models may be loaded from files.</summary>
        public bool Paths { get; set; }

        /// <summary>A folder in which packs are found by their ids; null: there is none.</summary>
        public string Packs { get; set; }

        /// <summary>Keys, as ed25519:..., whose signatures of packs count; null: none.</summary>
        public IEnumerable<string> Trusted { get; set; }

        /// <summary>Whether only packs are taken that one of Trusted signed.</summary>
        public bool Demand { get; set; }

        /// <summary>What packs may do (docs/content-packs.md), whatever ModelSource.OfPack grants; null: code of theirs only where that grants it.</summary>
        public IEnumerable<string> Capabilities { get; set; }

        /// <summary>Limits by their names in docs/protocol.md; what is not there has its default.</summary>
        public IDictionary<string, long> Limits { get; private set; }

        /// <summary>
        /// Hears the log, on the thread of the call that a line came from. What it throws comes out of that
        /// call. Over a process it hears what that says of faults, on a thread of its own, and what it throws
        /// comes out of the next call.
        /// </summary>
        public Action<LogLevel, string> Log { get; set; }

        /// <summary>From which level on Log hears lines.</summary>
        public LogLevel LogLevel { get; set; }

        public RuntimeOptions()
        {
            Paths = true;
            Limits = new Dictionary<string, long>();
            LogLevel = LogLevel.Info;
        }

        /// <summary>The configuration that the engine reads, as JSON.</summary>
        internal string Config()
        {
            var limits = new ValueMap();
            foreach (var l in Limits)
            {
                foreach (char c in l.Key) // names stand in a command line
                    if ((c < 'a' || c > 'z') && c != '_') throw AstragalException.Of("bad_params", "configuration: there is no limit '" + l.Key + "'");
                limits.Add(l.Key, l.Value);
            }
            ValueMap config = new ValueMap().With("workers", Workers).With("paths", Paths).With("limits", limits).With("demand", Demand);
            if (Packs != null) config.Add("packs", System.IO.Path.GetFullPath(Packs));
            if (Trusted != null) config.Add("trusted", Trusted.Cast<object>().ToArray());
            if (Capabilities != null) config.Add("capabilities", Capabilities.Cast<object>().ToArray());
            return config.ToString();
        }

        internal TransportKind Chosen()
        {
            if (Transport != TransportKind.Auto) return Transport;
            return Locator.OnLinux && Locator.OnCoreClr ? TransportKind.Process : TransportKind.Native;
        }
    }
}
