using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Numerics;

namespace Astragal.Tests
{
    static class GameTests
    {
        [Test]
        public static void AGame(Runtime rt)
        {
            using (Model m = rt.Load(Program.Example("noughts-and-crosses")))
            {
                Check.Same(0, m.Errors, "errors");
                Check.Same(2, m.Players.Default, "players");
                Check.Same(64, m.Hash.Length, "hash");
                using (Game g = m.NewGame(seed: 5))
                {
                    Check.Same(RequestKind.Decision, g.Request.Kind, "kind");
                    Check.Same(0, g.Request.Player, "player");
                    Check.Same(9, g.Request.Options.Count, "options");
                    Check.Same("action mark", g.Request.Place, "place");
                    Check.That(g.Request.All && g.Request.Seen.Count == 0 && g.Request.Payoffs == null, "all");
                    Check.Same(8, g.Answer(4).Options.Count, "options");
                    Check.Same(1, g.Request.Player, "player");
                    Check.Same(-1, g.Request.IndexOf("4"), "index");
                    Request q = g.Answer(g.Request.Options[g.Request.IndexOf("0")]);
                    Check.Same(0, q.Player, "player");
                    Check.Same(8, g.Undo().Options.Count, "undone");
                    Check.Same(7, g.Redo().Options.Count, "redone");
                    Check.Same(q.ToString(), g.Refresh().ToString(), "the same question");
                    using (Game h = g.Clone())
                    {
                        Check.Same(q.ToString(), h.Request.ToString(), "the clone's question");
                        h.Answer("8");
                        Check.Same(7, g.Refresh().Options.Count, "the first is as it was");
                    }
                    byte[] snapshot = g.Snapshot();
                    string record = g.Record();
                    PlayResult end = g.Play("random,first");
                    Check.That(end.Answers >= 3 && end.Request.IsOver && end.Request.Payoffs.Count == 2, "it ends");
                    using (Game h = m.Restore(snapshot)) Check.Same(record, h.Record(), "restored");
                    using (Game h = m.Replay(record)) Check.Same(q.ToString(), h.Request.ToString(), "replayed");
                    using (Game h = m.Replay(g.Record())) Check.Same(end.Request.ToString(), h.Request.ToString(), "replayed to the end");
                }
            }
        }

        [Test]
        public static void PlayStopsForASeat(Runtime rt)
        {
            using (Model m = rt.Load(Program.Example("duel")))
            using (Game g = m.NewGame(seed: 3))
            {
                Request q = g.Play("random", untilSeat: 1).Request;
                Check.That(q.IsOver || q.Player == 1, "seat 1 is asked");
                Check.Same(1, g.Play("random", limit: 1).Answers, "limit");
                Check.Throws<BadParamsException>(() => g.Play("nobody"));
            }
        }

        [Test]
        public static void StateEventsAndOptions(Runtime rt)
        {
            using (Model m = rt.Load(Program.Example("duel")))
            using (Game g = m.NewGame(seed: 3))
            {
                ModelDescription d = m.Describe();
                Check.Same(m.Hash, d.Hash, "hash");
                GameState s = g.State();
                Check.Same(string.Join(" ", d.Variables), string.Join(" ", s.Variables.Keys), "variables");
                foreach (ZoneDescription z in d.Zones)
                    Check.That(s.Zones.ContainsKey(z.PerPlayer ? z.Name + "[0]" : z.Name), "zone " + z.Name);
                ZoneDescription full = d.Zones.First(z => z.PerPlayer && s.Zone(z.Name + "[0]").Count > 0);
                Check.That(s.Zone(full.Name + "[0]")[0]["label"] is string, "items have labels");
                Check.Throws<KeyNotFoundException>(() => s.Zone("moon"));
                Check.Same(1, s.GameNo, "number");
                GameEvents first = g.Events();
                Check.That(first.Events.Any(e => e.Kind == "automatic" && e.What == "action") && first.Events.Any(e => e.Kind == "observed"), "events");
                Check.Same(0, g.Events(first.Next).Events.Count, "nothing new");
                OptionDetails o = g.Options();
                Check.Same(string.Join("|", g.Request.Options), string.Join("|", o.Options.Select(x => x.Label)), "labels");
                Check.That(m.Diagram().Contains("· marks "), "tree");
                Check.That(m.Diagram(DiagramForm.Svg).Contains("data-theme=\"auto\""), "diagram");
                Check.That(m.Diagram(DiagramForm.Svg, DiagramTheme.Dark).Contains("data-theme=\"dark\""), "dark diagram");
            }
        }

        [Test]
        public static void Chance(Runtime rt)
        {
            using (Model m = rt.Load(Program.Example("craps")))
            using (Game g = m.NewGame(chances: Chances.Ask))
            {
                Check.Same(RequestKind.Chance, g.Request.Kind, "kind");
                Check.Same(-1, g.Request.Player, "player");
                Check.That(Math.Abs(g.Request.Options.Sum(o => o.P) - 1) < 1e-12, "likelihoods");
                Check.Same(4L, g.Options().Options[3].Item, "the face of a die");
            }
        }

        [Test]
        public static void ConstantsAndDiagnostics(Runtime rt)
        {
            string text = "name: Tea\nplayers: 1\nconstants: {cups: 3}\nvariables: {drunk: 0}\nflow:\n- action: {name: drink, do: [{set: drunk, to: cups}]}\n";
            Report bad = rt.Check(ModelSource.OfText(text, "tea.yaml"));
            Check.That(bad.Errors > 0, "errors");
            Check.Same(bad.Errors + bad.Warnings, bad.Diagnostics.Count, "counts");
            Check.That(bad.Diagnostics[0].ToString().StartsWith("tea.yaml:"), "where: " + bad.Diagnostics[0]);
            Report good = rt.Check(ModelSource.File(Program.Example("nim")));
            Check.That(good.Errors == 0 && good.Ops > 0 && good.Steps > 0 && good.TestGames == null, "no errors");
            using (Model plain = rt.Load(Program.Example("duel")))
            {
                var constant = plain.Describe().Constants.First(c => c.Value is long);
                var set = new Dictionary<string, object> { { constant.Key, (long)constant.Value + 1 } };
                using (Model other = rt.Load(Program.Example("duel"), set))
                {
                    Check.Same((long)constant.Value + 1, other.Describe().Constants[constant.Key], "constant");
                    Check.That(other.Hash != plain.Hash, "other rules");
                    Check.Throws<BadParamsException>(() => rt.Load(Program.Example("duel"), FakeTransport.Map("moons", 1L)), "moons");
                    using (Model again = rt.Load(other.Source)) Check.Same(other.Hash, again.Hash, "loaded again");
                }
            }
        }

        [Test]
        public static void Boards(Runtime rt)
        {
            using (Model m = rt.Load(Path.Combine(Program.Root, "testdata", "models", "board.yaml")))
            {
                Board field = m.Board("field"), ring = m.Board("ring");
                Check.Same("field ring", string.Join(" ", m.Describe().Boards), "boards");
                Check.Same("grid 9", field.Kind + " " + field.Cells.Count, "field");
                Check.Same("0 0", string.Join(" ", (object[])field.Cells[0].Value), "cell");
                Check.Same("1 3", string.Join(" ", field.Cells[0].Near.OrderBy(i => i)), "what the corner touches");
                Check.Same("track 6", ring.Kind + " " + ring.Cells.Count, "ring");
            }
            using (Model m = rt.Load(Program.Example("frontier")))
            {
                Board map = m.Board("map");
                Check.Same("graph Alder", map.Kind + " " + map.Cells[0].Value, "map");
                for (int i = 0; i < map.Cells.Count; i++)
                    Check.That(map.Cells[i].Near.All(k => map.Cells[k].Near.Contains(i)), "nearness is mutual");
            }
        }

        [Test]
        public static void LargeNumbers(Runtime rt)
        {
            using (Model m = rt.Load(Program.Example("nim")))
            using (Game g = m.NewGame(seed: ulong.MaxValue)) Check.That(g.Record().Contains("18446744073709551615"), "seed");
        }

        [Test]
        public static void BatchesAreGames(Runtime rt)
        {
            const int n = 100;
            using (Model m = rt.Load(Program.Example("kuhn-poker")))
            using (Batch b = m.NewBatch(n, seed: 9))
            {
                Check.Same("100 2", b.Count + " " + b.Players, "size");
                var player = b.Player;
                int steps = 0;
                for (; b.Over.Any(x => x == 0); steps++)
                {
                    Check.That(Enumerable.Range(0, n).All(i => (b.Over[i] != 0) == (b.Player[i] < 0)), "who is over has no player");
                    b.Step(b.Options.Select(k => k - 1).ToArray());
                }
                Check.That(steps >= 2 && ReferenceEquals(player, b.Player), "the arrays stay");
                Check.That(Enumerable.Range(0, n).All(i => b.Payoffs[2 * i] == -b.Payoffs[2 * i + 1] && b.Payoffs[2 * i] != 0), "payoffs");
                b.Step(new int[n], reset: true);
                Check.That(b.Over.All(x => x == 0), "begun anew");
            }
        }

        [Test]
        public static void Simulations(Runtime rt)
        {
            using (Model m = rt.Load(Program.Example("kuhn-poker")))
            {
                var options = new SimulationOptions(2000) { Seed = 4, Agents = "random,first", Workers = 2 };
                SimulationResult a = m.Simulate(options);
                Check.Same(2000, a.Finished, "finished");
                Check.Same(4UL, a.Seed, "seed");
                Check.Same(2000, a.Reasons.Sum(r => r.Games), "reasons");
                Check.That(Math.Abs(a.Seats[0].Payoff.Mean.Value + a.Seats[1].Payoff.Mean.Value) < 1e-9, "nothing is lost");
                Check.That(a.Seats[0].Payoff.Low < a.Seats[0].Payoff.Mean && a.Requests.Max >= a.Requests.Min && a.Seats[0].WinRate > 0, "moments");
                Func<int, SimulationOptions> some = n => new SimulationOptions(n) { Seed = 4, Agents = "random,first" };
                JoinedParts front = rt.Join(m.SimulatePart(some(600)), m.SimulatePart(some(400), 600));
                SimulationResult joined = rt.Join(front.Part, m.SimulatePart(some(1000), 1000)).Result;
                Check.Same(1000, front.Result.Games, "the front");
                Check.Same(a.Seats[0].Payoff.Mean, joined.Seats[0].Payoff.Mean, "parts come to the same");
                Check.Same(a.Requests.High, joined.Requests.High, "to the last bit");
                using (Simulation s = m.StartSimulation(options))
                {
                    Check.Same(a.Seats[0].Payoff.Mean, s.Result().Seats[0].Payoff.Mean, "the same beside");
                    Check.That(s.Progress().Finished && s.Progress().Done == 2000, "progress");
                }
                Check.Same(2000, a.Lengths.Sum(b => b.Games), "lengths");
                Check.That(a.Seats[0].WinLow < a.Seats[0].WinRate && a.Seats[0].WinRate < a.Seats[0].WinHigh && a.Median >= 3, "rates");
                Check.That(a.Actions == null && a.Chart == null && a.Save == null && a.Difference == null, "only what was asked for");

                options.Actions = options.Save = true;
                options.Compare = m;
                options.CompareAgents = "first";
                options.Chart = "dark";
                SimulationResult c = m.Simulate(options);
                Check.Same(2000, c.Difference.Pairs, "pairs");
                Check.Same(a.Seats[0].Payoff.Mean, c.Seats[0].Payoff.Mean, "a comparison is two runs");
                Check.That(Math.Abs(c.Compared.Seats[0].Payoff.Mean.Value - c.Seats[0].Payoff.Mean.Value - c.Difference.Payoffs[0].Mean.Value) < 1e-9, "difference");
                Check.Same(2, c.Difference.WinRates.Count, "win rates");
                Check.That(c.Chart.StartsWith("<svg"), "chart");
                Check.That(c.Actions.Count > 0 && c.Actions.All(p => p.Options.Sum(o => o.Taken) == p.Asked && p.Options.All(o => o.Legal >= o.Taken && o.Taken >= o.Forced)), "actions");
                var less = new SimulationOptions(530) { Seed = 4, Agents = "random,first", Actions = true, Compare = m, CompareAgents = "first", Save = true };
                options.Resume = m.Simulate(less).Save;
                Check.Same(c.Difference.Payoffs[0].High, m.Simulate(options).Difference.Payoffs[0].High, "goes on");
                JoinedParts enough = rt.Join(0.5, m.SimulatePart(some(2000)), m.SimulatePart(some(1000), 2000));
                Check.That(enough.Enough && enough.Result.Games == 2000, "enough");

                using (Simulation s = m.StartSimulation(new SimulationOptions(50000000)))
                {
                    Check.That(s.Cancel().Interrupted, "ended early");
                }
            }
        }

        /// <summary>Notes which methods were called.</summary>
        class Noting : Transport
        {
            readonly Transport inner;
            public readonly HashSet<string> Methods = new HashSet<string>();

            public Noting(Transport inner) { this.inner = inner; }

            public override int Call(long id, byte[] request, int length, ref byte[] answer)
            {
                lock (Methods) Methods.Add((string)((ValueMap)new PackReader(request, length).Value())["method"]);
                return inner.Call(id, request, length, ref answer);
            }

            public override bool Cancel(long id) { return inner.Cancel(id); }

            public override void Dispose() { inner.Dispose(); }
        }

        // Whatever the engine can do has words in this binding.
        [Test]
        public static void EveryMethodIsBound(Runtime rt)
        {
            var noting = new Noting(rt.Transport);
            Runtime all = Runtime.Over(noting);
            AGame(all);
            StateEventsAndOptions(all);
            ConstantsAndDiagnostics(all);
            BatchesAreGames(all);
            Simulations(all);
            Boards(all);
            DiceTests.RollsAndDistributions(all);
            TurnTests.AGameTellsItsTurns(all);
            ExploreTests.EveryStateOfAGame(all);
            ExploreTests.TurnsByThemselves(all);
            ViewTests.AView(all);
            ViewTests.ObservedBatches(all);
            RulesetTests.SheetsChoicesAndChanges(all);
            RulesetTests.APauseCanBeAnsweredAgainAndLater(all);
            RulesetTests.Names(all);
            ContentPackTests.PacksAreLookedInto(all);
            RulesetTests.PacksThatDoNotLoad(all);
            using (Model m = all.Load(Program.Example("nim")))
            using (Game g = m.NewGame()) Check.Throws<BadAnswerException>(() => g.NextGame());
            object[] methods = (object[])all.Invoke("runtime.methods")["methods"];
            var elsewhere = new HashSet<string> { "runtime.cancel", "function.offer", "function.withdraw", "function.next", "function.answer", "game.explain" }; // AsyncTests, FunctionTests, ExplainTests
            foreach (ValueMap method in methods)
                Check.That(noting.Methods.Contains((string)method["name"]) || elsewhere.Contains((string)method["name"]), method["name"] + " is not bound");
        }
    }
}
