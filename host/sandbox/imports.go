package sandbox

import (
	"fmt"
	"slices"
	"strings"

	"github.com/astragal-engine/astragal/host/sandbox/meter"
)

// The names of what a module exports and where it imports from.
const (
	exportMemory     = "memory"
	exportAlloc      = "astragal_alloc"
	exportFree       = "astragal_free"
	exportCall       = "astragal_call"
	exportInitialize = "_initialize"

	moduleAstragal = "astragal"
	moduleWASI     = "wasi_snapshot_preview1"
)

// signature reads a short form: "iI:i" takes an i32 and an i64 and gives an i32.
func signature(short string) meter.Signature {
	types := func(s string) (list []meter.Type) {
		for _, c := range s {
			list = append(list, map[rune]meter.Type{'i': meter.I32, 'I': meter.I64}[c])
		}
		return list
	}
	params, results, _ := strings.Cut(short, ":")
	return meter.Signature{Params: types(params), Results: types(results)}
}

func same(a, b meter.Signature) bool {
	return slices.Equal(a.Params, b.Params) && slices.Equal(a.Results, b.Results)
}

func show(s meter.Signature) string {
	list := func(types []meter.Type) string {
		var names []string
		for _, t := range types {
			names = append(names, t.String())
		}
		return "(" + strings.Join(names, ", ") + ")"
	}
	return list(s.Params) + " -> " + list(s.Results)
}

// fits holds what a module imports and exports against what it may and must.
func (m *Module) fits() error {
	refuse := func(format string, args ...any) error {
		return &Error{Kind: BadModule, Module: m.name, Message: clip(fmt.Sprintf(format, args...))}
	}
	for _, im := range m.metered.Imports {
		functions := hostFunctions[im.Module]
		if functions == nil {
			return refuse("it imports %q of %q: an evaluator may import from %q and %q only", im.Name, im.Module, moduleAstragal, moduleWASI)
		}
		f, known := functions[im.Name]
		if !known {
			return refuse("it imports %q of %q, which has no such function", im.Name, im.Module)
		}
		if want := signature(f.signature); !same(im.Signature, want) {
			return refuse("it imports %q of %q as %s, which is %s", im.Name, im.Module, show(im.Signature), show(want))
		}
	}
	found := map[string]meter.Export{}
	for _, e := range m.metered.Exports {
		found[e.Name] = e
	}
	if e, ok := found[exportMemory]; !ok || e.Kind != meter.Memory {
		return refuse("it exports no memory with the name %q", exportMemory)
	}
	for _, must := range []struct{ name, signature string }{{exportAlloc, "i:i"}, {exportFree, "ii:"}, {exportCall, "ii:I"}, {exportInitialize, ":"}} {
		want := signature(must.signature)
		e, ok := found[must.name]
		switch {
		case !ok && must.name == exportInitialize:
		case !ok || e.Kind != meter.Function:
			return refuse("it exports no function %s, %s", must.name, show(want))
		case !same(e.Signature, want):
			return refuse("its function %s is %s, which should be %s", must.name, show(e.Signature), show(want))
		}
	}
	return nil
}
