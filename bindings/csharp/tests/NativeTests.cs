using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;

namespace Astragal.Tests
{
    /// <summary>What only the library in this process does.</summary>
    [Native]
    static class NativeTests
    {
        [Test]
        public static void NotFoundSaysWhatWasTried()
        {
            var e = Check.Throws<EngineNotFoundException>(() => new NativeTransport(new RuntimeOptions { LibraryPath = "/nowhere/libastragal.so" }), "/nowhere/libastragal.so: no such file");
            Check.That(e.Message.Contains("ASTRAGAL_LIBRARY") && e.Message.Contains("musl"), "what to do: " + e.Message);
            string text = Path.Combine(Program.Root, "go.mod");
            Check.Throws<EngineNotFoundException>(() => new NativeTransport(new RuntimeOptions { LibraryPath = text }), text + ": ");
            Check.Throws<EngineNotFoundException>(() => new NativeTransport(new RuntimeOptions { LibraryPath = "/lib/x86_64-linux-gnu/libm.so.6" }), "astragal_abi_version");
        }

        // As a package lays it out: runtimes/<rid>/native beside the assembly.
        [Test]
        public static void FoundInThePackageLayout()
        {
            using (var t = new NativeTransport()) Check.That(t.LibraryPath.EndsWith(Path.Combine("runtimes", Locator.Rid, "native", Locator.Library)), t.LibraryPath);
            using (var t = new ProcessTransport()) Check.That(t.ProcessId > 0, "started");
        }

        [Test]
        public static void AutoIsNativeHere()
        {
            using (Runtime rt = Runtime.Open())
                Check.Same(Type.GetType("Mono.Runtime") != null ? TransportKind.Native : TransportKind.Process, rt.Kind, "kind");
        }

        [Test]
        public static void TheLogIsHeard()
        {
            var lines = new List<string>();
            RuntimeOptions o = Program.Options(TransportKind.Native);
            o.Log = (level, text) => { lock (lines) lines.Add(level + " " + text); };
            using (Runtime rt = Runtime.Open(o))
            using (rt.Load(Program.Example("nim")))
            {
                GC.Collect(); // the callback must not be collected
                GC.WaitForPendingFinalizers();
            }
            Check.That(lines.Any(l => l.StartsWith("Info ") && l.Contains("Nim")), "lines: " + string.Join("; ", lines.ToArray()));
            o.LogLevel = LogLevel.Error;
            lines.Clear();
            using (Runtime rt = Runtime.Open(o)) using (rt.Load(Program.Example("nim"))) { }
            Check.Same(0, lines.Count, "nothing that matters");
        }

        // What a listener throws comes out of the call, and nothing is broken by it.
        [Test]
        public static void ExceptionsOfTheLogAreCarriedOver()
        {
            RuntimeOptions o = Program.Options(TransportKind.Native);
            bool angry = true;
            o.Log = (level, text) => { if (angry) throw new InvalidOperationException("I do not want to hear " + text); };
            using (Runtime rt = Runtime.Open(o))
            {
                Check.Throws<InvalidOperationException>(() => rt.Load(Program.Example("nim")), "I do not want to hear");
                angry = false;
                using (Model m = rt.Load(Program.Example("nim"))) Check.Same("Nim", m.Name, "name");
            }
        }

        // A listener may use the runtime it listens to.
        [Test]
        public static void AListenerMayCall()
        {
            RuntimeOptions o = Program.Options(TransportKind.Native);
            Runtime rt = null;
            int models = -1;
            o.Log = (level, text) => { if (rt != null) models = rt.Info().Models; };
            using (rt = Runtime.Open(o))
            using (Model m = rt.Load(Program.Example("nim")))
            {
                Check.Same(1, models, "models");
                Check.Same("Nim", m.Name, "the answer of the outer call is its own");
            }
        }

        [Test]
        public static void ManyRuntimes()
        {
            for (int i = 0; i < 200; i++)
                using (Runtime rt = Runtime.Open(Program.Options(TransportKind.Native)))
                using (Model m = rt.Load(Program.Example("nim")))
                using (Game g = m.NewGame()) g.Answer(0);
        }

        [Test]
        public static void BigAnswers()
        {
            using (Runtime rt = Runtime.Open(Program.Options(TransportKind.Native)))
            using (Model m = rt.Load(Program.Example("duel")))
            using (Batch b = m.NewBatch(50000))
            {
                b.Step(new int[50000]);
                Check.Same(50000, b.Player.Length, "players");
            }
        }
    }
}
