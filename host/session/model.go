package session

import (
	"errors"
	"fmt"
	"runtime/debug"
	"sort"

	"github.com/astragal-engine/astragal/engine/check"
	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/report"
	"github.com/astragal-engine/astragal/engine/value"
)

// Model is a loaded model; it never changes.
type Model struct {
	Tree    *model.Model
	Program *program.Program
}

// Source says where a model's text is: Text with a Name for places, or a Path to read.
type Source struct {
	Text, Name, Path string
	HasText          bool
}

func (r *Runtime) read(s Source) (*model.Model, diag.List, error) {
	if s.HasText {
		if s.Name == "" {
			s.Name = "model.yaml"
		}
		return model.Parse(s.Name, s.Text, model.Options{})
	}
	if r.conf.NoPaths {
		return nil, nil, errorf(BadParams, "path: this runtime reads no files")
	}
	return model.Load(s.Path, model.Options{})
}

// LoadModel reads, checks and compiles a model with some of its constants replaced. A model with errors
// plays as far as it goes; only a text that is no model at all is refused.
func (c *Call) LoadModel(s Source, set map[string]value.Value) (h Handle, m *Model, r *report.Report, err error) {
	defer c.rt.guard(&err)
	if err := c.rt.models.room(); err != nil {
		return 0, nil, nil, err
	}
	tree, list, err := c.rt.read(s)
	if err != nil {
		return 0, nil, nil, failed(err, list)
	}
	if err := known(tree, set); err != nil {
		return 0, nil, nil, err
	}
	bound, err := c.rt.bind(c.Context(), c.rt.forModel(tree))
	if err != nil {
		return 0, nil, nil, err
	}
	found := check.With(tree, list, compile.Options{Set: set, Evaluators: bound})
	m = &Model{tree, found.Program}
	if h, err = c.rt.models.put(m); err == nil {
		c.rt.note(fmt.Sprintf("model %d loaded: %s", h, m.Program.Name))
	}
	return h, m, report.Of(tree, found), err
}

// failed makes an error of why a text is no model, with everything else that was found.
func failed(err error, list diag.List) error {
	var fail *model.Failure
	if !errors.As(err, &fail) {
		return err
	}
	e := diagnosed(fail.Diagnostic)
	for _, d := range list {
		if d.Severity == diag.Error {
			e.More = append(e.More, diagnosed(d))
		}
	}
	return e
}

func diagnosed(d diag.Diagnostic) *Error {
	text := d.Text
	if d.Fix != "" {
		text += "; " + d.Fix
	}
	return &Error{Code: ModelError, Message: text, Place: d.Code, At: d.Pos}
}

func known(m *model.Model, set map[string]value.Value) error {
	names := make([]string, 0, len(set))
	for name := range set {
		names = append(names, name)
	}
	sort.Strings(names)
next:
	for _, name := range names {
		for i := range m.Constants {
			if m.Constants[i].Name == name {
				continue next
			}
		}
		return errorf(BadParams, "set: %s has no constant '%s'", m.Name, name)
	}
	return nil
}

// CheckModel gives the report on a model, or on a text that is none, with the test games that a asks for.
func (c *Call) CheckModel(s Source, a Simulate) (r *report.Report, err error) {
	defer c.rt.guard(&err)
	tree, list, err := c.rt.read(s)
	var fail *model.Failure
	switch {
	case errors.As(err, &fail):
		return report.None(fail, list), nil
	case err != nil:
		return nil, err
	}
	bound, err := c.rt.bind(c.Context(), c.rt.forModel(tree))
	if err != nil {
		return nil, err
	}
	found := check.With(tree, list, compile.Options{Evaluators: bound})
	r = report.Of(tree, found)
	if err := r.Outline(tree); err != nil || a.Games == 0 {
		return r, err
	}
	o, err := c.options(c.Context(), &Model{tree, found.Program}, &a)
	if err != nil {
		return nil, err
	}
	_, err = r.Play(c.Context(), o)
	if _, err = c.rt.simulated(nil, err); err != nil {
		return nil, err
	}
	return r, c.Interrupted()
}

// Model finds a model.
func (c *Call) Model(h Handle) (*Model, error) { return c.rt.models.get(h) }

// CloseModel forgets a model; games of it go on.
func (c *Call) CloseModel(h Handle) error {
	m, err := c.rt.models.remove(h)
	if err == nil {
		c.rt.note(fmt.Sprintf("model %d closed: %s", h, m.Program.Name))
	}
	return err
}

// guard turns a panic into an internal error: defer it.
func (r *Runtime) guard(err *error) {
	if p := recover(); p != nil {
		*err = r.internal(p)
	}
}

func (r *Runtime) internal(p any) *Error {
	e := errorf(Internal, "a fault of the engine: %v", p)
	r.fault(e.Message + "\n" + string(debug.Stack()))
	return e
}

// Fault tells the log of a panic that a caller has caught, and gives the error for the host.
func (r *Runtime) Fault(p any) *Error { return r.internal(p) }
