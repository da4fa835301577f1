using System.Collections.Generic;

namespace Astragal
{
    /// <summary>Takes the members of an answer: one that is missing is empty, one of a wrong kind a ProtocolException.</summary>
    internal static class MapReading
    {
        static readonly object[] none = { };

        public static object Get(this ValueMap map, string key)
        {
            object x;
            map.TryGetValue(key, out x);
            return x;
        }

        static T As<T>(ValueMap map, string key, T otherwise)
        {
            object x = map.Get(key);
            if (x == null) return otherwise;
            if (x is T) return (T)x;
            throw new ProtocolException("an answer has a " + x.GetType().Name + " as its '" + key + "'");
        }

        public static string Text(this ValueMap map, string key) { return As(map, key, ""); }

        public static bool Flag(this ValueMap map, string key) { return As(map, key, false); }

        public static ValueMap Map(this ValueMap map, string key) { return As<ValueMap>(map, key, null) ?? new ValueMap(); }

        public static object[] Items(this ValueMap map, string key) { return As(map, key, none); }

        public static int? MaybeInt(this ValueMap map, string key)
        {
            if (map.Get(key) == null) return null;
            long n = As(map, key, 0L);
            if (n < int.MinValue || n > int.MaxValue) throw new ProtocolException("an answer has too large a number as its '" + key + "'");
            return (int)n;
        }

        public static int Int(this ValueMap map, string key) { return map.MaybeInt(key) ?? 0; }

        public static ValueMap[] Maps(this ValueMap map, string key) { return Each<ValueMap>(map, key); }

        public static string[] Texts(this ValueMap map, string key) { return Each<string>(map, key); }

        static T[] Each<T>(ValueMap map, string key) where T : class
        {
            object[] items = map.Items(key);
            var list = new T[items.Length];
            for (int i = 0; i < list.Length; i++)
            {
                list[i] = items[i] as T;
                if (list[i] == null) throw new ProtocolException("an answer has a list '" + key + "' of something else");
            }
            return list;
        }
    }
}
