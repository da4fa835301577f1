package bench

import "time"

// Row is one line of the report: a ratio where it has something to be compared with, a time or a count
// otherwise.
type Row struct {
	Name   string    `json:"name"`
	Value  float64   `json:"value"`
	Unit   string    `json:"unit"`
	Spread float64   `json:"spread"` // a share of the value
	Must   float64   `json:"must"`   // what ours must reach
	Bound  bool      `json:"bound"`  // whether there is such a bound
	Less   bool      `json:"less"`   // smaller is better
	Note   string    `json:"note,omitempty"`
	Runs   []float64 `json:"runs,omitempty"` // the values of separate runs, of which Value is the worst
}

// OK reports whether the row reaches its bound.
func (r Row) OK() bool {
	return !r.Bound || r.Less && r.Value <= r.Must || !r.Less && r.Value >= r.Must
}

// atLeast and atMost give a row its bound.
func (r Row) atLeast(must float64) Row { r.Must, r.Bound, r.Less = must, true, false; return r }
func (r Row) atMost(must float64) Row  { r.Must, r.Bound, r.Less = must, true, true; return r }

// row makes a row of a figure.
func (f Figure) row(name, unit string) Row {
	return Row{Name: name, Value: f.Value, Unit: unit, Spread: f.Spread()}
}

// Timed measures one work: nanoseconds a unit, at most so many (0: no bound).
func Timed(name string, p Pace, must float64, w Work) (Row, error) {
	t, err := Side(p, Processor(w))
	if err != nil {
		return Row{}, err
	}
	r := t.Of(0).row(name, "ns")
	if r.Less = true; must > 0 {
		r = r.atMost(must)
	}
	return r, nil
}

// Group is some rows that are measured together.
type Group struct {
	Name string
	Rows func(Setting) ([]Row, error)
}

// Setting is where the repository lies and how long is measured.
type Setting struct {
	Root string
	Pace Pace
}

// Slice is how long a work runs before another has its turn: less than a scheduler gives to a program at once,
// so that many slices are whole even where other programs wait for the processor.
const Slice = 2 * time.Millisecond

// Groups are the rows of the engine.
var Groups = []Group{
	{"playouts", PlayoutRows},
	{"search", SearchRows},
	{"expressions", ExprRows},
	{"clone", CloneRows},
	{"dice", DiceRows},
	{"formulas", FormulaRows},
	{"actions", ActionRows},
	{"characters", CharacterRows},
	{"growth", GrowthRows},
	{"cores", SimulateRows},
}

// worst merges the same rows of several runs.
func worst(runs [][]Row) []Row {
	merged := append([]Row(nil), runs[0]...)
	for i := range merged {
		m := &merged[i]
		m.Runs = nil
		for _, run := range runs {
			r := run[i]
			m.Runs = append(m.Runs, r.Value)
			if m.Less && r.Value > m.Value || !m.Less && r.Value < m.Value {
				m.Value, m.Note = r.Value, r.Note
			}
			m.Spread = max(m.Spread, r.Spread)
		}
	}
	return merged
}
