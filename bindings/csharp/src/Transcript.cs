using System;
using System.Collections.Generic;
using System.Numerics;

namespace Astragal
{
    /// <summary>
    /// Tells a game's story, a JSON object a line, to the byte as astragal run --json does: call Show
    /// when the game has begun and after each answer, and Answer before it.
    /// </summary>
    public sealed class Transcript
    {
        readonly List<string> lines = new List<string>();
        int seen;

        public IReadOnlyList<string> Lines { get { return lines; } }

        /// <summary>The lines, each with a line feed behind it.</summary>
        public override string ToString() { return lines.Count == 0 ? "" : string.Join("\n", lines.ToArray()) + "\n"; }

        /// <summary>Tells which option is taken.</summary>
        public void Answer(int option) { Tell("answer", option); }

        /// <summary>Tells what happened since the last time, and what the game waits for now.</summary>
        public void Show(Game game)
        {
            GameEvents news = game.Events(seen);
            seen = news.Next;
            foreach (GameEvent e in news.Events)
            {
                if (e.Kind == "event") Tell("event", e.Label);
                else if (e.Kind == "automatic") Tell("automatic", Map().With("place", e.Place ?? "").With(e.What, e.Label));
            }
            Request q = game.Request;
            switch (q.Kind)
            {
                case RequestKind.Decision: Tell("ask", Decision(q, game.Options())); break;
                case RequestKind.Chance: Tell("ask", Chance(q, game.Options())); break;
                case RequestKind.End: Tell("end", Map().With("payoffs", q.Payoffs).With("reason", q.Reason)); break;
                default: Tell("error", Error(q.Error)); break;
            }
        }

        void Tell(string kind, object what) { lines.Add(Json.Of(Map().With(kind, what))); }

        static ValueMap Map() { return new ValueMap(); }

        static ValueMap Decision(Request q, OptionDetails details)
        {
            bool several = details.Pool != null;
            var options = new List<object>();
            foreach (OptionDetail o in details.Options)
                options.Add(several ? Map().With("label", o.Label).With("item", o.Item) : (object)o.Label);
            ValueMap ask = Map().With("kind", "decision").With("player", q.Player).With("place", q.Place).With("options", options);
            if (several) ask.With("pool", details.Pool).With("chosen", details.Chosen);
            return ask.With("visible_to", Visible(q));
        }

        static ValueMap Chance(Request q, OptionDetails details)
        {
            var outcomes = new List<object>();
            foreach (OptionDetail o in details.Options)
            {
                bool plain = o.Item == null || o.Item is bool || o.Item is long || o.Item is BigInteger || o.Item is double;
                outcomes.Add(new[] { plain ? o.Item : o.Label, (object)o.P });
            }
            return Map().With("kind", "chance").With("place", q.Place).With("outcomes", outcomes).With("visible_to", Visible(q));
        }

        static ValueMap Error(GameError e)
        {
            ValueMap m = Map().With("kind", e.Kind).With("message", e.Message);
            if (e.At != null && e.At.Line > 0) m.With("at", Map().With("file", e.At.File).With("line", e.At.Line).With("column", e.At.Column));
            if (e.CannotEnd != null)
            {
                ValueMap cycle = Map().With("rounds", e.CannotEnd.Rounds).With("places", e.CannotEnd.Places);
                if (e.CannotEnd.More) cycle.With("more", true);
                m.With("cannot_end", cycle);
            }
            return m;
        }

        static object Visible(Request q) { return q.All ? "all" : (object)q.Seen; }
    }
}
