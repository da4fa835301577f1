package pack

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

// A pack that cannot be told apart hides what others name of it, and no more than that.
func TestAPackWithoutItsPackFileIsSaidOnce(t *testing.T) {
	base := Source{Name: "base", FS: fstest.MapFS{"pack.yaml": {Data: []byte("{id: base, version: 1.0.0")}, "rules/a.yaml": {Data: []byte("fields: [{id: might, type: integer}]")}}}
	top := Source{Name: "top", FS: fstest.MapFS{"pack.yaml": {Data: []byte("{id: top, version: 1.0.0, requires: [{id: base}]}")}, "rules/a.yaml": {Data: []byte("fields: [{id: force, type: integer, formula: might + 1}]\nstuff: 1")}}}
	_, list := Load([]Source{base, top}, Options{})
	require.Len(t, list, 2)
	require.Equal(t, "base/pack.yaml", list[0].Pos.File)
	require.Contains(t, list[0].Fix, "until it can be read, names that are not found are not reported")
	require.Contains(t, list[1].Text, "no key 'stuff'")
}
