using System;
using System.Linq;

namespace Astragal.Tests
{
    static class ViewTests
    {
        [Test]
        public static void AView(Runtime rt)
        {
            using (Model m = rt.Load(Program.Example("duel")))
            using (Game g = m.NewGame(seed: 1))
            {
                int seat = g.Request.Player;
                GameView mine = g.View(seat), other = g.View(1 - seat), outside = g.View();
                var hand = g.State().Zone("hand[" + seat + "]");
                Check.Same(string.Join("|", hand.Select(c => c["label"])), string.Join("|", mine.Zone("hand", seat).Items.Select(i => i.Label)), "hand");
                Check.Same("hand[" + seat + "]#0", mine.Zone("hand", seat).Items[0].Id, "handle");
                foreach (GameView v in new[] { other, outside })
                {
                    Check.Same(hand.Count, v.Zone("hand", seat).Unknown, "backs");
                    Check.Same(0, v.Zone("hand", seat).Items.Count + v.Options.Count + v.Request.Options.Count, "nothing of it");
                    Check.Same(seat, v.Request.Player, "who is asked");
                }
                Check.Same(string.Join("|", g.Request.Options), string.Join("|", mine.Options.Select(o => o.Label)), "options");
                Check.Same(mine.Request.ToString(), g.RequestOf(seat).ToString(), "request");
                Check.Same(mine.Events.Count, g.Events(0, seat).Events.Count, "events");
                Check.Same(0, g.View(seat, mine.Next).Events.Count, "nothing new");
                Check.Throws<BadParamsException>(() => g.View(2));
                Check.Throws<BadParamsException>(() => g.View(-2));
            }
        }

        [Test]
        public static void AViewShowsWhoseTurnItIs(Runtime rt)
        {
            using (Model m = rt.LoadText("name: T\nnum_players: 2\nturns: {sides: {a: {phases: [main]}}}\nactions: {x: {}, y: {}}\n"
                + "flow: {kind: turns, phases: {main: [{kind: step, id: s, actor_x: \"turn['owner']\", do: [x, y]}]}}\n"))
            using (Game g = m.NewGame(seed: 1))
            {
                Check.Same("main", ((ValueMap)g.View(1).Turn)["phase"], "phase");
            }
        }

        // Whole games with agents that are given views and answer by options, in both seats.
        [Test]
        public static void AgentsOfTheHost(Runtime rt)
        {
            foreach (string name in new[] { "duel", "kuhn-poker" })
                using (Model m = rt.Load(Program.Example(name)))
                    for (ulong seed = 0; seed < 4; seed++)
                        Check.Same(Played(m, seed), Played(m, seed), "the same agents play the same game");
        }

        static string Played(Model m, ulong seed)
        {
            var random = new[] { new Random((int)seed), new Random(100 + (int)seed) };
            var since = new int[2];
            using (Game g = m.NewGame(seed: seed))
            {
                while (!g.Request.IsOver)
                {
                    int seat = g.Request.Player;
                    GameView view = g.View(seat, since[seat]);
                    since[seat] = view.Next;
                    g.AnswerAs(seat, view.Options[random[seat].Next(view.Options.Count)]);
                }
                Check.Same(RequestKind.End, g.Request.Kind, "it ends");
                return g.Record();
            }
        }

        [Test]
        public static void AnswersFromASeat(Runtime rt)
        {
            using (Model m = rt.Load(Program.Example("kuhn-poker")))
            using (Game g = m.NewGame(seed: 5))
            {
                Check.Throws<BadAnswerException>(() => g.AnswerAs(1, 0));
                Request seen = g.AnswerAs(0, 0);
                Check.Same(1, seen.Player, "player");
                Check.Same(0, seen.Options.Count, "options of another");
                Check.That(g.Request.Options.Count > 0, "the owner sees them");
                Check.Same(0, g.UndoAs(0).Player, "undone");
                Check.Same(1, g.RedoAs(0).Player, "redone");
                Check.Throws<BadAnswerException>(() => g.UndoAs(1));
                Check.Throws<BadAnswerException>(() => g.AnswerAs(1, "hand[0]#0"));
            }
        }

        [Test]
        public static void ObservedBatches(Runtime rt)
        {
            using (Model m = rt.Load(Program.Example("nim")))
            using (Batch b = m.NewBatch(50, seed: 2))
            {
                ObservationEncoding e = m.Encoding();
                Check.Same("seat asked pick heaps turn", string.Join(" ", e.Features.Select(f => f.Name).ToArray()), "features");
                Check.Same(e.Size, e.Features.Last().At + e.Features.Last().Size, "the last number");
                Check.Same(e.Size, b.Observe(actions: 60).Size, "a row");
                Check.Same("take", e.Actions[0], "the model's own action");
                while (b.Over.Any(o => o == 0))
                {
                    BatchView v = b.Observe(actions: 60);
                    Check.Same(60, v.Actions, "actions");
                    Check.Same(50 * v.Size, v.Rows.Length, "rows");
                    var choice = new int[b.Count];
                    for (int i = 0; i < b.Count; i++)
                    {
                        int legal = 0;
                        for (int a = 59; a >= 0; a--)
                            if (v.Mask[i * 60 + a] == 1)
                            {
                                legal++;
                                choice[i] = a;
                            }
                        Check.Same(b.Options[i], legal, "as many as there are options");
                    }
                    b.Choose(choice);
                }
                Check.That(b.Over.All(o => o == 1), "all games end");
                Check.Throws<BadParamsException>(() => b.Observe(seat: 2));
                Check.Throws<LimitException>(() => b.Observe(actions: 1));
            }
        }
    }
}
