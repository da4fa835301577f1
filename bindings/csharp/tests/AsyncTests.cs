using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace Astragal.Tests
{
    static class AsyncTests
    {
        [Test]
        public static void ManyGames(Runtime rt) { All(rt).GetAwaiter().GetResult(); }

        static async Task All(Runtime rt)
        {
            using (Model m = await rt.LoadAsync(ModelSource.File(Program.Example("noughts-and-crosses"))))
            {
                string[] records = await Task.WhenAll(Enumerable.Range(0, 50).Select(i => One(m, i)));
                Check.That(records.All(r => r == records[0]), "the same answers are the same game");
                Check.Same(0, rt.Info().Games, "games left");
                Check.That((await rt.InvokeAsync("runtime.info")).ContainsKey("limits"), "info");
            }
        }

        static async Task<string> One(Model m, int i)
        {
            using (Game g = await m.NewGameAsync(seed: 1))
            {
                while (!g.Request.IsOver) await g.AnswerAsync(0);
                await g.UndoAsync();
                await g.RedoAsync();
                using (Game h = await m.RestoreAsync(await g.SnapshotAsync()))
                using (Game k = await m.ReplayAsync(await h.RecordAsync()))
                    return await k.RecordAsync();
            }
        }

        class Reports : IProgress<SimulationProgress>
        {
            public readonly List<SimulationProgress> Got = new List<SimulationProgress>();
            public void Report(SimulationProgress p) { lock (Got) Got.Add(p); }
        }

        [Test]
        public static void SimulationWithProgress(Runtime rt)
        {
            using (Model m = rt.Load(Program.Example("duel")))
            {
                var reports = new Reports();
                SimulationResult r = m.SimulateAsync(new SimulationOptions(1500), reports).GetAwaiter().GetResult();
                Check.Same(1500, r.Games, "games");
                Check.That(reports.Got.Count > 0 && reports.Got.Last().Finished && reports.Got.Last().Done == 1500, "reports");
                Check.Same(0, rt.Info().Simulations, "simulations left");
            }
        }

        [Test]
        public static void Cancelling(Runtime rt)
        {
            using (Model m = rt.Load(Program.Example("duel")))
            {
                foreach (bool reporting in new[] { false, true })
                    using (var stop = new CancellationTokenSource())
                    {
                        Task t = m.SimulateAsync(new SimulationOptions(100000000), reporting ? new Reports() : null, stop.Token);
                        stop.CancelAfter(100);
                        Check.Throws<OperationCanceledOrTask>(() => Wait(t));
                    }
                using (var stop = new CancellationTokenSource())
                {
                    stop.Cancel();
                    Check.Throws<OperationCanceledException>(() => m.Simulate(new SimulationOptions(10), stop.Token));
                    using (Game g = m.NewGame()) Check.Throws<OperationCanceledException>(() => g.Answer(0, null, stop.Token));
                }
                Check.Same(0, rt.Info().Simulations, "simulations left");
                Check.Same(100, m.Simulate(new SimulationOptions(100)).Games, "it goes on");
            }
        }

        class OperationCanceledOrTask : Exception { }

        // Whether a cancelled task throws OperationCanceledException or its subclass is up to the framework.
        static void Wait(Task t)
        {
            try { t.GetAwaiter().GetResult(); }
            catch (OperationCanceledException) { throw new OperationCanceledOrTask(); }
        }

        // A call that is cancelled from outside, by its id.
        [Test]
        public static void CancelledById(Runtime rt)
        {
            using (Model m = rt.Load(Program.Example("duel")))
            {
                Exception caught = null;
                const long id = 424242;
                byte[] frame = FakeTransport.Pack(FakeTransport.Map("v", 1, "id", id, "method", "simulate.run", "params", FakeTransport.Map("model", m.Handle, "games", 100000000)));
                var t = new Thread(() =>
                {
                    try
                    {
                        byte[] answer = null;
                        int n = rt.Transport.Call(id, frame, frame.Length, ref answer);
                        Envelope.Open(new PackReader(answer, n), id);
                    }
                    catch (Exception e) { caught = e; }
                });
                t.Start();
                Check.Soon(() => rt.Transport.Cancel(id), "it can be cancelled");
                Check.That(t.Join(10000) && caught is CancelledException, "cancelled: " + caught);
                Check.That(!rt.Transport.Cancel(id), "it is over");
            }
        }
    }
}
