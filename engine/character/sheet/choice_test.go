package sheet

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const classRules = `
tags: [feat.class]
fields:
  - {id: level, type: integer, default: 1, min: '1', max: '20'}
  - {id: str, type: integer, default: 10}
  - {id: power, type: integer, formula: '0'}
contentTypes:
  - {id: class, list: features}
  - {id: feat, list: features, fields: {level: {type: integer, default: 1}}}
  - {id: gear, list: inventory}
choices:
  - {id: origin, options: [{id: north, effects: [{target: {field: str}, op: add, value: 2}], choices: [{id: gift, options: {values: '[1, 2, 3]'}, recommend: '2'}]}, {id: south}]}
`

const classContent = `
- id: fighter
  type: class
  choices:
    - id: feat
      slots: [1, 2, 4]
      when: level >= slot
      unique: true
      options: {content: {type: feat, where: item.level <= slot}}
      recommend: "slot == 1 ? 'strong' : 'none'"
    - {id: kit, count: {min: 0, max: 2}, options: [{id: rope}, {id: lamp, when: str > 11}, {id: map}]}
  grants: [{content: training, when: level >= 3}]
- {id: training, type: feat, hidden: true, effects: [{target: {field: power}, op: add, value: 10}]}
- {id: strong, type: feat, effects: [{target: {field: power}, op: add, value: 1}]}
- {id: swift, type: feat, level: 2, effects: [{target: {field: power}, op: add, value: 2}]}
- {id: great, type: feat, level: 4, effects: [{target: {field: power}, op: add, value: 4}], choices: [{id: style, options: [{id: wild, effects: [{target: {field: power}, op: add, value: 100}]}]}]}
`

func fighter(level string, more string) string {
	return `{"values":{"p:level":` + level + `},"features":[{"id":"f","item":"p:fighter"` + more + `}]}`
}

// offered shows what a choice offers: + eligible, * picked, ! recommended, and why not.
func offered(s *Sheet, path ...string) string {
	p := &Path{Choice: path}
	if s.Character.copyOf(path[0]) != nil {
		p = &Path{Entry: path[0], Choice: path[1:]}
	}
	var out []string
	for _, o := range s.ChoiceAt(p).Options() {
		text := strings.TrimPrefix(o.ID, "p:")
		if o.Eligible {
			text = "+" + text
		} else {
			text += "(" + o.Reason.Code + ")"
		}
		if o.Picked {
			text += "*"
		}
		if o.Recommended {
			text += "!"
		}
		out = append(out, text)
	}
	return strings.Join(out, " ")
}

func pendingOf(s *Sheet) (out []string) {
	for _, n := range s.Pending() {
		out = append(out, n.Path.String())
	}
	return out
}

// The worked case: what is gained at a level is judged at that level, whatever the level is now.
func TestChoicesGainedAtALevelAreJudgedAtIt(t *testing.T) {
	r := rulesOf(t, classRules, classContent)
	s := r.Compute(characterOf(t, fighter("5", "")), nil)
	require.Equal(t, []string{"origin", "f:feat-1", "f:feat-2", "f:feat-4"}, pendingOf(s))
	require.Equal(t, "great(requirement) +strong! swift(requirement)", offered(s, "f", "feat-1"))
	require.Equal(t, "great(requirement) +strong +swift", offered(s, "f", "feat-2"))
	require.Equal(t, "+great +strong +swift", offered(s, "f", "feat-4"))
	// At level 1 only the first is there.
	s = r.Compute(characterOf(t, fighter("1", "")), nil)
	require.Equal(t, []string{"origin", "f:feat-1"}, pendingOf(s))
	// A pick of another slot is taken.
	got := applied(t, r, characterOf(t, fighter("5", "")), `[{"type":"choose","path":{"entry":"f","choice":["feat-4"]},"option":"p:strong"}]`)
	s = r.Compute(got.Character, nil)
	require.Equal(t, "great(requirement) strong(unique) swift(requirement)", offered(s, "f", "feat-1"))
	require.Equal(t, "+great +strong* +swift", offered(s, "f", "feat-4"))
}

func TestPicksActWithTheirOwnPicks(t *testing.T) {
	r := rulesOf(t, classRules, classContent)
	c := characterOf(t, fighter("5", ""))
	got := applied(t, r, c, `[
	 {"type":"choose","path":{"entry":"f","choice":["feat-4"]},"option":"p:great"},
	 {"type":"choose","path":{"entry":"f","choice":["feat-4","p:great","style"]},"option":"wild"},
	 {"type":"choose","path":{"choice":["p:origin"]},"option":"north"},
	 {"type":"choose","path":{"choice":["origin","north","gift"]},"option":2},
	 {"type":"choose","path":{"entry":"f","choice":["kit"]},"option":"lamp"}]`).Character
	require.Equal(t, `{"format":1,"values":{"p:level":5},"choices":{"origin":[{"option":"north","choices":{"gift":[2]}}]},`+
		`"features":[{"id":"f","item":"p:fighter","choices":{"feat-4":[{"option":"p:great","choices":{"style":["wild"]}}],"kit":["lamp"]}}]}`, string(got.AppendJSON(nil)))
	s := r.Compute(got, nil)
	require.Equal(t, "114", shown(t, s, "p:power"))
	require.Equal(t, "great add 4, great.choices.style.options.wild add 100, training add 10", effects(t, s, "p:power"))
	require.Equal(t, "12", shown(t, s, "p:str"))
	require.Equal(t, []string{"f:feat-1", "f:feat-2"}, pendingOf(s))
	require.Equal(t, "+1 +2*! +3", offered(s, "origin", "north", "gift"))
	require.Empty(t, issues(t, s))
	require.Equal(t, "p:great.choices.style.options.wild", s.carriers[len(s.carriers)-3].owner)

	// Below level 4 the slot is gone with all that was picked in it; below 3 what is granted. Nothing is lost.
	low := applied(t, r, got, `[{"type":"set","field":"p:level","value":2}]`).Character
	s = r.Compute(low, nil)
	require.Equal(t, "0", shown(t, s, "p:power"))
	require.Equal(t, []string{"choice-unavailable choice:f:feat-4", "choice-unavailable choice:f:feat-4/p:great/style"}, issues(t, s))
	back := applied(t, r, low, `[{"type":"set","field":"p:level","value":5}]`).Character
	require.Equal(t, string(got.AppendJSON(nil)), string(back.AppendJSON(nil)))

	// Taking a pick back takes what was picked inside it.
	less := applied(t, r, got, `[{"type":"unchoose","path":{"entry":"f","choice":["feat-4"]},"option":"p:great"},{"type":"unchoose","path":{"choice":["origin"]},"option":"north"}]`).Character
	require.Equal(t, `{"format":1,"values":{"p:level":5},"choices":{},"features":[{"id":"f","item":"p:fighter","choices":{"kit":["lamp"]}}]}`, string(less.AppendJSON(nil)))
	require.Equal(t, []string{"ineligible-option choice:f:kit"}, issues(t, r.Compute(less, nil)))
}

func TestListOptionsJSON(t *testing.T) {
	r := rulesOf(t, classRules, classContent)
	s := r.Compute(characterOf(t, fighter("5", "")), nil)
	require.JSONEq(t, `{"path":{"entry":"f","choice":["feat-2"]},"owner":"p:fighter","id":"feat-2","slot":{"choice":"feat","number":2},"min":1,"max":1,"picked":0,
	 "options":[{"id":"p:great","eligible":false,"reason":{"code":"requirement","formula":"item.level <= slot"},"picked":false,"recommended":false},
	 {"id":"p:strong","eligible":true,"picked":false,"recommended":false},{"id":"p:swift","eligible":true,"picked":false,"recommended":false}]}`,
		string(s.ChoiceAt(&Path{Entry: "f", Choice: []string{"feat-2"}}).AppendOptions(nil)))
	require.JSONEq(t, `{"path":{"choice":["origin"]},"owner":"p:rules","id":"origin","min":1,"max":1,"picked":0,
	 "options":[{"id":"north","eligible":true,"picked":false,"recommended":false},{"id":"south","eligible":true,"picked":false,"recommended":false}]}`,
		string(s.ChoiceAt(&Path{Choice: []string{"origin"}}).AppendOptions(nil)))
}

// Two packs' choices of one name are told apart by the pack.
func TestChoicesOfTwoPacks(t *testing.T) {
	rules := "choices: [{id: origin, options: [{id: north}]}]"
	r := rulesOfPacks(t, map[string][2]string{"a": {rules, ""}, "b": {rules, ""}}, "a", "b")
	s := r.Compute(characterOf(t, `{"choices":{"b:origin":["north"]}}`), nil)
	require.Equal(t, []string{"a:origin"}, pendingOf(s))
	s = r.Compute(characterOf(t, `{"choices":{"origin":["north"]}}`), nil)
	require.Equal(t, []string{"unknown-choice choices.origin"}, issues(t, s))
}

func TestCreation(t *testing.T) {
	r := rulesOf(t, classRules+"settings: {creation: {complete: str > 10}}\n", classContent)
	c := characterOf(t, `{"creating":true}`)
	refused := func(changes string) map[string]any {
		_, err := r.Apply(c, changesOf(t, changes), Options{})
		require.Equal(t, "creation-incomplete", err.Code)
		return err.Data
	}
	require.Equal(t, map[string]any{"index": 0, "pending": []any{map[string]any{"choice": []string{"origin"}}}}, refused(`[{"type":"finishCreation"}]`))
	require.Equal(t, "str > 10", refused(`[{"type":"choose","path":{"choice":["origin"]},"option":"south"},{"type":"finishCreation"}]`)["formula"])
	north := `{"type":"choose","path":{"choice":["origin"]},"option":"north"},{"type":"choose","path":{"choice":["origin","north","gift"]},"option":1}`
	c.Values = map[string]any{"gone:x": 1}
	require.Equal(t, []any{map[string]any{"code": "unknown-field", "path": "values.gone:x"}}, refused(`[` + north + `,{"type":"finishCreation"}]`)["issues"])
	c.Values = nil
	got := applied(t, r, c, `[`+north+`,{"type":"finishCreation"}]`)
	require.False(t, got.Character.Creating)
}
