package session

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/check"
	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/report"
	"github.com/astragal-engine/astragal/engine/value"
	"github.com/astragal-engine/astragal/host/contentpack"
)

// PackRef says where a pack is: in the folder of packs under its ID (`<id>` or `<id>@<range>`), at a Path, or in the bytes
// of a Zip, for which Name stands in places.
type PackRef struct {
	ID, Path, Name string
	Zip            []byte
}

// policy is what this runtime allows packs.
func (r *Runtime) policy() contentpack.Policy {
	return contentpack.Policy{Engine: EngineVersion, Trusted: r.conf.Trusted, Demand: r.conf.Demand, Grant: r.conf.Grant}
}

// given opens a pack that is not named by its id.
func (r *Runtime) given(ref PackRef) (*contentpack.Pack, contentpack.Errors, error) {
	switch {
	case ref.Zip != nil:
		if ref.Name == "" {
			ref.Name = "pack.zip"
		}
		p, list := r.library.Zip(ref.Name, ref.Zip)
		return p, list, nil
	case r.conf.NoPaths:
		return nil, nil, errorf(BadParams, "pack: this runtime reads no files")
	}
	p, list := r.library.Open(ref.Path)
	return p, list, nil
}

func (r *Runtime) want(ref PackRef) (contentpack.Want, error) {
	if r.library.Dir == "" {
		return contentpack.Want{}, errorf(BadParams, "pack: '%s' is looked for in the folder of packs, and this runtime has none: set packs in its configuration", clip(ref.ID))
	}
	w, err := contentpack.ParseWant(ref.ID)
	if err != nil {
		return w, errorf(BadParams, "pack: %v", err)
	}
	return w, nil
}

func clip(s string) string {
	const most = 100
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// OpenPack opens one pack, with what is wrong with it. Nothing in it runs, and what the runtime would not take is opened too
// unless it is looked for by its id.
func (c *Call) OpenPack(ref PackRef) (p *contentpack.Pack, list contentpack.Errors, err error) {
	defer c.rt.guard(&err)
	if ref.ID == "" {
		return c.rt.given(ref)
	}
	w, err := c.rt.want(ref)
	if err != nil {
		return nil, nil, err
	}
	p, list = c.rt.library.Pick(w)
	return p, list, nil
}

// VerifyPack says why a pack cannot be used: it is not sound, or it is beyond what the runtime allows, or beyond these keys
// (nil: those of the runtime) and capabilities (likewise).
func (c *Call) VerifyPack(ref PackRef, keys []contentpack.Key, grant []string) (p *contentpack.Pack, list contentpack.Errors, err error) {
	p, list, err = c.OpenPack(ref)
	if err != nil || p == nil {
		return nil, list, err
	}
	host := c.rt.policy()
	list = append(list, p.Admit(host)...)
	if keys != nil || grant != nil {
		host = contentpack.Policy{Trusted: keys, Demand: keys != nil, Grant: grant}
		list = append(list, p.Admit(host)...)
	}
	return p, list, nil
}

// ListPacks lists the folder of packs, and what is wrong with those that cannot be used.
func (c *Call) ListPacks() (list []contentpack.Found, wrong contentpack.Errors, err error) {
	defer c.rt.guard(&err)
	if c.rt.library.Dir == "" {
		return nil, nil, nil
	}
	list, wrong = c.rt.library.List()
	return list, wrong, nil
}

// PackModel says which model of packs is loaded: the one of the first pack, which may go without a name where it has one,
// with all that the others and those that they require add to it.
type PackModel struct {
	Of    PackRef
	Name  string
	Adds  []PackRef
	Grant []string // what they may do, capabilities; nil: what the runtime grants
}

const mostAdds = 100

// JoinPacks finds packs and joins them, if they may do what they want. Nothing in them runs.
func (c *Call) JoinPacks(x *PackModel) (loaded *contentpack.Loaded, err error) {
	defer c.rt.guard(&err)
	if len(x.Adds) > mostAdds {
		return nil, errorf(Limited, "at most %d packs add to a model at once", mostAdds)
	}
	return c.rt.joinPacks(x)
}

// LoadJoined is LoadModel for a model of packs: their modules are compiled, and begun.
func (c *Call) LoadJoined(loaded *contentpack.Loaded, set map[string]value.Value) (h Handle, m *Model, r *report.Report, err error) {
	defer c.rt.guard(&err)
	if err := c.rt.models.room(); err != nil {
		return 0, nil, nil, err
	}
	if err := known(loaded.Model, set); err != nil {
		return 0, nil, nil, err
	}
	bound, err := c.rt.bind(c.Context(), c.rt.forPacks(loaded))
	if err != nil {
		return 0, nil, nil, err
	}
	found := check.With(loaded.Model, loaded.List, compile.Options{Set: set, Evaluators: bound})
	m = &Model{loaded.Model, found.Program}
	if h, err = c.rt.models.put(m); err == nil {
		c.rt.note(fmt.Sprintf("model %d loaded: %s", h, m.Program.Name))
	}
	return h, m, report.Of(loaded.Model, found), err
}

// granted is what packs may do: what the caller grants, else what the runtime grants, else nothing for which code of
// theirs has to run. What the runtime refuses was refused before.
func (r *Runtime) granted(x *PackModel) []string {
	switch {
	case x.Grant != nil:
		return x.Grant
	case r.conf.Grant != nil:
		return r.conf.Grant
	}
	return contentpack.Codeless()
}

// joinPacks finds packs and joins them.
func (r *Runtime) joinPacks(x *PackModel) (*contentpack.Loaded, error) {
	var wants []contentpack.Want
	var given []*contentpack.Pack
	of := ""
	for i, ref := range append([]PackRef{x.Of}, x.Adds...) {
		w := contentpack.Want{}
		var err error
		if ref.ID != "" {
			w, err = r.want(ref)
		} else {
			var p *contentpack.Pack
			var list contentpack.Errors
			if p, list, err = r.given(ref); err == nil && p == nil {
				err = PackFault(list)
			}
			if p != nil {
				given, w.ID = append(given, p), p.ID
			}
		}
		if err != nil {
			return nil, err
		}
		if wants = append(wants, w); i == 0 {
			of = w.ID
		}
	}
	packs, list := r.library.Resolve(wants, given...)
	if packs == nil {
		return nil, PackFault(list)
	}
	grant := r.granted(x)
	for _, p := range packs {
		if list := p.Beyond(grant); list != nil {
			return nil, PackFault(list)
		}
	}
	loaded, list, err := contentpack.Load(packs, of, x.Name, model.Options{})
	if err != nil {
		return nil, failed(err, nil)
	}
	if loaded == nil {
		return nil, PackFault(list)
	}
	return loaded, nil
}

// PackFault gives what is wrong with packs as one error with more behind it.
func PackFault(list contentpack.Errors) error { return faultOf(PackError, list) }

// faultOf gives errors of packs as one error of a code with more behind it; warnings are left out.
func faultOf(code Code, list pack.Errors) error {
	var out *Error
	for _, f := range list.Report() {
		if f.Severity != "error" {
			continue
		}
		data, err := json.Marshal(f)
		if err != nil {
			data = nil
		}
		e := &Error{Code: code, Message: f.Text, Data: data}
		e.At.File, e.At.Line, e.At.Col = f.File, f.Line, f.Column
		if out == nil {
			out = e
		} else {
			out.More = append(out.More, e)
		}
	}
	if out == nil {
		return errorf(Internal, "packs without errors did not load")
	}
	return out
}
