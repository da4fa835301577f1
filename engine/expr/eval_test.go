package expr

import (
	"testing"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/value"
	"github.com/stretchr/testify/require"
)

// world is a Resolver for tests, and the Env that goes with it.
type world struct {
	refs map[string]Ref
	env  *Env
	sto  value.Store
}

func newWorld() *world {
	w := &world{refs: map[string]Ref{}, env: NewEnv(), sto: value.NewStore(1)}
	w.env.Store = &w.sto
	w.refs["item"] = Ref{Local: NoLocal, Kind: Builtin, Native: &Native{Name: "item", Min: 1, Max: 1, Keywords: true,
		Call: func(env *Env, args []value.Value, kw []Keyword) value.Value {
			keys, vals := []value.Value{value.UIDKey}, []value.Value{{}}
			for _, k := range kw {
				keys, vals = append(keys, value.OfText(k.Name)), append(vals, value.Keep(1, k.Value))
			}
			return value.OfInst(env.Store.Add(value.NewKeys(keys...), vals))
		}}}
	return w
}

func (w *world) Resolve(name string) Ref {
	if r, ok := w.refs[name]; ok {
		return r
	}
	return Ref{Local: NoLocal}
}

// state, constant and local bind name to what text evaluates to.
func (w *world) state(name, text string) {
	w.refs[name] = Ref{Local: NoLocal, Kind: State, Index: len(w.env.State)}
	w.env.State = append(w.env.State, w.value(text))
}

func (w *world) constant(name, text string) {
	w.refs[name] = Ref{Local: NoLocal, Kind: Const, Value: w.value(text)}
}

func (w *world) local(name, text string) {
	sym := int32(len(w.env.Locals.Binds))
	w.refs[name] = Ref{Local: sym}
	l := &w.env.Locals
	if len(l.Scopes) == 0 {
		l.Scopes, l.Cur = []Scope{{0, -1}}, 0
	}
	l.Binds = append(l.Binds, Bind{Sym: sym, Value: w.value(text)})
}

func (w *world) value(text string) value.Value {
	s, err := Parse(text, diag.Pos{})
	if err != nil {
		panic(err)
	}
	v := value.Keep(1, Compile(s, w).Run(w.env))
	w.env.Begin()
	return v
}

func (w *world) compile(t testing.TB, src string) *Code {
	s, err := Parse(src, diag.Pos{File: "m.yaml", Line: 3, Col: 5})
	require.NoError(t, err, src)
	return Compile(s, w)
}

// eval gives the result of src, kept, or the error.
func (w *world) eval(t testing.TB, src string) (value.Value, error) {
	w.env.Begin()
	return keepErr(w.compile(t, src).Eval(w.env))
}

func keepErr(v value.Value, err error) (_ value.Value, kept error) {
	if err != nil {
		return v, err
	}
	defer func() {
		if p := recover(); p != nil {
			kept = (&Env{}).Wrap(p)
		}
	}()
	return value.Keep(1, v), nil
}
