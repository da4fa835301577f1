using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;

namespace Astragal.Tests
{
    /// <summary>
    /// The library beside what a managed runtime does with signals and threads: collections stop all threads by
    /// signals, and a null reference is a fault of memory that the runtime turns into an exception.
    /// </summary>
    static class StressTests
    {
        class Node { public Node Next = null; public int Value = 1; }

        [Test]
        public static void ThreadsCollectionsAndNullReferences(Runtime rt)
        {
            int seconds = int.Parse(Environment.GetEnvironmentVariable("ASTRAGAL_STRESS_SECONDS") ?? "5");
            using (Model m = rt.Load(Program.Example("duel")))
            {
                var wrong = new List<Exception>();
                long answers = 0, nulls = 0, collections = 0;
                DateTime end = DateTime.UtcNow.AddSeconds(seconds);
                Func<Action, ThreadStart> repeat = work => () =>
                {
                    try { while (DateTime.UtcNow < end && wrong.Count == 0) work(); }
                    catch (Exception e) { lock (wrong) wrong.Add(e); }
                };
                int seeds = 0;
                Action play = () =>
                {
                    using (Game g = m.NewGame(seed: (ulong)Interlocked.Increment(ref seeds)))
                        for (int i = 0; i < 200 && !g.Request.IsOver; i++)
                        {
                            g.Answer(i % g.Request.Options.Count);
                            Interlocked.Increment(ref answers);
                            if (i % 50 == 0) using (m.Restore(g.Snapshot())) { }
                        }
                };
                Action stumble = () =>
                {
                    Node n = new Node();
                    try { Interlocked.Add(ref nulls, n.Next.Value); }
                    catch (NullReferenceException) { Interlocked.Increment(ref nulls); }
                };
                Action collect = () =>
                {
                    byte[][] rubbish = Enumerable.Range(0, 100).Select(i => new byte[1000 + i]).ToArray();
                    GC.Collect();
                    GC.KeepAlive(rubbish);
                    Interlocked.Increment(ref collections);
                    Thread.Sleep(2);
                };
                var threads = Enumerable.Range(0, 16).Select(i => new Thread(repeat(play)))
                    .Concat(Enumerable.Range(0, 4).Select(i => new Thread(repeat(stumble))))
                    .Concat(new[] { new Thread(repeat(collect)) }).ToArray();
                foreach (Thread t in threads) t.Start();
                foreach (Thread t in threads) t.Join();
                Check.That(wrong.Count == 0, "" + wrong.FirstOrDefault());
                Check.That(answers > 100 && nulls > 1000 && collections > 5, answers + " answers, " + nulls + " null references, " + collections + " collections");
                Check.Same(0, rt.Info().Games, "games left");
                Console.WriteLine("     " + answers + " answers, " + nulls + " null references, " + collections + " collections");
            }
        }
    }
}
