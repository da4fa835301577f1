using System;
using System.Collections.Generic;
using System.Linq;

namespace Astragal
{
    /// <summary>Which pack of models, content and evaluators: by its id, at a path, or by its bytes.</summary>
    public sealed class ContentPack
    {
        internal readonly object Form;

        ContentPack(object form) { Form = form; }

        /// <summary>In the folder of packs, as "storms" or "storms@^1.2".</summary>
        public static ContentPack Named(string id)
        {
            if (id == null) throw new ArgumentNullException("id");
            return new ContentPack(id);
        }

        /// <summary>A folder, or a zip.</summary>
        public static ContentPack At(string path)
        {
            if (path == null) throw new ArgumentNullException("path");
            return new ContentPack(new ValueMap().With("path", System.IO.Path.GetFullPath(path)));
        }

        /// <summary>The bytes of a zip; name stands for it in messages.</summary>
        public static ContentPack OfZip(byte[] zip, string name = null)
        {
            if (zip == null) throw new ArgumentNullException("zip");
            var form = new ValueMap().With("zip", zip);
            return new ContentPack(name == null ? form : form.With("name", name));
        }

        public static implicit operator ContentPack(string id) { return Named(id); }
    }

    /// <summary>A pack of the folder of packs.</summary>
    public sealed class FoundPack
    {
        public string Id { get; private set; }
        public string Version { get; private set; }
        public string Title { get; private set; }
        /// <summary>Of its folder or zip.</summary>
        public string Name { get; private set; }

        internal static FoundPack Of(ValueMap x)
        {
            return new FoundPack { Id = x.Text("id"), Version = x.Text("version"), Title = x.Text("title"), Name = x.Text("name") };
        }
    }

    /// <summary>The folder of packs.</summary>
    public sealed class PackList
    {
        public IReadOnlyList<FoundPack> Packs { get; private set; }
        /// <summary>Why others cannot be used.</summary>
        public IReadOnlyList<PackFault> Faults { get; private set; }

        internal static PackList Of(ValueMap x)
        {
            return new PackList { Packs = x.Maps("packs").Select(FoundPack.Of).ToArray(), Faults = x.Maps("errors").Select(PackFault.Of).ToArray() };
        }
    }

    /// <summary>What is in a pack. Nothing in it has run.</summary>
    public sealed class PackInspection
    {
        /// <summary>Whether it is sound; else Faults say why, and the rest is empty.</summary>
        public bool Ok { get; private set; }
        public IReadOnlyList<PackFault> Faults { get; private set; }
        public string Id { get { return About.Text("id"); } }
        public string Version { get { return About.Text("version"); } }
        /// <summary>What it may do, each name with a sentence: show them to whoever decides whether to use it.</summary>
        public IReadOnlyList<KeyValuePair<string, string>> Capabilities { get; private set; }
        /// <summary>The keys of those who signed it.</summary>
        public IReadOnlyList<string> Signed { get; private set; }
        /// <summary>All of it, as docs/protocol.md has it.</summary>
        public ValueMap About { get; private set; }

        internal static PackInspection Of(ValueMap x)
        {
            ValueMap about = x.Map("pack");
            return new PackInspection
            {
                Ok = x.Flag("ok"), Faults = x.Maps("errors").Select(PackFault.Of).ToArray(), About = about, Signed = about.Texts("signed"),
                Capabilities = about.Maps("capabilities").Select(c => new KeyValuePair<string, string>(c.Text("name"), c.Text("does"))).ToArray(),
            };
        }
    }

    /// <summary>Whether a pack can be used. It prints as why not.</summary>
    public sealed class PackVerdict
    {
        public bool Ok { get; private set; }
        public IReadOnlyList<PackFault> Faults { get; private set; }
        public string Id { get; private set; }
        public string Version { get; private set; }
        public IReadOnlyList<string> Capabilities { get; private set; }
        public IReadOnlyList<string> Signed { get; private set; }

        internal static PackVerdict Of(ValueMap x)
        {
            return new PackVerdict
            {
                Ok = x.Flag("ok"), Faults = x.Maps("errors").Select(PackFault.Of).ToArray(), Id = x.Text("id"), Version = x.Text("version"),
                Capabilities = x.Texts("capabilities"), Signed = x.Texts("signed"),
            };
        }

        public override string ToString() { return string.Join("\n", Faults); }
    }
}
