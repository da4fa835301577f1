using System.Linq;

namespace Astragal.Tests
{
    static class ReportTests
    {
        const string Splits = @"
name: Divides by zero
num_players: 1
state: {vars: {n: {init: 0}}}
actions:
  go: {effect: [{op: choose, options: [on, off], as: x}, {op: set, var: n, value_x: '1 // n'}]}
flow: {kind: step, id: s, actor_x: 0, do: [go]}
";

        [Test]
        public static void TestGamesOfAModelThatPlays(Runtime rt)
        {
            Report r = rt.Check(ModelSource.File(Program.Example("nim")), games: 20, seed: 3);
            Check.That(r.IsFine && r.Errors == 0, r.ToString());
            Check.Same(20, r.TestGames.Asked, "asked");
            Check.Same(20, r.TestGames.Finished, "finished");
            Check.Same(3UL, r.TestGames.Seed, "seed");
            Check.Same("last_taken", r.TestGames.Reasons.Single().Reason, "reason");
            Check.Same(20, r.TestGames.Seats.Sum(s => s.Wins), "wins");
            Check.That(r.TestGames.Requests.Mean > 1 && r.TestGames.EndlessPlace == null, "requests");
            Check.Same(100.0, r.Executability.Executable.Percent, "executable");
            Check.Same(0, r.Gaps.Count, "gaps");
            Check.Same(1, r.Steps, "steps");
            Check.Same(2, r.Ops, "ops");
            Check.That(r.Tree.Contains("step move"), r.Tree);
            Check.That(r.ToString().EndsWith("20 of 20 test games finished"), r.ToString());
        }

        [Test]
        public static void WhereTestGamesStopped(Runtime rt)
        {
            Report r = rt.Check(ModelSource.OfText(Splits, "splits.yaml"), games: 4);
            Check.That(!r.IsFine, "fine");
            Stop s = r.TestGames.Stops.Single();
            Check.Same(4, s.Games, "games");
            Check.That(s.Error.Contains("ZeroDivisionError") && s.At.File == "splits.yaml" && s.At.Line == 6, s.ToString());
            Check.That(s.Source.Substring(s.Caret).StartsWith("// n"), s.Source);
        }

        [Test]
        public static void WhyAGameCannotEnd(Runtime rt)
        {
            const string spins = @"
num_players: 1
state: {vars: {up: {init: false}}}
actions: {flip: {effect: [{op: set, var: up, value_x: not up}]}}
flow: {kind: loop, id: main, children: [{kind: step, id: s, do: [flip]}]}
";
            Stop s = rt.Check(ModelSource.OfText(spins, "spins.yaml"), games: 4).TestGames.Stops.Single();
            Check.Same(2, s.CannotEnd.Rounds, "rounds");
            Check.Same("flow main, step s, action flip", string.Join(", ", s.CannotEnd.Places), "places");
            using (Model m = rt.LoadText(spins, "spins.yaml"))
            using (Game g = m.NewGame())
            {
                Check.Same("flow main: loop does not end", g.Request.Error.Message, "message");
                Check.That(g.Request.Error.CannotEnd.Rounds == 2 && !g.Request.Error.CannotEnd.More, "the cycle of a game");
            }
        }

        [Test]
        public static void WhatIsWrongComesWithItsLine(Runtime rt)
        {
            string text = Splits.Replace("var: n", "var: n, vra: n").Replace("op: choose", "op: chose");
            Report r = rt.Check(ModelSource.OfText(text, "wrong.yaml"), games: 4);
            Check.That(r.Errors > 0 && r.TestGames == null, "a model with errors is not played");
            Diagnostic d = r.Diagnostics.First(x => x.IsError);
            Check.That(d.Source.Substring(d.Caret).StartsWith("chose"), d.Source);
            Check.Same("write 'choose'", d.Fix, "fix");
            using (Model m = rt.LoadText(text, "wrong.yaml"))
            {
                Check.Same(r.Errors, m.Report.Errors, "errors of the loaded model");
                Check.Same(r.Ops, m.Report.Ops, "ops of the loaded model");
                Check.Same(r.Diagnostics.Count, m.Diagnostics.Count, "diagnostics of the loaded model");
            }
        }

        [Test]
        public static void AGameWithoutAnEnd(Runtime rt)
        {
            Report r = rt.Check(ModelSource.OfText(@"
num_players: 1
actions: {a: {effect: [{op: choose, options: [1, 2], as: x}]}}
flow: {kind: loop, id: l, children: [{kind: step, id: s, actor_x: '0', do: [a]}]}
", null), games: 1);
            Check.Same(1, r.TestGames.Cut, "cut");
            Check.Same(5000, r.TestGames.Limit, "limit");
            Check.Same("action a", r.TestGames.EndlessPlace, "place");
        }

        [Test]
        public static void ATextThatIsNoModel(Runtime rt)
        {
            Report r = rt.CheckAsync(ModelSource.OfText("- none", "none.yaml")).Result;
            Check.Same(1, r.Errors, "errors");
            Check.That(r.Executability == null && r.Tree == "" && r.Gaps.Count == 0, "nothing else");
            Check.Same("- none", r.Diagnostics[0].Source, "line");
        }
    }
}
