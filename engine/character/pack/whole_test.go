package pack

import (
	"maps"
	"slices"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
)

// Every key of every table stands in a pack that loads, and reading asks for it there: no key is only
// written down.
func TestEveryKeyIsReadSomewhere(t *testing.T) {
	met, asked := map[string]bool{}, map[string]bool{}
	watch := func(shape, key string, ask bool) {
		if ask {
			asked[shape+" "+key] = true
		} else {
			met[shape+" "+key] = true
		}
	}
	all := shipped(t)
	a, err := txtar.ParseFile("testdata/load/whole.txtar")
	require.NoError(t, err)
	all["whole"] = packsOf(a)
	for name, packs := range all {
		l := newLoader(Options{})
		l.watch = watch
		rs, list := l.load(packs)
		require.NotNil(t, rs, "%s: %v", name, list)
	}
	var missing, unread []string
	look := func(shape string, s shape) {
		for _, key := range s.known() {
			if shape == "formulaOnly" { // is read as one text
				continue
			}
			at := shape + " " + key
			if !met[at] {
				missing = append(missing, at)
			} else if !asked[at] {
				unread = append(unread, at)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(shapes)) {
		look(name, shapes[name])
	}
	for _, name := range slices.Sorted(maps.Keys(kindedShapes)) {
		k := kindedShapes[name]
		for _, word := range slices.Sorted(maps.Keys(k.kinds)) {
			s := whole[name][word]
			own := shape{keys: map[string]slot{}}
			for key, slot := range s.keys {
				if _, common := k.common[key]; !common && key != k.key {
					own.keys[key] = slot
				}
			}
			look(name+":"+word, own)
		}
	}
	require.Empty(t, missing, "add them to testdata/load/whole.txtar")
	require.Empty(t, unread)
}
