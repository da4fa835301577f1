using System;
using System.Collections.Generic;
using System.Linq;

namespace Astragal.Examples
{
    /// <summary>Strikes a foe, then leaps, half of the time, to another with half its power.</summary>
    static class Lightning
    {
        /// <summary>
        /// Code of kind content: asks chance for one stroke after the other, then gives the ops that the game is to run.
        /// </summary>
        public static object Strike(Called called)
        {
            List<ValueMap> foes = ((IEnumerable<object>)called.Args["foes"]).Cast<ValueMap>().ToList();
            var power = (long)called.Args["power"];
            var strokes = new List<long>();
            var ops = new List<IDictionary<string, object>>();
            bool over = false;
            foreach (object outcome in called.Chance)
            {
                over = outcome == null;
                if (over) break;
                ValueMap foe = foes.Single(f => f["uid"].Equals(outcome));
                foes.Remove(foe);
                ops.AddRange(Hurt(foe, power));
                strokes.Add(power);
                power /= 2;
            }
            if (foes.Count > 0 && power > 0 && !over)
            {
                double share = strokes.Count > 0 ? 0.5 : 1;
                var leap = new AskChance();
                foreach (ValueMap foe in foes) leap.Or(foe["uid"], share / foes.Count);
                return strokes.Count > 0 ? leap.Or(null, share) : leap;
            }
            Console.WriteLine(called.Seat + " strikes for " + (strokes.Count > 0 ? string.Join(", ", strokes) : "nothing"));
            return new Ops(ops.ToArray());
        }

        static IEnumerable<IDictionary<string, object>> Hurt(ValueMap foe, long power)
        {
            yield return Let("victim", "next(c for c in field[1 - actor] if c['uid'] == " + foe["uid"] + ")");
            yield return new Dictionary<string, object> { { "op", "add" }, { "attr", "damage" }, { "of_x", "victim" }, { "amount", power } };
            if (power < (long)foe["left"]) yield break;
            yield return Let("corpse", "victim");
            yield return Let("keeper", "1 - actor");
            var move = new Dictionary<string, object> { { "op", "move" }, { "what_x", "corpse" }, { "from", "field[keeper]" }, { "to", "discard[keeper]" } };
            yield return new Dictionary<string, object> { { "op", "emit" }, { "event", "creature_dies" }, { "impact", new List<object> { move } } };
        }

        static IDictionary<string, object> Let(string name, string expression)
        {
            return new Dictionary<string, object> { { "op", "let" }, { "name", name }, { "value_x", expression } };
        }
    }
}
