package diagram

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/model"
)

// large is a model of a hundred steps, with nested loops, branches, subflows and windows.
func large() string {
	var b strings.Builder
	b.WriteString(`
name: The hundred stations
num_players: {min: 2, max: 5, default: 3}
state:
  vars: {turn: {init: 0}, gold: {scope: player, init: 0}, plans: {init: 0, visibility: hidden}}
  zones:
    deck: {shuffled: true, visibility: hidden}
    hand: {owner: player, visibility: owner}
dice: {d6: {sides: 6}}
triggers:
  - {id: toll, event: arrived, optional: true, controller_x: turn, do: [{op: roll, die: d6, as: toll}]}
actions:
  travel: {pre_x: "gold[actor] >= 3 and any(road for road in roads(actor) if road['open'])", effect: [{op: emit, event: arrived}]}
  trade: {label: Trade, pre_x: "gold[actor] > 0", effect: [{op: choose, options: [grain, timber, iron], as: good}]}
  draw_a_card: {effect: [{op: draw, from: deck, to: "hand[actor]"}]}
  plan: {effect: [{op: set, var: plans, value: 1}]}
  haggle: {speed: quick, pre_x: "gold[actor] > 1", effect: [{op: add, var: "gold[actor]", amount: -1}]}
  rest_until_the_caravan_has_come_back_from_the_other_side_of_the_mountains: {}
priority: {windows: {market: {allows: [quick]}}, protocol: {first_x: turn}}
end:
  - {id: broke, if_x: "min(gold) < 0", result: eliminate, who_x: "[p for p in players if gold[p] < 0]"}
  - {id: rich, if_x: "max(gold) >= 50", result: score, returns_x: gold}
flow:
  kind: sequence
  id: all
  children:
`)
	n := 0
	step := func(indent, more string, do ...string) {
		n++
		fmt.Fprintf(&b, "%s- {kind: step, id: station_%d, do: [%s]%s}\n", indent, n, strings.Join(do, ", "), more)
	}
	for year := 1; year <= 6; year++ {
		step("    ", "", "draw_a_card")
		fmt.Fprintf(&b, "    - kind: loop\n      id: year_%d\n      until_x: \"season == 4 or max(gold) >= 50\"\n      end_event: [arrived, year_over]\n      children:\n", year)
		for i := 0; i < 4; i++ {
			step("        ", ", actor_x: turn, window: market", "travel", "trade")
		}
		fmt.Fprintf(&b, "        - kind: loop\n          id: turns_%d\n          over_x: players\n          as: turn\n          once: true\n          order: random\n          children:\n", year)
		for i := 0; i < 3; i++ {
			step("            ", ", actor_x: turn", "travel", "draw_a_card", "rest_until_the_caravan_has_come_back_from_the_other_side_of_the_mountains")
		}
		fmt.Fprintf(&b, "            - kind: branch\n              id: weather_%d\n              cases:\n", year)
		for _, when := range []string{"storm > 2", "storm == 0 and season == 1"} {
			fmt.Fprintf(&b, "                - when_x: %q\n                  children:\n", when)
			step("                    ", ", actors_x: \"[p for p in players if gold[p]]\"", "plan")
			step("                    ", ", secret: true, actor_x: turn", "plan", "trade")
		}
		fmt.Fprintf(&b, "        - {kind: subflow, id: visit_%d, ref: fair}\n", year)
		step("        ", ", end_event: arrived", "travel")
	}
	b.WriteString("flows:\n  fair:\n    kind: sequence\n    children:\n")
	for n < 100 {
		step("      ", ", actor_x: turn", "trade")
	}
	return b.String()
}

func svg(t *testing.T, text string, theme Theme) []byte {
	t.Helper()
	m, _, err := model.Parse("m.yaml", text, model.Options{})
	require.NoError(t, err)
	return SVG(m, theme)
}

// golden holds a picture against the one that is kept.
func golden(t *testing.T, name string, picture []byte) {
	t.Helper()
	file := filepath.Join("testdata", name+".svg")
	if os.Getenv("ASTRAGAL_UPDATE") != "" {
		require.NoError(t, os.WriteFile(file, picture, 0o644))
		return
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.True(t, bytes.Equal(want, picture), "%s differs: look at it, then set ASTRAGAL_UPDATE=1", file)
}

func TestSVG(t *testing.T) {
	for _, name := range []string{"duel", "expedition", "frontier", "kuhn-poker", "tidewrack"} {
		m, _, err := model.Load("../../examples/"+name+"/model.yaml", model.Options{})
		require.NoError(t, err)
		picture := SVG(m, Auto)
		golden(t, name, picture)
		require.Equal(t, picture, SVG(m, Auto), "the same model gives the same bytes")
		apart(t, picture)
	}
	for name, text := range map[string]string{"hundred": large(), "kinds": duel} {
		picture := svg(t, text, Auto)
		golden(t, name, picture)
		apart(t, picture)
	}
}

// box is what a text covers at most.
type box struct {
	text                string
	left, right, up, dn float64
}

// texts reads a picture as XML and gives its texts and its size.
func texts(t *testing.T, picture []byte) (list []box, width, height float64) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(picture))
	attr := func(e xml.StartElement, name string) string {
		for _, a := range e.Attr {
			if a.Name.Local == name {
				return a.Value
			}
		}
		return ""
	}
	number := func(e xml.StartElement, name string) float64 {
		v, err := strconv.ParseFloat(attr(e, name), 64)
		require.NoError(t, err)
		return v
	}
	var at *box
	var f face
	titles := 0
	for {
		token, err := d.Token()
		if token == nil {
			require.Equal(t, "EOF", err.Error())
			return
		}
		switch e := token.(type) {
		case xml.StartElement:
			switch e.Name.Local {
			case "svg":
				width, height = number(e, "width"), number(e, "height")
			case "text":
				list = append(list, box{left: number(e, "x"), right: number(e, "x"), up: number(e, "y"), dn: number(e, "y")})
				at = &list[len(list)-1]
			case "tspan":
				name, _, _ := strings.Cut(attr(e, "class"), " ")
				f = faces[name]
				require.NotZero(t, f.size, "%s is no face", name)
				at.up, at.dn = min(at.up, at.dn-f.size*0.8), max(at.dn, at.dn)
				if attr(e, "dx") != "" {
					at.right += number(e, "dx")
				}
			case "title":
				titles++
			}
		case xml.EndElement:
			switch e.Name.Local {
			case "text":
				at = nil
			case "title":
				titles--
			}
		case xml.CharData:
			if at != nil && titles == 0 {
				at.text += string(e)
				at.right += f.width(string(e))
			}
		}
	}
}

// apart sees that no two texts of a picture cover each other, and none its edge.
func apart(t *testing.T, picture []byte) {
	t.Helper()
	list, width, height := texts(t, picture)
	require.NotEmpty(t, list)
	for i, a := range list {
		if a.left < margin-1 || a.right > width-margin+1 || a.up < margin || a.dn > height-10 {
			t.Errorf("%q leaves the picture: %+v in %v x %v", a.text, a, width, height)
		}
		for _, b := range list[:i] {
			if a.left < b.right && b.left < a.right && a.up < b.dn && b.up < a.dn {
				t.Errorf("%q and %q cover each other", a.text, b.text)
			}
		}
	}
}

func TestSVGOfHostileModel(t *testing.T) {
	long := strings.Repeat("endless ", 10000)
	picture := svg(t, fmt.Sprintf(`
name: "</text></svg><script>alert(1)</script>\u202Egnp"
actions: {"a&b<c>\"'": {pre_x: %q}, b: {pre: "]]>\u0007"}}
flow: {kind: step, id: "\u2028x\uFFFEy\u200B</style>", actor_x: "<b>", do: ["a&b<c>\"'", b, b]}
`, long), Light)
	apart(t, picture)
	list, _, _ := texts(t, picture)
	require.Equal(t, "</text></svg><script>alert(1)</scr…", list[0].text)
	require.NotContains(t, string(picture), "<script")
	require.NotContains(t, string(picture), "\u202e")
	require.Contains(t, string(picture), ">xy&lt;/style&gt;<")
	require.Less(t, len(picture), 30000)
}

func TestSVGIsBounded(t *testing.T) {
	var b strings.Builder
	b.WriteString("name: Wide\nflow:\n  kind: sequence\n  id: all\n  children:\n")
	for i := 0; i < maxLines/20; i++ {
		fmt.Fprintf(&b, "    - {kind: step, id: s%d, do: [%s]}\n", i, strings.Repeat("a,", maxActions+9))
	}
	picture := svg(t, b.String(), Auto)
	require.Contains(t, string(picture), "… 9 more actions, not drawn")
	require.Regexp(t, `… \d+ more parts, not drawn`, string(picture))
	require.Less(t, len(picture), 4<<20)

	deep := "{kind: step, id: s, do: []}"
	for i := 0; i < 90; i++ {
		deep = fmt.Sprintf("{kind: loop, id: l%d, children: [%s]}", i, deep)
	}
	picture = svg(t, "name: Deep\nflow: "+deep, Auto)
	require.Contains(t, string(picture), "… 81 more parts, not drawn")
	apart(t, picture)
}

func TestSVGOfModelWithGaps(t *testing.T) {
	for _, text := range []string{
		"flow: 5", "flow: {}", "flow: {kind: stepp, do: 7}", "flow: {kind: branch, cases: [{}, 7]}\nflows: {a: 3}\nend: [7]",
		"flow: {kind: turns, id: t, phases: {main: [{kind: step, id: s, do: [a]}]}}", "flow: {kind: loop, children: []}\nflows: {f: {kind: subflow, ref: f}}",
	} {
		apart(t, svg(t, "name: Gaps\n"+text, Dark))
	}
}
