using System;
using System.Collections.Generic;
using System.Linq;

namespace Astragal
{
    /// <summary>Where a pack of character rules comes from.</summary>
    public sealed class PackSource
    {
        readonly object form;

        PackSource(object form) { this.form = form; }

        /// <summary>A folder, or a zip.</summary>
        public static PackSource At(string path)
        {
            if (path == null) throw new ArgumentNullException("path");
            return new PackSource(System.IO.Path.GetFullPath(path));
        }

        /// <summary>Texts by their paths in the pack, as "rules/a.yaml"; name stands for the folder in messages.</summary>
        public static PackSource OfTexts(string name, IEnumerable<KeyValuePair<string, string>> files)
        {
            if (files == null) throw new ArgumentNullException("files");
            var texts = new ValueMap();
            foreach (var e in files) texts.Add(e.Key, e.Value);
            return new PackSource(new ValueMap().With("name", name ?? "").With("files", texts));
        }

        /// <summary>A pack of the folder of packs, as "world" or "world@^1", with those that it requires; or the packs of one of its rulesets.</summary>
        public static PackSource Named(string id, string ruleset = null)
        {
            if (id == null) throw new ArgumentNullException("id");
            return new PackSource(new ValueMap().With("pack", id).With("ruleset", ruleset ?? ""));
        }

        internal static object[] Forms(IEnumerable<PackSource> packs)
        {
            if (packs == null) throw new ArgumentNullException("packs");
            return packs.Select(p => p.form).ToArray();
        }
    }

    /// <summary>A pack of a ruleset.</summary>
    public sealed class PackInfo
    {
        public string Id { get; private set; }
        public string Version { get; private set; }
        public string Title { get; private set; }
        public string Licence { get; private set; }

        internal static PackInfo Of(ValueMap x)
        {
            return new PackInfo { Id = x.Text("id"), Version = x.Text("version"), Title = x.Text("title"), Licence = x.Text("licence") };
        }
    }

    /// <summary>Something wrong with packs.</summary>
    public sealed class PackFault
    {
        /// <summary>What is wrong, for programs: docs/packs.md.</summary>
        public string Code { get; private set; }
        /// <summary>Whether it is a warning; else the packs do not load.</summary>
        public bool IsWarning { get; private set; }
        public string Text { get; private set; }
        /// <summary>What to do; empty where that is not known.</summary>
        public string Fix { get; private set; }
        public string File { get; private set; }
        public int Line { get; private set; }
        public int Column { get; private set; }

        internal static PackFault Of(ValueMap x)
        {
            return new PackFault
            {
                Code = x.Text("code"), IsWarning = x.Text("severity") == "warning", Text = x.Text("text"), Fix = x.Text("fix"), File = x.Text("file"),
                Line = x.Int("line"), Column = x.Int("column"),
            };
        }

        public override string ToString()
        {
            string place = Line > 0 ? File + ":" + Line + ":" + Column + ": " : File != "" ? File + ": " : "";
            return place + (IsWarning ? "warning: " : "error: ") + Text + (Fix == "" ? "" : "; " + Fix);
        }
    }

    /// <summary>All that is wrong with packs. It prints as lines.</summary>
    public sealed class RulesetReport
    {
        /// <summary>Whether they load.</summary>
        public bool Ok { get; private set; }
        public IReadOnlyList<PackInfo> Packs { get; private set; }
        public IReadOnlyList<PackFault> Faults { get; private set; }
        /// <summary>How many fields, items, actions and so on there are, by name.</summary>
        public ValueMap Counts { get; private set; }

        internal static RulesetReport Of(ValueMap x)
        {
            return new RulesetReport
            {
                Ok = x.Flag("ok"), Packs = x.Maps("packs").Select(PackInfo.Of).ToArray(), Faults = x.Maps("errors").Select(PackFault.Of).ToArray(),
                Counts = x.Map("counts"),
            };
        }

        public override string ToString() { return string.Join("\n", Faults); }
    }
}
