package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine"
)

// The records that the test program in C leaves in ASTRAGAL_RECORDS, one for each transcript, are
// those of the engine's own sessions, to the byte.
func TestRecordsAreTheEngines(t *testing.T) {
	dir := os.Getenv("ASTRAGAL_RECORDS")
	if dir == "" {
		t.Skip("capi/test.sh has the records made")
	}
	paths, err := filepath.Glob("../testdata/transcripts/*.jsonl")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".jsonl")
		require.Equal(t, played(t, name, read(t, path)), read(t, filepath.Join(dir, name+".json")), name)
	}
}

// played is the record of an example's transcript.
func played(t *testing.T, name, lines string) string {
	t.Helper()
	dir := filepath.Join("..", "examples", name)
	m, err := engine.Load(filepath.Join(dir, "model.yaml"))
	require.NoError(t, err)
	p, ds := m.Compile(engine.Settings{})
	require.Zero(t, ds.Errors())
	command, _, _ := strings.Cut(read(t, filepath.Join(dir, "transcript.txt")), "\n")
	players := 0
	if _, n, found := strings.Cut(command, "--players "); found {
		_, err := fmt.Sscan(n, &players)
		require.NoError(t, err)
	}
	s, err := p.NewGame(engine.Options{Players: players})
	require.NoError(t, err)
	for d := json.NewDecoder(strings.NewReader(lines)); d.More(); {
		line := struct{ Answer *int }{}
		require.NoError(t, d.Decode(&line))
		if line.Answer != nil {
			require.NoError(t, s.Answer(*line.Answer))
		}
	}
	record, err := json.Marshal(s.Record())
	require.NoError(t, err)
	return string(record)
}
