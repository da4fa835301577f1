namespace Astragal
{
    /// <summary>
    /// Answers what a model calls, with a value as ValueMap has them (null too). An exception in it stops the game, and
    /// comes out of the call during which it happened (of an engine in this process).
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

        internal static Called Read(ValueMap map)
        {
            object game;
            return new Called
            {
                Code = (string)map["code"], Args = (ValueMap)map["args"], Place = (string)map["place"],
                Game = map.TryGetValue("game", out game) ? (long)game : 0,
            };
        }
    }
}
