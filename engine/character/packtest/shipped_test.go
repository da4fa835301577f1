// Package packtest holds the packs that ship to their rules: they load without a word, and the sheets of
// their characters show what was worked out by hand.
package packtest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/character/sheet"
)

const packs = "../../../examples/packs"

func TestPacksThatShip(t *testing.T) {
	list, err := os.ReadDir(packs)
	require.NoError(t, err)
	for _, entry := range list {
		if !entry.IsDir() {
			continue
		}
		t.Run(entry.Name(), func(t *testing.T) {
			dir := filepath.Join(packs, entry.Name())
			b := &book{pack: entry.Name(), dir: dir, rules: load(t, dir)}
			e := readExpected(t, dir)
			require.NotNil(t, e, "characters/expected.yaml")
			for _, c := range e.Characters {
				t.Run(c.File, func(t *testing.T) { b.check(t, &c) })
			}
		})
	}
}

// load loads a pack that needs no other and has nothing to complain of.
func load(t *testing.T, dir string) *sheet.Rules {
	src, err := pack.Open(dir)
	require.NoError(t, err)
	rs, faults := pack.Load([]pack.Source{src}, pack.Options{})
	report := faults.Report()
	for _, f := range report {
		t.Errorf("%s:%d: %s: %s", f.File, f.Line, f.Code, f.Text)
	}
	require.Empty(t, report)
	return sheet.Prepare(rs)
}

// book is a pack with its rules.
type book struct {
	pack, dir string
	rules     *sheet.Rules
}

func (b *book) id(local string) string {
	if strings.Contains(local, ":") {
		return local
	}
	return b.pack + ":" + local
}

func (b *book) ids(local []string) []string {
	out := make([]string, 0, len(local))
	for _, l := range local {
		out = append(out, b.id(l))
	}
	return out
}

func (b *book) character(t testing.TB, file string) []byte {
	text, err := os.ReadFile(filepath.Join(b.dir, "characters", file))
	require.NoError(t, err)
	return text
}

func (b *book) check(t *testing.T, c *character) {
	text := b.character(t, c.File)
	ch, err := sheet.Read(text)
	require.NoError(t, err)
	b.look(t, ch, &c.shown)
	for _, o := range c.Options {
		b.offers(t, ch, &o)
	}
	for _, change := range c.Changes {
		t.Run(change.Because, func(t *testing.T) {
			list, err := sheet.ChangesFromData(plain(t, change.Apply))
			require.NoError(t, err)
			result, fault := b.rules.Apply(ch, list, sheet.Options{Links: b.links(t, change.Links)})
			if change.Fails != "" {
				require.NotNil(t, fault, "it was not refused")
				require.Equal(t, change.Fails, fault.Code, fault.Message)
				return
			}
			require.Nil(t, fault)
			b.look(t, result.Character, &change.shown)
			if change.FollowUps != nil {
				got := []string{}
				for _, o := range result.FollowUps {
					got = append(got, o.FollowUp)
				}
				assert.Equal(t, b.ids(*change.FollowUps), got, "follow-ups that were triggered")
			}
		})
	}
	require.JSONEq(t, string(text), string(ch.AppendJSON(nil)), "the character stays as it was")
}

func (b *book) offers(t *testing.T, ch *sheet.Character, c *choice) {
	node := b.rules.Compute(ch, nil).ChoiceAt(&sheet.Path{Entry: c.Path.Entry, Choice: c.Path.Choice})
	require.NotNil(t, node, "there is no choice %v", c.Path)
	got := []string{}
	for _, o := range node.Options() {
		if o.Eligible && !o.Picked {
			got = append(got, strings.TrimPrefix(o.ID, b.pack+":"))
		}
	}
	assert.Equal(t, c.Eligible, got, "what is eligible for %v", c.Path)
}

// plain is data of YAML as JSON would have it.
func plain(t *testing.T, v any) (out any) {
	text, err := json.Marshal(v)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &out))
	return out
}
