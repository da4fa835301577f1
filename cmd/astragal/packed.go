package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/report"
	"github.com/astragal-engine/astragal/engine/value"
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

// loadPacks loads the model of packs with their evaluators, and says what packs with code of their own may do.
func loadPacks(std stdio, packs []string, set map[string]value.Value) (*session.Model, *report.Report, error) {
	x := &session.PackModel{Of: session.PackRef{Path: packs[0]}}
	for _, path := range packs[1:] {
		x.Adds = append(x.Adds, session.PackRef{Path: path})
	}
	var c session.Call
	if err := c.Begin(session.New(session.Config{}), 0); err != nil {
		return nil, nil, err
	}
	defer c.End()
	_, m, r, err := c.LoadPackModel(x, set)
	var wrong *session.Error
	if errors.As(err, &wrong) {
		for _, e := range append([]*session.Error{wrong}, wrong.More...) {
			at := ""
			if e.At != (diag.Pos{}) {
				at = e.At.String() + ": "
			}
			fmt.Fprintf(std.err, "%serror: %s\n", at, e.Message)
		}
		return nil, nil, errShown
	}
	if err != nil {
		return nil, nil, err
	}
	for _, p := range x.Packs {
		if len(p.Evaluators) > 0 {
			fmt.Fprintf(std.err, "%s runs code of its own; it may %s\n", p, strings.Join(p.Capabilities, ", "))
		}
	}
	return m, r, nil
}
