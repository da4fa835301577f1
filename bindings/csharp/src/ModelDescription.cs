using System.Collections.Generic;

namespace Astragal
{
    /// <summary>A zone of a model.</summary>
    public sealed class ZoneDescription
    {
        public string Name { get; private set; }
        /// <summary>list, set or slot.</summary>
        public string Kind { get; private set; }
        /// <summary>Whether each player has one of their own.</summary>
        public bool PerPlayer { get; private set; }
        /// <summary>public, owner or hidden.</summary>
        public string Visibility { get; private set; }
        public bool Shuffled { get; private set; }

        internal static ZoneDescription Read(PackReader r)
        {
            var z = new ZoneDescription { Name = "", Kind = "", Visibility = "" };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "name": z.Name = r.Text(); break;
                    case "kind": z.Kind = r.Text(); break;
                    case "owner": z.PerPlayer = r.Text() == "player"; break;
                    case "visibility": z.Visibility = r.Text(); break;
                    case "shuffled": z.Shuffled = r.Bool(); break;
                    default: r.Skip(); break;
                }
            }
            return z;
        }
    }

    /// <summary>What a model has.</summary>
    public sealed class ModelDescription
    {
        public string Name { get; private set; }
        public string Hash { get; private set; }
        public PlayerRange Players { get; private set; }
        /// <summary>Whether all win or lose together.</summary>
        public bool Cooperative { get; private set; }
        public ValueMap Constants { get; private set; }
        public IReadOnlyList<string> Variables { get; private set; }
        public IReadOnlyList<ZoneDescription> Zones { get; private set; }
        public IReadOnlyList<string> Actions { get; private set; }
        public IReadOnlyList<string> Windows { get; private set; }
        public IReadOnlyList<string> Boards { get; private set; }
        public IReadOnlyList<string> Agents { get; private set; }
        /// <summary>Whether games follow each other.</summary>
        public bool Campaign { get; private set; }

        internal static ModelDescription Read(PackReader r)
        {
            string[] none = { };
            var d = new ModelDescription
            {
                Name = "", Hash = "", Constants = new ValueMap(), Zones = new ZoneDescription[0],
                Variables = none, Actions = none, Windows = none, Boards = none, Agents = none,
            };
            for (int n = r.Map(); n > 0; n--)
            {
                switch (r.Text())
                {
                    case "name": d.Name = r.Text(); break;
                    case "hash": d.Hash = r.Text(); break;
                    case "players": d.Players = PlayerRange.Read(r); break;
                    case "cooperative": d.Cooperative = r.Bool(); break;
                    case "constants": d.Constants = Game.MapOf(r); break;
                    case "variables": d.Variables = r.Texts(); break;
                    case "zones":
                        var zones = new ZoneDescription[r.List()];
                        for (int i = 0; i < zones.Length; i++) zones[i] = ZoneDescription.Read(r);
                        d.Zones = zones;
                        break;
                    case "actions": d.Actions = r.Texts(); break;
                    case "windows": d.Windows = r.Texts(); break;
                    case "boards": d.Boards = r.Texts(); break;
                    case "agents": d.Agents = r.Texts(); break;
                    case "campaign": d.Campaign = r.Bool(); break;
                    default: r.Skip(); break;
                }
            }
            return d;
        }
    }
}
