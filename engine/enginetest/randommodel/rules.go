package randommodel

import "fmt"

func (m *maker) content() dict {
	self := scope{noMod: true, noFn: true}.with("self", anItem)
	var cards list
	for i, id := range []string{"ace", "fox", "owl", "elm"} {
		card := dict{{"id", id}, {"label", pick(m, "Ace", "Fox", "Owl")}, {"cost", i + m.src.Intn(3)}, {"kind", pick(m, "red", "blue", "green")},
			{"copies", m.upTo(3)}, {"tags", pick(m, list{}, list{"wild"}, list{"wild", "old"})}}
		if m.one(2) {
			card = append(card, entry{"effect", m.ops(scope{level: 3, bare: true}.with("self", anItem), 2, 1)})
		}
		if m.one(4) {
			card = append(card, entry{"triggers", list{m.trigger(scope{}.with("self", anItem), "")}})
		}
		if m.one(3) {
			card = append(card, entry{"modifiers", m.modifiers(self)})
		}
		if m.one(3) {
			card = append(card, entry{"active_x", m.bool(self, 1)})
		}
		cards = append(cards, card)
	}
	in := scope{level: 1}.with("actor", aPlayer).with("self", anItem)
	ring := dict{{"id", "ring"}, {"pre_x", m.bool(in, 1)}, {"effect", m.ops(in, 2, 1)}}
	if m.one(2) {
		ring = m.fast(ring, in)
	}
	bell := dict{{"id", "bell"}, {"cost", 3}, {"kind", "gold"}, {"abilities", list{ring}}}
	if m.one(2) {
		bell = append(bell, entry{"active_x", m.bool(self, 1)})
	}
	return dict{{"cards", cards}, {"relics", list{bell}}}
}

// fast makes an action that windows allow; it costs energy.
func (m *maker) fast(a dict, s scope) dict {
	s.fast = true
	out := dict{}
	for _, e := range a {
		if e.key == "id" {
			out = append(out, e)
		}
	}
	cost := append(list{op("add", entry{"var", "energy[actor]"}, entry{"amount", -1})}, m.ops(s, 1, 0)...)
	out = append(out, entry{"speed", pick(m, "fast", "quick")}, entry{"pre_x", "energy[actor] > 0 and (" + m.bool(s, 1) + ")"},
		entry{"cost", cost}, entry{"effect", m.ops(s, 2, 1)})
	if m.one(3) {
		out = append(out, entry{"resolution", pick(m, "immediate", "lifo_stack", "nested")})
	}
	return out
}

func (m *maker) actions() dict {
	s := scope{}.with("actor", aPlayer)
	bare := scope{bare: true}
	out := dict{
		{"deal", dict{{"effect", list{op("for_each", entry{"items_x", "players"}, entry{"as", "p"}, entry{"do", list{
			op("draw", entry{"from", "deck"}, entry{"to", "hand[p]"}, entry{"n", m.upTo(2)})}})}}}},
		{"tick", dict{{"effect", append(m.ops(bare, 1, 0), op("add", entry{"var", "clock"}, entry{"amount", 1}))}}},
	}
	for _, name := range []string{"march", "trade", "rest"} {
		a := dict{{"effect", m.ops(s, 3, 2)}}
		if m.one(2) {
			a = append(a, entry{"pre_x", m.bool(s, 2)})
		}
		if m.one(4) {
			a = append(a, entry{"cost", m.ops(s, 1, 0)})
		}
		if m.one(3) {
			a = append(a, entry{"label", "To " + name})
		}
		out = append(out, entry{name, a})
	}
	s.level = 2
	for _, name := range []string{"parry", "counter"} {
		out = append(out, entry{name, m.fast(nil, s)})
	}
	if m.turns {
		out = append(out, entry{"lead", dict{{"effect", append(list{op("set", entry{"var", "mover"}, entry{"value_x", "turn['owner']"})}, m.ops(s, 1, 0)...)}}})
	}
	return append(out, entry{"skirmish", dict{{"effect", m.ops(scope{level: 2}.with("actor", aPlayer), 2, 1)}}})
}

func (m *maker) triggers() list {
	var out list
	for i := range m.src.Intn(5) {
		out = append(out, m.trigger(scope{}, fmt.Sprintf("heed%d", i)))
	}
	return out
}

func (m *maker) trigger(s scope, id string) dict {
	at := m.src.Intn(len(events))
	s.level, s.bare = at+1, true
	if m.one(8) {
		s = s.with("actor", aPlayer) // an end_event has none
	}
	out := dict{{"event", pick[any](m, events[at], events[at], list{events[at], "weather:gale"})}, {"timing", pick(m, "when", "before", "instead", "after")}}
	if id != "" {
		out = append(out, entry{"id", id})
	}
	if m.one(2) {
		out = append(out, entry{"if_x", m.bool(s, 2)})
	}
	if m.one(3) {
		out = append(out, entry{"optional", true}, entry{"controller_x", m.player(s, 0)})
	}
	return append(out, entry{"do", m.ops(s, 2, 1)})
}

func (m *maker) modifiers(s scope) list {
	var out list
	for range m.src.Intn(3) {
		mod := dict{{"stat", pick(m, "force", "luck")}, {"layer", pick[any](m, 0, 1, 2, 0.5)}, {"change_x", m.change(s)}}
		if m.one(3) {
			in := s
			in.noMod, in.noFn = true, true
			mod = append(mod, entry{"if_x", m.bool(in.with("value", anInt), 1)})
		}
		out = append(out, mod)
	}
	return out
}

func (m *maker) priority() dict {
	protocol := func() dict {
		return dict{{"after_action", pick(m, "next", "same")}, {"closes", pick(m, "all_pass_in_succession", "single_pass_each")},
			{"resolution", pick(m, "immediate", "nested", "lifo_stack")}}
	}
	alarm := append(dict{{"allows", list{"fast"}}}, protocol()...)
	quiet := append(dict{{"allows", pick(m, list{"quick"}, list{"fast", "quick"})}}, protocol()...)
	return dict{{"windows", dict{{"alarm", alarm}, {"quiet", quiet}}}, {"protocol", append(protocol(), entry{"first_x", m.player(scope{}, 1)})}}
}

func (m *maker) flows() dict {
	return dict{
		{"sortie", dict{{"kind", "loop"}, {"id", "sallies"}, {"until_x", "round_of('sallies') >= " + pick(m, "1", "2")}, {"children", list{
			dict{{"kind", "step"}, {"id", "sally"}, {"actor_x", "mover"}, {"do", list{"skirmish"}}}}}}},
	}
}

func (m *maker) flow() dict {
	main := dict{{"kind", "step"}, {"id", "main"}, {"actor_x", "mover"}, {"do", pick(m, list{"march", "trade"}, list{"march", "trade", "rest"}, list{"trade", "ring", "rest"}, list{"march", "parry"})}}
	switch m.src.Intn(4) {
	case 0:
		main = append(main, entry{"secret", true})
	case 1:
		main = append(main, entry{"visible_to_x", "[actor]"})
	}
	if m.one(3) {
		main = append(main, entry{"window", pick[any](m, "alarm", "quiet", true)})
	}
	children := list{main}
	if m.one(3) {
		children = append(children, dict{{"kind", "step"}, {"id", "together"}, {"actors_x", m.seats(scope{})}, {"do", list{"march", "trade", "rest"}}})
	}
	if m.one(3) {
		children = append(children, dict{{"kind", "branch"}, {"id", "fork"}, {"cases", list{
			dict{{"when_x", m.bool(scope{}, 2)}, {"children", list{dict{{"kind", "step"}, {"id", "left"}, {"actor_x", m.player(scope{}, 1)}, {"do", list{"trade", "rest"}}}}}},
			dict{{"when_x", m.bool(scope{}, 1)}, {"children", list{dict{{"kind", "subflow"}, {"id", "foray"}, {"ref", "sortie"}}}}}}}})
	}
	tick := dict{{"kind", "step"}, {"id", "tock"}, {"do", list{"tick"}}}
	if m.one(3) {
		tick = append(tick, entry{"end_event", list{pick(m, events...)}})
	}
	if m.one(4) {
		tick = append(tick, entry{"window", pick(m, "alarm", "quiet")})
	}
	rounds := dict{{"kind", "loop"}, {"id", "rounds"}, {"until_x", "clock >= limit + 2 or round_of('rounds') > 20"},
		{"over_x", pick(m, "players", "[p for p in players if p not in eliminated]", "players[::-1]")}, {"as", "mover"},
		{"order", pick(m, "listed", "listed", "reversed", "random")}, {"children", append(children, tick)}}
	if m.turns {
		rounds[len(rounds)-1].v = list{m.taking(children, tick)}
	}
	return dict{{"kind", "sequence"}, {"id", "all"}, {"children", list{dict{{"kind", "step"}, {"id", "deal"}, {"do", list{"deal"}}}, rounds}}}
}

func (m *maker) ends() list {
	var out list
	s := scope{}
	for i := range m.upTo(3) {
		e := m.result(dict{{"id", fmt.Sprintf("end%d", i)}, {"if_x", pick(m, "max(score) > ", "heat + clock > ", "fund > ") + fmt.Sprint(6+m.src.Intn(12)) + " and (" + m.bool(s, 2) + ")"}})
		if m.one(4) {
			e = append(e, entry{"scope", "sortie"})
		}
		out = append(out, e)
	}
	return append(out, m.result(dict{{"id", "time"}, {"if_x", "clock >= limit"}}))
}

func (m *maker) result(e dict) dict {
	s := scope{}
	switch r := pick(m, "win", "loss", "draw", "score", "winners", "rank", "eliminate", "continue"); r {
	case "win", "loss":
		return append(e, entry{"result", r}, entry{"who_x", m.player(s, 2)})
	case "score":
		return append(e, entry{"result", r}, entry{"returns_x", pick(m, "score", "[worth(p) / 2 for p in players]", "[len(hand[p]) for p in players]")})
	case "winners":
		return append(e, entry{"result", r}, entry{"who_x", pick(m, "[p for p in players if score[p] == max(score)]", "{"+m.player(s, 1)+"}", m.seats(s))})
	case "rank":
		return append(e, entry{"result", r}, entry{"ranks_x", "[1 + sum(score[q] > score[p] for q in players) for p in players]"})
	case "eliminate":
		return append(e, entry{"result", r}, entry{"who_x", pick(m, m.player(s, 1), "["+m.player(s, 0)+"]")})
	default:
		return append(e, entry{"result", r})
	}
}
