package turn

import "slices"

// Record is a turn.
type Record struct {
	Owner            int    `json:"owner"` // a seat
	Phase            string `json:"phase"`
	ID               int    `json:"id"` // from 1
	FormalBegun      bool   `json:"formal_begun"`
	FormalEnded      bool   `json:"formal_ended"`
	EndReactionsDone bool   `json:"end_reactions_done"`
	BegunCounts      []int  `json:"begun_counts"` // turns that each seat has formally begun
}

// Evidence is what whoever plays says is so. No relation can find it out by itself.
type Evidence struct {
	Permitted bool     `json:"permitted"` // the surrounding procedure lets the step happen
	Drained   bool     `json:"drained"`   // no work is open
	Complete  bool     `json:"complete"`  // the phase, or for a handoff the old turn's procedure, is complete
	Events    []string `json:"events,omitempty"`
}

// The events of formal steps.
const (
	BeginEvent = "turn_begins"
	EndEvent   = "turn_ends"
)

// Rules are the relations over a profile.
type Rules struct {
	*Profile
	dropped string // a guard that is left out: for mutants
}

// Over gives the relations over a profile, which must hold its Check.
func Over(p *Profile) Rules { return Rules{Profile: p} }

func (r Rules) of(relation string) relations { return relations{relation, r.dropped} }

// Valid reports whether a record is a turn of the profile: it is asked of every record throughout.
func (r Rules) Valid(t *Record) bool {
	if !r.seat(t.Owner) || t.ID < 1 || len(t.BegunCounts) != len(r.Seats) || !slices.Contains(r.Phases(t.Owner), t.Phase) {
		return false
	}
	return !slices.ContainsFunc(t.BegunCounts, func(n int) bool { return n < 0 })
}

// Open opens a turn: the first phase of the owner's side, both formal flags clear, counts as they were.
func (r Rules) Open(owner, id int, counts []int) (Record, error) {
	g := r.of("Open")
	good := len(counts) == len(r.Seats) && !slices.ContainsFunc(counts, func(n int) bool { return n < 0 })
	if err := all(g.check("seat", r.seat(owner)), g.check("id", id >= 1), g.check("counts", good)); err != nil {
		return Record{}, err
	}
	return Record{Owner: owner, Phase: r.Phases(owner)[0], ID: id, BegunCounts: slices.Clone(counts)}, nil
}

// FormalBegin begins a turn, once: the owner has begun one more. It emits [BeginEvent].
func (r Rules) FormalBegin(t Record, e Evidence) (Record, []string, error) {
	g := r.of("FormalBegin")
	if err := all(g.check("valid", r.Valid(&t)), g.check("permitted", e.Permitted), g.check("drained", e.Drained), g.check("once", !t.FormalBegun)); err != nil {
		return t, nil, err
	}
	t.FormalBegun = true
	t.BegunCounts = slices.Clone(t.BegunCounts)
	t.BegunCounts[t.Owner]++
	return t, []string{BeginEvent}, nil
}

// Advance goes to the next phase of the owner's side.
func (r Rules) Advance(t Record, to string, e Evidence) (Record, error) {
	g := r.of("Advance")
	err := all(g.check("valid", r.Valid(&t)), g.check("permitted", e.Permitted), g.check("drained", e.Drained), g.check("complete", e.Complete),
		g.check("begun", t.FormalBegun), g.check("not-ended", !t.FormalEnded), g.check("next", r.follows(&t, to)))
	if err != nil {
		return t, err
	}
	t.Phase = to
	return t, nil
}

func (r Rules) follows(t *Record, to string) bool {
	phases := r.Phases(t.Owner)
	i := slices.Index(phases, t.Phase)
	return i >= 0 && i+1 < len(phases) && phases[i+1] == to
}

func (r Rules) last(t *Record) bool {
	phases := r.Phases(t.Owner)
	return t.Phase == phases[len(phases)-1]
}

// FormalEnd ends a turn in its last phase, once. It emits [EndEvent].
func (r Rules) FormalEnd(t Record, e Evidence) (Record, []string, error) {
	g := r.of("FormalEnd")
	err := all(g.check("valid", r.Valid(&t)), g.check("permitted", e.Permitted), g.check("drained", e.Drained), g.check("begun", t.FormalBegun),
		g.check("last", r.Valid(&t) && r.last(&t)), g.check("once", !t.FormalEnded))
	if err != nil {
		return t, nil, err
	}
	t.FormalEnded = true
	return t, []string{EndEvent}, nil
}

// EndReactionsDone says that nothing reacts to the end any more.
func (r Rules) EndReactionsDone(t Record, e Evidence) (Record, error) {
	g := r.of("EndReactionsDone")
	if err := all(g.check("valid", r.Valid(&t)), g.check("ended", t.FormalEnded), g.check("drained", e.Drained), g.check("once", !t.EndReactionsDone)); err != nil {
		return t, err
	}
	t.EndReactionsDone = true
	return t, nil
}

// Handoff opens the turn of whoever follows, with the next id and the same counts. It emits nothing: the new
// turn has not formally begun.
func (r Rules) Handoff(t Record, e Evidence) (Record, error) {
	g := r.of("Handoff")
	err := all(g.check("valid", r.Valid(&t)), g.check("last", r.Valid(&t) && r.last(&t)), g.check("ended", t.FormalEnded),
		g.check("reactions", t.EndReactionsDone), g.check("complete", e.Complete && e.Drained), g.check("silent", len(e.Events) == 0))
	if err != nil {
		return t, err
	}
	return r.Open(r.Next[t.Owner], t.ID+1, t.BegunCounts)
}
