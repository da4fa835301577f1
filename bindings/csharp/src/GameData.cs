using System.Collections.Generic;

namespace Astragal
{
    /// <summary>How far agents played a game.</summary>
    public sealed class PlayResult
    {
        internal PlayResult(Request request, int answers)
        {
            Request = request;
            Answers = answers;
        }

        public Request Request { get; private set; }
        public int Answers { get; private set; }
    }

    /// <summary>An option with what is behind it.</summary>
    public sealed class OptionDetail
    {
        public string Label { get; private set; }
        /// <summary>The item that it takes, as ValueMap has values; of what a seat sees its handle; null where there is none.</summary>
        public object Item { get; private set; }
        /// <summary>Of what a seat sees: it does not see which item it is.</summary>
        public bool Hidden { get; private set; }
        /// <summary>Its number, from 0.</summary>
        public int Index { get; private set; }
        /// <summary>How likely it is, of a chance; else 0.</summary>
        public double P { get; private set; }

        internal static OptionDetail[] List(PackReader r)
        {
            var list = new OptionDetail[r.List()];
            for (int i = 0; i < list.Length; i++)
            {
                list[i] = Read(r);
                list[i].Index = i;
            }
            return list;
        }

        static OptionDetail Read(PackReader r)
        {
            var o = new OptionDetail { Label = "" };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "label": o.Label = r.Text(); break;
                    case "item": o.Item = r.Value(); break;
                    case "hidden": o.Hidden = r.Bool(); break;
                    case "p": o.P = r.Float(); break;
                    default: r.Skip(); break;
                }
            }
            return o;
        }
    }

    /// <summary>The options of a question with what is behind them.</summary>
    public sealed class OptionDetails
    {
        public IReadOnlyList<OptionDetail> Options { get; private set; }
        /// <summary>In a choice of several items what is chosen from; else null.</summary>
        public IReadOnlyList<object> Pool { get; private set; }
        /// <summary>In a choice of several items what has been chosen; else null.</summary>
        public IReadOnlyList<object> Chosen { get; private set; }

        internal static OptionDetails Read(PackReader r)
        {
            var d = new OptionDetails { Options = new OptionDetail[0] };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "options": d.Options = OptionDetail.List(r); break;
                    case "pool": d.Pool = Game.ListOf(r); break;
                    case "chosen": d.Chosen = Game.ListOf(r); break;
                    default: r.Skip(); break;
                }
            }
            return d;
        }
    }

    /// <summary>All of a game's variables and zones, hidden ones too.</summary>
    public sealed class GameState
    {
        /// <summary>By name; of one per player the list.</summary>
        public ValueMap Variables { get; private set; }
        /// <summary>By path, which is name or name[player]: an object[] of ValueMap.</summary>
        public ValueMap Zones { get; private set; }
        /// <summary>The number of the game within its campaign, from 1.</summary>
        public int GameNo { get; private set; }

        internal static GameState Read(PackReader r)
        {
            var s = new GameState { Variables = new ValueMap(), Zones = new ValueMap() };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "variables": s.Variables = Game.MapOf(r); break;
                    case "zones": s.Zones = Game.MapOf(r); break;
                    case "game_no": s.GameNo = r.Int(); break;
                    default: r.Skip(); break;
                }
            }
            return s;
        }

        /// <summary>What lies in a zone, in its order. Throws KeyNotFoundException when there is no such zone.</summary>
        public IReadOnlyList<ValueMap> Zone(string path)
        {
            return System.Array.ConvertAll((object[])Zones[path], x => (ValueMap)x);
        }
    }

    /// <summary>Something that has happened in a game.</summary>
    public sealed class GameEvent
    {
        /// <summary>event, automatic (taken unasked) or observed.</summary>
        public string Kind { get; private set; }
        /// <summary>Of an observation decision, chance, draw and so on; of an automatic action or option; else null.</summary>
        public string What { get; private set; }
        public string Place { get; private set; }
        public string Label { get; private set; }
        /// <summary>Whether everyone saw it.</summary>
        public bool All { get; private set; }
        /// <summary>Else the players who did.</summary>
        public IReadOnlyList<int> Seen { get; private set; }
        /// <summary>Who decided; -1 where nobody did.</summary>
        public int Player { get; private set; }
        /// <summary>Of a seat's events: others saw what it was.</summary>
        public bool Hidden { get; private set; }

        internal static GameEvent[] List(PackReader r)
        {
            var list = new GameEvent[r.List()];
            for (int i = 0; i < list.Length; i++) list[i] = Read(r);
            return list;
        }

        static GameEvent Read(PackReader r)
        {
            var e = new GameEvent { Kind = "", Label = "", Seen = new int[0], Player = -1 };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "kind": e.Kind = r.Text(); break;
                    case "what": e.What = r.Text(); break;
                    case "place": e.Place = r.Text(); break;
                    case "label": e.Label = r.Text(); break;
                    case "all": e.All = r.Bool(); break;
                    case "seen": e.Seen = r.Ints(); break;
                    case "player": e.Player = r.Int(); break;
                    case "hidden": e.Hidden = r.Bool(); break;
                    default: r.Skip(); break;
                }
            }
            return e;
        }
    }

    /// <summary>What has happened since some time.</summary>
    public sealed class GameEvents
    {
        public IReadOnlyList<GameEvent> Events { get; private set; }
        /// <summary>since of the next call.</summary>
        public int Next { get; private set; }

        internal static GameEvents Read(PackReader r)
        {
            var all = new GameEvents { Events = new GameEvent[0] };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "events": all.Events = GameEvent.List(r); break;
                    case "next": all.Next = r.Int(); break;
                    default: r.Skip(); break;
                }
            }
            return all;
        }
    }
}
