using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Threading;

namespace Astragal.Tests
{
    /// <summary>What only the child process does.</summary>
    static class ProcessTests
    {
        static void Kill9(Runtime rt)
        {
            using (Process p = Process.GetProcessById(((ProcessTransport)rt.Transport).ProcessId)) p.Kill(); // SIGKILL on Unix
        }

        static Runtime Open() { return Runtime.Open(Program.Options(TransportKind.Process)); }

        [Test]
        public static void KilledAndRestored()
        {
            byte[] snapshot;
            string record, question;
            ModelSource source;
            using (Runtime rt = Open())
            using (Model m = rt.Load(Program.Example("duel")))
            using (Game g = m.NewGame(seed: 11))
            {
                g.Play("random", limit: 30);
                snapshot = g.Snapshot();
                record = g.Record();
                question = g.Request.ToString();
                source = g.Source;
                Kill9(rt);
                TransportClosedException e = Check.Throws<TransportClosedException>(() => { for (int i = 0; i < 1000; i++) g.Answer(0); }, "has ended");
                Check.That(e.Message.Contains("restored"), "what to do: " + e.Message);
                Check.Throws<TransportClosedException>(() => m.NewGame());
                Check.Throws<TransportClosedException>(() => rt.Info());
            } // and nothing of it throws when it is closed
            using (Runtime rt = Open())
            using (Model m = rt.Load(source))
            using (Game a = m.Restore(snapshot))
            using (Game b = m.Replay(record))
            {
                Check.Same(question, a.Request.ToString(), "from the snapshot");
                Check.Same(question, b.Request.ToString(), "from the record");
                Check.Same(a.Play().Request.ToString(), b.Play().Request.ToString(), "they go on alike");
                Check.Same(a.Record(), b.Record(), "records");
            }
        }

        [Test]
        public static void KilledDuringCalls()
        {
            using (Runtime rt = Open())
            using (Model m = rt.Load(Program.Example("duel")))
            {
                var caught = new List<Exception>();
                var threads = Enumerable.Range(0, 4).Select(i => new Thread(() =>
                {
                    try { m.Simulate(new SimulationOptions(100000000)); }
                    catch (Exception e) { lock (caught) caught.Add(e); }
                })).ToArray();
                foreach (Thread t in threads) t.Start();
                Thread.Sleep(200);
                Kill9(rt);
                foreach (Thread t in threads) Check.That(t.Join(10000), "every call ends");
                Check.That(caught.Count == 4 && caught.All(e => e is TransportClosedException), "all say so: " + caught.FirstOrDefault());
            }
        }

        [Test]
        public static void NotFoundSaysWhatWasTried()
        {
            RuntimeOptions o = Program.Options(TransportKind.Process);
            o.ProgramPath = "/nowhere/astragal";
            Check.Throws<EngineNotFoundException>(() => Runtime.Open(o), "/nowhere/astragal: no such file");
            o.ProgramPath = Path.Combine(Program.Root, "docs");
            Check.Throws<EngineNotFoundException>(() => Runtime.Open(o), "docs: no such file");
        }

        // Programs that are no engine: one ends at once, one repeats what it hears, one talks nonsense, one is silent about lengths.
        [Test]
        public static void StrangersAreRefused()
        {
            string folder = Path.Combine(Path.GetTempPath(), "astragal-" + Guid.NewGuid());
            Directory.CreateDirectory(folder);
            try
            {
                Func<string, RuntimeOptions> program = script =>
                {
                    string path = Path.Combine(folder, Guid.NewGuid().ToString());
                    File.WriteAllText(path, "#!/bin/sh\n" + script + "\n");
                    RuntimeOptions o = Program.Options(TransportKind.Process);
                    o.ProgramPath = path; // not executable: the binding sees to it
                    return o;
                };
                Check.Throws<TransportClosedException>(() => Runtime.Open(program("echo I am ill >&2; exit 3")), "with status 3");
                Check.Throws<TransportClosedException>(() => Runtime.Open(program("echo I am ill >&2; exit 3")), "I am ill");
                Check.Throws<ProtocolException>(() => Runtime.Open(program("exec cat")));
                Check.Throws<TransportClosedException>(() => Runtime.Open(program("echo 'hello, how are you?'; exec sleep 60")));
                Check.Throws<TransportClosedException>(() => Runtime.Open(program("printf '\\004\\000\\000\\000\\301\\301\\301\\301'; exec sleep 60")));
            }
            finally { Directory.Delete(folder, true); }
        }

        // The end of its input ends a child, whoever else was started meanwhile.
        [Test]
        public static void ChildrenEndOnTheirOwn()
        {
            Runtime first = Open(), second = Open();
            Process child = Process.GetProcessById(((ProcessTransport)first.Transport).ProcessId);
            Stopwatch w = Stopwatch.StartNew();
            first.Dispose();
            Check.That(w.ElapsedMilliseconds < 1500, "it needs no killing");
            Check.Soon(() => child.HasExited, "it is gone");
            Check.Same(1, second.Info().Protocol, "the other goes on");
            second.Dispose();
        }

        [Test]
        public static void FramesThatAreTooLong()
        {
            using (Runtime rt = Open())
            {
                Check.Throws<LimitException>(() => rt.LoadText(new string('#', 17 << 20)), "17825");
                Check.Same(1, rt.Info().Protocol, "it goes on");
            }
        }

        [Test]
        public static void ManyThreadsShareOneChild()
        {
            using (Runtime rt = Open())
            using (Model m = rt.Load(Program.Example("noughts-and-crosses")))
            {
                var wrong = new List<Exception>();
                var threads = Enumerable.Range(0, 16).Select(i => new Thread(() =>
                {
                    try
                    {
                        for (int k = 0; k < 10; k++)
                            using (Game g = m.NewGame(seed: (ulong)i))
                            {
                                int n = 9;
                                while (!g.Request.IsOver)
                                {
                                    Check.Same(n--, g.Request.Options.Count, "options");
                                    g.Answer((i + k) % g.Request.Options.Count);
                                }
                            }
                    }
                    catch (Exception e) { lock (wrong) wrong.Add(e); }
                })).ToArray();
                foreach (Thread t in threads) t.Start();
                foreach (Thread t in threads) t.Join();
                Check.That(wrong.Count == 0, "" + wrong.FirstOrDefault());
            }
        }

        [Test]
        public static void ErrorsAreHeard()
        {
            string folder = Path.Combine(Path.GetTempPath(), "astragal-" + Guid.NewGuid());
            Directory.CreateDirectory(folder);
            try
            {
                RuntimeOptions o = Program.Options(TransportKind.Process);
                string real = o.ProgramPath;
                o.ProgramPath = Path.Combine(folder, "astragal");
                File.WriteAllText(o.ProgramPath, "#!/bin/sh\necho a word of warning >&2\nexec " + real + " \"$@\"\n");
                string heard = null;
                o.Log = (level, text) => heard = level + " " + text;
                using (Runtime.Open(o)) Check.Soon(() => heard != null, "it is heard");
                Check.Same("Error a word of warning", heard, "line");
                o.Log = (level, text) => { heard = null; throw new InvalidOperationException("enough"); };
                Check.Throws<InvalidOperationException>(() =>
                {
                    using (Runtime rt = Runtime.Open(o)) for (int i = 0; i < 1000; i++, Thread.Sleep(5)) rt.Info();
                }, "enough");
            }
            finally { Directory.Delete(folder, true); }
        }
    }
}
