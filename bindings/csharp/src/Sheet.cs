using System.Collections.Generic;
using System.Linq;

namespace Astragal
{
    /// <summary>An effect on a field of a sheet. One that is not counted has failed, or stands behind another one.</summary>
    public sealed class SheetEffect
    {
        /// <summary>What brings it: {type, id, entry?}.</summary>
        public ValueMap Source { get; private set; }
        /// <summary>set, add, multiply, atLeast, atMost or tag.</summary>
        public string Op { get; private set; }
        public object Value { get; private set; }
        public bool Counted { get; private set; }
        public bool Failed { get; private set; }
        public string StackKey { get; private set; }
        /// <summary>The index of the effect that it stands behind; null where there is none.</summary>
        public int? SuppressedBy { get; private set; }

        internal static SheetEffect Of(ValueMap x)
        {
            return new SheetEffect
            {
                Source = x.Map("source"), Op = x.Text("op"), Value = x.Get("value"), Counted = x.Flag("counted"), Failed = x.Flag("failed"),
                StackKey = x.Text("stackKey"), SuppressedBy = x.MaybeInt("suppressedBy"),
            };
        }
    }

    /// <summary>A field of a sheet, and how its value came to be.</summary>
    public sealed class SheetField
    {
        public string Id { get; private set; }
        public string Type { get; private set; }
        /// <summary>Whether the character has its value; else it is computed.</summary>
        public bool IsInput { get; private set; }
        /// <summary>Null where it could not be worked out.</summary>
        public object Value { get; private set; }
        /// <summary>The code of what stood in the way; empty where nothing did.</summary>
        public string Error { get; private set; }
        public object Min { get; private set; }
        public object Max { get; private set; }
        public IReadOnlyList<string> Tags { get; private set; }
        /// <summary>The value before effects.</summary>
        public object Base { get; private set; }
        public IReadOnlyList<SheetEffect> Effects { get; private set; }

        internal static SheetField Of(ValueMap x)
        {
            ValueMap how = x.Map("breakdown");
            return new SheetField
            {
                Id = x.Text("id"), Type = x.Text("type"), IsInput = x.Flag("input"), Value = x.Get("value"), Error = x.Text("error"), Min = x.Get("min"), Max = x.Get("max"),
                Tags = x.Texts("tags"), Base = how.Get("base"), Effects = how.Maps("effects").Select(SheetEffect.Of).ToArray(),
            };
        }
    }

    /// <summary>Something in a character that does not fit the rules.</summary>
    public sealed class SheetIssue
    {
        public string Code { get; private set; }
        public string Path { get; private set; }
        public string Message { get; private set; }

        internal static SheetIssue Of(ValueMap x) { return new SheetIssue { Code = x.Text("code"), Path = x.Text("path"), Message = x.Text("message") }; }
    }

    /// <summary>
    /// A character under a ruleset. Lists of maps are as docs/characters.md has them. The index by a field's id gives its
    /// value.
    /// </summary>
    public sealed class Sheet
    {
        readonly Dictionary<string, SheetField> byId = new Dictionary<string, SheetField>();

        public string Id { get; private set; }
        /// <summary>Whether the character is being made.</summary>
        public bool IsCreating { get; private set; }
        public IReadOnlyList<SheetField> Fields { get; private set; }
        /// <summary>What the character may do now; each can be given to Ruleset.Start.</summary>
        public IReadOnlyList<ValueMap> Actions { get; private set; }
        public IReadOnlyList<ValueMap> Unavailable { get; private set; }
        public IReadOnlyList<ValueMap> Offers { get; private set; }
        /// <summary>The choices that are owed; the path of each can be given to Ruleset.Options.</summary>
        public IReadOnlyList<ValueMap> Pending { get; private set; }
        public IReadOnlyList<ValueMap> Choices { get; private set; }
        public IReadOnlyList<ValueMap> Situational { get; private set; }
        public IReadOnlyList<ValueMap> Features { get; private set; }
        public IReadOnlyList<ValueMap> Inventory { get; private set; }
        public IReadOnlyList<ValueMap> Applied { get; private set; }
        public IReadOnlyList<ValueMap> Competing { get; private set; }
        public IReadOnlyList<SheetIssue> Issues { get; private set; }

        /// <summary>The value of a field; KeyNotFoundException where the ruleset has none of this id.</summary>
        public object this[string id] { get { return Field(id).Value; } }

        /// <summary>A field by its id.</summary>
        public SheetField Field(string id)
        {
            SheetField f;
            if (!byId.TryGetValue(id, out f)) throw new KeyNotFoundException("there is no field " + id);
            return f;
        }

        internal static Sheet Of(ValueMap x)
        {
            var fields = x.Maps("fields").Select(SheetField.Of).ToArray();
            var sheet = new Sheet
            {
                Id = x.Text("id"), IsCreating = x.Flag("creating"), Fields = fields,
                Actions = x.Maps("actions"), Unavailable = x.Maps("unavailable"), Offers = x.Maps("offers"), Pending = x.Maps("pending"), Choices = x.Maps("choices"),
                Situational = x.Maps("situational"), Features = x.Maps("features"), Inventory = x.Maps("inventory"), Applied = x.Maps("applied"),
                Competing = x.Maps("competing"), Issues = x.Maps("issues").Select(SheetIssue.Of).ToArray(),
            };
            foreach (SheetField f in fields) sheet.byId[f.Id] = f;
            return sheet;
        }
    }
}
