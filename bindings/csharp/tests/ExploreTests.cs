using System.Linq;
using System.Threading;

namespace Astragal.Tests
{
    static class ExploreTests
    {
        const string Trap = @"
name: Trap
num_players: 1
state: {vars: {room: {init: 0}}}
actions:
  on: {pre_x: 'room < 2', effect: [{op: add, var: room, amount: 1}]}
  out: {pre_x: 'room == 1', effect: [{op: set, var: room, value: 9}]}
  stay: {effect: []}
  spin: {pre_x: 'room == 2', effect: [{op: repeat, until_x: 'room == 0', do: []}]}
flow: {kind: loop, id: main, children: [{kind: step, id: go, actor_x: '0', do: [on, out, stay, spin]}]}
end: [{id: free, if_x: 'room == 9', result: draw}]
";

        [Test]
        public static void EveryStateOfAGame(Runtime rt)
        {
            using (Model m = rt.Load(Program.Example("noughts-and-crosses")))
            {
                Explored all = m.Explore(at: "action mark");
                Check.That(all.IsFine && all.IsWhole && !all.IsCyclic && all.Script == null, all.ToString());
                Check.Same(5478, all.States, "states");
                Check.Same("1 9 72 252 756 1260 1520 1140 390 78", string.Join(" ", all.Levels), "levels");
                Check.Same("there are more than 9 states", m.Explore(states: 9).Cut, "cut");
            }
            using (Model m = rt.LoadText(Trap, "trap.yaml"))
            {
                Explored all = m.Explore(new[] { "room >= 0" });
                Check.That(!all.IsFine && all.IsCyclic && all.Broken == null, all.ToString());
                Check.Same("on on stay", string.Join(" ", all.Stuck.Trace.Concat(all.Stuck.Cycle).Select(a => a.Label)), "stuck");
                Check.Same("action spin", all.Faults.Single().CannotEnd.Places.Single(), "cannot end");
                Check.Same("player 0 · step go: spin", all.Faults.Single().Trace.Last().ToString(), "fault");
                Check.Same("False", m.Explore(new[] { "room != 9" }).Broken.Value, "broken");
                Check.Throws<BadParamsException>(() => m.Explore(new[] { "rom" }));
                using (var cancel = new CancellationTokenSource())
                {
                    cancel.Cancel();
                    Check.Throws<System.OperationCanceledException>(() => m.Explore(cancel: cancel.Token));
                }
            }
        }

        [Test]
        public static void TurnsByThemselves(Runtime rt)
        {
            ExploredTurns r = rt.ExploreTurns(new TurnBounds { Turns = 1 });
            Check.That(r.IsWhole && r.Wrong == null && r.Deadlocks == 0 && r.States > 1000 && r.Symmetries == 1, "reference");
            Check.Same("there are more than 9 states", rt.ExploreTurns(new TurnBounds { States = 9 }).Cut, "cut");
        }
    }
}
