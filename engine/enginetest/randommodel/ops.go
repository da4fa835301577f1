package randommodel

import "fmt"

// events are emitted in this order only: what hears one may emit those after it.
var events = []string{"raid", "gain", "echo", "hush"}

func op(name string, fields ...entry) dict { return append(dict{{"op", name}}, fields...) }

// ops gives up to n ops, which may hold others d deep.
func (m *maker) ops(s scope, n, d int) list {
	var out list
	for range m.upTo(n) {
		var more list
		more, s = m.op(s, d)
		out = append(out, more...)
	}
	return out
}

// small keeps a number that is stored small.
func (m *maker) small(s scope) string {
	return pick(m, "max(0, min(20, "+m.int(s, 2)+"))", "("+m.int(s, 2)+") % 17")
}

// guard runs ops where x holds.
func guard(x string, ops ...any) list {
	return list{op("if", entry{"cond_x", x}, entry{"then", list(ops)})}
}

func (m *maker) op(s scope, d int) (list, scope) {
	s.deep++
	who := m.player(s, 1)
	name := m.fresh("n")
	switch k := m.src.Intn(44); {
	case k < 4:
		return list{m.set(s)}, s
	case k < 6:
		return list{op("add", entry{"var", "score[" + who + "]"}, entry{"amount_x", pick(m, "1", "-min(1, score["+who+"])", m.int(s, 1)+" % 5")})}, s
	case k < 8:
		return list{op("let", entry{"name", name}, entry{"value_x", m.int(s, 2)})}, s.with(name, anInt)
	case k < 12:
		return m.choose(s, name)
	case k < 16:
		return m.cards(s, name)
	case k < 18 && d > 0:
		out := op("if", entry{"cond_x", m.bool(s, 2)}, entry{"then", m.ops(s, 2, d-1)})
		if m.one(2) {
			out = append(out, entry{"else", m.ops(s, 2, d-1)})
		}
		return list{out}, s
	case k < 20 && d > 0:
		items, of := "["+name+" for "+name+" in "+m.ints(s, 1)+"][:3]", anInt
		switch m.src.Intn(3) {
		case 0:
			items, of = m.seats(s), aPlayer
		case 1:
			items, of = "list("+m.items(s, 1)+")[:3]", anItem
		}
		return list{op("for_each", entry{"items_x", items}, entry{"as", name}, entry{"do", m.ops(s.with(name, of), 2, d-1)})}, s
	case k == 20 && d > 0:
		out := op("repeat", entry{"n", m.upTo(3)}, entry{"do", m.ops(s, 2, d-1)})
		if m.one(2) {
			out = append(out, entry{"until_x", m.bool(s, 1)})
		}
		return list{out}, s
	case k < 23:
		die := pick(m, entry{"die", 6}, entry{"die", list{0, 1, 1, 2}}, entry{"die_x", "dice['odd']"}, entry{"die_x", "1 + clock % 4"}, entry{"die_x", "dice['coin']"})
		out := op("roll", die, entry{"as", name})
		if m.one(4) {
			return list{append(out, entry{"n", 2}), op("let", entry{"name", name}, entry{"value_x", "sum(" + name + ")"})}, s.with(name, anInt)
		}
		return list{append(out, m.seen(s)...)}, s.with(name, anInt)
	case k == 23 && s.level < 3:
		return list{op("sample", entry{"model", "weather"}, entry{"as", name})}, s.with(name, aText)
	case k < 28 && s.level < len(events) && d > 0:
		at := s.level + m.src.Intn(len(events)-s.level)
		out := op("emit", entry{"event", events[at]}, entry{"with_x", dict{{"victim", who}, {"amount", m.int(s, 1)}}})
		if m.one(2) {
			in := s.with("victim", aPlayer).with("amount", anInt)
			in.level = at + 1
			out = append(out, entry{"impact", m.ops(in, 2, d-1)})
		}
		return list{out}, s
	case k == 28 && s.deep < 4:
		if m.one(3) {
			return list{op("window")}, s
		}
		return list{op("window", entry{"name", pick(m, "alarm", "quiet")})}, s
	case k == 29 && s.fast:
		return guard("stack", op("cancel", entry{"target_x", pick(m, "len(stack) - 1", "0", "None")})), s
	case k < 32:
		mod := op("modify", entry{"stat", pick(m, "force", "luck")}, entry{"change_x", m.change(s)}, entry{"layer", m.src.Intn(3)})
		if m.one(2) {
			mod = append(mod, entry{"until", pick(m, events...)})
		}
		if m.one(3) {
			mod = append(mod, entry{"if_x", m.bool(scope{noMod: true, noFn: true}, 1)})
		}
		return list{mod}, s
	case k == 32 && s.level < 2:
		return list{op("exec", entry{"of_x", pick(m, "'ace'", "'fox'", "content['cards'][clock % 3]")}, entry{"content", "cards"})}, s
	case k == 33 && s.level == 0 && s.deep < 3:
		return list{op("run", entry{"flow", "sortie"})}, s
	case k == 34:
		return list{op("place", entry{"what_x", "(row or content['cards'])[0]"}, entry{"at_x", m.cell(s, 0)}, entry{"board", "land"})}[:m.placed(s)], s
	case k == 35:
		return list{op("set", entry{"var", "spot[" + who + "]"}, entry{"value_x", m.cell(s, 1)})}, s
	case k == 36:
		return list{op("say", entry{"agent", "voice"}, entry{"text_x", m.text(s, 2)})}, s
	case k == 37 && s.level == 0:
		return guard("resets < 2", op("add", entry{"var", "resets"}, entry{"amount", 1}), op("reset", entry{"scope", pick(m, "scenario", "scenario", "campaign")}))[:m.src.Intn(2)], s
	case k == 38:
		return guard("energy["+who+"] > 1", op("add", entry{"var", "energy"}, entry{"player_x", who}, entry{"amount", -1})), s
	case k == 39:
		return list{op("add", entry{"var", "mood"}, entry{"amount_x", "'a'"}), op("set", entry{"var", "mood"}, entry{"value_x", "mood[-6:]"})}, s
	}
	return list{m.set(s)}, s
}

// placed is 1 where an op may fail for want of a card, rarely.
func (m *maker) placed(scope) int {
	if m.faulty {
		return 1
	}
	return 0
}

func (m *maker) set(s scope) dict {
	who := m.player(s, 1)
	switch m.src.Intn(9) {
	case 0:
		return op("set", entry{"var", "grid[" + m.int(s, 1) + " % 9]"}, entry{"value_x", pick(m, who, "None", m.small(s), "True")})
	case 7:
		return op("set", entry{"var", "height[" + m.int(s, 0) + " % 9]"}, entry{"value_x", m.small(s)})
	case 1:
		return op("set", entry{"var", pick(m, "book['a']", "book["+m.text(s, 0)+"[:1]]")}, entry{"value_x", m.small(s)})
	case 2:
		return op("set", entry{"var", "mood"}, pick(m, entry{"value", "wild"}, entry{"value_x", "(" + m.text(s, 2) + ")[:8]"}))
	case 3:
		return op("set", entry{"var", "notes"}, entry{"value_x", "(notes + [" + pick(m, m.int(s, 1), m.text(s, 1), "("+m.int(s, 0)+", "+who+")", "{'k': "+m.int(s, 0)+"}") + "])[-5:]"})
	case 4:
		return op("set", entry{"var", "marked"}, pick(m, entry{"value", nil}, entry{"value_x", m.player(s, 1)}))
	case 5:
		return op("set", entry{"var", "heat"}, entry{"value_x", pick(m, "("+m.int(s, 2)+") % (limit + 4)", "max(0, heat - 1)", "min(heat + 1, limit + 4)")})
	case 6:
		return op("add", entry{"var", "fund"}, entry{"amount_x", "(" + m.int(s, 1) + ") % 5 - (fund > 30) * 9"})
	}
	return op("set", entry{"var", "score[" + who + "]"}, entry{"value_x", m.small(s)})
}

// seen narrows who sees an op, at times.
func (m *maker) seen(s scope) dict {
	if m.one(4) {
		return dict{{"visible_to_x", pick(m, "["+m.player(s, 0)+"]", "[]", m.player(s, 0), "players")}}
	}
	return nil
}

func (m *maker) choose(s scope, name string) (list, scope) {
	options, of := "("+pick(m, m.ints(s, 2), m.ints(s, 1))+") or [0, 1]", anInt
	switch m.src.Intn(5) {
	case 0:
		options, of = m.seats(s), aPlayer
	case 1:
		options, of = "[e for e in "+m.cells(s, 1)+"]", aCell
	case 2:
		options, of = "["+name+" for "+name+" in range(9) if grid["+name+"] "+pick(m, "is None", "!= mover", "== 0")+"]", anInt
	}
	out := op("choose", entry{"options_x", options}, entry{"as", name})
	if m.one(3) {
		out = append(out, entry{"prompt", "Which?"})
	}
	if s.bare || m.one(4) {
		out = append(out, entry{"actor_x", m.player(s, 0)})
	}
	if m.one(5) {
		out = append(out, entry{"secret", true})
	}
	out = append(out, m.seen(s)...)
	after := s.with(name, of)
	switch m.src.Intn(6) {
	case 0:
		out = append(out, entry{"min", m.src.Intn(2)}, entry{"max_x", pick(m, "2", "1 + clock % 2")})
		return guard("len("+options+")", out, op("add", entry{"var", "fund"}, entry{"amount_x", "len(" + name + ")"})), s
	case 1:
		out = op("choose", entry{"actors_x", m.seats(s)}, entry{"options_x", "range(" + pick(m, "1 + energy[actor]", "3", "1 + score[actor] % 4") + ")"}, entry{"as", name})
		return list{out, op("add", entry{"var", "fund"}, entry{"amount_x", "sum(" + name + ".values()) % 4"})}, s
	}
	if of == anInt && options[0] == '(' {
		return list{out}, after
	}
	return guard("len("+options+") > 0", append(list{out}, m.ops(after, 1, 0)...)...), s
}

// cards moves what lies in zones about.
func (m *maker) cards(s scope, name string) (list, scope) {
	who := m.player(s, 0)
	hand := "hand[" + who + "]"
	of := func(x string) dict { return dict{{"what_x", x}} }
	switch m.src.Intn(14) {
	case 0, 1, 2:
		out := op("draw", entry{"from", pick(m, "deck", "deck", "row")}, entry{"to", pick(m, hand, hand, "pile")})
		if m.one(3) {
			out = append(out, entry{"n", 2})
		}
		if m.one(3) {
			out = append(out, entry{"as", name})
		}
		return list{append(out, m.seen(s)...)}, s
	case 3:
		return list{op("look", append(dict{{"zone", "deck"}, {"n_x", pick(m, "1", "2", "clock % 3")}, {"as", name}, {"actor_x", who}}, m.seen(s)...)...)}, s
	case 4, 5:
		to := pick(m, "pile", "deck", "row", "hand["+m.player(s, 0)+"]")
		move := op("move", entry{"what_x", name}, entry{"from_x", "f'hand[{" + who + "}]'"}, entry{"to", to})
		if m.one(2) && to != "deck" || m.one(3) {
			move = append(move, entry{"position", pick(m, "top", "bottom")})
		}
		pickOne := op("choose", entry{"options_x", hand}, entry{"as", name}, entry{"actor_x", who}, entry{"secret", m.one(2)})
		return guard(hand, append(list{pickOne, move}, m.ops(s.with(name, anItem), 1, 0)...)...), s
	case 6:
		return guard("not deck and pile", op("move", entry{"what_x", "pile"}, entry{"from", "pile"}, entry{"to", "deck"})), s
	case 7:
		search := op("search", entry{"zone", "deck"}, entry{"as", name}, entry{"actor_x", who}, entry{"min", 0}, entry{"max", 1}, entry{"filter_x", m.bool(scope{noFn: s.noFn}.with("item", anItem), 1)})
		return guard("deck", search, op("move", entry{"what_x", name}, entry{"from", "deck"}, entry{"to", hand})), s
	case 8:
		return guard("row", op("reveal", append(of("row[0]"), m.seen(s)...)...)), s
	case 9:
		create := op("create", entry{"what_x", pick(m, "content['cards'][clock % 3]", "{'id': 'coin', 'cost': clock, 'kind': 'gold'}", "content['relics'][0]")}, entry{"to", pick(m, "pile", "row")}, entry{"as", name})
		return guard("len(pile) + len(row) < 9", append(list{create}, m.worn(s, name)...)...), s
	case 10:
		zone := pick(m, "pile", "row")
		return guard(zone, op("destroy", append(of(zone+pick(m, "[0]", "[-1]", "[:1]")), entry{"from", zone})...)), s
	case 11:
		return list{op("shuffle", entry{"zone", "deck"})}, s
	case 12:
		return guard("row and not slot", op("move", append(of("row[0]"), entry{"from", "row"}, entry{"to", "slot"})...)), s
	}
	return guard("slot", append(m.worn(s, "slot[0]"), op("move", append(of("slot[0]"), entry{"from", "slot"}, entry{"to_x", pick(m, "'pile'", fmt.Sprintf("f'store[{%s}]'", who), "'row'")})...))...), s
}

// worn writes to an instance.
func (m *maker) worn(s scope, item string) list {
	switch m.src.Intn(3) {
	case 0:
		return list{op("set", entry{"attr", "worn"}, entry{"of_x", item}, entry{"value_x", m.small(s)})}
	case 1:
		return list{op("add", entry{"attr", "cost"}, entry{"of_x", item}, entry{"amount", 1})}
	}
	return list{op("place", entry{"what_x", item}, entry{"at_x", m.cell(s, 0)}, entry{"board", "land"})}
}

func (m *maker) change(s scope) string {
	s.noMod, s.noFn = true, true
	if m.one(2) {
		s.names = nil
	}
	return "(" + m.int(s.with("value", anInt), 1) + pick(m, " + value) % 30", " - value) % 30")
}
