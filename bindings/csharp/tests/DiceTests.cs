using System.Linq;

namespace Astragal.Tests
{
    static class DiceTests
    {
        [Test]
        public static void RollsAndDistributions(Runtime rt)
        {
            Dice d = rt.ParseDice("1 + 4dFkh3 - d6");
            Check.Same("4dFkh3 - 1d6 + 1", d.ToString(), "canonical");
            Check.That(d.Flat == 1 && d.Count == 5 && d.Terms.Count == 2, "terms");
            Check.That(d.Terms[0].Low == -1 && d.Terms[0].High == 1 && d.Terms[1].Minus, "faces");
            var wrong = Check.Throws<BadParamsException>(() => rt.ParseDice("2d6 + gold"));
            Check.That(wrong.Message.Contains("column 7"), wrong.Message);

            DiceRoll r = rt.RollFaces("2d6!kh2 + 3", 6, 2, 5);
            Check.Same("2d6!kh2 + 3 = 14", r.ToString(), "roll");
            Check.Same("6 True, 2 False, 5 True", string.Join(", ", r.Terms[0].Faces.Select(f => f.Face + " " + f.Kept)), "kept");
            Check.That(r.Terms[0].Faces[0].Exploded && r.Terms[0].Faces[2].Extra && r.Terms[0].Faces[2].Die == 0, "explosion");
            DiceRoll first = rt.Roll("4d6", 7), next = rt.Roll("4d6", 7, first.Index);
            Check.Same(string.Join(" ", first.Asked.Concat(next.Asked)), string.Join(" ", rt.Roll("8d6", 7).Asked), "a seed goes on");

            DiceDistribution x = rt.Distribution("4d6kh3", exact: true);
            Check.Same("15869/1296", x.MeanExact, "mean");
            Check.Same("7/432", x.Outcomes.Last().Exact, "18");
            Check.That(x.Min == 3 && x.Max == 18 && !x.Partial && x.Beyond == 0, "range");
            Check.Same("21/5", rt.Distribution("1d6!").MeanExact, "exploding");
        }
    }
}
