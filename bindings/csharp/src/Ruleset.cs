using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace Astragal
{
    /// <summary>
    /// Packs of character rules. Every call is a pure function of what it is given: no character is kept here, none is
    /// changed, and any thread may call. Characters, changes and states are maps; ValueMap.FromJson reads one, ToString
    /// writes it. What the rules refuse is a CharacterException.
    /// </summary>
    public sealed class Ruleset : Resource
    {
        Ruleset(Runtime runtime, long handle) : base(runtime, handle, Method.RulesetClose) { }

        /// <summary>In their order.</summary>
        public IReadOnlyList<PackInfo> Packs { get; private set; }

        internal static Ruleset Of(Runtime runtime, ValueMap x)
        {
            object handle = x.Get("ruleset");
            if (!(handle is long)) throw new ProtocolException("a ruleset without a handle");
            return new Ruleset(runtime, (long)handle) { Packs = x.Maps("packs").Select(PackInfo.Of).ToArray() };
        }

        static ValueMap Send(Call c) { return (ValueMap)c.Send().Value(); }

        Call About(Method method, IEnumerable<KeyValuePair<string, object>> character)
        {
            if (character == null) throw new ArgumentNullException("character");
            return Ask(method, "ruleset").Value("character", character);
        }

        internal static ValueMap Dice(ulong? seed) { return seed.HasValue ? new ValueMap().With("seed", seed.Value) : null; }

        /// <summary>The character's sheet; links fill link slots: {slot: {id, values}}.</summary>
        public Sheet Sheet(IEnumerable<KeyValuePair<string, object>> character, IEnumerable<KeyValuePair<string, object>> links = null)
        {
            using (Call c = About(Method.SheetCompute, character).Value("links", links)) return Astragal.Sheet.Of(Send(c));
        }

        /// <summary>What a choice offers: by a path, as those of Sheet.Pending have it.</summary>
        public Choice Options(IEnumerable<KeyValuePair<string, object>> character, IEnumerable<KeyValuePair<string, object>> path,
            IEnumerable<KeyValuePair<string, object>> links = null)
        {
            if (path == null) throw new ArgumentNullException("path");
            using (Call c = About(Method.SheetOptions, character).Value("path", path).Value("links", links)) return Choice.Of(Send(c));
        }

        /// <summary>What a choice of the rules offers, by its name.</summary>
        public Choice Options(IEnumerable<KeyValuePair<string, object>> character, string choice)
        {
            return Options(character, new ValueMap().With("choice", new object[] { choice }));
        }

        /// <summary>
        /// The character with changes made, all or none. strict refuses what a bound would cut off; seed is what the dice of
        /// effects on incoming changes follow from, which need one.
        /// </summary>
        public ChangedCharacter Apply(IEnumerable<KeyValuePair<string, object>> character, IEnumerable<IEnumerable<KeyValuePair<string, object>>> changes,
            bool strict = false, ulong? seed = null, IEnumerable<KeyValuePair<string, object>> links = null)
        {
            if (changes == null) throw new ArgumentNullException("changes");
            using (Call c = About(Method.SheetApply, character).Value("changes", changes).Value("strict", strict ? (object)true : null).Value("dice", Dice(seed)).Value("links", links))
                return ChangedCharacter.Of(Send(c));
        }

        /// <summary>Starts an action by its id, and runs it to its end or its first pause.</summary>
        public ActionRun Start(IEnumerable<KeyValuePair<string, object>> character, string action, ActionOptions options = null)
        {
            if (action == null) throw new ArgumentNullException("action");
            return Start(character, new ValueMap().With("id", action), options);
        }

        /// <summary>The same for {id, entry?, source?, followUp?}; one of Sheet.Actions will do.</summary>
        public ActionRun Start(IEnumerable<KeyValuePair<string, object>> character, IEnumerable<KeyValuePair<string, object>> action, ActionOptions options = null)
        {
            if (action == null) throw new ArgumentNullException("action");
            options = options ?? new ActionOptions();
            var named = new ValueMap();
            foreach (var e in action.Where(e => e.Key == "id" || e.Key == "entry" || e.Key == "source" || e.Key == "followUp")) named.Add(e.Key, e.Value);
            using (Call c = options.PutStart(About(Method.ActionStart, character).Value("action", named))) return Run(options, Send(c));
        }

        /// <summary>Goes on from the state of a pause, however long ago and wherever it was. Of the options Policy, Seed and StateKey count.</summary>
        public ActionRun Resume(IEnumerable<KeyValuePair<string, object>> state, IEnumerable<KeyValuePair<string, object>> answer, ActionOptions options = null)
        {
            if (state == null) throw new ArgumentNullException("state");
            if (answer == null) throw new ArgumentNullException("answer");
            options = options ?? new ActionOptions();
            using (Call c = options.Put(Ask(Method.ActionContinue, "ruleset").Value("state", state).Value("answer", answer))) return Run(options, Send(c));
        }

        ActionRun Run(ActionOptions options, ValueMap x)
        {
            return x.Text("status") == "paused" ? new PausedAction(this, options, x) : (ActionRun)new FinishedAction(x);
        }

        /// <summary>What things are called in a language, or the nearest that the packs have; args are put into the texts.</summary>
        public IReadOnlyList<ThingName> Describe(IEnumerable<string> ids, string lang = null, IEnumerable<KeyValuePair<string, object>> args = null)
        {
            if (ids == null) throw new ArgumentNullException("ids");
            using (Call c = Ask(Method.SheetDescribe, "ruleset").Value("ids", ids).Value("lang", lang).Value("args", args))
                return Send(c).Maps("texts").Select(ThingName.Of).ToArray();
        }

        public Task<Sheet> SheetAsync(IEnumerable<KeyValuePair<string, object>> character, IEnumerable<KeyValuePair<string, object>> links = null)
        {
            return Later(() => Sheet(character, links), CancellationToken.None);
        }
    }
}
