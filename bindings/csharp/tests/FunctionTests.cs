using System;
using System.Collections.Generic;

namespace Astragal.Tests
{
    /// <summary>Functions of the host, which answer what a model calls.</summary>
    [Native]
    static class FunctionTests
    {
        const string Sums = @"
name: Sums
num_players: 2
code: {add: {kind: code, module: sums, function: add}}
state: {vars: {sum: {init: 0}, i: {init: 0}}}
actions:
  grow: {effect: [{op: choose, options: [1, 2, 3], as: x}, {op: call, code: add, with_x: {a: sum, b: x}, as: y}, {op: set, var: sum, value_x: y}]}
flow: {kind: loop, id: l, over_x: range(9), as: i, once: true, children: [{kind: step, id: s, actor_x: '0', do: [grow]}]}
";

        static object Add(Called called) { return (long)called.Args["a"] + (long)called.Args["b"]; }

        static string Sum(Runtime rt, long game)
        {
            var state = rt.Invoke("game.state", new Dictionary<string, object> { { "game", game } });
            return Json.Of(((ValueMap)state["variables"])["sum"]);
        }

        static long NewGame(Runtime rt)
        {
            object model = rt.Invoke("model.load", new Dictionary<string, object> { { "text", Sums } })["model"];
            return (long)rt.Invoke("game.new", new Dictionary<string, object> { { "model", model } })["game"];
        }

        static ValueMap Answer(Runtime rt, long game, long option)
        {
            return (ValueMap)rt.Invoke("game.answer", new Dictionary<string, object> { { "game", game }, { "option", option } })["request"];
        }

        [Test]
        public static void AFunctionAnswers()
        {
            using (Runtime rt = Runtime.Open(new RuntimeOptions { Transport = TransportKind.Native }))
            {
                Called heard = null;
                rt.SetHostFunction("add", called => { heard = called; return Add(called); });
                long game = NewGame(rt);
                Answer(rt, game, 1);
                Check.Same("2", Sum(rt, game), "the sum");
                Check.Same("add at action grow of " + game, heard.Code + " at " + heard.Place + " of " + heard.Game, "what was called");
                rt.SetHostFunction("add", called => new object[] { null, 1.5, true, "x" });
                Answer(rt, game, 0);
                Check.Same("[null, 1.5, true, \"x\"]", Sum(rt, game), "a list");
                rt.SetHostFunction("add", null);
                Check.That(Answer(rt, game, 0).ToString().Contains("is not implemented"), "taken away");
            }
        }

        [Test]
        public static void AnExceptionStopsTheGameAndComesOut()
        {
            using (Runtime rt = Runtime.Open(new RuntimeOptions { Transport = TransportKind.Native }))
            {
                rt.SetHostFunction("add", called => { throw new InvalidOperationException("no fingers left"); });
                long game = NewGame(rt);
                Check.Throws<InvalidOperationException>(() => Answer(rt, game, 0), "no fingers left");
                var request = rt.Invoke("game.request", new Dictionary<string, object> { { "game", game } });
                Check.That(request.ToString().Contains("code 'add': InvalidOperationException: no fingers left"), request.ToString());
            }
        }

        [Test]
        public static void AGameKnowsThatItWasStopped()
        {
            using (Runtime rt = Runtime.Open(new RuntimeOptions { Transport = TransportKind.Native }))
            {
                rt.SetHostFunction("add", called => { throw new InvalidOperationException("no fingers left"); });
                Game game = rt.LoadText(Sums).NewGame();
                Check.Same(3, game.Request.Options.Count, "options");
                Check.Throws<InvalidOperationException>(() => game.Answer(0), "no fingers left");
                Check.That(game.Request.Error.Message.EndsWith("no fingers left"), "it is stopped");
            }
        }

        [Test]
        public static void AFunctionFindsItsGameBusy()
        {
            using (Runtime rt = Runtime.Open(new RuntimeOptions { Transport = TransportKind.Native }))
            {
                bool busy = false;
                rt.SetHostFunction("add", called =>
                {
                    Check.Throws<BusyException>(() => Sum(rt, called.Game), "waits for a function");
                    busy = true;
                    return Add(called);
                });
                long game = NewGame(rt);
                Answer(rt, game, 2);
                Check.That(busy && Sum(rt, game) == "3", "it goes on");
            }
        }

        const string Storm = @"
name: Storm
num_players: 2
code: {storm: {kind: content, module: sky, function: storm}}
state: {vars: {sum: {init: 0}}}
actions: {blow: {effect: [{op: call, code: storm, with_x: {force: 3}}]}}
flow: {kind: step, id: s, actor_x: '0', do: [blow]}
";

        [Test]
        public static void AFunctionAnswersOpsAndChances()
        {
            foreach (TransportKind transport in new[] { TransportKind.Native, TransportKind.Process })
                using (Runtime rt = Runtime.Open(new RuntimeOptions { Transport = transport }))
                {
                    rt.SetHostFunction("storm", called =>
                    {
                        Check.Same("content by 0", called.Kind + " by " + called.Seat, "what was called");
                        if (called.Chance.Count == 0) return new AskChance().Or("near", 0.25).Or("far", 0.75);
                        long n = (string)called.Chance[0] == "near" ? 2 : 1;
                        return new Ops(
                            new Dictionary<string, object> { { "op", "choose" }, { "options", new object[] { 10, 20 } }, { "as", "n" } },
                            new Dictionary<string, object> { { "op", "add" }, { "var", "sum" }, { "amount_x", "n * force * " + n } });
                    });
                    object model = rt.Invoke("model.load", new Dictionary<string, object> { { "text", Storm } })["model"];
                    long game = (long)rt.Invoke("game.new", new Dictionary<string, object> { { "model", model }, { "chance", "ask" } })["game"];
                    Check.That(Answer(rt, game, 0).ToString().Contains("action blow · storm"), "the ops ask");
                    Answer(rt, game, 1);
                    Check.Same("120", Sum(rt, game), "the sum");
                }
        }

        [Test]
        public static void AProcessAsksFunctionsToo()
        {
            using (Runtime rt = Runtime.Open(new RuntimeOptions { Transport = TransportKind.Process }))
            {
                long open = 0;
                rt.SetHostFunction("add", called => { open = rt.Info().Games; return Add(called); });
                long game = NewGame(rt);
                Answer(rt, game, 1);
                Check.Same("2", Sum(rt, game), "the sum");
                Check.That(open > 0, "a function may use the runtime");
                rt.SetHostFunction("add", called => { throw new InvalidOperationException("no fingers left"); });
                Check.That(Answer(rt, game, 0).ToString().Contains("code 'add': InvalidOperationException: no fingers left"), "the game tells");
                rt.SetHostFunction("add", called => new object());
                Check.That(Answer(rt, NewGame(rt), 0).ToString().Contains("code 'add': "), "no value");
                rt.SetHostFunction("add", null);
                Check.That(Answer(rt, NewGame(rt), 0).ToString().Contains("is not implemented"), "taken away");
                Check.Throws<BadParamsException>(() => rt.SetHostFunction(new string('n', 257), Add), "256 bytes");
            }
        }
    }
}
