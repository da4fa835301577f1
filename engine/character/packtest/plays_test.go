package packtest

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// play is an action as it must run, of characters/plays.yaml: what is started, the answers by pauses, and
// what comes of it, worked out by hand.
type play struct {
	Name, Character string
	Start           struct {
		Action struct {
			ID, Entry, Source string
			FollowUp          string `yaml:"followUp"`
		}
		Params, Situational, Participants, Policy, Links map[string]any
	}
	Answers []any
	Outcome struct {
		Result string
		Data   map[string]any
	}
	Changes []struct {
		To              any
		Character, Step string
		Change          map[string]any
	}
	After *shown // of the character that took what was proposed to it
	Fails *struct {
		Code string
		Data map[string]any // as far as it is looked at
	} // the play is refused
}

// What a play starts is there to be started, what it ends in is declared, its steps are steps, the
// character can take what the play proposes to it; and it runs as it was worked out.
func TestPlays(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(packs, "*/characters/plays.yaml"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		var all struct{ Plays []play }
		d := yaml.NewDecoder(bytes.NewReader(text))
		d.KnownFields(true)
		require.NoError(t, d.Decode(&all))
		dir := filepath.Dir(filepath.Dir(file))
		b := &book{pack: filepath.Base(dir), dir: dir, rules: load(t, dir)}
		for _, p := range all.Plays {
			t.Run(filepath.Base(dir)+"/"+p.Name, func(t *testing.T) {
				if p.Fails != nil {
					p.refused(t, b)
					return
				}
				p.fits(t, b)
				p.runs(t, b)
			})
		}
	}
}

func (p *play) fits(t *testing.T, b *book) {
	rules := b.rules
	ch, err := sheet.Read(b.character(t, p.Character))
	require.NoError(t, err)
	links := b.links(t, p.Start.Links)
	s := rules.Compute(ch, links)
	start := p.Start.Action
	listing := s.Listing(start.ID, start.Entry, start.Source)
	require.NotNil(t, listing, "the sheet does not list %v", start)
	if start.FollowUp != "" {
		require.True(t, slices.ContainsFunc(s.Offers(), func(o sheet.Offer) bool { return o.ID == start.FollowUp && o.Action == start.ID }),
			"%s is not offered: %v", start.FollowUp, s.Offers())
	}
	for name := range p.Start.Params {
		require.NotNil(t, listing.Action.Param(name), "there is no param %s", name)
	}
	for _, param := range listing.Action.Params {
		if param.Required {
			require.Contains(t, p.Start.Params, param.Name)
		}
	}
	for id := range p.Start.Situational {
		choice := rules.SituationalChoice(id)
		require.NotNil(t, choice, "there is no situational choice %s", id)
		ok, fault := s.SituationAvailable(choice)
		require.Nil(t, fault)
		require.True(t, ok, "%s is not available", id)
		require.Contains(t, rules.Situations(listing.Action), choice, "%s is not offered", id)
	}
	for role := range p.Start.Participants {
		require.NotNil(t, listing.Action.Role(role), "there is no role %s", role)
	}
	p.declared(t, listing.Action)

	var own []any
	for _, c := range p.Changes {
		if c.Step != "" {
			require.True(t, hasStep(listing.Action, c.Step), "there is no step %s", c.Step)
		}
		if c.To == "self" {
			own = append(own, c.Change)
		}
	}
	list, err := sheet.ChangesFromData(plain(t, append([]any{}, own...)))
	require.NoError(t, err)
	result, fault := rules.Apply(ch, list, sheet.Options{Links: links})
	require.Nil(t, fault)
	if p.After != nil {
		if p.After.Links == nil {
			p.After.Links = p.Start.Links
		}
		b.look(t, result.Character, p.After)
	}
}

func (p *play) declared(t *testing.T, a *pack.Action) {
	results := a.Results
	if a.ResultBands != nil {
		for _, band := range a.ResultBands.Bands {
			results = append(results, band.ID)
		}
	}
	if len(results) > 0 || p.Outcome.Result != "" {
		assert.Contains(t, results, p.Outcome.Result)
	}
}

// hasStep looks a path up: the indexes of each steps do not matter, and behind an action step stand the
// steps of the action that it runs.
func hasStep(a *pack.Action, path string) bool {
	first, rest, nested := strings.Cut(path, "/")
	first, _, _ = strings.Cut(first, "[")
	step := a.StepsByID[first]
	switch {
	case step == nil:
		return false
	case !nested:
		return true
	case step.Run != nil:
		return step.Run.Target == nil || hasStep(step.Run.Target, rest) // nil: found when it runs, by its source
	}
	return step.Branch != nil && hasStep(a, rest)
}
