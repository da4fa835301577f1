using System;
using System.Collections.Generic;
using System.Linq;

namespace Astragal
{
    /// <summary>How an action is run; what is null is left out. docs/actions.md says what each is.</summary>
    public sealed class ActionOptions
    {
        public IEnumerable<KeyValuePair<string, object>> Parameters { get; set; }
        public IEnumerable<KeyValuePair<string, object>> Situational { get; set; }
        /// <summary>Views of others by role: {target: [{id, values}]}.</summary>
        public IEnumerable<KeyValuePair<string, object>> Participants { get; set; }
        /// <summary>What goes on by itself: {dice, choices, allocations, rules}, each auto or pause.</summary>
        public IEnumerable<KeyValuePair<string, object>> Policy { get; set; }
        public IEnumerable<KeyValuePair<string, object>> Links { get; set; }
        /// <summary>Answers to the pauses, in order.</summary>
        public IEnumerable<IEnumerable<KeyValuePair<string, object>>> Answers { get; set; }
        /// <summary>What dice follow from that do not pause.</summary>
        public ulong? Seed { get; set; }
        /// <summary>States carry a code made with it, and are refused without.</summary>
        public byte[] StateKey { get; set; }

        internal Call PutStart(Call c)
        {
            return Put(c.Value("params", Parameters).Value("situational", Situational).Value("participants", Participants).Value("links", Links).Value("answers", Answers));
        }

        // What every leg of a run takes.
        internal Call Put(Call c)
        {
            c.Value("policy", Policy).Value("dice", Ruleset.Dice(Seed));
            return StateKey == null ? c : c.Bin("state_key", StateKey, StateKey.Length);
        }
    }

    /// <summary>An action that was run: to its end (FinishedAction) or to a pause (PausedAction).</summary>
    public abstract class ActionRun
    {
        internal ActionRun(ValueMap x) { Log = x.Maps("log"); }

        /// <summary>What each checkpoint came to.</summary>
        public IReadOnlyList<ValueMap> Log { get; private set; }
    }

    /// <summary>An action that has ended. It has changed nothing: it proposes changes.</summary>
    public sealed class FinishedAction : ActionRun
    {
        internal FinishedAction(ValueMap x) : base(x)
        {
            Outcome = x.Map("outcome");
            Proposed = x.Maps("proposedChanges");
        }

        /// <summary>{result?, data?}</summary>
        public ValueMap Outcome { get; private set; }

        /// <summary>How it ended; empty where the action does not say.</summary>
        public string Result { get { return Outcome.Text("result"); } }

        /// <summary>Records {to, character?, step, change}.</summary>
        public IReadOnlyList<ValueMap> Proposed { get; private set; }

        /// <summary>The changes to the character that has acted, as Ruleset.Apply takes them.</summary>
        public IReadOnlyList<ValueMap> Own { get { return To("self"); } }

        /// <summary>The changes to self, target or another role.</summary>
        public IReadOnlyList<ValueMap> To(string role) { return Proposed.Where(p => Equals(p.Get("to"), role)).Select(p => p.Map("change")).ToArray(); }
    }

    /// <summary>
    /// An action that waits. It stays as it is: it can be answered any number of times, each time from here. Its state
    /// can be kept anywhere, for Ruleset.Resume.
    /// </summary>
    public sealed class PausedAction : ActionRun
    {
        readonly Ruleset ruleset;
        readonly ActionOptions options;

        internal PausedAction(Ruleset ruleset, ActionOptions options, ValueMap x) : base(x)
        {
            this.ruleset = ruleset;
            this.options = options;
            Needs = x.Map("needs");
            State = x.Map("state");
        }

        /// <summary>What it waits for.</summary>
        public ValueMap Needs { get; private set; }

        /// <summary>dice, choice, allocate or handoff.</summary>
        public string Kind { get { return Needs.Text("kind"); } }

        public ValueMap State { get; private set; }

        /// <summary>Goes on with {faces}, {option}, {amounts} or {outcome}.</summary>
        public ActionRun Answer(IEnumerable<KeyValuePair<string, object>> answer) { return ruleset.Resume(State, answer, options); }

        /// <summary>Goes on with the faces that fell, in the order of the dice that it needs.</summary>
        public ActionRun Roll(params int[] faces) { return Answer(new ValueMap().With("faces", faces)); }

        /// <summary>Goes on with an option, a text or a number; "#done" ends a repeated choice.</summary>
        public ActionRun Choose(object option) { return Answer(new ValueMap().With("option", option)); }

        /// <summary>Goes on with amounts by field.</summary>
        public ActionRun Allocate(IEnumerable<KeyValuePair<string, object>> amounts) { return Answer(new ValueMap().With("amounts", amounts)); }

        /// <summary>Goes on with the outcome of what another character has run.</summary>
        public ActionRun HandOver(IEnumerable<KeyValuePair<string, object>> outcome) { return Answer(new ValueMap().With("outcome", outcome)); }
    }
}
