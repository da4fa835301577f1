using System.Collections.Generic;
using System.Linq;

namespace Astragal
{
    /// <summary>Where a model comes from: enough to load it again.</summary>
    public sealed class ModelSource
    {
        public string Path { get; private set; }
        public string Text { get; private set; }
        public string Name { get; private set; }
        /// <summary>Constants that are replaced; null where there are none.</summary>
        public IReadOnlyDictionary<string, object> Set { get; private set; }

        /// <summary>A file, which may include others.</summary>
        public static ModelSource File(string path, IDictionary<string, object> set = null)
        {
            if (path == null) throw new System.ArgumentNullException("path");
            return new ModelSource { Path = System.IO.Path.GetFullPath(path), Set = Copy(set) };
        }

        /// <summary>A text; name stands for the file in messages.</summary>
        public static ModelSource OfText(string text, string name = null, IDictionary<string, object> set = null)
        {
            if (text == null) throw new System.ArgumentNullException("text");
            return new ModelSource { Text = text, Name = name, Set = Copy(set) };
        }

        /// <summary>A model of a pack, with all that other packs add to it; model names it where the pack has several. grant is what all these packs may do, capabilities as
        /// <see cref="Runtime.InspectPack"/> shows them: what whoever plays has agreed to. Without it packs with code of their own are refused, unless
        /// <see cref="RuntimeOptions.Capabilities"/> allow them; with it they may do no more than those allow.</summary>
        public static ModelSource OfPack(ContentPack pack, IEnumerable<ContentPack> add = null, string model = null, IDictionary<string, object> set = null, IEnumerable<string> grant = null)
        {
            if (pack == null) throw new System.ArgumentNullException("pack");
            return new ModelSource { pack = pack, add = add == null ? null : add.Select(p => p.Form).ToArray(), packModel = model, grant = grant == null ? null : grant.ToArray<object>(), Set = Copy(set) };
        }

        ContentPack pack;
        object[] add;
        string packModel;
        object[] grant;

        static IReadOnlyDictionary<string, object> Copy(IDictionary<string, object> set)
        {
            return set == null || set.Count == 0 ? null : new Dictionary<string, object>(set);
        }

        internal Call Put(Call c) { return c.Text("path", Path).Text("text", Text).Text("name", Name).Value("pack", pack == null ? null : pack.Form).Value("add", add).Text("pack_model", packModel).Value("grant", grant); }
    }
}
