using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;

namespace Astragal.Tests
{
    static class RulesetTests
    {
        const string Srd = "srd-5.1:";

        static readonly string Pack = Path.Combine(Program.Root, "examples", "packs", "srd-5.1");

        static PackSource Tiny(string rules)
        {
            return PackSource.OfTexts("tiny", new Dictionary<string, string>
            {
                { "pack.yaml", "id: p\nversion: 1.0.0\ntitle: Tiny\n" },
                { "i18n/en.yaml", "fields.hp: {name: Hit points, description: '{n, plural, one {# is} other {# are}} left.'}\n" },
                { "i18n/de.yaml", "fields.hp.name: Trefferpunkte\n" },
                { "rules/r.yaml", rules },
            });
        }

        static readonly PackSource tiny = Tiny(
            "fields: [{id: hp, type: integer, default: 10, min: '0', max: '10'}, {id: wounds, type: integer, formula: 10 - hp}]\n" +
            "choices: [{id: origin, options: [{id: north}, {id: south, when: hp > 5}]}]\n" +
            "actions:\n" +
            "  - id: mend\n" +
            "    steps:\n" +
            "      - {id: roll, kind: roll, parts: [{dice: 1d4}, {value: wounds}]}\n" +
            "      - {id: heal, kind: changes, changes: [{type: adjust, field: hp, by: 'steps.roll.total'}]}\n");

        static ValueMap Ada { get { return ValueMap.FromJson("{\"id\": \"ada\", \"values\": {\"p:hp\": 4}}"); } }

        static ValueMap Character(string name) { return ValueMap.FromJson(File.ReadAllText(Path.Combine(Pack, "characters", name + ".json"))); }

        static Dictionary<string, object> Map(params object[] entries) { return FakeTransport.Map(entries); }

        static ActionOptions Paused { get { return new ActionOptions { Policy = Map("dice", "pause") }; } }

        [Test]
        public static void SheetsChoicesAndChanges(Runtime rt)
        {
            using (Ruleset rules = rt.LoadRuleset(tiny))
            {
                Check.Same("p 1.0.0 Tiny", rules.Packs[0].Id + " " + rules.Packs[0].Version + " " + rules.Packs[0].Title, "packs");
                Sheet sheet = rules.Sheet(Ada);
                Check.Same(6L, sheet["p:wounds"], "wounds");
                Check.That(sheet.Field("p:hp").IsInput && !sheet.Field("p:wounds").IsInput && sheet.Id == "ada", "fields");
                Check.Throws<KeyNotFoundException>(() => { object x = sheet["p:none"]; });

                Choice choice = rules.Options(Ada, (ValueMap)sheet.Pending[0]["path"]);
                Check.Same("north True, south False", string.Join(", ", choice.Options.Select(o => o.Id + " " + o.IsEligible)), "options");
                Check.Same("requirement", choice.Options[1].Reason["code"], "reason");
                Check.That(choice.Min == 1 && choice.Max == 1 && rules.Options(Ada, "origin").Picked == 0, "picks");

                ValueMap before = Ada;
                ChangedCharacter after = rules.Apply(before, new[] {
                    Map("type", "choose", "path", choice.Path, "option", "north"), Map("type", "adjust", "field", "p:hp", "by", 20) });
                Check.Same(10L, ((ValueMap)after.Character["values"])["p:hp"], "healed");
                Check.That((bool)after.Changes[1]["clamped"] && before.ToString() == Ada.ToString(), "nothing that was given is changed");
                CharacterException e = Check.Throws<CharacterException>(() => rules.Apply(Ada, new[] { Map("type", "adjust", "field", "p:hp", "by", 20) }, strict: true));
                Check.Same("out-of-bounds changes[0].by p:hp", e.Kind + " " + e.Errors[0].Place + " " + e.Details["field"], "refused");
            }
        }

        [Test]
        public static void APauseCanBeAnsweredAgainAndLater(Runtime rt)
        {
            using (Ruleset rules = rt.LoadRuleset(tiny))
            {
                ActionOptions signed = Paused;
                signed.StateKey = Encoding.ASCII.GetBytes("secret");
                var pause = (PausedAction)rules.Start(Ada, "p:mend", signed);
                Check.Same("dice roll", pause.Kind + " " + pause.Needs["step"], "needs");
                var first = (FinishedAction)pause.Roll(3);
                Check.Same(9L, first.Own[0]["by"], "by the first");
                Check.Same(7L, ((FinishedAction)pause.Roll(1)).Own[0]["by"], "by the second");
                CharacterException e = Check.Throws<CharacterException>(() => pause.Roll(5));
                Check.Same("answer-mismatch roll character_error", e.Kind + " " + e.Errors[0].Place + " " + e.Code, "a d4 has no 5");

                ValueMap kept = ValueMap.FromJson(pause.State.ToString());
                var later = (FinishedAction)rules.Resume(kept, Map("faces", new[] { 3 }), new ActionOptions { StateKey = signed.StateKey });
                Check.Same(first.Own[0].ToString(), later.Own[0].ToString(), "later");
                e = Check.Throws<CharacterException>(() => rules.Resume(kept, Map("faces", new[] { 3 }), new ActionOptions { StateKey = new byte[] { 1 } }));
                Check.Same("state-altered", e.Kind, "with another key");

                ActionOptions told = Paused;
                told.Answers = new[] { Map("faces", new[] { 3 }) };
                Check.Same(9L, ((FinishedAction)rules.Start(Ada, "p:mend", told)).Own[0]["by"], "with its answers");
                var seeded = new ActionOptions { Seed = ulong.MaxValue };
                Check.Same(((FinishedAction)rules.Start(Ada, "p:mend", seeded)).Own[0].ToString(), ((FinishedAction)rules.Start(Ada, Map("id", "p:mend"), seeded)).Own[0].ToString(), "seeded");
            }
        }

        [Test]
        public static void Names(Runtime rt)
        {
            using (Ruleset rules = rt.LoadRuleset(tiny))
            {
                IReadOnlyList<ThingName> names = rules.Describe(new[] { "p:hp", "p:wounds" }, "de-AT", Map("n", 1));
                Check.Same("Trefferpunkte: 1 is left. wounds: ", names[0] + ": " + names[0].Text + " " + names[1] + ": " + names[1].Text, "names");
            }
        }

        [Test]
        public static void PacksThatDoNotLoad(Runtime rt)
        {
            PackSource broken = Tiny("fields:\n  - {id: hp, type: integer, formula: nothing}\n  - {id: hp, type: integer}\n");
            RulesetException e = Check.Throws<RulesetException>(() => rt.LoadRuleset(broken), "rules/r.yaml:2:");
            Check.That(e.Errors.Any(x => x.Kind == "formula-error") && e.Errors.Count == 2, "all that is wrong");
            RulesetReport report = rt.CheckRuleset(broken);
            Check.That(!report.Ok && report.Faults.Count == 2 && !report.Faults[0].IsWarning && report.Faults[0].Line == 2, report.ToString());
            Check.That(rt.CheckRuleset(PackSource.At(Pack)).Ok, "the example");
            Check.Throws<RulesetException>(() => rt.LoadRuleset(PackSource.At("/no/such/pack")));
        }

        [Test]
        public static void Closed(Runtime rt)
        {
            Ruleset rules = rt.LoadRuleset(tiny);
            rules.Dispose();
            rules.Dispose();
            Check.Throws<ObjectDisposedException>(() => rules.Sheet(Ada));
            Check.Same(0L, rt.Invoke("runtime.info")["rulesets"], "rulesets");
        }

        // A fight: sheets, blows by a seed, an attack with paused dice, what each does to the other, names. All that was told.
        static string Play(Runtime rt)
        {
            var told = new StringBuilder();
            ValueMap hero = Character("fighter-5"), foe = Character("rogue-3");
            using (Ruleset rules = rt.LoadRuleset(PackSource.At(Pack)))
            {
                Func<ValueMap, IEnumerable<KeyValuePair<string, object>>> seen = c =>
                    Map("target", new[] { Map("id", c["id"], "values", Map(Srd + "ac", rules.Sheet(c)[Srd + "ac"])) });
                for (ulong seed = 0; seed < 20; seed++)
                {
                    var blow = (FinishedAction)rules.Start(foe, Map("id", Srd + "weapon-attack", "entry", "rapier"), new ActionOptions { Seed = seed, Participants = seen(hero) });
                    ChangedCharacter done = rules.Apply(hero, blow.To("target"), seed: seed);
                    told.AppendLine(blow.Outcome.ToString()).AppendLine(done.Character.ToString());
                    hero = done.Character;
                }
                Sheet sheet = rules.Sheet(hero);
                Check.Same(25L, sheet[Srd + "ac"], "armour class");
                Check.Same("plate, shield, cloak, ring, faith", string.Join(", ", sheet.Field(Srd + "ac").Effects.Where(e => e.Counted).Select(e => e.Source["entry"])), "what it is made of");
                Check.That((long)sheet[Srd + "hp.damage"] > 17, "one of twenty blows has met");
                ValueMap attack = sheet.Actions.First(a => (string)a["id"] == Srd + "weapon-attack" && a.ContainsKey("entry") && (string)a["entry"] == "sword");
                ActionOptions options = Paused;
                options.Situational = Map(Srd + "advantage", true);
                options.Participants = seen(foe);
                ActionRun run = rules.Start(hero, attack, options);
                for (PausedAction p = run as PausedAction; p != null; p = run as PausedAction)
                {
                    told.AppendLine(p.Needs.ToString()).AppendLine(p.State.ToString());
                    run = p.Roll(((object[])p.Needs["dice"]).Cast<ValueMap>().SelectMany(d => Enumerable.Repeat((int)(long)d["sides"], (int)(long)d["count"])).ToArray());
                }
                var end = (FinishedAction)run;
                Check.Same("critical", end.Result, "result");
                ChangedCharacter fallen = rules.Apply(foe, end.To("target"));
                Sheet dead = rules.Sheet(fallen.Character);
                Check.That((long)dead[Srd + "hp.current"] == 0 && (bool)dead[Srd + "down"], "the foe is down");
                told.AppendLine(end.Outcome.ToString()).AppendLine(string.Join("\n", end.Log)).AppendLine(fallen.Character.ToString());
                foreach (SheetField f in dead.Fields) told.AppendLine(f.Id + " " + f.Value);
                told.AppendLine(Check.Throws<CharacterException>(() => rules.Start(fallen.Character, Map("id", Srd + "weapon-attack", "entry", "rapier"))).Message);
                told.AppendLine(string.Join(", ", rules.Describe(dead.Fields.Select(f => f.Id))));
                Check.That(told.ToString().Contains("Armour class"), "names");
            }
            return told.ToString();
        }

        [Test]
        public static void AWholePlayIsTheSameOverBothWays()
        {
            string first = null;
            foreach (TransportKind way in Program.Ways)
            {
                using (Runtime rt = Runtime.Open(Program.Options(way)))
                {
                    string play = Play(rt);
                    Check.Same(first ?? play, play, "over " + way);
                    first = play;
                }
            }
        }
    }
}
