package turn

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Fault is what is wrong with a trace: where, and with which step.
type Fault struct {
	Kind     string `json:"kind"`             // Kinds has them
	Row      int    `json:"line"`             // of the file, from 1
	Column   int    `json:"column,omitempty"` // from 1; 0: the line as a whole
	Step     int    `json:"step,omitempty"`
	Relation string `json:"relation,omitempty"` // that the step names
	Refused  string `json:"refused,omitempty"`  // by which relation it was refused; mostly the same
	Guard    string `json:"guard,omitempty"`
	Text     string `json:"text"`
}

// Kinds of faults, and what each means.
var Kinds = map[string]string{
	"format": "the first line is not that of a trace", "profile": "its profile is none", "unreadable": "a line is no step", "too-long": "a line is too long",
	"cut-off": "steps are missing at the end", "behind": "something is behind the last line",
	"order": "the steps are not numbered one after the other", "chain": "a step does not begin where the one before has ended",
	"refused": "a guard of the relation fails", "after": "the relation leads elsewhere", "events": "the relation emits something else",
}

func (f *Fault) Error() string {
	return fmt.Sprintf("line %d: %s [%s]", f.Row, f.Where(), f.Code())
}

// Where is what is wrong, with the step if it is of one.
func (f *Fault) Where() string {
	switch {
	case f.Step == 0:
		return f.Text
	case Guards[f.Relation] == nil:
		return fmt.Sprintf("step %d, %q: %s", f.Step, f.Relation, f.Text)
	}
	return fmt.Sprintf("step %d, %s: %s", f.Step, f.Relation, f.Text)
}

// Code is the guard that fails, as Handoff.complete, or else the kind.
func (f *Fault) Code() string {
	if f.Guard != "" {
		return f.Refused + "." + f.Guard
	}
	return f.Kind
}

// Verdict is what a trace came to.
type Verdict struct {
	Name    string  `json:"name,omitempty"`
	OK      bool    `json:"ok"`
	Steps   int     `json:"steps"` // that hold
	Turns   int     `json:"turns"` // that were formally begun
	Outcome Outcome `json:"outcome"`
	Fault   *Fault  `json:"fault,omitempty"`
}

// Checker holds lines against the relations, one by one.
type Checker struct {
	rules Rules
	last  *Kernel
	next  int // the number of the next step
	steps int
	turns int
}

// Checker begins to check lines over a profile, which must hold its Check, from a start; nil: a game's beginning.
func (p *Profile) Checker(from *Start) *Checker {
	c := &Checker{rules: Over(p), next: 1}
	if from != nil {
		c.last, c.next = from.Kernel, from.Step
	}
	return c
}

// Line holds the next line against the relations: its number follows, it begins where the last has ended, no guard
// refuses it, and the relation leads where it says and emits what it says. Nil when it holds.
func (c *Checker) Line(l *Line) *Fault {
	f := func(kind, format string, args ...any) *Fault {
		return &Fault{Kind: kind, Step: l.Step, Relation: short(l.Relation), Text: short(fmt.Sprintf(format, args...))}
	}
	switch {
	case l.Step != c.next:
		return f("order", "the step should be number %d", c.next)
	case l.Before == nil && c.last != nil:
		return f("chain", "it begins with nothing, where the step before has led somewhere")
	case l.Before != nil && c.last == nil:
		return f("chain", "it begins somewhere, where no step was before")
	case l.Before != nil && !l.Before.Equal(c.last):
		return f("chain", "it does not begin where the step before has ended: %s", difference(l.Before, c.last))
	}
	took, err := c.rules.Take(l.Step, l.Before, Step{l.Relation, l.Evidence})
	var refused *Refusal
	if errors.As(err, &refused) {
		out := f("refused", "%s", Guards[refused.Relation][refused.Guard])
		out.Refused, out.Guard = refused.Relation, refused.Guard
		return out
	}
	switch {
	case l.After == nil || !l.After.Equal(took.After):
		return f("after", "it leads elsewhere: %s", difference(l.After, took.After))
	case !slices.Equal(l.Events, took.Events):
		return f("events", "it emits %q, not %q", took.Events, l.Events)
	}
	c.last, c.steps, c.next = took.After, c.steps+1, c.next+1
	if l.Relation == "FormalBegin" {
		c.turns++
	}
	return nil
}

// Check reads a trace and holds every line against the relations, up to the first that does not hold: the fault says
// which and why. It takes the memory of one line. The error is one that the reader gave.
func Check(in io.Reader) (*Verdict, error) {
	r := newReader(in)
	out := &Verdict{Outcome: Playing}
	fault, err := out.check(r)
	if err != nil && !errors.As(err, &fault) {
		return nil, err
	}
	if fault != nil && fault.Row == 0 {
		fault.Row = r.row
	}
	out.Fault, out.OK = fault, fault == nil
	return out, nil
}

func (out *Verdict) check(r *reader) (*Fault, error) {
	h, err := r.head()
	if err != nil {
		return nil, err
	}
	out.Name = h.Name
	c := h.Profile.Checker(h.From)
	for {
		line, n, err := r.line()
		switch {
		case err != nil:
			return nil, err
		case line == nil && n != c.steps:
			return r.miscounted(n, c.steps), nil
		case line == nil:
			return nil, r.end()
		}
		if fault := c.Line(line); fault != nil {
			return fault, nil
		}
		out.Steps, out.Turns, out.Outcome = c.steps, c.turns, c.last.Outcome
	}
}

// difference says where two kernels differ first, the one that is there and the one that should be.
func difference(is, should *Kernel) string {
	if is == nil {
		return "nothing is there"
	}
	switch {
	case is.Turn.ID != should.Turn.ID:
		return fmt.Sprintf("turn %d, not %d", is.Turn.ID, should.Turn.ID)
	case is.Turn.Owner != should.Turn.Owner:
		return fmt.Sprintf("the owner is seat %d, not %d", is.Turn.Owner, should.Turn.Owner)
	case is.Turn.Phase != should.Turn.Phase:
		return fmt.Sprintf("the phase is %q, not %q", is.Turn.Phase, should.Turn.Phase)
	case !slices.Equal(is.Turn.BegunCounts, should.Turn.BegunCounts):
		return fmt.Sprintf("the turns begun are %d, not %d", is.Turn.BegunCounts, should.Turn.BegunCounts)
	case !is.Turn.Equal(&should.Turn):
		return fmt.Sprintf("begun, ended, reactions done are %t, not %t", is.Turn.flags(), should.Turn.flags())
	case len(is.Frames) != len(should.Frames):
		return fmt.Sprintf("%d actions are open, not %d", len(is.Frames), len(should.Frames))
	case is.Checkpoint != should.Checkpoint:
		return fmt.Sprintf("the checkpoint is %q, not %q", is.Checkpoint, should.Checkpoint)
	case !is.Outcome.Equal(should.Outcome):
		return fmt.Sprintf("the outcome is %s, not %s", asJSON(is.Outcome), asJSON(should.Outcome))
	case !slices.Equal(is.Out, should.Out):
		return fmt.Sprintf("out are the seats %d, not %d", is.Out, should.Out)
	}
	for i := range is.Frames {
		if is.Frames[i] != should.Frames[i] {
			return fmt.Sprintf("action %d is %s, not %s", i+1, asJSON(is.Frames[i]), asJSON(should.Frames[i]))
		}
	}
	return "they are alike"
}

func asJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// short cuts what a stranger may have made very long.
func short(text string) string {
	if len(text) <= 300 {
		return text
	}
	return strings.ToValidUTF8(text[:300], "") + "…"
}

func (t *Record) flags() []bool { return []bool{t.FormalBegun, t.FormalEnded, t.EndReactionsDone} }
