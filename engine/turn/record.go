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

// Equal reports whether two records are the same.
func (t *Record) Equal(o *Record) bool {
	return t.Owner == o.Owner && t.Phase == o.Phase && t.ID == o.ID && t.FormalBegun == o.FormalBegun && t.FormalEnded == o.FormalEnded &&
		t.EndReactionsDone == o.EndReactionsDone && slices.Equal(t.BegunCounts, o.BegunCounts)
}

// The events of formal steps, where a profile has no names of its own for them.
const (
	BeginEvent = "turn_begins"
	EndEvent   = "turn_ends"
)

// Rules are the relations over a profile.
type Rules struct {
	*Profile

	// For mutants: a guard that is left out, and what is done to what a relation has led to.
	dropped string
	bent    func(relation string, k *Kernel)
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

// first opens the turn that a game begins with.
func (r Rules) first(now *Record, e Evidence) (Record, error) {
	owner := -1
	if e.Seat != nil {
		owner = *e.Seat
	}
	if err := all(r.of("Open").check("first", now.ID == 0)); err != nil {
		return *now, err
	}
	return r.Open(owner, e.ID, e.Counts)
}

// FormalBegin begins a turn, once: the owner has begun one more. It emits the event of that.
func (r Rules) FormalBegin(t Record, e Evidence) (Record, []string, error) {
	g := r.of("FormalBegin")
	if err := all(g.check("valid", r.Valid(&t)), g.check("permitted", e.Permitted), g.check("drained", e.Drained), g.check("once", !t.FormalBegun)); err != nil {
		return t, nil, err
	}
	t.FormalBegun = true
	t.BegunCounts = slices.Clone(t.BegunCounts)
	t.BegunCounts[t.Owner]++
	return t, []string{r.begins()}, nil
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

// FormalEnd ends a turn in its last phase, once. It emits the event of that.
func (r Rules) FormalEnd(t Record, e Evidence) (Record, []string, error) {
	g := r.of("FormalEnd")
	err := all(g.check("valid", r.Valid(&t)), g.check("permitted", e.Permitted), g.check("drained", e.Drained), g.check("begun", t.FormalBegun),
		g.check("last", r.Valid(&t) && r.last(&t)), g.check("once", !t.FormalEnded))
	if err != nil {
		return t, nil, err
	}
	t.FormalEnded = true
	return t, []string{r.ends()}, nil
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
// turn has not formally begun. Seats that are out are passed over.
func (r Rules) Handoff(t Record, out []int, e Evidence) (Record, error) {
	g := r.of("Handoff")
	next, follows := r.follower(&t, out, e.Seat)
	err := all(g.check("valid", r.Valid(&t)), g.check("last", r.Valid(&t) && r.last(&t)), g.check("ended", t.FormalEnded),
		g.check("reactions", t.EndReactionsDone), g.check("complete", e.Complete && e.Drained), g.check("silent", len(e.Events) == 0), g.check("next", follows))
	if err != nil {
		return t, err
	}
	return r.Open(next, t.ID+1, t.BegunCounts)
}

// follower says who follows the owner, and whether that may be. The profile says it, or whoever plays supplies it.
func (r Rules) follower(t *Record, out []int, supplied *int) (int, bool) {
	if r.Next == nil {
		if supplied == nil {
			return -1, false
		}
		return *supplied, r.seat(*supplied) && !slices.Contains(out, *supplied)
	}
	if !r.seat(t.Owner) {
		return -1, false
	}
	next := r.Next[t.Owner]
	for range r.Seats {
		if !slices.Contains(out, next) {
			break
		}
		next = r.Next[next]
	}
	if supplied != nil && *supplied != next {
		return *supplied, false
	}
	return next, !slices.Contains(out, next)
}

// Eliminate takes a seat out of the game, once.
func (r Rules) Eliminate(out []int, seat *int) ([]int, error) {
	g := r.of("Eliminate")
	if err := all(g.check("seat", seat != nil && r.seat(*seat))); err != nil {
		return out, err
	}
	if err := all(g.check("once", !slices.Contains(out, *seat))); err != nil {
		return out, err
	}
	return slices.Sorted(slices.Values(append(slices.Clone(out), *seat))), nil
}

// Readmit takes back a seat that is out.
func (r Rules) Readmit(out []int, seat *int) ([]int, error) {
	if err := all(r.of("Readmit").check("out", seat != nil && slices.Contains(out, *seat))); err != nil {
		return out, err
	}
	return slices.DeleteFunc(slices.Clone(out), func(s int) bool { return s == *seat }), nil
}
