package sheet

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

const heroRules = `
tags: [attack.melee, attack.ranged, save, skill.stealth, trained, aim, on-hit]
fields:
  - {id: ac, type: integer, formula: '10'}
  - {id: luck, type: integer, formula: '0'}
  - {id: round, type: integer, default: 1}
  - {id: stealth, type: integer, formula: '1', tags: [skill.stealth]}
  - {id: climb, type: integer, formula: '1', tags: [{formula: "round > 1 ? ['save', 'skill'] : []"}]}
  - {id: wealth, type: integer, formula: "links.crew.gold + countCopies('gear')"}
links: [{id: crew, fields: {gold: {type: integer, default: 5}, rep.high: {type: integer, default: 0}}}]
situational:
  - {id: cover, type: boolean, rolls: [save], effects: [{target: {rolls: [save]}, op: add, value: 2}]}
  - {id: aimed, type: enum, options: ['no', head], available: round > 1, rolls: [attack.ranged], effects: [{target: {rolls: [attack]}, op: add, value: -2}]}
contentTypes:
  - {id: gear, list: inventory, fields: {n: {type: integer, default: 0}}, uses: [{id: swing, action: strike, params: {bonus: item.n}}]}
  - {id: trait, list: features}
  - {id: condition, list: features, state: {rounds: {type: integer, default: 0}, caster: {type: string}}}
  - {id: charm, kind: template, fields: {n: {type: integer, default: 0}}}
actions:
  - {id: strike, tags: [attack.melee], available: has(item), params: {bonus: {type: integer}}, steps: [{id: roll, kind: roll, tags: [attack.ranged], parts: [{id: d, dice: 1d20}]}]}
  - {id: rest, steps: []}
  - {id: helper, available: 'false', steps: []}
  - {id: later, available: round > 1, steps: []}
effects:
  - {target: {rolls: [attack]}, op: add, value: 1}
followUps:
  - {id: rested, action: rest, when: round > 3}
`

const heroContent = `
- {id: shield, type: gear, n: 2, effects: [{target: {field: ac}, op: add, when: self.equipped, value: item.n}]}
- {id: ring, type: gear, templates: [lucky], effects: [{target: {rolls: [attack.melee], from: self}, op: add, value: 1}]}
- {id: lucky, type: charm, n: 3, effects: [{target: {field: luck}, op: add, value: item.n + self.quantity}]}
- {id: elf, type: trait, grants: [{content: keen}, {content: keen, when: round > 5}],
   effects: [{target: {fields: {where: "'skill' in item.tags || item.id == 'p:ac'"}}, op: add, value: 1}, {target: {fields: {where: item.type == 'integer' && item.id.startsWith('p:st')}}, op: tag, value: trained}]}
- {id: keen, type: trait, effects: [{target: {field: luck}, op: add, value: 1}], actions: [{id: look, steps: []}],
   followUps: [{id: peek, action: look, when: round > 1}]}
- {id: silence, type: condition, effects: [{target: {actions: [attack]}, op: available, value: 'false'}]}
- {id: bless, type: condition, effects: [{target: {rolls: [attack, save]}, op: add, value: 1d4}, {target: {field: ac}, op: add, when: self.rounds > 1, value: 1}], actions: [{id: end, steps: []}]}
`

func hero(t *testing.T) *Character {
	return characterOf(t, `{"id":"ada","features":[{"id":"elf","item":"p:elf"}],
	 "inventory":[{"id":"sh","item":"p:shield","equipped":true},{"id":"ri","item":"p:ring","quantity":2,"templates":["p:lucky"]}],
	 "applied":[{"id":"bl","source":"p:bless","state":{"rounds":2}},{"id":"off","source":"p:bless","active":false}]}`)
}

func TestInstanceOrderAndContexts(t *testing.T) {
	r := rulesOf(t, heroRules, heroContent)
	s := r.Compute(hero(t), nil)
	require.Equal(t, "elf add 1, shield add 2, bless add 1", effects(t, s, "p:ac"))
	require.Equal(t, "14", shown(t, s, "p:ac"))
	require.Equal(t, "keen add 1, lucky add 5", effects(t, s, "p:luck"))
	var rolls []string
	for _, i := range s.Rolls([]string{"attack.melee"}, "sh") {
		rolls = append(rolls, i.Source.ID)
	}
	require.Equal(t, []string{"p", "p:bless"}, rolls, "the ring acts on its own attacks only")
	rolls = nil
	for _, i := range s.Rolls([]string{"attack.melee"}, "ri") {
		rolls = append(rolls, i.Source.ID)
	}
	require.Equal(t, []string{"p", "p:ring", "p:bless"}, rolls)
	require.Empty(t, s.Rolls([]string{"skill.stealth"}, ""))
	cover := s.Situational(r.Situational[0])
	require.Greater(t, cover[0].Order(), s.Rolls([]string{"save"}, "")[0].Order())
}

func TestTagsOfFields(t *testing.T) {
	r := rulesOf(t, heroRules, heroContent)
	tagsOf := func(c *Character, id string) []string {
		v, err := r.Compute(c, nil).Tags(r.Field(id).N)
		require.Nil(t, err)
		return texts(v)
	}
	c := hero(t)
	require.Equal(t, []string{"skill.stealth", "trained"}, tagsOf(c, "p:stealth"))
	require.Empty(t, tagsOf(c, "p:climb"))
	require.Equal(t, "1", shown(t, r.Compute(c, nil), "p:climb"))
	later := applied(t, r, c, `[{"type":"set","field":"p:round","value":2}]`).Character
	require.Equal(t, []string{"save", "skill"}, tagsOf(later, "p:climb"))
	require.Equal(t, "2", shown(t, r.Compute(later, nil), "p:climb"), "the effect finds the field by its computed tag")
}

func TestListings(t *testing.T) {
	r := rulesOf(t, heroRules, heroContent)
	s := r.Compute(hero(t), nil)
	var open, shut []string
	for _, l := range s.Listings() {
		name := l.ID + "|" + l.Entry + "|" + l.Source
		if bar, never := s.Barred(&l); bar == nil {
			open = append(open, name)
		} else if !never {
			shut = append(shut, name+"|"+bar.Code)
		}
	}
	require.Equal(t, []string{"p:rest||", "p:keen#look|elf|p:keen", "p:strike|sh|", "p:strike|ri|", "p:bless#end|bl|"}, open)
	require.Equal(t, []string{"p:strike|||unavailable", "p:later|||unavailable"}, shut)
	require.NotNil(t, s.Listing("p:keen#look", "elf", "p:keen"))
	require.Nil(t, s.Listing("p:keen#look", "elf", ""))
	require.Nil(t, s.Listing("p:helper", "", ""))
	require.JSONEq(t, `{"id":"p:strike","entry":"sh","use":"swing","params":[{"id":"bonus","type":"integer","required":true,"fixed":2}],"situational":["p:aimed"],"tags":["attack.melee"]}`,
		string(s.appendListing(nil, s.Listing("p:strike", "sh", ""))))

	silent := applied(t, r, hero(t), `[{"type":"applyEffect","source":"p:silence"}]`)
	s = r.Compute(silent.Character, nil)
	require.Equal(t, []string{"silence-1"}, silent.Applied[0].Entries)
	require.Nil(t, s.Listing("p:strike", "sh", ""))
	list := whole(t, s)["unavailable"].([]any)
	require.Equal(t, map[string]any{"id": "p:strike", "entry": "sh", "use": "swing", "reason": map[string]any{"code": "barred",
		"source": map[string]any{"type": "item", "id": "p:silence", "entry": "silence-1"}}}, list[2])
}

func TestOffers(t *testing.T) {
	r := rulesOf(t, heroRules, heroContent)
	c := applied(t, r, hero(t), `[{"type":"set","field":"p:round","value":4}]`)
	require.Equal(t, `[{"id":"p:rested","followUp":"p:rested","kind":"derived","source":{"type":"rules","id":"p"},"action":{"id":"p:rest","params":{},"followUp":"p:rested"}},`+
		`{"id":"p:keen#peek@elf@p:keen","followUp":"p:keen#peek","kind":"derived","source":{"type":"item","id":"p:keen","entry":"elf"},"action":{"id":"p:keen#look","entry":"elf","source":"p:keen","params":{},"followUp":"p:keen#peek@elf@p:keen"}}]`,
		string(appendEach(nil, c.FollowUps, Offer.appendJSON)))
}

func TestLinks(t *testing.T) {
	r := rulesOf(t, heroRules, heroContent)
	c := hero(t)
	require.Equal(t, "error no-such-key", shown(t, r.Compute(c, nil), "p:wealth"))
	of := func(values map[string]any) *Sheet {
		return r.Compute(c, map[string]View{"p:crew": {ID: "crew-1", Values: values}})
	}
	require.Equal(t, "7", shown(t, of(nil), "p:wealth"), "the default")
	require.Equal(t, "11", shown(t, of(map[string]any{"other:gold": 9}), "p:wealth"), "whatever the pack")
	wrong := of(map[string]any{"p:gold": "much"})
	require.Equal(t, "7", shown(t, wrong, "p:wealth"))
	require.Equal(t, []string{"invalid-link-value links.p:crew"}, issues(t, wrong))
	require.Equal(t, []string{"invalid-link-value links.p:crew"}, issues(t, of(map[string]any{"p:gold": 1, "q:gold": 1})))
	require.Contains(t, issues(t, r.Compute(c, map[string]View{"p:boat": {ID: "b"}})), "unknown-link links.p:boat")
}

func TestSituationalOnTheSheet(t *testing.T) {
	r := rulesOf(t, heroRules, heroContent)
	require.Equal(t, []any{
		map[string]any{"id": "p:cover", "type": "boolean", "default": false, "available": true, "rolls": []any{"save"}},
		map[string]any{"id": "p:aimed", "type": "enum", "options": []any{"no", "head"}, "default": "no", "available": false, "rolls": []any{"attack.ranged"}},
	}, whole(t, r.Compute(hero(t), nil))["situational"])
}

// The worked case: whoever's turn ends counts down what it put on others, and what has run out ends, all in
// one batch.
func TestAppliedEntriesExpireByACounter(t *testing.T) {
	r := rulesOf(t, heroRules, heroContent)
	c := characterOf(t, `{"applied":[{"id":"a","source":"p:bless","state":{"rounds":2,"caster":"bo"}},{"id":"b","source":"p:silence","state":{"rounds":1,"caster":"bo"}},
	 {"id":"c","source":"p:bless","state":{"rounds":1,"caster":"cy"}},{"id":"d","source":"gone:x","state":{"rounds":1}}]}`)
	tick := `[{"type":"adjustState","applied":{"where":"item.type == 'p:condition' && self.caster == 'bo'"},"key":"rounds","by":-1},
	 {"type":"removeEffect","applied":{"where":"self.rounds <= 0"}}]`
	got := applied(t, r, c, tick)
	require.Equal(t, []string{"a", "b"}, got.Applied[0].Entries)
	require.Equal(t, []string{"b"}, got.Applied[1].Entries)
	got = applied(t, r, got.Character, tick)
	require.Equal(t, []string{"a"}, got.Applied[1].Entries)
	require.Equal(t, `[{"id":"c","source":"p:bless","state":{"caster":"cy","rounds":1}},{"id":"d","source":"gone:x","state":{"rounds":1}}]`,
		string(appendEach(nil, got.Character.Applied, (*Entry).appendJSON)), "of another caster, and of a pack that is not loaded: untouched")
	// At most so many of them.
	two := applied(t, r, c, `[{"type":"toggleEffect","applied":{"where":"self.rounds > 0","limit":2}},{"type":"toggleEffect","entry":"a"}]`)
	require.Equal(t, []string{"a", "b"}, two.Applied[0].Entries)
	require.True(t, two.Character.Applied[0].active())
	require.False(t, two.Character.Applied[1].active())
}

// What no loaded pack knows is kept to the letter and reported.
func TestWhatNoPackKnowsIsKept(t *testing.T) {
	r := rulesOf(t, heroRules, heroContent)
	text := `{"format":1,"ruleset":{"gone":"1.0.0"},"values":{"gone:hp":[1,2],"p:ac":5,"p:nothing":1,"p:round":"x"},"choices":{"lost":["a"]},"templates":["gone:t"],` +
		`"features":[{"id":"g","item":"gone:feat","state":{"x":1}},{"id":"e","item":"p:elf","state":{"x":1},"choices":{"old":["y"]}}],"inventory":[{"id":"l","item":"p:lucky"}],` +
		`"applied":[{"id":"q","source":"gone:bless"}],"followUps":[{"id":"o","followUp":"gone:f"}],"later":true}`
	c := characterOf(t, text)
	s := r.Compute(c, map[string]View{"p:crew": {ID: "x"}})
	require.Equal(t, []string{
		"unknown-reference templates[0]", "unknown-reference features[0].item", "unknown-reference inventory[0].item", "unknown-reference applied[0].source",
		"unknown-state features[1].state.x", "unknown-choice choices.lost", "unknown-choice features[1].choices.old", "missing-pack ruleset.gone",
		"unknown-field values.gone:hp", "not-input-field values.p:ac", "unknown-field values.p:nothing", "unknown-follow-up followUps[0].followUp",
		"wrong-type values.p:round",
	}, issues(t, s))
	got := applied(t, r, c, `[{"type":"adjust","field":"p:round","by":0},{"type":"equip","entry":"g","equipped":true},{"type":"equip","entry":"g","equipped":false}]`)
	got.Character.Features[0].Equipped = nil
	require.Equal(t, text, string(got.Character.AppendJSON(nil)))
	// It can be taken away on purpose.
	less := applied(t, r, c, `[{"type":"removeItem","entry":"g"},{"type":"removeEffect","entry":"q"},{"type":"clearFollowUp","id":"o"},{"type":"removeTemplate","template":"gone:t"},
	 {"type":"unchoose","path":{"choice":["lost"]},"option":"a"},{"type":"unchoose","path":{"entry":"e","choice":["old"]},"option":"y"}]`).Character
	require.Equal(t, `{"format":1,"ruleset":{"gone":"1.0.0"},"values":{"gone:hp":[1,2],"p:ac":5,"p:nothing":1,"p:round":"x"},"choices":{},"templates":[],`+
		`"features":[{"id":"e","item":"p:elf","state":{"x":1},"choices":{}}],"inventory":[{"id":"l","item":"p:lucky"}],"applied":[],"followUps":[],"later":true}`, string(less.AppendJSON(nil)))
}

func TestNewCopies(t *testing.T) {
	r := rulesOf(t, heroRules, heroContent)
	got := applied(t, r, characterOf(t, `{"inventory":[{"id":"ring-1","item":"p:ring"}],"applied":[{"id":"shield-1","source":"p:bless"}]}`), `[
	 {"type":"addItem","entry":{"item":"p:ring","quantity":3}},
	 {"type":"addItem","entry":{"item":"p:shield"}},
	 {"type":"addItem","entry":{"item":"p:elf","id":"me"}},
	 {"type":"addItem","entry":{"item":"p:ring","templates":[]}},
	 {"type":"setQuantity","copies":{"type":"p:gear","where":"item.n == 0"},"value":"self.quantity * 2 + batch.index"},
	 {"type":"equip","copies":{"where":"item.id == 'p:ring'"},"equipped":true},
	 {"type":"removeItem","copies":{"type":"p:gear","where":"self.quantity > 9"}}]`)
	require.Equal(t, []string{"ring-2"}, got.Applied[0].Entries)
	require.Equal(t, []string{"shield-2"}, got.Applied[1].Entries)
	require.Equal(t, `{"format":1,"features":[{"id":"me","item":"p:elf"}],"inventory":[{"id":"ring-1","item":"p:ring","quantity":6,"equipped":true},`+
		`{"id":"shield-2","item":"p:shield"},{"id":"ring-3","item":"p:ring","quantity":6,"equipped":true,"templates":[]}],"applied":[{"id":"shield-1","source":"p:bless"}]}`,
		string(got.Character.AppendJSON(nil)))
}

// batch: its index, its size, and what adjusts came to so far.
func TestFormulasThatReadTheBatch(t *testing.T) {
	r := rulesOf(t, heroRules, heroContent)
	got := applied(t, r, hero(t), `[{"type":"adjust","field":"p:round","by":4},{"type":"adjust","field":"p:round","by":-1},
	 {"type":"applyEffect","source":"p:bless","state":{"rounds":{"formula":"batch.adjusted['p:round'] * 100 + batch.index * 10 + batch.size + round"},"caster":"me"}},
	 {"type":"setState","applied":{"where":"self.id == 'bl'"},"key":"caster","value":"'it is ' + item.id"}]`)
	require.Equal(t, map[string]any{"rounds": json.Number("328"), "caster": "me"}, got.Character.Applied[2].State)
	require.Equal(t, "it is p:bless", got.Character.Applied[0].State["caster"])
}
