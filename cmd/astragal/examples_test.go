package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every example stands with its rules in words, a test file, and a game as a transcript: as text
// beside it, whose first line is the command that plays it, and as JSON lines in testdata. Both are
// played again here and compared byte for byte; ASTRAGAL_UPDATE=1 writes them anew.
func TestExamples(t *testing.T) {
	t.Chdir("../..") // where a reader of the README stands
	models, err := filepath.Glob("examples/*/model.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, models)
	var names []string
	for _, path := range models {
		dir := filepath.Dir(path)
		name := filepath.Base(dir)
		names = append(names, name)
		t.Run(name, func(t *testing.T) {
			require.FileExists(t, filepath.Join(dir, "README.md"))
			require.FileExists(t, filepath.Join(dir, "test.yaml"))
			transcript := filepath.Join(dir, "transcript.txt")
			text, err := os.ReadFile(transcript)
			require.NoError(t, err)
			first, _, _ := strings.Cut(string(text), "\n")
			args := strings.Fields(strings.TrimPrefix(first, "$ astragal "))
			require.True(t, strings.HasPrefix(first, "$ astragal run "+filepath.ToSlash(path)+" "),
				"the first line of %s is no command that plays %s: %s", transcript, path, first)
			golden(t, transcript, first+"\n"+output(t, args...))
			lines := output(t, append(args, "--json")...)
			golden(t, "testdata/transcripts/"+name+".jsonl", lines)
			last := lines[strings.LastIndex(strings.TrimSuffix(lines, "\n"), "\n")+1:]
			require.True(t, strings.HasPrefix(last, `{"end": `), "the game does not end: %s", last)
		})
	}
	left, err := filepath.Glob("testdata/transcripts/*.jsonl")
	require.NoError(t, err)
	for _, path := range left {
		require.Contains(t, names, strings.TrimSuffix(filepath.Base(path), ".jsonl"), "%s belongs to no example", path)
	}
}

// The rules of the examples' READMEs, as their designers' tests.
func TestExamplesTests(t *testing.T) {
	t.Chdir("../..")
	paths, err := testFiles("examples")
	require.NoError(t, err)
	for _, path := range paths {
		tests, err := readTests(path)
		require.NoError(t, err)
		require.GreaterOrEqual(t, len(tests), 2, path)
		for _, x := range tests {
			require.NotEmpty(t, x.expect, "%s: %s expects nothing", path, x.name)
		}
	}
	output(t, "test", "examples")
}

// output is what a command prints; it must succeed.
func output(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	status := run(stdio{strings.NewReader(""), &out, &errs}, args)
	require.Zero(t, status, "astragal %s\n%s%s", strings.Join(args, " "), &out, &errs)
	return out.String()
}

// golden compares a text with a file, or writes it there.
func golden(t *testing.T, path, text string) {
	t.Helper()
	if os.Getenv("ASTRAGAL_UPDATE") != "" {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		return
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), text, "%s is another game now; ASTRAGAL_UPDATE=1 writes it anew", path)
}
