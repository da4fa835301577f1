using System.IO;

namespace Astragal.Tests
{
    static class TurnTests
    {
        [Test]
        public static void AGameTellsItsTurns(Runtime rt)
        {
            using (Model m = rt.Load(Path.Combine(Program.Root, "testdata", "models", "turns", "reference.yaml")))
            using (Game g = m.NewGame(seed: 3))
            {
                ExplainedTurn first = g.Explain("turn").Turn;
                Check.Same("corp action 1 True 1,0 1", first.Side + " " + first.Phase + " " + first.Id + " " + first.FormalBegun + " " + string.Join(",", first.BegunCounts) + " " + first.Next, "explained");
                Check.That(first.Open && first.Objectives.Count == 1 && first.Actions.Count == 0 && first.Sentences.Count > 3, "explained");
                g.Play("random");
                TraceCheck whole = rt.CheckTrace(g.Trace());
                Check.That(whole.Ok && whole.Fault == null && whole.Steps > 50 && whole.Turns > 1, "holds");
                Check.Same("won", whole.Outcome, "outcome");
                Check.That(whole.Winners.Count == 1, "winners");
            }
            string text = File.ReadAllText(Path.Combine(Program.Root, "testdata", "traces", "Handoff.complete.jsonl"));
            TraceFault fault = rt.CheckTrace(text).Fault;
            Check.Same("refused Handoff complete", fault.Kind + " " + fault.Relation + " " + fault.Guard, "fault");
            Check.That(fault.ToString().EndsWith("the procedure of the old turn is not complete [Handoff.complete]"), fault.ToString());
            using (Model m = rt.Load(Program.Example("nim")))
            using (Game g = m.NewGame()) 
            {
                Check.Throws<BadParamsException>(() => g.Trace());
                Check.That(g.Explain().Turn == null, "no turns");
            }
        }
    }
}
