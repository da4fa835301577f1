using System.Collections;
using System.Collections.Generic;

namespace Astragal
{
    /// <summary>
    /// A map of a game's values, in their order. A value is null, bool, long, BigInteger (only beyond 64 bits),
    /// double, string, byte[], object[] or another ValueMap.
    /// </summary>
    public sealed class ValueMap : IReadOnlyDictionary<string, object>
    {
        const int Few = 8; // up to here looking along the keys is as quick

        readonly List<KeyValuePair<string, object>> entries;
        Dictionary<string, int> index;

        internal ValueMap(int n = 0) { entries = new List<KeyValuePair<string, object>>(n); }

        /// <summary>Adds an entry; false when the key is there already.</summary>
        internal bool Add(string key, object value)
        {
            if (entries.Count < Few)
            {
                if (Find(key) >= 0) return false;
            }
            else
            {
                if (index == null)
                {
                    index = new Dictionary<string, int>();
                    for (int i = 0; i < entries.Count; i++) index.Add(entries[i].Key, i);
                }
                if (index.ContainsKey(key)) return false;
                index.Add(key, entries.Count);
            }
            entries.Add(new KeyValuePair<string, object>(key, value));
            return true;
        }

        // With, for maps that are written down in the source.
        internal ValueMap With(string key, object value)
        {
            Add(key, value);
            return this;
        }

        int Find(string key)
        {
            int at;
            if (index != null) return index.TryGetValue(key, out at) ? at : -1;
            for (at = entries.Count - 1; at >= 0 && entries[at].Key != key; at--) { }
            return at;
        }

        public object this[string key]
        {
            get
            {
                int at = Find(key);
                if (at < 0) throw new KeyNotFoundException("there is no '" + key + "'");
                return entries[at].Value;
            }
        }

        public bool TryGetValue(string key, out object value)
        {
            int at = Find(key);
            value = at < 0 ? null : entries[at].Value;
            return at >= 0;
        }

        public bool ContainsKey(string key) { return Find(key) >= 0; }

        public int Count { get { return entries.Count; } }

        public IEnumerable<string> Keys
        {
            get { foreach (var e in entries) yield return e.Key; }
        }

        public IEnumerable<object> Values
        {
            get { foreach (var e in entries) yield return e.Value; }
        }

        public IEnumerator<KeyValuePair<string, object>> GetEnumerator() { return entries.GetEnumerator(); }

        IEnumerator IEnumerable.GetEnumerator() { return GetEnumerator(); }

        /// <summary>Reads a map from JSON, as ToString writes it. FormatException where it is none.</summary>
        public static ValueMap FromJson(string text)
        {
            var map = JsonReader.Read(text) as ValueMap;
            if (map == null) throw new System.FormatException("JSON: this is no object");
            return map;
        }

        /// <summary>The map as JSON, with a blank behind each comma and colon.</summary>
        public override string ToString() { return Json.Of(this); }
    }
}
