package sheet

import (
	"maps"
	"slices"
	"strconv"

	"github.com/astragal-engine/astragal/engine/character/pack"
)

// inspect reports what in the character does not fit the rules. Only whole sheets pay for it.
func (s *Sheet) inspect() {
	if s.inspected {
		return
	}
	s.inspected = true
	ch := s.Character
	for i, c := range ch.Features {
		s.checkState(s.Rules.Item(c.Item), c.State, "features", i)
	}
	for i, c := range ch.Inventory {
		s.checkState(s.Rules.Item(c.Item), c.State, "inventory", i)
	}
	for i, e := range ch.Applied {
		s.checkState(s.Rules.Item(e.Source), e.State, "applied", i)
	}
	for _, c := range s.carriers {
		if c.keeps && !s.allAsked(c) {
			s.unasked(c)
		}
	}
	for id, version := range sortedPairs(ch.Ruleset) {
		if p := s.Pack(id); p == nil {
			s.report(issueWalk, 0, Issue{Code: "missing-pack", Path: "ruleset." + id,
				Message: "the character was made with the pack " + id + ", which is not loaded: what is of that pack is kept and has no effect",
				Data:    map[string]any{"pack": id, "version": version}})
		}
	}
	for _, id := range slices.Sorted(maps.Keys(s.strayValues())) {
		if s.Rules.Field(id) == nil {
			s.report(issueWalk, 0, s.missing("field", id, "values."+id))
		} else if !s.Rules.Field(id).Input() {
			s.report(issueWalk, 0, Issue{Code: "not-input-field", Path: "values." + id,
				Message: "the field " + id + " is computed: the value that was saved is not used", Data: map[string]any{"field": id}})
		}
	}
	for i, f := range ch.FollowUps {
		if s.Rules.FollowUp(f.FollowUp) == nil {
			s.report(issueWalk, 0, s.missing("follow-up", f.FollowUp, "followUps["+strconv.Itoa(i)+"].followUp"))
		}
	}
	for _, node := range s.asked {
		node.inspect()
	}
}

// strayValues are the saved values that belong to no input field.
func (s *Sheet) strayValues() (stray map[string]any) {
	for id, v := range s.Character.Values {
		if f := s.Rules.Field(id); f == nil || !f.Input() {
			if stray == nil {
				stray = map[string]any{}
			}
			stray[id] = v
		}
	}
	return stray
}

func (s *Sheet) isAsked(c *Carrier, key string) bool {
	for _, n := range s.asked {
		if n.Key == key && n.Path.Entry == c.Source.Entry && n.beside(c) {
			return true
		}
	}
	return false
}

func (s *Sheet) allAsked(c *Carrier) bool {
	for key := range c.keys {
		if !s.isAsked(c, key) {
			return false
		}
	}
	return true
}

// unasked reports picks of choices that nothing brings.
func (s *Sheet) unasked(c *Carrier) {
	for _, key := range slices.Sorted(maps.Keys(c.keys)) {
		if !s.isAsked(c, key) {
			path := Path{c.Source.Entry, append(slices.Clone(c.path), key)}
			s.report(issueWalk, 0, Issue{Code: "unknown-choice", Path: c.place() + "." + key,
				Message: "nothing that the character has brings a choice " + key + ": what was picked has no effect",
				Data:    map[string]any{"path": path.data()}})
		}
	}
}

// fits reports whether all saved states are declared and of their types.
func fits(item *pack.Item, state map[string]any) bool {
	for key, v := range state {
		p := stateProp(item, key)
		if p == nil {
			return false
		}
		if _, ok := ValueOf(p, v); !ok && v != nil {
			return false
		}
	}
	return true
}

// checkState reports saved states that do not fit. Content that nobody knows is reported elsewhere.
func (s *Sheet) checkState(item *pack.Item, state map[string]any, list string, i int) {
	if item == nil || item.Type == nil || fits(item, state) {
		return
	}
	path := place(list, i)
	for _, key := range slices.Sorted(maps.Keys(state)) {
		p := stateProp(item, key)
		if p == nil {
			s.report(issueWalk, 0, Issue{Code: "unknown-state", Path: path + ".state." + key,
				Message: item.TypeRef.ID + " declares no state " + key, Data: map[string]any{"state": key}})
		} else if _, ok := ValueOf(p, state[key]); !ok && state[key] != nil {
			s.report(issueWalk, 0, Issue{Code: "wrong-type", Path: path + ".state." + key,
				Message: "the state " + key + " is not of type " + expected(p), Data: map[string]any{"state": key, "expected": expected(p)}})
		}
	}
}
