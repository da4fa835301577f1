package packtest

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
)

// expected is characters/expected.yaml of a pack: what the sheets of its characters must show, worked out
// by hand. Ids are local to the pack unless they name another one.
type expected struct {
	Characters []character
}

type character struct {
	File    string
	Options []choice // what choices offer
	shown   `yaml:",inline"`
	Changes []change
}

// shown is what a sheet shows. Lists that are not given are not looked at.
type shown struct {
	Links     map[string]any // by slot: {id, values}
	Fields    map[string]sum
	Pending   *[]path
	Actions   struct{ Available, Not []listed }
	Offers    *[]string // follow-ups, in order
	Issues    []string  // codes; none unless given
	Competing *[]string // fields and roll tags, in order
	Applied   map[string]map[string]any
	Gone      []string // copies and applied entries that are there no more
}

// sum is a value and how it comes about: `[15, 11 + 4]`.
type sum struct {
	Value any
	Note  string
}

func (s *sum) UnmarshalYAML(n *yaml.Node) error {
	var list []yaml.Node
	if err := n.Decode(&list); err != nil {
		return err
	}
	if len(list) != 2 || list[1].Value == "" {
		return &yaml.TypeError{Errors: []string{"a value and its sum are wanted: [15, 11 + 4]"}}
	}
	s.Note = list[1].Value
	return list[0].Decode(&s.Value)
}

type path struct {
	Entry  string
	Choice []string
}

type choice struct {
	Path     path
	Eligible []string
}

type listed struct{ Action, Entry, Source string }

// change is a batch that is applied to the character as it is in its file, and what it comes to.
type change struct {
	Because   string
	Apply     []any
	FollowUps *[]string `yaml:"followUps"` // that it triggered
	Fails     string    // the code of the error, where the batch must be refused
	shown     `yaml:",inline"`
}

func readExpected(t *testing.T, dir string) *expected {
	text, err := os.ReadFile(filepath.Join(dir, "characters", "expected.yaml"))
	if os.IsNotExist(err) {
		return nil
	}
	require.NoError(t, err)
	var e expected
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	require.NoError(t, d.Decode(&e))
	require.GreaterOrEqual(t, len(e.Characters), 3, "characters at different stages")
	return &e
}
