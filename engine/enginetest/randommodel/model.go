// Package randommodel writes small random game models that use as much of the language as can be, to play one
// machine against another.
//
// Every model compiles without an error and every game of it ends: all of its loops have a last round, fast
// actions cost energy that runs out, and events set off only later ones. Most expressions evaluate; some models
// hold a few that cannot.
package randommodel

import (
	"fmt"

	"github.com/astragal-engine/astragal/engine/drive/prng"
)

// Model gives the YAML of a model: the same text for a seed everywhere.
func Model(seed uint64) string {
	m := &maker{src: &prng.Source{Seed: seed, Stream: 1}}
	m.faulty, m.turns = m.one(5), m.one(4)
	return text(m.model(seed))
}

// maker writes one model.
type maker struct {
	src    *prng.Source
	faulty bool // some expressions are to fail
	turns  bool // it has formal turns
	board  string
	names  int
}

// one is true once in n times.
func (m *maker) one(n int) bool { return m.src.Intn(n) == 0 }

// upTo gives 1 to n.
func (m *maker) upTo(n int) int { return 1 + m.src.Intn(n) }

func pick[T any](m *maker, of ...T) T { return of[m.src.Intn(len(of))] }

// fresh gives a name that nothing has yet.
func (m *maker) fresh(stem string) string {
	m.names++
	return fmt.Sprintf("%s%d", stem, m.names)
}

func (m *maker) model(seed uint64) dict {
	board := m.boards()
	out := dict{
		{"name", fmt.Sprintf("Random %d", seed)},
		{"mode", pick(m, "competitive", "competitive", "competitive", "cooperative")},
		{"num_players", dict{{"min", 1}, {"max", 4}, {"default", pick(m, 1, 2, 2, 3)}}},
		{"constants", dict{
			{"limit", 3 + m.src.Intn(5)},
			{"prices", m.numbers(4)},
			{"rates", dict{{"a", m.src.Intn(5)}, {"b", m.src.Intn(5)}}},
			{"lines3", list{list{0, 1, 2}, list{3, 4, 5}, list{6, 7, 8}, list{0, 4, 8}}},
		}},
		{"boards", dict{{"land", board}}},
		{"dice", dict{{"odd", dict{{"faces", list{1, 1, 2, 5}}}}, {"coin", dict{{"sides", 2}}}}},
		{"functions", m.functions()},
		{"derived", dict{
			{"total", dict{{"x", m.int(scope{noFn: true, noMod: true}, 2)}}},
			{"leader", m.player(scope{noFn: true, noMod: true}, 1)},
		}},
		{"content", m.content()},
		{"state", dict{{"vars", m.vars()}, {"zones", m.zones()}}},
		{"outcomes", m.outcomes()},
		{"actions", m.actions()},
		{"triggers", m.triggers()},
		{"modifiers", m.modifiers(scope{})},
		{"priority", m.priority()},
		{"flows", m.flows()},
		{"flow", m.flow()},
		{"end", m.ends()},
	}
	if m.turns {
		out = append(out, entry{"turns", m.profile()})
	}
	if m.one(4) {
		out = append(out, entry{"campaign", dict{
			{"games", 2}, {"between", m.ops(scope{level: 3, bare: true}, 2, 1)}, {"reset", list{pick(m, "fund", "score", "row")}},
		}})
	}
	return out
}

func (m *maker) numbers(n int) list {
	var out list
	for range n {
		out = append(out, m.src.Intn(9))
	}
	return out
}

func (m *maker) boards() dict {
	m.board = pick(m, "grid", "grid", "hex", "track", "graph")
	switch m.board {
	case "grid":
		return dict{{"kind", "grid"}, {"rows", 3}, {"cols", 3}, {"neighbours", pick(m, 4, 8)}, {"wrap", m.one(3)}}
	case "hex":
		return dict{{"kind", "hex"}, {"radius", pick(m, 1, 2)}, {"orientation", pick(m, "pointy", "flat")}}
	case "track":
		return dict{{"kind", "track"}, {"length", 6}, {"loop", m.one(2)}, {"labels", dict{{"0", "Start"}}}}
	}
	return dict{{"kind", "graph"}, {"cells", list{"ford", "mill", "abbey", "tower"}},
		{"edges", list{list{"ford", "mill"}, list{"mill", "abbey"}, list{"abbey", "tower"}}}, {"weights", list{2, 3, 1}}, {"directed", m.one(4)}}
}

func (m *maker) vars() dict {
	hidden := func() string { return pick(m, "public", "public", "hidden") }
	return dict{
		{"mover", dict{{"init", 0}}},
		{"clock", dict{{"init", 0}}},
		{"score", dict{{"scope", "player"}, {"init", pick(m, 0, 2)}}},
		{"energy", dict{{"scope", "player"}, {"init", pick(m, 1, 2, 3)}, {"min", 0}, {"visibility", pick(m, "public", "owner")}}},
		{"fund", dict{{"init_x", pick(m, "limit * 2", "sum(prices)", "rates['a'] + len(content['cards'])")}, {"persist", "campaign"}}},
		{"grid", dict{{"init_x", pick(m, "[0] * 9", "[None] * 9", "[i % 3 for i in range(9)]", "[None if i % 2 else i % n_players for i in range(9)]")}}},
		{"height", dict{{"init", m.numbers(9)}}},
		{"book", dict{{"init", dict{{"a", 1}, {"b", m.src.Intn(4)}}}}},
		{"mood", dict{{"init", "calm"}, {"visibility", hidden()}}},
		{"spot", dict{{"init_x", "[cells(land)[p % len(cells(land))] for p in players]"}}},
		{"notes", dict{{"init", list{}}, {"visibility", hidden()}}},
		{"marked", dict{{"init", nil}}},
		{"heat", dict{{"init", 2}, {"min", 0}, {"max_x", "limit + 4"}}},
		{"resets", dict{{"init", 0}, {"persist", "campaign"}}},
	}
}

func (m *maker) zones() dict {
	deck := "[c for c in content['cards'] for n in range(c['copies'])]"
	out := dict{
		{"deck", dict{{"shuffled", !m.one(4)}, {"visibility", pick(m, "hidden", "hidden", "public")}, {"init_x", deck}}},
		{"hand", dict{{"owner", "player"}, {"visibility", pick(m, "owner", "owner", "hidden", "public")}, {"drawn_from", "deck"}}},
		{"pile", dict{{"kind", pick(m, "list", "set")}}},
		{"row", dict{{"init_x", "content['cards'][:2]"}, {"visibility", pick(m, "public", "hidden")}}},
		{"slot", dict{{"kind", "slot"}}},
		{"store", dict{{"owner", "player"}, {"kind", "set"}, {"capacity_x", "limit + 6"}, {"init_x", "[[content['relics'][0]] for p in players]"}}},
	}
	if m.one(3) {
		out[3].v = append(out[3].v.(dict), entry{"persist", "campaign"})
	}
	return out
}

func (m *maker) functions() dict {
	s := scope{noFn: true, noMod: true}.with("p", aPlayer)
	return dict{
		{"worth", dict{{"params", list{"p"}}, {"let", dict{{"base", m.int(s, 1)}}}, {"x", m.int(s.with("base", anInt), 2)}}},
		{"down", dict{{"params", list{"n"}}, {"x", "0 if n <= 0 else 1 + down(n - 2)"}}},
		{"holds", dict{{"params", list{"p", "n"}}, {"x", m.bool(s.with("n", anInt), 2)}}},
		{"fits", dict{{"params", list{"line", "v"}}, {"x", pick(m, "all(grid[i] == v for i in line)", "any(grid[i] != v for i in line)", "sum(grid[i] == v for i in line) > 1")}}},
	}
}

func (m *maker) outcomes() dict {
	s := scope{level: 3, bare: true}
	return dict{{"weather", dict{{"outcomes", list{
		dict{{"id", "calm"}, {"p", 0.5}},
		dict{{"id", "gale"}, {"p_x", pick(m, "0.25", "0.3 if clock > 2 else 0.25", "0.5 - 0.25")}, {"effect", m.ops(s, 2, 0)}},
		dict{{"id", "storm"}, {"p_x", "0.25"}, {"effect", m.ops(s, 2, 0)}},
	}}}}}
}
