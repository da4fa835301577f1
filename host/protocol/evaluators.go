package protocol

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"

	"github.com/vmihailenco/msgpack/v5"

	packs "github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/host/session"
)

// configured is an evaluator as the configuration of a runtime has it.
type configured struct {
	Kind      string            `msgpack:"kind"`
	Wasm      []byte            `msgpack:"wasm"`
	Path      string            `msgpack:"path"`
	Reads     map[string]string `msgpack:"reads"`
	Zones     []string          `msgpack:"zones"`
	Vars      []string          `msgpack:"vars"`
	Decisions string            `msgpack:"decisions"`
	Limits    map[string]int    `msgpack:"limits"`
}

// parseEvaluators reads the evaluators of a runtime, by name.
func parseEvaluators(b []byte) ([]session.Module, error) {
	d := msgpack.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields(true)
	given := map[string]configured{}
	if err := d.Decode(&given); err != nil {
		return nil, errors.New("a map from names to {kind, wasm or path, reads, zones, vars, decisions, limits}: " + err.Error())
	}
	var out []session.Module
	for _, name := range slices.Sorted(maps.Keys(given)) {
		e := given[name]
		m, err := e.module(name)
		if err != nil {
			return nil, fmt.Errorf("'%s': %w", clip([]byte(name)), err)
		}
		out = append(out, m)
	}
	return out, nil
}

func (e *configured) module(name string) (session.Module, error) {
	m := session.Module{Evaluator: packs.Evaluator{Name: name, Module: e.Path, Kind: e.Kind, Zones: e.Zones, Vars: e.Vars, Decisions: e.Decisions, Limits: e.Limits}, Wasm: e.Wasm}
	switch {
	case name == "":
		return m, errors.New("it has no name")
	case e.Kind != "code" && e.Kind != "content" && e.Kind != "policy":
		return m, errors.New("kind is code, content or policy")
	case e.Decisions != "" && e.Decisions != "self" && e.Decisions != "all":
		return m, errors.New("decisions is self or all")
	case (len(e.Wasm) > 0) == (e.Path != ""):
		return m, errors.New("give either wasm or path")
	}
	for _, name := range slices.Sorted(maps.Keys(e.Reads)) {
		m.Reads = append(m.Reads, packs.Read{Name: name, X: e.Reads[name]})
	}
	if e.Path == "" {
		return m, nil
	}
	wasm, err := os.ReadFile(e.Path)
	m.Wasm = wasm
	return m, err
}
