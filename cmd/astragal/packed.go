package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/report"
	"github.com/astragal-engine/astragal/engine/value"
	"github.com/astragal-engine/astragal/host/contentpack"
	"github.com/astragal-engine/astragal/host/session"
)

// packsOf gives the packs that stand where a model is named: PACK, which has the model, or PACK+PACK...
// with others that add to it. It is nil where a file of a model is named.
func packsOf(path string) []string {
	if info, err := os.Stat(path); err == nil {
		if info.IsDir() || strings.EqualFold(filepath.Ext(path), ".zip") {
			return []string{path}
		}
		return nil
	}
	if parts := strings.Split(path, "+"); len(parts) > 1 {
		return parts
	}
	return nil
}

// loadPacks loads the model of packs with their evaluators. Before any code of theirs runs it says which packs have some and
// what they may do.
func loadPacks(std stdio, packs []string, set map[string]value.Value) (*session.Model, *report.Report, error) {
	c, err := packCall()
	if err != nil {
		return nil, nil, err
	}
	defer c.End()
	loaded, err := joinPacks(std, c, packs)
	if err != nil {
		return nil, nil, err
	}
	for _, p := range loaded.Packs {
		if len(p.Evaluators) > 0 {
			fmt.Fprintf(std.err, "%s runs code of its own; it may %s\n", p, strings.Join(p.Capabilities, ", "))
		}
	}
	_, m, r, err := c.LoadJoined(loaded, set)
	return m, r, showPackFault(std, err)
}

// packTree reads the model of packs, for what needs none of their code.
func packTree(std stdio, packs []string) (*model.Model, error) {
	c, err := packCall()
	if err != nil {
		return nil, err
	}
	defer c.End()
	loaded, err := joinPacks(std, c, packs)
	if err != nil {
		return nil, err
	}
	return loaded.Model, nil
}

// packCall begins a call of a runtime that allows packs what they declare: whoever names a pack on the command line runs it.
func packCall() (*session.Call, error) {
	grant := []string{}
	for _, c := range pack.Capabilities {
		grant = append(grant, c.Name)
	}
	c := new(session.Call)
	return c, c.Begin(session.New(session.Config{Grant: grant}), 0)
}

func joinPacks(std stdio, c *session.Call, packs []string) (*contentpack.Loaded, error) {
	x := &session.PackModel{Of: session.PackRef{Path: packs[0]}}
	for _, path := range packs[1:] {
		x.Adds = append(x.Adds, session.PackRef{Path: path})
	}
	loaded, err := c.JoinPacks(x)
	return loaded, showPackFault(std, err)
}

// showPackFault shows all that is wrong with packs.
func showPackFault(std stdio, err error) error {
	var wrong *session.Error
	if !errors.As(err, &wrong) {
		return err
	}
	for _, e := range append([]*session.Error{wrong}, wrong.More...) {
		at := ""
		if e.At != (diag.Pos{}) {
			at = e.At.String() + ": "
		}
		fmt.Fprintf(std.err, "%serror: %s\n", at, e.Message)
	}
	return errShown
}
