using System.Collections.Generic;

namespace Astragal
{
    /// <summary>Why a game cannot end: with nobody asked in between, its state is the same again.</summary>
    public sealed class GameCycle
    {
        /// <summary>Of loops and repeats, until it is.</summary>
        public int Rounds { get; private set; }
        /// <summary>That it goes through meanwhile, each once.</summary>
        public IReadOnlyList<string> Places { get; private set; }
        /// <summary>Whether there are more of them.</summary>
        public bool More { get; private set; }

        internal static GameCycle Read(PackReader r)
        {
            var c = new GameCycle { Places = new string[0] };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "rounds": c.Rounds = r.Int(); break;
                    case "places": c.Places = r.Texts(); break;
                    case "more": c.More = r.Bool(); break;
                    default: r.Skip(); break;
                }
            }
            return c;
        }
    }
}
