package packtest

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// page is what computeSheet gives, as far as tables look at it.
type page struct {
	Fields []struct {
		ID    string
		Value any
	}
	Actions []struct{ ID, Entry, Source string }
	Pending []struct {
		Path struct {
			Entry  string
			Choice []string
		}
	}
	Offers    []struct{ FollowUp string }
	Issues    []struct{ Code, Message string }
	Competing []struct{ Target map[string]any }
	Features  []instance
	Inventory []instance
	Applied   []instance
}

type instance struct {
	ID    string
	State map[string]any
}

// look holds the sheet of a character against what it must show.
func (b *book) look(t *testing.T, ch *sheet.Character, want *shown) {
	links := b.links(t, want.Links)
	text := b.rules.Compute(ch, links).AppendJSON(nil)
	require.Equal(t, string(text), string(b.rules.Compute(ch, links).AppendJSON(nil)), "the same again")
	var got page
	require.NoError(t, json.Unmarshal(text, &got))

	values := map[string]any{}
	for _, f := range got.Fields {
		values[f.ID] = f.Value
	}
	for _, id := range slices.Sorted(maps.Keys(want.Fields)) {
		s := want.Fields[id]
		value, there := values[b.id(id)]
		if assert.True(t, there, "there is no field %s", id) {
			assert.Equal(t, plain(t, s.Value), value, "%s: %s", id, s.Note)
		}
	}
	codes := []string{}
	for _, i := range got.Issues {
		codes = append(codes, i.Code)
	}
	assert.Equal(t, append([]string{}, want.Issues...), codes, "issues %v", got.Issues)
	if want.Pending != nil {
		pending := []path{}
		for _, p := range got.Pending {
			pending = append(pending, path{p.Path.Entry, p.Path.Choice})
		}
		assert.Equal(t, *want.Pending, pending, "choices that are owed")
	}
	if want.Offers != nil {
		offers := []string{}
		for _, o := range got.Offers {
			offers = append(offers, o.FollowUp)
		}
		assert.Equal(t, b.ids(*want.Offers), offers, "offers")
	}
	b.lookAtActions(t, &got, want)
	b.lookAtInstances(t, &got, want)
	if want.Competing != nil {
		fields := []string{}
		for _, c := range got.Competing {
			id, _ := c.Target["field"].(string)
			fields = append(fields, id)
		}
		assert.Equal(t, b.ids(*want.Competing), fields, "effects of which one is to be chosen")
	}
}

func (b *book) lookAtActions(t *testing.T, got *page, want *shown) {
	there := map[listed]bool{}
	for _, a := range got.Actions {
		there[listed{a.ID, a.Entry, a.Source}] = true
	}
	qualified := func(a listed) listed {
		if a.Source != "" {
			a.Source = b.id(a.Source)
		}
		return listed{b.id(a.Action), a.Entry, a.Source}
	}
	for _, a := range want.Actions.Available {
		assert.True(t, there[qualified(a)], "%v is not listed; these are: %v", qualified(a), got.Actions)
	}
	for _, a := range want.Actions.Not {
		assert.False(t, there[qualified(a)], "%v is listed", qualified(a))
	}
}

func (b *book) lookAtInstances(t *testing.T, got *page, want *shown) {
	there := map[string]instance{}
	for _, list := range [][]instance{got.Features, got.Inventory, got.Applied} {
		for _, i := range list {
			there[i.ID] = i
		}
	}
	for _, id := range slices.Sorted(maps.Keys(want.Applied)) {
		i, ok := there[id]
		if !assert.True(t, ok, "%s is not there", id) {
			continue
		}
		for key, value := range want.Applied[id] {
			assert.Equal(t, plain(t, value), i.State[key], "%s of %s", key, id)
		}
	}
	for _, id := range want.Gone {
		assert.NotContains(t, there, id)
	}
}

func (b *book) links(t *testing.T, slots map[string]any) map[string]sheet.View {
	data := map[string]any{}
	for slot, view := range slots {
		data[b.id(slot)] = plain(t, view)
	}
	links, err := sheet.LinksFromData(data)
	require.NoError(t, err)
	return links
}
