using System.Collections.Generic;
using System.Linq;

namespace Astragal
{
    /// <summary>An option of a choice.</summary>
    public sealed class ChoiceOption
    {
        /// <summary>A text, or a long.</summary>
        public object Id { get; private set; }
        public bool IsEligible { get; private set; }
        /// <summary>Why it is not: {code, formula?}; null where it is.</summary>
        public ValueMap Reason { get; private set; }
        public bool IsPicked { get; private set; }
        public bool IsRecommended { get; private set; }

        internal static ChoiceOption Of(ValueMap x)
        {
            return new ChoiceOption
            {
                Id = x.Get("id"), IsEligible = x.Flag("eligible"), Reason = x.Get("reason") as ValueMap, IsPicked = x.Flag("picked"), IsRecommended = x.Flag("recommended"),
            };
        }
    }

    /// <summary>What a choice offers.</summary>
    public sealed class Choice
    {
        public string Id { get; private set; }
        public ValueMap Path { get; private set; }
        /// <summary>The key root of the texts of what brings it.</summary>
        public string Owner { get; private set; }
        /// <summary>The fewest and the most picks (null: any number), and how many there are.</summary>
        public int Min { get; private set; }
        public int? Max { get; private set; }
        public int Picked { get; private set; }
        public IReadOnlyList<ChoiceOption> Options { get; private set; }

        internal static Choice Of(ValueMap x)
        {
            return new Choice
            {
                Id = x.Text("id"), Path = x.Map("path"), Owner = x.Text("owner"), Min = x.Int("min"), Max = x.MaybeInt("max"), Picked = x.Int("picked"),
                Options = x.Maps("options").Select(ChoiceOption.Of).ToArray(),
            };
        }
    }

    /// <summary>A character after changes.</summary>
    public sealed class ChangedCharacter
    {
        public ValueMap Character { get; private set; }
        /// <summary>What each change came to.</summary>
        public IReadOnlyList<ValueMap> Changes { get; private set; }
        /// <summary>What is offered now and was not before.</summary>
        public IReadOnlyList<ValueMap> FollowUps { get; private set; }

        internal static ChangedCharacter Of(ValueMap x)
        {
            return new ChangedCharacter { Character = x.Map("character"), Changes = x.Maps("applied"), FollowUps = x.Maps("followUps") };
        }
    }

    /// <summary>What something is called.</summary>
    public sealed class ThingName
    {
        public string Id { get; private set; }
        public string Name { get; private set; }
        /// <summary>Its description; empty where there is none.</summary>
        public string Text { get; private set; }

        internal static ThingName Of(ValueMap x) { return new ThingName { Id = x.Text("id"), Name = x.Text("name"), Text = x.Text("text") }; }

        public override string ToString() { return Name; }
    }
}
