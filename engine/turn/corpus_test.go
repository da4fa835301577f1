package turn

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const corpus = "../../testdata/traces"

// story makes a good trace step by step.
type story struct {
	t    *testing.T
	last *Kernel
	Trace
}

func (s *story) do(relation string, e Evidence) *story {
	s.t.Helper()
	line, err := Over(&s.Profile).Take(len(s.Lines)+1, s.last, Step{relation, e})
	require.NoError(s.t, err, "step %d", len(s.Lines)+1)
	s.Lines, s.last = append(s.Lines, line), line.After
	return s
}

// turn plays the rest of a turn without actions, to the end of its reactions.
func (s *story) turn() *story {
	r := Over(&s.Profile)
	if !s.last.Turn.FormalBegun {
		s.do("FormalBegin", yes)
	}
	for phases := r.Phases(s.last.Turn.Owner); s.last.Turn.Phase != phases[len(phases)-1]; {
		e := yes
		e.To = phases[slices.Index(phases, s.last.Turn.Phase)+1]
		s.do("Advance", e)
	}
	return s.do("FormalEnd", yes).do("EndReactionsDone", yes)
}

func at(n int) *int { return &n }

// two is a game of the reference profile: an action with a reaction and something nested, and a win at a checkpoint.
func two(t *testing.T) *story {
	s := &story{t: t, Trace: Trace{Name: "two sides", Profile: *Reference()}}
	s.do("Open", Evidence{Seat: at(0), ID: 1, Counts: []int{0, 0}}).do("FormalBegin", yes)
	s.do("Advance", Evidence{Permitted: true, Drained: true, Complete: true, To: "action"})
	s.do("Declare", Evidence{Action: "strike", Effects: 2}).do("PayCosts", yes).do("CostCheckpoint", Evidence{})
	s.do("Declare", Evidence{Action: "answer", Effects: 1}).do("PayCosts", yes).do("CostCheckpoint", Evidence{}).do("CostReactionsDone", yes)
	s.do("Resolve", Evidence{}).do("Complete", Evidence{}).do("CostReactionsDone", yes)
	s.do("Resolve", Evidence{}).do("Nest", Evidence{Structure: "window"})
	s.do("NestedReturn", Evidence{Receipt: &Receipt{Structure: "window", Completed: true}})
	s.do("Resolve", Evidence{}).do("Nest", Evidence{Structure: "other"}).do("NestedReturn", Evidence{Receipt: &Receipt{Structure: "other", Completed: true}})
	s.do("Complete", Evidence{}).turn().do("Due", Evidence{Scored: "points"}).do("Ready", yes).do("Evaluate", Evidence{}).do("Handoff", yes).turn().do("Handoff", yes)
	s.do("FormalBegin", yes).do("Due", Evidence{Scored: "points"}).do("Ready", yes)
	return s.do("Evaluate", Evidence{Objective: []int{0}})
}

// dear is a game that ends at an action's costs, with nobody having won.
func dear(t *testing.T) *story {
	s := &story{t: t, Trace: Trace{Name: "too dear", Profile: *Reference()}}
	s.do("Open", Evidence{Seat: at(1), ID: 1, Counts: []int{0, 0}}).do("FormalBegin", yes)
	s.do("Declare", Evidence{Action: "bid", Effects: 1}).do("PayCosts", yes).do("CostCheckpoint", Evidence{Terminal: true})
	return s.do("EndBy", Evidence{Procedure: "broke", Guard: true, Nobody: true})
}

// three is a game of three seats in which one goes out in the middle of its turn, the turns are left and begun anew,
// and two win together.
func three(t *testing.T) *story {
	s := &story{t: t, Trace: Trace{Name: "three seats", Profile: Profile{Sides: Reference().Sides, Seats: []int{0, 1, 1}, Scores: []string{"fame"}, BeginEvent: "dawn", EndEvent: "dusk"}}}
	to := func(n int) Evidence { return Evidence{Drained: true, Complete: true, Seat: at(n)} }
	s.do("Open", Evidence{Seat: at(1), ID: 1, Counts: []int{0, 0, 0}}).turn().do("Handoff", to(0)).do("FormalBegin", yes)
	s.do("Declare", Evidence{Action: "dare", Effects: 1}).do("PayCosts", yes).do("CostCheckpoint", Evidence{}).do("CostReactionsDone", yes)
	s.do("Nest", Evidence{Structure: "other"}).do("Eliminate", Evidence{Seat: at(0)})
	s.do("NestedReturn", Evidence{Receipt: &Receipt{Structure: "other", Cancelled: true}}).do("Cancel", Evidence{})
	s.turn().do("Leave", yes).do("Readmit", Evidence{Seat: at(0)}).do("Open", Evidence{Seat: at(2), ID: 1, Counts: []int{0, 0, 0}}).turn().do("Handoff", to(1))
	return s.do("FormalBegin", yes).do("EndBy", Evidence{Procedure: "deck empty", Guard: true, Winners: []int{1, 2}})
}

// until is a trace cut off behind so many steps.
func until(t Trace, steps int) Trace {
	t.Lines = t.Lines[:steps]
	return t
}

// menu is what is tried at a kernel to find what is refused.
func menu(r Rules, k *Kernel) []Step {
	out := []Step{{Relation: "Dance"}, {"Open", Evidence{Seat: at(len(r.Seats)), ID: 1, Counts: make([]int, len(r.Seats))}},
		{"Open", Evidence{Seat: at(0), Counts: make([]int, len(r.Seats))}}, {"Open", Evidence{Seat: at(0), ID: 1, Counts: []int{1}}}}
	for _, open := range []bool{false, true} {
		for _, done := range []bool{true, false} {
			w := &World{Kernel: *k, Open: open, Done: done}
			for _, s := range r.steps(nil, w, Bounds{Turns: k.Turn.ID + 2, Effects: 2, Depth: 3, Out: 1}) {
				if !surrounds(s) {
					out = append(out, s)
				}
			}
		}
	}
	return out
}

// starts are kernels that no game comes to, each of which a guard is there for.
func starts() []Kernel {
	k := func(change func(*Record)) Kernel {
		out := Empty()
		out.Turn = Record{Owner: 1, Phase: "discard", ID: 4, FormalBegun: true, BegunCounts: []int{2, 2}}
		change(&out.Turn)
		return out
	}
	return []Kernel{
		k(func(t *Record) { t.BegunCounts = []int{2} }),
		k(func(t *Record) { t.Phase, t.FormalEnded = "action", true }),
		k(func(t *Record) { t.Phase, t.FormalEnded, t.EndReactionsDone = "action", true, true }),
		k(func(t *Record) { t.EndReactionsDone = true }),
	}
}

// broken makes the traces that are refused for a guard, the shortest that is found for each, by its name: a game as far
// as it is good, with a step that is not; where no game comes to what the guard is there for, an excerpt.
func broken(t *testing.T) map[string]Trace {
	out := map[string]Trace{}
	try := func(base Trace, before *Kernel) {
		r := Over(&base.Profile)
		k := Empty()
		if before != nil {
			k = *before
		}
		number := len(base.Lines) + 1
		if base.From != nil {
			number = base.From.Step
		}
		for _, s := range menu(r, &k) {
			var refused *Refusal
			if _, _, err := r.Apply(k, s); !errors.As(err, &refused) {
				continue
			}
			name := refused.Relation + "." + refused.Guard
			if have, ok := out[name]; ok && len(have.Lines) <= len(base.Lines)+1 {
				continue
			}
			bad := base
			bad.Lines = append(slices.Clone(base.Lines), Line{number, s.Relation, before, s.Evidence, &k, nil})
			out[name] = bad
		}
	}
	for _, good := range []*story{two(t), three(t), dear(t)} {
		for n := range len(good.Lines) + 1 {
			var before *Kernel
			if n > 0 {
				before = good.Lines[n-1].After
			}
			try(until(good.Trace, n), before)
		}
	}
	found := maps.Clone(out)
	for _, k := range starts() {
		excerpt := Trace{Name: "an excerpt", Profile: *Reference(), From: &Start{90, &k}}
		try(excerpt, &k)
	}
	maps.Copy(out, found)
	return out
}

func text(t *testing.T, trace Trace) string {
	var b bytes.Buffer
	require.NoError(t, trace.Write(&b))
	return b.String()
}

// renumbered is a trace with lines changed, numbered anew.
func renumbered(t Trace, change func([]Line) []Line) Trace {
	t.Lines = change(slices.Clone(t.Lines))
	for i := range t.Lines {
		t.Lines[i].Step = i + 1
	}
	return t
}

// mangled are files that are broken in other ways than by a guard. Behind ~ is what tells those of a kind apart.
func mangled(t *testing.T) map[string]string {
	good := two(t).Trace
	whole := text(t, good)
	rows := strings.SplitAfter(whole, "\n")
	first := rows[0]
	nobody := func(b []Line, i int, change func(*Line)) []Line { change(&b[i]); return b }
	out := map[string]string{
		"chain~a-step-left-out":      text(t, renumbered(good, func(l []Line) []Line { return slices.Delete(l, 6, 7) })),
		"chain~begins-in-the-middle": text(t, renumbered(good, func(l []Line) []Line { return l[4:] })),
		"chain~begins-anew":          text(t, renumbered(good, func(l []Line) []Line { return append(l[:5], l[0]) })),
		"chain~before-changed": text(t, renumbered(good, func(l []Line) []Line {
			return nobody(l, 9, func(l *Line) { k := *l.Before; k.Checkpoint = Ready; l.Before = &k })
		})),
		"order~a-step-left-out": text(t, Trace{Name: good.Name, Profile: good.Profile, Lines: slices.Delete(slices.Clone(good.Lines), 6, 7)}),
		"order~twice":           text(t, Trace{Name: good.Name, Profile: good.Profile, Lines: slices.Insert(slices.Clone(good.Lines), 6, good.Lines[5])}),
		"events~silent":         text(t, renumbered(good, func(l []Line) []Line { return nobody(l, 1, func(l *Line) { l.Events = nil }) })),
		"events~another": text(t, renumbered(good, func(l []Line) []Line {
			return nobody(l, 1, func(l *Line) { l.Events = []string{EndEvent} })
		})),
		"events~loud":           text(t, renumbered(good, func(l []Line) []Line { return nobody(l, 3, func(l *Line) { l.Events = []string{BeginEvent} }) })),
		"cut-off~no-last-line":  strings.Join(rows[:len(rows)-2], ""),
		"cut-off~head-alone":    first,
		"cut-off~fewer":         strings.Join(append(slices.Clone(rows[:12]), rows[len(rows)-2]), ""),
		"behind~a-step":         whole + rows[4],
		"behind~two-traces":     whole + whole,
		"format~empty":          "",
		"format~another":        strings.Replace(whole, Format, "astragal-trace-99", 1),
		"format~no-head":        "{}\n" + strings.Join(rows[1:], ""),
		"unreadable~half":       whole[:len(first)+len(rows[1])/2],
		"unreadable~bytes":      first + "\x00\xff\xfe\x80 \x1b[2J\n",
		"unreadable~deep":       first + strings.Repeat(`{"before":`, 12_000) + "\n",
		"unreadable~list":       first + "[]\n",
		"unreadable~key":        first + `{"step":1,"relation":"Open","permit":true}` + "\n",
		"unreadable~type":       first + `{"step":"1"}` + "\n",
		"unreadable~number":     first + `{"step":1e400}` + "\n",
		"unreadable~two-in-one": first + strings.TrimSpace(rows[1]) + rows[2],
		"unreadable~no-after":   first + `{"step":1,"relation":"Open"}` + "\n",
		"unreadable~head":       "turns\n",
		"profile~nobody":        `{"format":"` + Format + `","profile":{"sides":[],"seats":[]}}` + "\n",
		"profile~no-side":       `{"format":"` + Format + `","profile":{"sides":[{"name":"a","phases":["x"]}],"seats":[0,7],"next":[1,0]}}` + "\n",
		"profile~crowd":         `{"format":"` + Format + `","profile":{"sides":[{"name":"a","phases":["x"]}],"seats":[` + strings.Repeat("0,", 2000) + `0]}}` + "\n",
		"profile~no-kernel":     `{"format":"` + Format + `","profile":{"sides":[{"name":"a","phases":["x"]}],"seats":[0]},"from":{"step":3}}` + "\n",
		"after~long-numbers":    first + strings.Replace(rows[1], `"begun_counts":[0,0]`, `"begun_counts":[9223372036854775807,0]`, 1),
	}
	for part, change := range map[string]func(*Kernel){
		"count": func(k *Kernel) { k.Turn.BegunCounts = []int{5, 0} }, "phase": func(k *Kernel) { k.Turn.Phase = "discard" }, "owner": func(k *Kernel) { k.Turn.Owner = 1 },
		"id": func(k *Kernel) { k.Turn.ID++ }, "flag": func(k *Kernel) { k.Turn.FormalEnded = true }, "checkpoint": func(k *Kernel) { k.Checkpoint = Due },
		"outcome": func(k *Kernel) { k.Outcome = Outcome{Kind: "won", Winners: []int{1}} }, "out": func(k *Kernel) { k.Out = []int{0} },
		"frame": func(k *Kernel) { k.Frames = []Frame{{Action: "strike", Stage: Resolving, Left: 2}} }, "frames": func(k *Kernel) { k.Frames = nil },
	} {
		out["after~"+part] = text(t, renumbered(good, func(l []Line) []Line {
			return nobody(l, 3, func(l *Line) { k := *l.After; change(&k); l.After = &k })
		}))
	}
	return out
}

// TestTheCorpusIsWhatTheGeneratorMakes holds the kept files against what is made of good traces.
func TestTheCorpusIsWhatTheGeneratorMakes(t *testing.T) {
	files := mangled(t)
	for name, trace := range broken(t) {
		files[name] = text(t, trace)
	}
	files["good~two"], files["good~three"] = text(t, two(t).Trace), text(t, three(t).Trace)
	files["good~dear"] = text(t, dear(t).Trace)
	whole := two(t).Trace
	files["good~excerpt"] = text(t, Trace{Name: "an excerpt", Profile: whole.Profile, From: &Start{10, whole.Lines[8].After}, Lines: whole.Lines[9:15]})
	if os.Getenv("ASTRAGAL_UPDATE") != "" {
		require.NoError(t, os.RemoveAll(corpus))
		require.NoError(t, os.MkdirAll(corpus, 0o755))
		for name, text := range files {
			require.NoError(t, os.WriteFile(filepath.Join(corpus, name+".jsonl"), []byte(text), 0o644))
		}
	}
	kept := kept(t)
	require.Equal(t, slices.Sorted(maps.Keys(files)), slices.Sorted(maps.Keys(kept)))
	for name, text := range files {
		require.Equal(t, text, kept[name], "%s: ASTRAGAL_UPDATE=1 writes it anew", name)
	}
}

// kept are the files of the corpus, by name.
func kept(t testing.TB) map[string]string {
	list, err := filepath.Glob(filepath.Join(corpus, "*.jsonl"))
	require.NoError(t, err)
	require.NotEmpty(t, list)
	out := map[string]string{}
	for _, file := range list {
		b, err := os.ReadFile(file)
		require.NoError(t, err)
		out[strings.TrimSuffix(filepath.Base(file), ".jsonl")] = string(b)
	}
	return out
}

// Every trace is refused for what its name says, and at the place that is kept with them.
func TestBrokenTracesAreRefusedForTheirReason(t *testing.T) {
	var said strings.Builder
	files := kept(t)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		out, err := Check(strings.NewReader(files[name]))
		require.NoError(t, err, name)
		want, _, _ := strings.Cut(name, "~")
		if want == "good" {
			require.True(t, out.OK, "%s: %v", name, out.Fault)
			continue
		}
		require.False(t, out.OK, name)
		require.Equal(t, want, out.Fault.Code(), "%s: %v", name, out.Fault)
		require.NotEmpty(t, Kinds[out.Fault.Kind], name)
		fmt.Fprintf(&said, "%s: %v\n", name, out.Fault)
	}
	golden := filepath.Join(corpus, "faults.txt")
	if os.Getenv("ASTRAGAL_UPDATE") != "" {
		require.NoError(t, os.WriteFile(golden, []byte(said.String()), 0o644))
	}
	b, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, string(b), said.String())
}

func TestNoGuardAndNoKindIsWithoutABrokenTrace(t *testing.T) {
	files := kept(t)
	for relation, guards := range Guards {
		for guard := range guards {
			require.Contains(t, files, relation+"."+guard)
		}
	}
	kinds := map[string]bool{"refused": true, "too-long": true} // each guard; TestALineHasABound
	for name := range files {
		kind, _, _ := strings.Cut(name, "~")
		kinds[kind] = true
	}
	for kind := range Kinds {
		require.True(t, kinds[kind], kind)
	}
}

func TestALineHasABound(t *testing.T) {
	out, err := Check(strings.NewReader(text(t, until(two(t).Trace, 2)) + strings.Repeat(" ", MostRow+1)))
	require.NoError(t, err)
	require.Equal(t, "too-long", out.Fault.Code())
	require.Equal(t, 5, out.Fault.Row)
	out, err = Check(strings.NewReader(`{"format":"` + strings.Repeat("x", MostRow)))
	require.NoError(t, err)
	require.Equal(t, "too-long", out.Fault.Code())
}

// What is read is what was written, and what a writer cannot take it says.
func TestATraceIsReadAsItWasWritten(t *testing.T) {
	for _, good := range []*story{two(t), three(t), dear(t)} {
		whole := text(t, good.Trace)
		back, err := Read(strings.NewReader(whole))
		require.NoError(t, err)
		require.Equal(t, whole, text(t, *back))
		out, err := Check(strings.NewReader(strings.ReplaceAll(whole, "\n", "\r\n")))
		require.NoError(t, err)
		require.True(t, out.OK)
		require.Equal(t, len(good.Lines), out.Steps)
		require.Equal(t, good.last.Outcome, out.Outcome)
	}
	_, err := Read(strings.NewReader(kept(t)["cut-off~fewer"]))
	var fault *Fault
	require.ErrorAs(t, err, &fault)
	require.Equal(t, "cut-off", fault.Code())
	_, err = Check(failing{})
	require.ErrorIs(t, err, errRead)
}

type failing struct{}

var errRead = errors.New("the disk is gone")

func (failing) Read([]byte) (int, error) { return 0, errRead }

// FuzzTrace: nothing that stands in a file makes the checker fail otherwise than by a fault, and what holds is read
// and written as it is.
func FuzzTrace(f *testing.F) {
	for _, text := range kept(f) {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		out, err := Check(bytes.NewReader(data))
		require.NoError(t, err)
		require.Equal(t, out.OK, out.Fault == nil)
		if out.Fault != nil {
			require.NotEmpty(t, out.Fault.Text)
			require.NotEmpty(t, Kinds[out.Fault.Kind])
			require.Positive(t, out.Fault.Row)
			_, err := json.Marshal(out)
			require.NoError(t, err)
			return
		}
		trace, err := Read(bytes.NewReader(data))
		require.NoError(t, err)
		again, err := Check(strings.NewReader(text(t, *trace)))
		require.NoError(t, err)
		require.Equal(t, out, again)
	})
}
