package turn

import (
	"encoding/json"
	"io"
)

// Line is one relation that was taken: which, from what, by what evidence, to what, and what it emitted.
type Line struct {
	Step     int      `json:"step"` // from 1
	Relation string   `json:"relation"`
	Before   *Kernel  `json:"before"` // nil before the first turn is opened
	Evidence Evidence `json:"evidence"`
	After    *Kernel  `json:"after"`
	Events   []string `json:"events,omitempty"`
}

// Take takes a step and gives its line, numbered. Nil stands for the kernel before the first turn is opened. A
// refusal is a [Refusal]. Kernels are changed by nobody, so that the after of a line may be the before of the next.
func (r Rules) Take(number int, before *Kernel, s Step) (Line, error) {
	k := Empty()
	if before != nil {
		k = *before
	}
	after, events, err := r.Apply(k, s)
	if err != nil {
		return Line{}, err
	}
	return Line{number, s.Relation, before, s.Evidence, &after, events}, nil
}

// Trace is the turns of a game as the relations that were taken, in order. It is kept apart from the game's record:
// it can be worked out again by playing the record.
type Trace struct {
	Name    string // of the game, for people
	Profile Profile
	From    *Start // nil: the game's beginning
	Lines   []Line
}

// Start is where a trace begins that is cut out of a longer one: what is so there is taken as it is.
type Start struct {
	Step   int     `json:"step"` // the number of its first step
	Kernel *Kernel `json:"kernel"`
}

// Format is that of trace files, with its version.
const Format = "astragal-trace-1"

// head is the first line of a file, foot the last.
type (
	head struct {
		Format  string  `json:"format"`
		Name    string  `json:"name,omitempty"`
		Profile Profile `json:"profile"`
		From    *Start  `json:"from,omitempty"`
	}
	foot struct {
		Steps *int `json:"steps"` // how many lines of steps there were
	}
)

// Write writes a trace as lines of JSON: a head, a line for each step, and a foot that says how many there were.
// The same trace gives the same bytes. An error is the writer's.
func (t *Trace) Write(w io.Writer) error {
	out, err := t.Begin(w)
	for i := 0; err == nil && i < len(t.Lines); i++ {
		err = out.Line(&t.Lines[i])
	}
	if err != nil {
		return err
	}
	return out.End()
}

// Writer writes a trace line by line.
type Writer struct {
	out   *json.Encoder
	steps int
}

// Begin writes the head of a trace, without its lines.
func (t *Trace) Begin(w io.Writer) (*Writer, error) {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	return &Writer{out: out}, out.Encode(head{Format, t.Name, t.Profile, t.From})
}

// Line writes the next line.
func (w *Writer) Line(l *Line) error {
	w.steps++
	return w.out.Encode(l)
}

// End writes the foot.
func (w *Writer) End() error { return w.out.Encode(foot{&w.steps}) }
