using System.Collections.Generic;
using System.Linq;

namespace Astragal
{
    /// <summary>What the numbers of Batch.Observe mean, of games of one model with so many players.</summary>
    public sealed class ObservationEncoding
    {
        /// <summary>How many numbers a row has.</summary>
        public int Size { get; private set; }

        /// <summary>Which of them stand for what, in their order.</summary>
        public IReadOnlyList<ObservationFeature> Features { get; private set; }

        /// <summary>A text is shown as one more than its place here.</summary>
        public IReadOnlyList<string> Words { get; private set; }

        /// <summary>The fixed actions: those of the model, then pass, done, use and skip.</summary>
        public IReadOnlyList<string> Actions { get; private set; }

        internal static ObservationEncoding Read(ValueMap map)
        {
            return new ObservationEncoding
            {
                Size = (int)(long)map["size"], Words = Texts(map["words"]), Actions = Texts(map["actions"]),
                Features = ((object[])map["features"]).Select(f => ObservationFeature.Read((ValueMap)f)).ToArray(),
            };
        }

        internal static string[] Texts(object list) { return ((object[])list).Select(x => (string)x).ToArray(); }
    }

    /// <summary>Some numbers of a row that belong together: Size of them from At on.</summary>
    public sealed class ObservationFeature
    {
        public string Name { get; private set; }
        /// <summary>seat, asked, pick, variable or zone.</summary>
        public string Kind { get; private set; }
        public int At { get; private set; }
        public int Size { get; private set; }
        /// <summary>What each number stands for; null where nothing more is to be said.</summary>
        public IReadOnlyList<string> Labels { get; private set; }

        internal static ObservationFeature Read(ValueMap map)
        {
            object labels;
            return new ObservationFeature
            {
                Name = (string)map["name"], Kind = (string)map["kind"], At = (int)(long)map["at"], Size = (int)(long)map["size"],
                Labels = map.TryGetValue("labels", out labels) ? ObservationEncoding.Texts(labels) : null,
            };
        }
    }
}
