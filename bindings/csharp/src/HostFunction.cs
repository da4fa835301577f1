using System.Collections.Generic;

namespace Astragal
{
    /// <summary>
    /// Answers what a model calls, with a value as ValueMap has them (null too), with Ops where the code is of kind
    /// content, or with AskChance, after which it is called again. An exception in it stops the game, and comes out of
    /// the call during which it happened (of an engine in this process).
    /// </summary>
    public delegate object HostFunction(Called called);

    /// <summary>What a model calls.</summary>
    public sealed class Called
    {
        /// <summary>The name of the code.</summary>
        public string Code { get; private set; }

        /// <summary>What the model gives, by name.</summary>
        public ValueMap Args { get; private set; }

        /// <summary>Where in the rules.</summary>
        public string Place { get; private set; }

        /// <summary>The handle of the game; 0 while it is just being made.</summary>
        public long Game { get; private set; }

        /// <summary>What kind of code it is: code or content.</summary>
        public string Kind { get; private set; }

        /// <summary>Whose turn it is there; -1 where nobody acts.</summary>
        public int Seat { get; private set; }

        /// <summary>What the chances that this call has asked have given.</summary>
        public IReadOnlyList<object> Chance { get; private set; }

        internal static Called Read(ValueMap map)
        {
            object game, seat;
            return new Called
            {
                Code = (string)map["code"], Args = (ValueMap)map["args"], Place = (string)map["place"],
                Game = map.TryGetValue("game", out game) ? (long)game : 0,
                Kind = (string)map["kind"], Seat = map.TryGetValue("seat", out seat) ? (int)(long)seat : -1,
                Chance = (IReadOnlyList<object>)map["chance"],
            };
        }

        /// <summary>The answer of a function as the engine takes it.</summary>
        internal static KeyValuePair<string, object> Answer(object given)
        {
            var ops = given as Ops;
            var chance = given as AskChance;
            if (ops != null) return new KeyValuePair<string, object>("ops", ops.List);
            if (chance != null) return new KeyValuePair<string, object>("chance", chance.List);
            return new KeyValuePair<string, object>("value", given);
        }
    }

    /// <summary>Ops as they stand in a model, run in place of the call of code of kind content.</summary>
    public sealed class Ops
    {
        internal readonly List<object> List;

        /// <summary>Each op is a map from its keys.</summary>
        public Ops(params IDictionary<string, object>[] ops) { List = new List<object>(ops); }
    }

    /// <summary>A chance that the game is to ask; the function is called again, with the outcome in Called.Chance.</summary>
    public sealed class AskChance
    {
        internal readonly List<object> List = new List<object>();

        /// <summary>Adds an outcome.</summary>
        public AskChance Or(object outcome, double probability)
        {
            List.Add(new List<object> { outcome, probability });
            return this;
        }
    }
}
