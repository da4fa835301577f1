using System;
using System.Collections.Generic;
using System.IO;
using System.Runtime.InteropServices;

namespace Astragal
{
    /// <summary>Where this process runs, and where the files of the engine may lie.</summary>
    internal static class Locator
    {
        public static readonly bool OnWindows = RuntimeInformation.IsOSPlatform(OSPlatform.Windows);
        public static readonly bool OnMac = RuntimeInformation.IsOSPlatform(OSPlatform.OSX);
        public static readonly bool OnLinux = RuntimeInformation.IsOSPlatform(OSPlatform.Linux);

        /// <summary>CoreCLR: neither Mono, nor Unity, nor .NET Framework.</summary>
        public static readonly bool OnCoreClr =
            Type.GetType("Mono.Runtime") == null && Type.GetType("UnityEngine.Application, UnityEngine.CoreModule") == null
            && RuntimeInformation.FrameworkDescription.StartsWith(".NET", StringComparison.Ordinal)
            && !RuntimeInformation.FrameworkDescription.StartsWith(".NET Framework", StringComparison.Ordinal);

        public static string Library
        {
            get { return OnWindows ? "astragal.dll" : OnMac ? "libastragal.dylib" : "libastragal.so"; }
        }

        public static string Program
        {
            get { return OnWindows ? "astragal.exe" : "astragal"; }
        }

        /// <summary>This machine in the words of NuGet, such as linux-x64.</summary>
        public static string Rid
        {
            get
            {
                string os = OnWindows ? "win" : OnMac ? "osx" : "linux";
                return os + "-" + RuntimeInformation.ProcessArchitecture.ToString().ToLowerInvariant();
            }
        }

        /// <summary>The paths at which a file may lie, the best first, all absolute.</summary>
        public static IEnumerable<string> Paths(string file, string variable)
        {
            string said = Environment.GetEnvironmentVariable(variable);
            if (!string.IsNullOrEmpty(said)) yield return Path.GetFullPath(said);
            foreach (string folder in Folders())
            {
                yield return Path.Combine(folder, "runtimes", Rid, "native", file);
                yield return Path.Combine(folder, file);
            }
        }

        // The folder of this assembly and that of the program, which need not be the same.
        static IEnumerable<string> Folders()
        {
            string assembly = "";
            try { assembly = Path.GetDirectoryName(typeof(Locator).Assembly.Location); }
            catch (NotSupportedException) { } // built in memory
            catch (ArgumentException) { } // a program in a single file
            string program = AppDomain.CurrentDomain.BaseDirectory.TrimEnd(Path.DirectorySeparatorChar);
            if (!string.IsNullOrEmpty(assembly)) yield return assembly;
            if (program != assembly) yield return program;
        }
    }
}
