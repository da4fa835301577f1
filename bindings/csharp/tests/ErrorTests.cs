using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;

namespace Astragal.Tests
{
    static class ErrorTests
    {
        static void Code<T>(string code) where T : AstragalException
        {
            using (Runtime rt = Runtime.Over(FakeTransport.Refusing(code)))
            {
                T e = Check.Throws<T>(() => rt.Load("x.yaml"), "m.yaml:3:7: because");
                Check.Same(code, e.Code, "code");
                Check.Same("step x", e.Errors[0].Place, "place");
                Check.Same(7, e.Errors[0].At.Column, "column");
                Check.Same(3, e.Errors[0].At.Line, "line");
            }
        }

        [Test]
        public static void EveryCodeHasItsException()
        {
            Code<BadRequestException>("bad_request");
            Code<VersionException>("version");
            Code<UnknownMethodException>("unknown_method");
            Code<BadParamsException>("bad_params");
            Code<NotFoundException>("not_found");
            Code<ModelErrorException>("model_error");
            Code<BadAnswerException>("bad_answer");
            Code<GameOverException>("game_over");
            Code<LimitException>("limit");
            Code<CancelledException>("cancelled");
            Code<BusyException>("busy");
            Code<PoisonedException>("poisoned");
            Code<InternalException>("internal");
            Code<RulesetException>("ruleset_error");
            Code<CharacterException>("character_error");
            Code<AstragalException>("of_a_later_version");
        }

        // The documentation of the protocol lists the codes; none is without a class of its own.
        [Test]
        public static void TheDocumentationKnowsNoOtherCode()
        {
            string[] lines = File.ReadAllLines(Path.Combine(Program.Root, "docs", "protocol.md"));
            var codes = lines.SkipWhile(l => l != "| Code | Means |").Skip(2).TakeWhile(l => l.StartsWith("| `")).Select(l => l.Split('`')[1]).ToArray();
            Check.That(codes.Length >= 13, "codes are found");
            foreach (string code in codes)
                Check.That(AstragalException.Of(code, "x").GetType() != typeof(AstragalException), code + " has no exception");
        }

        [Test]
        public static void RealErrors(Runtime rt)
        {
            Check.Throws<UnknownMethodException>(() => rt.Invoke("game.dance"), "game.dance");
            Check.Throws<BadParamsException>(() => rt.Invoke("runtime.info", FakeTransport.Map("x", 1)), "x");
            Check.Throws<BadParamsException>(() => rt.Invoke("game.request", FakeTransport.Map("game", "one")), "game");
            Check.Throws<NotFoundException>(() => rt.Invoke("game.request", FakeTransport.Map("game", 123456789L)));
            ModelErrorException bad = Check.Throws<ModelErrorException>(() => rt.LoadText("a: [", "tea.yaml"), "tea.yaml:");
            Check.That(bad.Errors.Count > 0 && bad.Errors[0].At.Line > 0, "it says where");
            Check.Throws<ModelErrorException>(() => rt.Load("/nowhere/model.yaml"), "/nowhere/model.yaml");
            using (Model m = rt.Load(Program.Example("noughts-and-crosses")))
            using (Game g = m.NewGame())
            {
                Check.Throws<BadAnswerException>(() => g.Answer(99));
                Check.Throws<BadAnswerException>(() => g.Answer("the moon"));
                Check.Throws<BadParamsException>(() => m.NewGame(17));
                Check.Throws<BadParamsException>(() => m.Replay("{"));
                Check.Throws<NotFoundException>(() => m.Board("moon"), "moon");
                Check.Throws<BadParamsException>(() => m.Restore(new byte[] { 1, 2, 3 }));
                Check.Throws<BadAnswerException>(() => g.Undo(5));
                g.Play();
                Check.Throws<GameOverException>(() => g.Answer(0));
            }
        }

        static void Raw<T>(Transport t, long id, byte[] frame) where T : AstragalException
        {
            byte[] answer = null;
            int n = t.Call(id, frame, frame.Length, ref answer);
            Check.Throws<T>(() => Envelope.Open(new PackReader(answer, n), id));
        }

        [Test]
        public static void FramesThatAreNone(Runtime rt)
        {
            Raw<BadRequestException>(rt.Transport, 0, new byte[] { 0xc1 });
            Raw<BadRequestException>(rt.Transport, 0, new byte[] { 0xdd, 255, 255, 255, 255 });
            Raw<BadRequestException>(rt.Transport, 0, Enumerable.Repeat((byte)0x91, 100000).ToArray());
            Raw<VersionException>(rt.Transport, 7, FakeTransport.Pack(FakeTransport.Map("v", 2, "id", 7, "method", "runtime.info")));
            Check.Same(1, rt.Info().Protocol, "it goes on");
        }

        [Test]
        public static void Limits()
        {
            foreach (TransportKind way in Program.Ways)
            {
                RuntimeOptions o = Program.Options(way);
                o.Limits["games"] = 1;
                o.Workers = 1;
                o.Paths = false;
                using (Runtime rt = Runtime.Open(o))
                {
                    Check.Same(1L, rt.Info().Limits["games"], "limit");
                    Check.Throws<BadParamsException>(() => rt.Load(Program.Example("nim")));
                    using (Model m = rt.LoadText(File.ReadAllText(Program.Example("nim"))))
                    using (m.NewGame()) Check.Throws<LimitException>(() => m.NewGame());
                }
                o.Limits["fun"] = 1;
                Check.Throws<BadParamsException>(() => Runtime.Open(o), "fun");
                o.Limits.Clear();
                o.Limits["\" --help"] = 1;
                Check.Throws<BadParamsException>(() => Runtime.Open(o), "--help");
            }
        }

        [Test]
        public static void AnswersThatAreNone()
        {
            byte[][] wrong =
            {
                new byte[0], new byte[] { 0xc0 }, new byte[] { 0xc1 }, new byte[] { 0x80 },
                FakeTransport.Pack(FakeTransport.Map("v", 1, "id", 1, "ok", true)),
                FakeTransport.Pack(FakeTransport.Map("v", 1, "id", 1, "ok", false)),
                FakeTransport.Pack(FakeTransport.Map("v", 1, "id", 1, "ok", false, "errors", new object[0])),
                FakeTransport.Pack(FakeTransport.Map("v", 2, "id", 1, "ok", true, "result", FakeTransport.Map())),
                FakeTransport.Pack(FakeTransport.Map("v", 1, "id", 5, "ok", true, "result", FakeTransport.Map())),
                FakeTransport.Pack(FakeTransport.Map("v", 1, "id", 1, "ok", true, "result", 5)),
                FakeTransport.Pack(FakeTransport.Map("v", 1, "ok", true, "result", FakeTransport.Map("protocol", 1))),
                FakeTransport.Pack(FakeTransport.Map("v", 1, "id", 1, "ok", true, "result", FakeTransport.Map("protocol", 2))),
            };
            foreach (byte[] b in wrong)
            {
                var t = new FakeTransport(q => b);
                Check.Throws<ProtocolException>(() => Runtime.Over(t));
                Check.Same(1, t.Disposed, "the transport is closed");
            }
        }

        [Test]
        public static void Disposed(Runtime rt)
        {
            Model m = rt.Load(Program.Example("noughts-and-crosses"));
            Game g = m.NewGame(), h = g.Clone();
            Batch b = m.NewBatch(3);
            Simulation s = m.StartSimulation(new SimulationOptions(10));
            s.Result();
            Check.Same(2, rt.Info().Games, "games");
            g.Dispose();
            g.Dispose();
            Check.Same(1, rt.Info().Games, "games after one was closed, twice");
            Check.Throws<ObjectDisposedException>(() => g.Answer(0));
            Check.Throws<ObjectDisposedException>(() => { long x = g.Handle; });
            Check.Same(RequestKind.Decision, g.Request.Kind, "what it has heard it still knows");
            m.Dispose();
            Check.Throws<ObjectDisposedException>(() => m.NewGame());
            h.Answer(0); // games outlive their model
            b.Dispose();
            s.Dispose();
            Check.Throws<ObjectDisposedException>(() => b.Refresh());
            Check.Throws<ObjectDisposedException>(() => s.Progress());
            RuntimeInfo info = rt.Info();
            Check.Same("0 0 0", info.Models + " " + info.Batches + " " + info.Simulations, "nothing is left");
            rt.Dispose();
            rt.Dispose();
            Check.Throws<ObjectDisposedException>(() => rt.Info());
            Check.Throws<ObjectDisposedException>(() => h.Answer(0));
            h.Dispose();
        }

        // A handle that the engine does not know any more closes without a word.
        [Test]
        public static void ClosedBehindTheBack(Runtime rt)
        {
            using (Model m = rt.Load(Program.Example("nim")))
            using (Game g = m.NewGame())
            {
                rt.Invoke("game.close", FakeTransport.Map("game", g.Handle));
                Check.Throws<NotFoundException>(() => g.Answer(0));
            }
        }

        [Test]
        public static void NullArguments(Runtime rt)
        {
            Check.Throws<ArgumentNullException>(() => rt.Load((string)null));
            Check.Throws<ArgumentNullException>(() => rt.Load((ModelSource)null));
            Check.Throws<ArgumentNullException>(() => rt.LoadText(null));
            using (Model m = rt.Load(Program.Example("nim")))
            using (Game g = m.NewGame())
            using (Batch b = m.NewBatch(2))
            {
                Check.Throws<ArgumentNullException>(() => g.Answer((string)null));
                Check.Throws<ArgumentNullException>(() => m.Restore(null));
                Check.Throws<ArgumentNullException>(() => m.Replay(null));
                Check.Throws<ArgumentNullException>(() => b.Step(null));
                Check.Throws<BadParamsException>(() => b.Step(new int[1]));
                Check.Throws<BadAnswerException>(() => b.Step(new[] { 0, 999 }));
            }
        }

        // Games that are forgotten are closed once the collector has found them.
        [Test]
        public static void Forgotten(Runtime rt)
        {
            using (Model m = rt.Load(Program.Example("nim")))
            {
                Forget(m);
                Check.Soon(() =>
                {
                    GC.Collect();
                    GC.WaitForPendingFinalizers();
                    return rt.Info().Games < 20; // a few may still be held by a register or a stack
                }, "forgotten games are closed");
            }
        }

        static void Forget(Model m)
        {
            var t = new Thread(() => { for (int i = 0; i < 200; i++) m.NewGame(); });
            t.Start();
            t.Join();
        }

        // Dispose stops what other threads are in the middle of.
        [Test]
        public static void DisposedDuringACall(Runtime rt)
        {
            using (Model m = rt.Load(Program.Example("duel")))
            {
                Exception caught = null;
                var t = new Thread(() =>
                {
                    try { m.Simulate(new SimulationOptions(100000000)); }
                    catch (Exception e) { caught = e; }
                });
                t.Start();
                Thread.Sleep(200);
                rt.Dispose();
                Check.That(t.Join(10000), "the call ends");
                Check.That(caught is ObjectDisposedException, "it says that the runtime is gone, not " + caught);
            }
        }
    }
}
