package randommodel

import (
	"fmt"
	"slices"
	"strings"
)

// scope says what an expression may read.
type scope struct {
	names []bound
	level int  // only events from here on may be emitted
	bare  bool // nobody is sure to act
	fast  bool // in a window: window and stack are there
	noFn  bool // own functions and derived values are not to be called
	noMod bool // nor modifiers asked
	deep  int  // ops within ops
}

type bound struct {
	name string
	of   kind
}

type kind int

const (
	anInt kind = iota
	aPlayer
	anItem
	aCell
	aText
)

func (s scope) with(name string, of kind) scope {
	s.names = append(slices.Clip(s.names), bound{name, of})
	return s
}

// local gives a name of that kind, if there is one.
func (m *maker) local(s scope, of kind) (string, bool) {
	var names []string
	for _, n := range s.names {
		if n.of == of {
			names = append(names, n.name)
		}
	}
	if len(names) == 0 {
		return "", false
	}
	return pick(m, names...), true
}

// fault gives an expression that fails, rarely and only in some models.
func (m *maker) fault() (string, bool) {
	if !m.faulty || !m.one(60) {
		return "", false
	}
	return pick(m, "1 // (clock - clock)", "prices[clock + 99]", "rates['zzz']", "int('x')", "undeclared_name", "None + clock", "(1, 2) < (1, 'a')",
		"[x for x in clock]", "next(iter([]))", "max([])", "{[]: 1}", "sum(['a'])", "modified(1, 2)", "label_of('nowhere', 0)", "clock.upper()", "len(clock)",
		"[a for a, b in [(1, 2, 3)]]", "grid[p]", "mover[0]", "sorted([1, 'a'])", "{}[clock]", "'x' * 'y'", "f'{clock:zz}'", "min(players, key=lambda q: prices[q + 90])"), true
}

func (m *maker) int(s scope, d int) string {
	if x, bad := m.fault(); bad {
		return x
	}
	if d <= 0 {
		if n, ok := m.local(s, anInt); ok && m.one(3) {
			return n
		}
		if n, ok := m.local(s, anItem); ok && m.one(2) {
			return pick(m, n+"['cost']", n+".get('worn', 0)", "len("+n+"['id'])")
		}
		return pick(m, fmt.Sprint(m.src.Intn(10)), "clock", "n_players", "len(deck)", "len(pile)", "fund", "book['a']", "heat", "limit", "round_of('rounds')",
			"score["+m.player(s, 0)+"]", "energy["+m.player(s, 0)+"]", "prices[clock % 4]", "len(hand["+m.player(s, 0)+"])", "rates['b']", "len(notes)", "(grid[clock % 9] or 0)", "len(events)", "True", "len(mood)")
	}
	i := func() string { return m.int(s, d-1) }
	v := m.fresh("x")
	in := s.with(v, anInt)
	switch m.src.Intn(32) {
	case 0, 1:
		return "(" + i() + pick(m, " + ", " - ", " * ") + i() + ")"
	case 2:
		return "(" + i() + pick(m, " // ", " % ") + "(1 + abs(" + i() + ")))"
	case 3:
		return pick(m, "min", "max") + "(" + i() + ", " + i() + ")"
	case 4:
		return pick(m, "min", "max") + "(" + m.ints(s, d-1) + pick(m, "", ", key=lambda q: -q", ", key=lambda q: q % 3") + ", default=" + pick(m, "0", "7") + ")"
	case 5:
		return "sum(" + m.int(in, d-1) + " for " + v + " in " + m.ints(s, d-1) + m.cond(in, d-1) + ")"
	case 6:
		return "len([" + m.int(in, 0) + " for " + v + " in " + m.ints(s, d-1) + m.cond(in, d-1) + "])"
	case 7:
		return "(" + i() + " if " + m.bool(s, d-1) + " else " + i() + ")"
	case 8, 9:
		if !s.noMod {
			return "modified('" + pick(m, "force", "luck") + "', " + i() + pick(m, "", ", by="+m.player(s, 0), ", by="+m.player(s, 0)+", unit="+i()) + ")"
		}
		return "abs(" + i() + " - " + i() + ")"
	case 10, 11:
		if !s.noFn {
			return pick(m, "worth("+m.player(s, d-1)+")", "total", "down("+i()+" % 9)", "worth(p="+m.player(s, 0)+")")
		}
		return "-" + i()
	case 12:
		return "next((" + v + " for " + v + " in " + m.ints(s, d-1) + m.cond(in, d-1) + "), " + i() + ")"
	case 13:
		return "sum(" + m.bool(s.with(v, aPlayer), d-1) + " for " + v + " in players)"
	case 14:
		return "sum(1 for " + v + " in range(9) if grid[" + v + "] " + pick(m, "== ", "!= ", "is not None and grid["+v+"] > ") + m.int(s, 0) + ")"
	case 28:
		return "len([" + v + " for " + v + " in range(9) if height[" + v + "]" + pick(m, " < ", " <= ", " > ", " >= ") + pick(m, "3", "clock", "heat") + "])"
	case 15:
		return "sum(" + v + "['cost'] for " + v + " in " + m.items(s, d-1) + m.cond(s.with(v, anItem), d-1) + ")"
	case 16:
		return "(lambda q, r=2: q + r)(" + i() + pick(m, "", ", "+i()) + ")"
	case 17:
		return "(distance(land, " + m.cell(s, 0) + ", " + m.cell(s, 0) + ") or 0)"
	case 18:
		return "len(" + m.cells(s, d-1) + ")"
	case 19:
		return "round(" + i() + pick(m, " / 2)", " / 3)", " * 1.5)")
	case 20:
		return "divmod(" + i() + ", 3)[" + pick(m, "0", "1") + "]"
	case 21:
		return "sum(map(lambda q: q * 2, " + m.ints(s, d-1) + "))"
	case 22:
		return "book.get(" + pick(m, "'a'", "'z'", m.text(s, 0)) + ", " + i() + ")"
	case 23:
		return "[" + i() + ", " + i() + ", " + i() + "][" + i() + " % 3]"
	case 24:
		return m.text(s, d-1) + pick(m, ".count('a')", ".find('e')")
	case 25:
		return "len({" + v + pick(m, "['kind']", "['cost']") + " for " + v + " in " + m.items(s, d-1) + "})"
	case 26:
		return "sum({" + v + ": " + m.int(in, 0) + " for " + v + " in " + m.ints(s, d-1) + "}.values())"
	case 27:
		return "(weight(land, " + m.cell(s, 0) + ", " + m.cell(s, 0) + ") or 1)"
	}
	return m.int(s, 0)
}

func (m *maker) cond(s scope, d int) string {
	switch m.src.Intn(3) {
	case 0:
		return " if " + m.bool(s, d)
	case 1:
		return " if " + m.bool(s, 0) + " if " + m.bool(s, 0)
	}
	return ""
}

func (m *maker) bool(s scope, d int) string {
	if x, bad := m.fault(); bad {
		return x
	}
	v := m.fresh("y")
	if d <= 0 {
		if n, ok := m.local(s, anInt); ok && m.one(2) {
			return n + pick(m, " > ", " == ", " != ", " <= ") + m.int(scope{noFn: true, noMod: true}, 0)
		}
		if n, ok := m.local(s, anItem); ok && m.one(2) {
			return pick(m, n+"['cost'] > 1", n+"['cost'] <= fund", n+"['kind'] == 'red'", n+"['kind'] in ['red', 'blue']", "'id' in "+n, "'worn' not in "+n, n+".get('at') is None", "'wild' in "+n+".get('tags', [])")
		}
		if n, ok := m.local(s, aPlayer); ok && m.one(2) {
			return pick(m, n+" != mover", "score["+n+"] > 1", n+" in players", n+" not in eliminated", "hand["+n+"]")
		}
		if m.turns && m.one(6) {
			return pick(m, "turn is None", "turn is not None and turn['owner'] == mover", "turn is not None and turn['phase'] == 'main'", "turn is not None and sum(turn['begun_counts']) > 1")
		}
		return pick(m, "clock > 1", "marked is None", "marked is not None", "mood == 'calm'", "mood in ('calm', 'wild')", "deck", "not pile", "True", "fund > 4", "heat >= 2", "len(notes) < 3", "eliminated", "'a' in book", "slot")
	}
	b := func() string { return m.bool(s, d-1) }
	switch m.src.Intn(18) {
	case 0, 1:
		return m.int(s, d-1) + pick(m, " < ", " > ", " == ", " != ", " >= ", " <= ") + m.int(s, d-1)
	case 2:
		return "(" + b() + pick(m, " and ", " or ") + b() + ")"
	case 3:
		return "not (" + b() + ")"
	case 4:
		return pick(m, "any", "all") + "(grid[" + v + "]" + pick(m, " == ", " != ") + m.player(s, 0) + " for " + v + " in " + pick(m, "[0, 4, 8]", "lines3[clock % 4]", "range(9)", "[2, 5, 9 - 1]") + ")"
	case 17:
		return pick(m, "any", "all") + "(height[" + v + "]" + pick(m, " < ", " <= ", " > ", " >= ", " == ") + pick(m, "2", "5", "limit", "clock", "heat") + " for " + v + " in " + pick(m, "[0, 4, 8]", "lines3[clock % 4]", "range(9)") + ")"
	case 5:
		return pick(m, "any", "all") + "(grid[" + v + "]" + pick(m, " is None", " is not None") + " for " + v + " in range(" + pick(m, "9", "clock % 9") + "))"
	case 6:
		l := m.fresh("l")
		return "any(all(grid[" + v + "] == " + m.player(s, 0) + " for " + v + " in " + l + ") for " + l + " in lines3)"
	case 7:
		return pick(m, "any", "all") + "(" + m.bool(s.with(v, anItem), d-1) + " for " + v + " in " + m.items(s, d-1) + ")"
	case 8:
		return m.int(s, 0) + " <= " + m.int(s, d-1) + " < " + m.int(s, 0)
	case 9:
		return m.int(s, d-1) + pick(m, " in ", " not in ") + m.ints(s, d-1)
	case 10:
		return m.cell(s, 0) + pick(m, " in ", " not in ", " == ") + m.cells(s, d-1)
	case 11:
		return pick(m, "adjacent(land, ", "distance(land, ") + m.cell(s, 0) + ", " + m.cell(s, 0) + ") == " + pick(m, "True", "1", "2")
	case 12:
		return "any(" + m.bool(s.with(v, aPlayer), d-1) + " for " + v + " in players if " + v + " != " + m.player(s, 0) + ")"
	case 13:
		return "isinstance(" + pick(m, m.int(s, 0), m.text(s, 0), "notes") + ", (int, str))"
	case 14:
		return "{" + m.int(s, 0) + ", 1} " + pick(m, "<=", "<", "&", "|") + " set(" + m.ints(s, d-1) + ")"
	case 15:
		if !s.noFn {
			return pick(m, "holds("+m.player(s, 0)+", "+m.int(s, 0)+")", "fits(lines3[clock % 4], "+m.player(s, 0)+")", "any(fits(l, mover) for l in lines3)")
		}
	case 16:
		return m.text(s, d-1) + pick(m, " == ", " < ", " != ") + m.text(s, 0)
	}
	return m.bool(s, 0)
}

func (m *maker) player(s scope, d int) string {
	if n, ok := m.local(s, aPlayer); ok && !m.one(3) {
		return n
	}
	if d <= 0 {
		return "mover"
	}
	v := m.fresh("q")
	switch m.src.Intn(7) {
	case 0:
		return "(" + m.player(s, d-1) + " + 1) % n_players"
	case 1:
		return pick(m, "max", "min") + "(players, key=lambda q: " + pick(m, "score[q]", "(energy[q], -q)", "len(hand[q])") + ")"
	case 2:
		return "next((" + v + " for " + v + " in players if " + m.bool(s.with(v, aPlayer), d-1) + "), 0)"
	case 3:
		return "players[" + m.int(s, d-1) + " % n_players]"
	case 4:
		return "score.index(" + pick(m, "max", "min") + "(score))"
	case 5:
		if !s.noFn {
			return "leader"
		}
	}
	return m.player(s, 0)
}

func (m *maker) seats(s scope) string {
	v := m.fresh("q")
	return pick(m, "players", "players", "["+v+" for "+v+" in players if "+m.bool(s.with(v, aPlayer), 1)+"]", "players[::-1]", "["+v+" for "+v+" in players if "+v+" != mover]")
}

func (m *maker) text(s scope, d int) string {
	if d <= 0 {
		if n, ok := m.local(s, anItem); ok && m.one(2) {
			return pick(m, n+"['id']", n+"['kind']")
		}
		if n, ok := m.local(s, aText); ok {
			return n
		}
		return pick(m, "mood", "'calm'", "'wild'", "'a'")
	}
	v := m.fresh("t")
	switch m.src.Intn(7) {
	case 0:
		return "f'{" + strings.ReplaceAll(m.int(s, 0), "'", "\"") + "}-{" + m.player(s, 0) + pick(m, "", "!r", ":>3", ":02d") + "}'"
	case 1:
		return "str(" + m.int(s, d-1) + ")"
	case 2:
		return "'-'.join(" + pick(m, "str("+v+") for "+v+" in "+m.ints(s, d-1), "["+v+"['id'] for "+v+" in "+m.items(s, 0)+"]") + ")"
	case 3:
		return m.text(s, 0) + pick(m, ".upper()", "[::-1]", ".replace('a', 'e')", "[1:]", ".title()")
	case 4:
		return "(" + m.text(s, 0) + " if " + m.bool(s, d-1) + " else " + m.text(s, 0) + ")"
	case 5:
		return "sorted(" + pick(m, "['b', 'a', mood]", "book", "set('calm')") + ")[0]"
	}
	return m.text(s, 0)
}

func (m *maker) ints(s scope, d int) string {
	v := m.fresh("z")
	in := s.with(v, anInt)
	if d <= 0 {
		return pick(m, "prices", "score", "[1, 2, 3]", "range(4)", "[g or 0 for g in grid]", "energy", "list(book.values())", "players", "range(clock)")
	}
	switch m.src.Intn(12) {
	case 0, 1:
		return "[" + m.int(in, d-1) + " for " + v + " in " + m.ints(s, d-1) + m.cond(in, d-1) + "]"
	case 2:
		return "sorted(" + m.ints(s, d-1) + pick(m, "", ", reverse=True", ", key=lambda q: (q % 2, -q)") + ")"
	case 3:
		return "list(" + m.ints(s, d-1) + ")[" + pick(m, "1:", ":2", "::-1", "-2:") + "]"
	case 4:
		return "[" + v + " + b for " + v + ", b in zip(" + m.ints(s, 0) + ", " + m.ints(s, 0) + ")]"
	case 5:
		return "[b * " + v + " for b, " + v + " in enumerate(" + m.ints(s, d-1) + ")" + pick(m, "", " if b % 2") + "]"
	case 6:
		return "sorted(set(" + m.ints(s, d-1) + ")" + pick(m, "", " | {1, 2}", " & {0, 1, 2}") + ")"
	case 7:
		return "list(filter(lambda q: q > 1, " + m.ints(s, d-1) + "))"
	case 8:
		return "[" + v + "['cost'] for " + v + " in " + m.items(s, d-1) + m.cond(s.with(v, anItem), d-1) + "]"
	case 9:
		return "(" + m.ints(s, d-1) + " if " + m.bool(s, d-1) + " else " + m.ints(s, 0) + ")"
	case 10:
		return "[" + v + " for row in lines3 for " + v + " in row if grid[" + v + "] " + pick(m, "is None", "== turn", "is not None", "!= 1") + "]"
	}
	return m.ints(s, 0)
}

// items gives instances or content.
func (m *maker) items(s scope, d int) string {
	v := m.fresh("c")
	if d <= 0 {
		return pick(m, "pile", "row", "slot", "hand["+m.player(s, 0)+"]", "content['cards']", "items_of('row')", "store["+m.player(s, 0)+"]")
	}
	switch m.src.Intn(6) {
	case 0, 1:
		return "[" + v + " for " + v + " in " + m.items(s, d-1) + " if " + m.bool(s.with(v, anItem), d-1) + "]"
	case 2:
		return "sorted(" + m.items(s, d-1) + ", key=lambda q: " + pick(m, "q['cost']", "(q['kind'], -q['cost'])") + pick(m, "", ", reverse=True") + ")"
	case 3:
		return "list(" + m.items(s, d-1) + ")[:2]"
	case 4:
		return "[" + v + " for p in players for " + v + " in hand[p]" + m.cond(s.with(v, anItem).with("p", aPlayer), 0) + "]"
	}
	return m.items(s, 0)
}

func (m *maker) cell(s scope, d int) string {
	if n, ok := m.local(s, aCell); ok && m.one(2) {
		return n
	}
	return pick(m, "spot["+m.player(s, 0)+"]", "spot[mover]", "cells(land)["+m.int(s, d)+" % len(cells(land))]", "cells(land)[0]")
}

func (m *maker) cells(s scope, d int) string {
	v := m.fresh("e")
	if d <= 0 {
		return pick(m, "cells(land)", "neighbours(land, "+m.cell(s, 0)+")", "spot")
	}
	switch m.src.Intn(7) {
	case 0:
		return "[" + v + " for " + v + " in " + m.cells(s, d-1) + " if " + pick(m, v+" not in spot", "adjacent(land, "+v+", spot[0])", v+" != "+m.cell(s, 0)) + "]"
	case 1:
		return "reach(land, " + m.cell(s, 0) + ", " + pick(m, "1", "2", m.int(s, 0)+" % 3") + ")"
	case 2:
		return "(path(land, " + m.cell(s, 0) + ", " + m.cell(s, 0) + ") or [])"
	case 3:
		return "region(land, " + m.cell(s, 0) + ", " + m.cells(s, d-1) + ")"
	case 4:
		return "[" + v + " for g in connected(land, " + m.cells(s, 0) + ") for " + v + " in g]"
	case 5:
		if m.board != "graph" {
			return "[" + v + " for w in directions(land) for " + v + " in ray(land, " + m.cell(s, 0) + ", w)]"
		}
	}
	return m.cells(s, 0)
}
