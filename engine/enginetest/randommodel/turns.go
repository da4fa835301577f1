package randommodel

// profile is the section of a model with formal turns.
func (m *maker) profile() dict {
	phases := func() list {
		return pick(m, list{"main"}, list{"early", "main"}, list{"main", "late"}, list{"early", "main", "late"})
	}
	out := dict{
		{"sides", dict{{"red", dict{{"phases", phases()}}}, {"blue", dict{{"phases", list{"late", "main", "early"}}}}}},
		{"seats", pick(m, list{"red", "blue", "red", "blue"}, list{"red", "red", "blue", "blue"}, list{"blue", "red", "red", "red"})},
		{"opening", list{dict{{"kind", "step"}, {"id", "lead"}, {"actor_x", "turn['owner']"}, {"do", list{"lead"}}}}},
		{"scores", pick(m, list{"score"}, list{"score", "fund"}, list{"heat"})},
		{"checkpoint", list{
			dict{{"id", "goal"}, {"if_x", pick(m, "max(score) > ", "heat > ", "fund > ") + pick(m, "4", "6", "9")}, {"who_x", pick(m, "[p for p in players if score[p] == max(score)]", "mover", "players", "[]")}},
			dict{{"if_x", m.bool(scope{}, 2)}, {"who_x", pick(m, "[p for p in players if score[p] > 4]", m.seats(scope{}))}},
		}},
	}
	if m.one(2) {
		out = append(out, entry{"cost_window", pick(m, "alarm", "quiet")})
	}
	if m.one(2) {
		out = append(out, entry{"begin_event", pick(m, events...)}, entry{"end_event", pick(m, events...)})
	}
	if m.one(3) {
		out = append(out, entry{"first_seat_x", "min(p for p in players if p not in eliminated)"}, entry{"next_seat_x", "[p for p in players if p not in eliminated][-1]"})
	}
	return out
}

// taking is a node that takes turns, with the work that others do in a round.
func (m *maker) taking(work list, last dict) dict {
	early := list{dict{{"kind", "step"}, {"id", "dawn"}, {"actor_x", m.player(scope{}, 1)}, {"do", list{"rest", "trade"}}}}
	return dict{{"kind", "turns"}, {"id", "taking"}, {"until_x", "clock > limit + 9 or turn is not None and turn['id'] >= " + pick(m, "1", "2", "3")},
		{"phases", dict{{"early", pick(m, early, list{})}, {"main", append(work, last)}, {"late", list{dict{{"kind", "step"}, {"id", "dusk"}, {"do", list{"tick"}}}}}}}}
}
