package sheet

import (
	"testing"

	"github.com/stretchr/testify/require"
)

const bonusRules = `
fields:
  - {id: base, type: integer, default: 10}
  - {id: attack, type: integer, formula: base}
  - {id: speed, type: number, formula: '30'}
  - {id: double, type: integer, formula: attack * 2}
contentTypes:
  - {id: bonus, list: features, fields: {n: {type: integer, default: 0}, on: {type: boolean, default: true}}}
settings:
  stacking: {item: highestBonusLowestPenalty, status: highestBonusLowestPenalty, first: first, latest: latest, low: lowest, high: highest, choice: playerChooses, all: all}
`

// bonuses makes content of type bonus with one effect each, and a character that has all of it in order.
func bonuses(t *testing.T, effects ...string) *Sheet {
	t.Helper()
	content, features := "", ""
	for i, e := range effects {
		id := string(rune('a' + i))
		content += "- {id: " + id + ", type: bonus, effects: [" + e + "]}\n"
		if i > 0 {
			features += ","
		}
		features += `{"id":"` + id + `","item":"p:` + id + `"}`
	}
	return rulesOf(t, bonusRules, content).Compute(characterOf(t, `{"features":[`+features+`]}`), nil)
}

func TestStackingPolicies(t *testing.T) {
	add := func(key string, values ...string) []string {
		var out []string
		for _, v := range values {
			e := "{target: {field: attack}, op: add, value: " + v
			if key != "" {
				e += ", stackKey: " + key
			}
			out = append(out, e+"}")
		}
		return out
	}
	for _, row := range []struct {
		name    string
		effects []string
		value   string
		shown   string
	}{
		{"no key: all count", add("", "1", "2"), "13", "a add 1, b add 2"},
		{"a key without a policy: all count", add("other", "1", "2"), "13", "a add 1, b add 2"},
		{"all", add("all", "1", "1"), "12", "a add 1, b add 1"},
		{"two item bonuses and one penalty", add("item", "1", "2", "-3", "-1"), "9", "-a add 1, b add 2, c add -3, -d add -1"},
		{"typed bonuses of two types", append(add("item", "1", "2"), "{target: {field: attack}, op: add, value: 1, stackKey: status}"), "13", "-a add 1, b add 2, c add 1"},
		{"equal bonuses: the first", add("item", "2", "2"), "12", "a add 2, -b add 2"},
		{"highest", add("high", "-1", "3", "2"), "13", "-a add -1, b add 3, -c add 2"},
		{"lowest", add("low", "-1", "3", "2"), "9", "a add -1, -b add 3, -c add 2"},
		{"first", add("first", "1", "3", "2"), "11", "a add 1, -b add 3, -c add 2"},
		{"latest", add("latest", "1", "3", "2"), "12", "-a add 1, -b add 3, c add 2"},
		{"playerChooses uses the recommended", add("choice", "1", "3", "2"), "13", "-a add 1, b add 3, -c add 2"},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := bonuses(t, row.effects...)
			require.Equal(t, row.value, shown(t, s, "p:attack"))
			require.Equal(t, row.shown, effects(t, s, "p:attack"))
		})
	}
}

// The key source groups by the content that carries the effect: two copies of one cloak count once, another
// cloak counts too.
func TestStackKeySourceGroupsByContent(t *testing.T) {
	r := rulesOf(t, bonusRules, `
- {id: cloak, type: bonus, n: 1, effects: [{target: {field: attack}, op: add, value: item.n, stackKey: source}]}
- {id: cape, type: bonus, n: 1, effects: [{target: {field: attack}, op: add, value: item.n, stackKey: source}]}
`)
	s := r.Compute(characterOf(t, `{"features":[{"id":"1","item":"p:cloak"},{"id":"2","item":"p:cloak"},{"id":"3","item":"p:cape"}]}`), nil)
	require.Equal(t, "12", shown(t, s, "p:attack"))
	require.Equal(t, "cloak add 1, -cloak add 1, cape add 1", effects(t, s, "p:attack"))
}

func TestOrderOfEffectsOnAField(t *testing.T) {
	on := func(op, value string) string {
		return "{target: {field: attack}, op: " + op + ", value: " + value + "}"
	}
	for _, row := range []struct {
		name    string
		effects []string
		value   string
		shown   string
	}{
		{"set, add, multiply, atLeast, atMost, whatever their order", []string{on("atMost", "20"), on("atLeast", "15"), on("multiply", "2"), on("add", "1"), on("set", "4")}, "15",
			"a atMost 20, b atLeast 15, c multiply 2, d add 1, e set 4"},
		{"of several that set the highest, unless the settings say otherwise", []string{on("set", "4"), on("set", "7"), on("set", "5")}, "7", "-a set 4, b set 7, -c set 5"},
		{"the highest atLeast and the lowest atMost", []string{on("atLeast", "12"), on("atLeast", "14"), on("atMost", "13"), on("atMost", "30")}, "13", "-a atLeast 12, b atLeast 14, c atMost 13, -d atMost 30"},
		{"a whole field is rounded down after each factor", []string{on("add", "1"), on("multiply", "0.5"), on("multiply", "0.5")}, "2", "a add 1, b multiply 0.5, c multiply 0.5"},
		{"unless the effect rounds otherwise", []string{on("add", "1"), on("multiply, rounding: ceil", "0.5")}, "6", "a add 1, b multiply 0.5"},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := bonuses(t, row.effects...)
			require.Equal(t, row.value, shown(t, s, "p:attack"))
			require.Equal(t, row.shown, effects(t, s, "p:attack"))
		})
	}
}

func TestWhatCompetesIsShown(t *testing.T) {
	s := bonuses(t,
		"{id: one, target: {field: attack}, op: set, value: 4}",
		"{target: {field: attack}, op: set, value: 7}",
		"{target: {field: attack}, op: add, value: 1, stackKey: choice}",
		"{target: {field: attack}, op: add, value: 2, stackKey: choice}")
	require.Equal(t, "9", shown(t, s, "p:attack"))
	require.JSONEq(t, `[
	 {"target":{"field":"p:attack"},"op":"set","options":[{"source":{"type":"item","id":"p:a","entry":"a"},"effect":"one","value":4},{"source":{"type":"item","id":"p:b","entry":"b"},"value":7}],"recommended":1},
	 {"target":{"field":"p:attack"},"op":"add","key":"choice","options":[{"source":{"type":"item","id":"p:c","entry":"c"},"value":1},{"source":{"type":"item","id":"p:d","entry":"d"},"value":2}],"recommended":1}
	]`, string(s.appendCompeting(nil)))
}

// Fields that need one another through effects all fail, whichever is asked first, and the rest of the
// sheet stands.
func TestRingOnTheSheetNamesItsMembers(t *testing.T) {
	r := rulesOf(t, `
fields:
  - {id: a, type: integer, formula: '1'}
  - {id: b, type: integer, formula: a + 1}
  - {id: c, type: integer, formula: b + 1}
  - {id: d, type: integer, formula: '4'}
contentTypes: [{id: thing, list: features}]
`, `
- {id: loop, type: thing, effects: [{target: {field: a}, op: add, value: b}]}
`)
	for _, order := range [][]string{{"p:a", "p:b", "p:c", "p:d"}, {"p:d", "p:c", "p:b", "p:a"}, {"p:b", "p:a", "p:d", "p:c"}} {
		s := r.Compute(characterOf(t, `{"features":[{"id":"x","item":"p:loop"}]}`), nil)
		got := map[string]string{}
		for _, id := range order {
			got[id] = shown(t, s, id)
		}
		require.Equal(t, map[string]string{"p:a": "error cycle", "p:b": "error cycle", "p:c": "error cycle", "p:d": "4"}, got)
		require.Equal(t, []string{"cycle field:p:a", "cycle field:p:b"}, issues(t, s))
		require.Equal(t, "these need one another: p:a → p:b → p:a", s.Issues()[0].Message)
	}
}

// A formula that fails is told once, at the field it belongs to; what reads the field has no value either.
func TestFaultsAreToldWhereTheyArise(t *testing.T) {
	r := rulesOf(t, `
fields:
  - {id: zero, type: integer, default: 0}
  - {id: a, type: number, formula: 1 / zero}
  - {id: b, type: number, formula: a + 1}
  - {id: c, type: integer, formula: '3'}
effects:
  - {target: {field: c}, op: add, value: floor(a)}
  - {target: {field: c}, op: add, value: floor(1 / zero)}
  - {target: {field: c}, op: add, value: 2}
`, "")
	s := r.Compute(characterOf(t, `{}`), nil)
	require.Equal(t, []string{"division-by-zero field:p:a", "division-by-zero field:p:c"}, issues(t, s))
	require.Equal(t, "error division-by-zero", shown(t, s, "p:b"))
	require.Equal(t, "5", shown(t, s, "p:c"))
	require.Equal(t, "-p add nothing, -p add nothing, p add 2", effects(t, s, "p:c"))
}

// A whole number stays what it is through effects that multiply and round, however large.
func TestLargeNumbersStayWhole(t *testing.T) {
	r := rulesOf(t, "fields: [{id: gold, type: integer, default: 0}]\neffects: [{target: {field: gold}, op: multiply, value: '1'}]\n", "")
	for _, n := range []string{"7834369643237846", "4503599627370497", "9007199254740991"} {
		require.Equal(t, n, shown(t, r.Compute(characterOf(t, `{"values":{"p:gold":`+n+`}}`), nil), "p:gold"))
	}
}
