using System.Collections.Generic;

namespace Astragal
{
    /// <summary>A card or other item as a seat sees it.</summary>
    public sealed class SeenItem
    {
        /// <summary>Its handle, good until the game goes on; null where the seat cannot tell it from others.</summary>
        public string Id { get; private set; }
        /// <summary>The seat does not know what it is.</summary>
        public bool Hidden { get; private set; }
        /// <summary>Null when hidden.</summary>
        public string Label { get; private set; }
        /// <summary>Its attributes as a ValueMap, or what it is.</summary>
        public object Value { get; private set; }

        static SeenItem Read(PackReader r)
        {
            var x = new SeenItem();
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "id": x.Id = r.Text(); break;
                    case "hidden": x.Hidden = r.Bool(); break;
                    case "label": x.Label = r.Text(); break;
                    case "value": x.Value = r.Value(); break;
                    default: r.Skip(); break;
                }
            }
            return x;
        }

        internal static SeenItem[] List(PackReader r)
        {
            var list = new SeenItem[r.List()];
            for (int i = 0; i < list.Length; i++) list[i] = Read(r);
            return list;
        }
    }

    /// <summary>A zone as it lies before a seat.</summary>
    public sealed class SeenZone
    {
        static readonly SeenItem[] none = { };

        public string Name { get; private set; }
        /// <summary>Whose it is; -1 of a common zone.</summary>
        public int Player { get; private set; }
        public int Count { get; private set; }
        /// <summary>Those that the seat can tell apart, in order.</summary>
        public IReadOnlyList<SeenItem> Items { get; private set; }
        /// <summary>Of a shuffled zone, in order.</summary>
        public IReadOnlyList<SeenItem> Top { get; private set; }
        public IReadOnlyList<SeenItem> Bottom { get; private set; }
        /// <summary>Items that the seat knows to lie somewhere within.</summary>
        public IReadOnlyList<SeenItem> Known { get; private set; }
        /// <summary>How many others there are.</summary>
        public int Unknown { get; private set; }

        internal static SeenZone Read(PackReader r)
        {
            var z = new SeenZone { Name = "", Player = -1, Items = none, Top = none, Bottom = none, Known = none };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "name": z.Name = r.Text(); break;
                    case "player": z.Player = r.Int(); break;
                    case "count": z.Count = r.Int(); break;
                    case "items": z.Items = SeenItem.List(r); break;
                    case "top": z.Top = SeenItem.List(r); break;
                    case "bottom": z.Bottom = SeenItem.List(r); break;
                    case "known": z.Known = SeenItem.List(r); break;
                    case "unknown": z.Unknown = r.Int(); break;
                    default: r.Skip(); break;
                }
            }
            return z;
        }
    }

    /// <summary>A variable as a seat sees it; of one that belongs to players and is not public one player's.</summary>
    public sealed class SeenVariable
    {
        public string Name { get; private set; }
        /// <summary>Whose it is; -1 where it is one of all.</summary>
        public int Player { get; private set; }
        public bool Hidden { get; private set; }
        public object Value { get; private set; }

        internal static SeenVariable Read(PackReader r)
        {
            var v = new SeenVariable { Name = "", Player = -1 };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "name": v.Name = r.Text(); break;
                    case "player": v.Player = r.Int(); break;
                    case "hidden": v.Hidden = r.Bool(); break;
                    case "value": v.Value = r.Value(); break;
                    default: r.Skip(); break;
                }
            }
            return v;
        }
    }

    /// <summary>An action that waits on the stack of an open window.</summary>
    public sealed class StackedAction
    {
        public string Window { get; private set; }
        public string Action { get; private set; }
        public int Player { get; private set; }
        public bool Cancelled { get; private set; }

        internal static StackedAction Read(PackReader r)
        {
            var s = new StackedAction { Window = "", Action = "" };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "window": s.Window = r.Text(); break;
                    case "action": s.Action = r.Text(); break;
                    case "player": s.Player = r.Int(); break;
                    case "cancelled": s.Cancelled = r.Bool(); break;
                    default: r.Skip(); break;
                }
            }
            return s;
        }
    }

    /// <summary>What one seat sees of a game, and nothing else.</summary>
    public sealed class GameView
    {
        static readonly OptionDetail[] none = { };

        /// <summary>Who looks; -1: a spectator.</summary>
        public int Seat { get; private set; }
        public int Players { get; private set; }
        /// <summary>The number of the game within its campaign, from 1.</summary>
        public int GameNo { get; private set; }
        public IReadOnlyList<SeenZone> Zones { get; private set; }
        public IReadOnlyList<SeenVariable> Variables { get; private set; }
        public IReadOnlyList<StackedAction> Stack { get; private set; }
        /// <summary>Players who are out; results of the flows that have ended.</summary>
        public object Eliminated { get; private set; }
        public object Results { get; private set; }
        /// <summary>The record of the turn that is taken, in a model with turns; null while none is.</summary>
        public object Turn { get; private set; }
        public Request Request { get; private set; }
        /// <summary>Those of the seat's own question; an Item is the handle of one in this view.</summary>
        public IReadOnlyList<OptionDetail> Options { get; private set; }
        /// <summary>In a choice of several items what has been chosen.</summary>
        public IReadOnlyList<OptionDetail> Chosen { get; private set; }
        public IReadOnlyList<GameEvent> Events { get; private set; }
        /// <summary>since of the next view.</summary>
        public int Next { get; private set; }

        /// <summary>A zone by its name, of one per player that of a player. Throws KeyNotFoundException where there is none.</summary>
        public SeenZone Zone(string name, int player = -1)
        {
            foreach (SeenZone z in Zones)
                if (z.Name == name && z.Player == player) return z;
            throw new KeyNotFoundException(name);
        }

        internal static GameView Read(PackReader r)
        {
            var v = new GameView { Zones = new SeenZone[0], Variables = new SeenVariable[0], Stack = new StackedAction[0], Options = none, Chosen = none, Events = new GameEvent[0] };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "seat": v.Seat = r.Int(); break;
                    case "players": v.Players = r.Int(); break;
                    case "game_no": v.GameNo = r.Int(); break;
                    case "zones":
                        var zones = new SeenZone[r.List()];
                        for (int i = 0; i < zones.Length; i++) zones[i] = SeenZone.Read(r);
                        v.Zones = zones;
                        break;
                    case "variables":
                        var variables = new SeenVariable[r.List()];
                        for (int i = 0; i < variables.Length; i++) variables[i] = SeenVariable.Read(r);
                        v.Variables = variables;
                        break;
                    case "stack":
                        var stack = new StackedAction[r.List()];
                        for (int i = 0; i < stack.Length; i++) stack[i] = StackedAction.Read(r);
                        v.Stack = stack;
                        break;
                    case "eliminated": v.Eliminated = r.Value(); break;
                    case "results": v.Results = r.Value(); break;
                    case "turn": v.Turn = r.Value(); break;
                    case "request": v.Request = Request.Read(r); break;
                    case "options": v.Options = OptionDetail.List(r); break;
                    case "chosen": v.Chosen = OptionDetail.List(r); break;
                    case "events": v.Events = GameEvent.List(r); break;
                    case "next": v.Next = r.Int(); break;
                    default: r.Skip(); break;
                }
            }
            return v;
        }
    }
}
