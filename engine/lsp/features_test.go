package lsp

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const game = `name: Three in a row
num_players: 2
constants: {lines: [[0, 1, 2], [3, 4, 5]]}
functions:
  owns: {params: [p], x: "any(all(board[i] == p for i in line) for line in lines)"}
state:
  vars:
    board: {init_x: "[None] * 9"}
    turn: {init: 0}
  zones:
    hand: {owner: player, visibility: owner}
actions:
  mark:
    effect:
      - {op: choose, options_x: "[i for i in range(9) if board[i] is None]", as: cell}
      - {op: set, var: "board[cell]", value_x: actor}
      - op: emit
        event: marked
flow: {kind: loop, id: rounds, over_x: players, as: turn, children: [{kind: step, id: move, actor_x: turn, do: [mark]}]}
triggers:
  - {event: marked, if_x: any(hand) and cell, do: []}
end:
  - {id: three, if_x: "owns(turn) and cell", result: win, who_x: turn}
`

// with puts the mark behind the nth piece of the game's text (from 1), back characters before its end.
func with(t *testing.T, piece string, n, back int) string {
	t.Helper()
	at := 0
	for range n {
		i := strings.Index(game[at:], piece)
		require.GreaterOrEqual(t, i, 0, piece)
		at += i + len(piece)
	}
	at -= back
	return game[:at] + mark + game[at:]
}

func TestHover(t *testing.T) {
	c := start(t)
	for _, test := range []struct {
		piece string
		n     int
		want  string
	}{
		{"num_players", 1, "How many play"},
		{"effect", 1, "Ops that run"},
		{"lines", 2, "constant `lines` = `[[0, 1, 2], [3, 4, 5]]`"},
		{"owns", 2, "function `owns(p)`"},
		{"== p", 1, "local name `p`"},
		{"board", 1, "variable `board`: at first the value of `[None] * 9`"},
		{"hand", 1, "zone `hand`: list, owner; one for each player"},
		{"choose", 1, "- `options` (`_x`)"},
		{"options_x", 1, "of the op `choose`"},
		{"range", 1, "`range(stop)`"},
		{"actor", 1, "The player who acts."},
		{"marked", 2, "emitted at line 18"},
		{"loop", 1, "Runs its children again and again."},
		{"cell", 2, "local name `cell`: bound by `choose`"},
		{"win", 1, "How the game ends"},
		{"mark", 3, "action `mark`"},
		{"any(hand) and cell", 1, "bound at line 15"},
		{"(turn) and cell", 1, "nothing binds it here"},
	} {
		text := with(t, test.piece, test.n, 1)
		got, _ := c.at("hover", text).(map[string]any)
		require.NotNil(t, got, "%s", test.piece)
		require.Contains(t, got["contents"].(map[string]any)["value"], test.want, "%s", test.piece)
	}
	require.Nil(t, c.at("hover", strings.Replace(game, "Three", "Thr"+mark+"ee", 1)))
	c.stop()
}

// places gives the lines (from 1) and columns (from 1) of locations.
func places(v any) []string {
	out := []string{}
	list, _ := v.([]any)
	for _, l := range list {
		l := l.(map[string]any)
		at := l["range"].(map[string]any)["start"].(map[string]any)
		name := filepath.Base(l["uri"].(string))
		out = append(out, fmt.Sprintf("%s:%v:%v", name, at["line"].(float64)+1, at["character"].(float64)+1))
	}
	return out
}

func TestDefinitionAndReferences(t *testing.T) {
	c := start(t)
	for _, test := range []struct {
		piece          string
		n              int
		def, mentioned string
	}{
		{"owns", 2, "m.yaml:5:3", "m.yaml:5:3 m.yaml:23:24"},
		{"board", 2, "m.yaml:8:5", "m.yaml:5:35 m.yaml:8:5 m.yaml:15:58 m.yaml:16:25"},
		{"marked", 2, "m.yaml:18:16", "m.yaml:18:16 m.yaml:21:13"},
		{"do: [mark", 1, "m.yaml:13:3", "m.yaml:13:3 m.yaml:19:113"},
		{"board[cell", 1, "m.yaml:15:82", "m.yaml:15:82 m.yaml:16:31"},
		{"as: turn", 1, "m.yaml:9:5", "m.yaml:9:5 m.yaml:19:53 m.yaml:19:102 m.yaml:23:29 m.yaml:23:66"},
	} {
		text := with(t, test.piece, test.n, 1)
		require.Equal(t, strings.Fields(test.def), places(c.at("definition", text)), "%s", test.piece)
		all := c.at("references", text, "context", map[string]any{"includeDeclaration": true})
		require.Equal(t, strings.Fields(test.mentioned), places(all), "%s", test.piece)
	}
	c.stop()
}

// labels gives what is offered.
func labels(v any) []string {
	out := []string{}
	m, _ := v.(map[string]any)
	list, _ := m["items"].([]any)
	for _, i := range list {
		out = append(out, i.(map[string]any)["label"].(string))
	}
	return out
}

// Sides and phases of turns are names like others.
func TestCompletionOfTurns(t *testing.T) {
	const turns = "turns:\n  sides:\n    corp: {phases: [main]}\n  seats: [corp, corp]\nnum_players: 2\nflow: {kind: turns, phases: {main: [], rest: []}}\n"
	for old, want := range map[string][]string{"[main]}": {"main", "rest"}, "[corp, corp]": {"corp"}} {
		c := start(t)
		c.open("m.yaml", turns)
		c.shown("m.yaml", 1)
		text, pos := cursorIn(t, strings.Replace(turns, old, "["+mark+"]"+strings.Repeat("}", strings.Count(old, "}")), 1))
		c.replace("m.yaml", 2, text)
		m := c.ask("textDocument/completion", map[string]any{"textDocument": c.doc("m.yaml"), "position": pos})
		for _, name := range want {
			require.Contains(t, labels(m["result"]), name)
		}
		c.stop()
	}
}

func TestCompletion(t *testing.T) {
	for name, test := range map[string]struct{ text, has, not string }{
		"top level":             {game + "trig" + mark, "modifiers derived", "trigger op state"},
		"a fresh mapping":       {strings.Replace(game, "  mark:\n    effect:", "  pass:\n    "+mark+"\n  mark:\n    effect:", 1), "pre pre_x cost effect speed", "name op"},
		"ops":                   {strings.Replace(game, "{op: set,", "{op: "+mark+",", 1), "set draw for_each", "sequence"},
		"fields of an op":       {strings.Replace(game, "value_x: actor}", mark+"}", 1), "value value_x of_x player_x", "op var options cost"},
		"op below its fields":   {strings.Replace(game, "      - op: emit\n", "      - "+mark+"\n        op: emit\n", 1), "impact with_x note", "event options"},
		"a list of ops":         {strings.Replace(game, "      - op: emit\n        event: marked\n", "      - "+mark+"\n", 1), "op var event", "kind"},
		"words":                 {strings.Replace(game, "visibility: owner", "visibility: "+mark, 1), "public owner hidden", "list"},
		"flags":                 {strings.Replace(game, "visibility: owner", "shuffled: "+mark, 1), "true false", "public"},
		"variables":             {strings.Replace(game, `"board[cell]"`, mark, 1), "board turn", "hand lines cell"},
		"inside a path":         {strings.Replace(game, `"board[cell]"`, `"board[`+mark, 1), "cell turn lines range", "mark"},
		"an expression":         {strings.Replace(game, "value_x: actor", "value_x: ac"+mark, 1), "actor cell board lines owns hand len None", "mark marked rounds"},
		"a broken expression":   {strings.Replace(game, `"owns(turn) and cell"`, `"owns(`+mark, 1), "turn owns", "cell mark"},
		"a function":            {strings.Replace(game, "== p for", "== "+mark+" for", 1), "p board", "cell actor"},
		"what emitters bound":   {strings.Replace(game, "if_x: any(hand)", "if_x: "+mark, 1), "cell actor event hand", "p value option"},
		"before it is bound":    {strings.Replace(game, "    effect:", "    pre_x: "+mark+"\n    effect:", 1), "actor board", "cell event p"},
		"the flow":              {strings.Replace(game, "over_x: players", "over_x: "+mark, 1), "players board", "cell actor p"},
		"a line below":          {strings.Replace(game, "event: marked\n", "event: marked\n      - {op: if, cond_x: "+mark+"}\n", 1), "cell actor", "event p"},
		"a filter":              {strings.Replace(game, "event: marked\n", "event: marked\n      - {op: search, filter_x: "+mark+"}\n", 1), "cell item", "event p"},
		"methods":               {strings.Replace(game, "value_x: actor", `value_x: "board.`+mark+`"`, 1), "index count get", "board"},
		"actions":               {strings.Replace(game, "do: [mark]", "do: ["+mark+"]", 1), "mark", "marked board"},
		"actions of a list":     {strings.Replace(game, "flow: {kind", "flows:\n  f:\n    kind: step\n    do:\n      - "+mark+"\nflow: {kind", 1), "mark", "board op"},
		"events":                {strings.Replace(game, "{event: marked", "{event: "+mark, 1), "marked", "mark"},
		"kinds":                 {strings.Replace(game, "{kind: step", "{kind: "+mark, 1), "step loop branch", "grid list set"},
		"keys of a kind":        {strings.Replace(game, "do: [mark]}", mark+"}", 1), "do secret visible_to_x actors_x window", "children until_x actor_x"},
		"results":               {strings.Replace(game, "result: win", "result: "+mark, 1), "win rank draw", "loop"},
		"nothing in a name":     {strings.Replace(game, "name: Three", "name: "+mark, 1), "", "mode board"},
		"nothing in a comment":  {"# a " + mark + "\n" + game, "", "mode board"},
		"a folded expression":   {strings.Replace(game, "value_x: actor}", "value_x: 1}\n      - op: let\n        name: z\n        value_x: >-\n          1 +\n          "+mark, 1), "board actor cell", "op"},
		"none of names of ones": {strings.Replace(game, "    turn: {init: 0}\n", "    turn: {init: 0}\n    "+mark+"\n", 1), "", "init board"},
		"keys of a variable":    {strings.Replace(game, "turn: {init: 0}", "turn: {"+mark+"}", 1), "init init_x scope visibility", "kind"},
		"scores":                {game + "turns: {scores: [" + mark + "]}\n", "board turn", "hand main"},
		"in an empty file":      {mark, "name flow actions", "op"},
	} {
		t.Run(name, func(t *testing.T) {
			c := start(t)
			c.open("m.yaml", game)
			c.shown("m.yaml", 1) // the model as it was when it could be read
			text, pos := cursorIn(t, test.text)
			c.replace("m.yaml", 2, text)
			for _, when := range []string{"at once", "when the text has been read"} {
				if when != "at once" {
					c.shown("m.yaml", 2)
				}
				m := c.ask("textDocument/completion", map[string]any{"textDocument": c.doc("m.yaml"), "position": pos})
				require.NotContains(t, m, "error")
				got := labels(m["result"])
				for _, w := range strings.Fields(test.has) {
					require.Contains(t, got, w, when)
				}
				for _, w := range strings.Fields(test.not) {
					require.NotContains(t, got, w, when)
				}
				if test.has == "" {
					require.Empty(t, got, when)
				}
			}
			c.stop()
		})
	}
}

func TestLookupsInExpressions(t *testing.T) {
	c := start(t)
	text := "content: {cards: [{id: ace}]}\ndice: {red: {sides: 6}}\n" + game + "modifiers: [{stat: price, change_x: value}]\nderived: {a: \"content['"
	c.open("m.yaml", text+"']\"}")
	c.shown("m.yaml", 1)
	require.Equal(t, []string{"cards"}, labels(c.at("completion", text+mark+"']\"}")))
	text = strings.Replace(text, "content['", "dice['", 1)
	require.Equal(t, []string{"red"}, labels(c.at("completion", text+mark+"']\"}")))
	c.stop()
}

func TestOutline(t *testing.T) {
	c := start(t)
	c.open("m.yaml", game)
	var lines []string
	var show func(list any, depth int)
	show = func(list any, depth int) {
		all, _ := list.([]any)
		for _, s := range all {
			s := s.(map[string]any)
			detail, _ := s["detail"].(string)
			lines = append(lines, strings.TrimSpace(strings.Repeat("  ", depth)+s["name"].(string)+" "+detail))
			require.NotNil(t, s["selectionRange"])
			show(s["children"], depth+1)
		}
	}
	show(c.request("textDocument/documentSymbol", map[string]any{"textDocument": c.doc("m.yaml")}), 0)
	require.Equal(t, strings.Split(`name
num_players
constants
lines constant
functions
owns function
state
vars
board variable
turn variable
zones
hand zone
actions
mark action
flow
rounds loop
move step
triggers
end
three end condition`, "\n"), lines)
	c.stop()
}

func TestRename(t *testing.T) {
	c := start(t)
	text := with(t, "board", 1, 1)
	got := c.at("rename", text, "newName", "cells_held").(map[string]any)
	edits := got["changes"].(map[string]any)[c.uri("m.yaml")].([]any)
	require.Len(t, edits, 4)
	require.Equal(t, "cells_held", edits[0].(map[string]any)["newText"])
	for name, why := range map[string]string{
		"not a name": "can be no name", "turn": "already", "players": "means something else", "cell": "means something else",
	} {
		m := c.askAt("rename", text, "newName", name)
		require.Contains(t, m["error"].(map[string]any)["message"], why)
	}
	for broken, why := range map[string]string{
		strings.Replace(text, "value_x: actor", "value_x: 1 +", 1):           "cannot be read",
		strings.Replace(text, "value_x: actor", `value_x: "'my board'"`, 1):  "stands in a text",
		strings.Replace(text, "{op: set", "{op: set, {", 1):                  "mend it first",
		strings.Replace(game, "num_players: 2", "num_"+mark+"players: 2", 1): "no name here",
		strings.Replace(game, "owns(turn)", "ow"+mark+"nt(turn)", 1):         "cannot be renamed",
	} {
		m := c.askAt("rename", broken, "newName", "other")
		require.Contains(t, m["error"].(map[string]any)["message"], why)
	}
	c.stop()
}

func TestQuickFixes(t *testing.T) {
	c := start(t)
	text := strings.Replace(game, "actions:", "num_player: 3\nactions:", 1)
	c.open("m.yaml", text)
	c.request("textDocument/documentSymbol", map[string]any{"textDocument": c.doc("m.yaml")})
	var diags []any
	for _, m := range c.held {
		if m["method"] == "textDocument/publishDiagnostics" {
			for _, d := range m["params"].(map[string]any)["diagnostics"].([]any) {
				if counts(d.(map[string]any)) {
					diags = append(diags, d)
				}
			}
		}
	}
	require.Len(t, diags, 1)
	got := c.request("textDocument/codeAction", map[string]any{
		"textDocument": c.doc("m.yaml"), "range": diags[0].(map[string]any)["range"], "context": map[string]any{"diagnostics": diags},
	}).([]any)
	require.Len(t, got, 2)
	edit := func(i int) (string, map[string]any) {
		a := got[i].(map[string]any)
		e := a["edit"].(map[string]any)["changes"].(map[string]any)[c.uri("m.yaml")].([]any)[0].(map[string]any)
		return a["title"].(string), e
	}
	title, e := edit(0)
	require.Equal(t, "Write 'num_players'", title)
	require.Equal(t, "num_players", e["newText"])
	title, e = edit(1)
	require.Equal(t, "Allow 'unknown-key' here", title)
	require.Equal(t, "# astragal: allow unknown-key because \n", e["newText"])
	require.EqualValues(t, 11, e["range"].(map[string]any)["start"].(map[string]any)["line"])
	c.stop()
}

func TestDiagnosticsOfUnfinishedTexts(t *testing.T) {
	c := start(t)
	c.open("m.yaml", game)
	require.Empty(t, c.shown("m.yaml", 1))
	typed := strings.Replace(game, "    turn: {init: 0}", "    turn: {init: 0}\n    pot: {in", 1)
	c.replace("m.yaml", 2, typed)
	require.Equal(t, []string{"9:4 yaml"}, c.shown("m.yaml", 2), "the line that is being written, and nothing else")
	got := c.request("textDocument/hover", map[string]any{"textDocument": c.doc("m.yaml"), "position": map[string]any{"line": 8, "character": 5}})
	require.Contains(t, got.(map[string]any)["contents"].(map[string]any)["value"], "variable `turn`")
	c.replace("m.yaml", 3, strings.Replace(game, "var: \"board[cell]\"", "var: \"bord[cell]\"", 1))
	require.Equal(t, []string{"15:24 unknown-var"}, c.shown("m.yaml", 3))
	c.replace("m.yaml", 4, game)
	require.Empty(t, c.shown("m.yaml", 4))
	c.stop()
}

func TestIncludedFiles(t *testing.T) {
	c := start(t)
	main := "include: [part.yaml]\n" + game
	require.NoError(t, os.WriteFile(filepath.Join(c.dir, "m.yaml"), []byte(main), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(c.dir, "part.yaml"), []byte("derived: {a: lines}\n"), 0o600))
	// A part alone finds the model that includes it.
	c.open("part.yaml", "derived: {a: lines, b: \"1 +\"}\n")
	require.Equal(t, []string{"0:27 syntax"}, c.shown("part.yaml", 1))
	def := c.request("textDocument/definition", map[string]any{"textDocument": c.doc("part.yaml"), "position": map[string]any{"line": 0, "character": 14}})
	require.Equal(t, []string{"m.yaml:4:13"}, places(def))
	// The part's text comes from the editor, and its faults are shown at it.
	c.open("m.yaml", main)
	c.replace("part.yaml", 2, "derived: {a: lines, b: \"1 + 1\"}\n")
	require.Empty(t, c.shown("part.yaml", 2))
	// Closed, it is what is on disk.
	c.notify("textDocument/didClose", map[string]any{"textDocument": c.doc("part.yaml")})
	c.replace("m.yaml", 3, main+"functions: {}\n")
	require.Equal(t, []string{"24:0 duplicate-key"}, c.shown("m.yaml", 3))
	c.stop()
}

func TestOtherYAMLIsLeftAlone(t *testing.T) {
	c := start(t)
	c.open("compose.yaml", "name: x\nversion: 3\nservices: {a: {}}\n")
	require.Empty(t, c.shown("compose.yaml", 1))
	c.open("test.yaml", "- name: a test\n")
	require.Empty(t, c.shown("test.yaml", 1))
	c.open("soon.yaml", "name: x\nactions: {}\n")
	require.Equal(t, []string{"0:0 no-model"}, c.shown("soon.yaml", 1))
	c.stop()
}
