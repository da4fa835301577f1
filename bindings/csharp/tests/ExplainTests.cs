using System.Linq;

namespace Astragal.Tests
{
    static class ExplainTests
    {
        const string camp = @"
name: Camp
num_players: 2
functions:
  can_buy: {params: [p], x: ""gold[p] >= 6 and not any(b == 'sword' for b in bag[p])""}
state: {vars: {turn: {init: 0}, gold: {init_x: ""[2, 7]""}, bag: {init_x: ""[[], []]""}, days: {init: 0}}}
modifiers: [{id: brave, stat: might, change_x: value * 2}, {id: tired, stat: might, if_x: days > 3, change_x: value - 1}]
actions:
  buy: {pre_x: can_buy(actor)}
  rest: {effect: [{op: emit, event: night}, {op: add, var: days, amount: 1}]}
  wait: {}
triggers: [{id: wolf, event: night, if_x: ""gold[actor] == 0"", do: []}, {id: owl, event: night, do: []}]
flow: {kind: loop, id: camp, over_x: players, as: turn, children: [{kind: step, id: day, actor_x: turn, do: [buy, rest, wait]}]}
end: [{id: long, if_x: days >= 5, result: draw}, {id: rich, if_x: max(gold) > 100, result: win, who_x: ""0""}]
";

        [Test]
        public static void ExplainsAGame(Runtime rt)
        {
            using (Model m = rt.LoadText(camp, "camp.yaml"))
            using (Game g = m.NewGame())
            {
                byte[] before = g.Snapshot();
                Explanation e = g.Explain("action");
                Check.That(e.Value == null && e.Ends == null && e.Triggers.Count == 0, "nothing else");
                Check.Same("buy False, rest True, wait True", string.Join(", ", e.Actions.Actions.Select(x => x.Action + " " + x.Legal)), "legal");
                ExplainedAction buy = e.Actions.Actions[0];
                ExplainedReason why = buy.Reasons.Single();
                Check.Same("gold[p] >= 6", why.Text, "part");
                Check.Same("can_buy(actor)", why.Within.Single(), "within");
                Check.That(!why.True && why.Missing == 4, "missing");
                Check.Same("gold[p] is 2, p is 0", string.Join(", ", why.Values.Select(v => v.Name + " is " + v.Value)), "values");
                Check.Same("camp.yaml:5:30", why.At.ToString(), "at");
                Check.Same("comparison not", string.Join(" ", buy.Pre.Parts[0].Parts.Select(p => p.Form)), "parts");
                Check.That(e.ToString().StartsWith("buy (player 0) is not legal: gold[p] >= 6 is false: gold[p] is 2, p is 0; 4 missing"), "sentences");
                Check.Same("unasked", g.Explain("action", "buy", 1).Actions.Actions[0].Why, "another seat");
                Check.Throws<BadParamsException>(() => g.Explain("action", "fly"));
                Check.That(before.SequenceEqual(g.Snapshot()), "the game is as it was");
                ExplainedStat might = g.Explain("value", "modified('might', gold[actor])").Value.Modified.Single();
                Check.Same("4", might.Value, "value");
                Check.Same("brave True 2 4, tired False 4 4", string.Join(", ", might.Modifiers.Select(x => x.Id + " " + x.Applied + " " + x.Before + " " + x.After)), "modifiers");
                g.Answer("rest");
                ExplainedEvent night = g.Explain("trigger").Triggers.Single();
                Check.Same("night", night.Event, "event");
                Check.Same("wolf condition, owl fired", string.Join(", ", night.Triggers.Select(t => t.Id + " " + t.Verdict)), "verdicts");
                ExplainedEnds ends = g.Explain("end").Ends;
                Check.Same("long", ends.Nearest, "nearest");
                Check.Same(0.2, ends.Conditions[0].Near, "near");
                Check.That(g.Explain().Sentences.Count > 5, "all");
            }
        }
    }
}
