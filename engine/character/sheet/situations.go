package sheet

import "github.com/astragal-engine/astragal/engine/character/pack"

// reachOf is what an action's rolls may take, so far as it was found.
type reachOf struct {
	any     bool   // its tags are computed: any choice
	choices []bool // by number
	callers []*reachOf
	waits   bool // for its callers to be told
}

// situationsOf finds for each action the situational choices that its rolls, and those of the actions it
// runs, may take, in the order of the rules. Where tags are computed any may.
func situationsOf(rs *pack.Ruleset, all []*pack.Action) map[*pack.Action][]*pack.Situational {
	out := make(map[*pack.Action][]*pack.Situational, len(all))
	for _, a := range all {
		out[a] = nil
	}
	if len(rs.Situational) == 0 {
		return out
	}
	reach := make(map[*pack.Action]*reachOf, len(all))
	for _, a := range all {
		reach[a] = &reachOf{choices: make([]bool, len(rs.Situational)), waits: true}
	}
	under := map[string][]int{} // by tag: the choices for it
	take := func(r *reachOf, list []pack.Text) {
		for _, t := range list {
			if r.any = r.any || t.Formula != nil; t.Formula != nil {
				continue
			}
			of, known := under[t.Literal]
			if !known {
				for i, choice := range rs.Situational {
					if underAny([]string{t.Literal}, choice.Rolls) {
						of = append(of, i)
					}
				}
				under[t.Literal] = of
			}
			for _, i := range of {
				r.choices[i] = true
			}
		}
	}
	var look func(r *reachOf, steps []*pack.Step)
	look = func(r *reachOf, steps []*pack.Step) {
		for _, s := range steps {
			switch s.Kind {
			case pack.RollStep:
				take(r, s.Tags)
			case pack.BranchStep:
				for _, c := range s.Branch.Cases {
					look(r, c.Steps)
				}
				if s.Branch.Else != nil {
					look(r, s.Branch.Else.Steps)
				}
			case pack.ActionStep:
				if s.Run.Handoff {
					continue
				}
				take(r, s.Tags)
				if used := reach[s.Run.Target]; used != nil {
					used.callers = append(used.callers, r)
				} else {
					r.any = true
				}
			}
		}
	}
	var tell []*reachOf
	for _, a := range all {
		look(reach[a], a.Steps)
		tell = append(tell, reach[a])
	}
	for len(tell) > 0 {
		r := tell[len(tell)-1]
		tell, r.waits = tell[:len(tell)-1], false
		for _, to := range r.callers {
			if to.learn(r) && !to.waits {
				to.waits = true
				tell = append(tell, to)
			}
		}
	}
	for _, a := range all {
		for i, choice := range rs.Situational {
			if r := reach[a]; r.any || r.choices[i] {
				out[a] = append(out[a], choice)
			}
		}
	}
	return out
}

// learn takes over what another's rolls may take, and tells whether that was more.
func (r *reachOf) learn(from *reachOf) (more bool) {
	more = from.any && !r.any
	r.any = r.any || from.any
	for i, has := range from.choices {
		if has && !r.choices[i] {
			r.choices[i], more = true, true
		}
	}
	return more
}
