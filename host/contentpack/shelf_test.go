package contentpack

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/packfile"
)

// largeZip makes a sound zip of so many bytes and more.
func largeZip(t *testing.T, id string, bytes int) []byte {
	t.Helper()
	f, list := packfile.Given(id, map[string]string{"pack.yaml": "id: " + id + "\nversion: 1.0.0\npictures: {a: a.svg}\n", "a.svg": strings.Repeat(id, bytes/len(id))}, packfile.Limits{})
	require.Empty(t, list)
	zip, p, faults := Build(f)
	require.NotNil(t, p, "%v", faults)
	return zip
}

func TestAZipIsOpenedOnce(t *testing.T) {
	dir := t.TempDir()
	l := Library{Dir: dir}
	path := filepath.Join(dir, "coins.zip")
	require.NoError(t, os.WriteFile(path, largeZip(t, "coins", 10), 0o600))
	open := func() *Pack {
		p, list := l.Open(path)
		require.NotNil(t, p, "%v", list)
		return p
	}
	first := open()
	require.Same(t, first, open())
	picked, _ := l.Pick(Want{ID: "coins"})
	require.Same(t, first, picked)

	// One that changes is another.
	require.NoError(t, os.WriteFile(path, largeZip(t, "other", 10), 0o600))
	later := time.Now().Add(time.Second)
	require.NoError(t, os.Chtimes(path, later, later))
	require.Equal(t, "other", open().ID)
	require.NoError(t, os.Remove(path))
	_, list := l.Open(path)
	require.Equal(t, packfile.Unreadable, list[0].Code)

	// Bytes are told by what they are, and are the caller's to change.
	text := largeZip(t, "bytes", 10)
	p, _ := l.Zip("x.zip", text)
	again, _ := l.Zip("x.zip", text)
	require.Same(t, p, again)
	for i := range text {
		text[i] = 0
	}
	svg, _ := again.Files.Get("a.svg")
	require.Equal(t, "bytesbytes", string(svg))
	_, list = l.Zip("x.zip", text)
	require.Equal(t, packfile.Unreadable, list[0].Code)

	l.Forget()
	fresh, _ := l.Zip("x.zip", largeZip(t, "bytes", 10))
	require.NotSame(t, p, fresh)
}

func TestAFolderIsReadAnew(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "pack.yaml"), []byte("id: x\nversion: 1.0.0\n"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.svg"), []byte("old"), 0o600))
	l := Library{}
	for _, want := range []string{"old", "new"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "a.svg"), []byte(want), 0o600))
		p, list := l.Open(dir)
		require.NotNil(t, p, "%v", list)
		svg, _ := p.Files.Get("a.svg")
		require.Equal(t, want, string(svg))
	}
}

// What is kept has a bound, in packs and in bytes; what was asked for last stays.
func TestAShelfIsBounded(t *testing.T) {
	var l Library
	small := map[string]*Pack{}
	for i := range 40 {
		id := fmt.Sprint("p", i)
		small[id], _ = l.Zip(id+".zip", largeZip(t, id, 10))
		kept, _ := l.Zip("p0.zip", largeZip(t, "p0", 10)) // asked for again and again
		require.Same(t, small["p0"], kept)
	}
	require.Len(t, l.shelf.kept, mostKept)
	for i := range 12 {
		id := fmt.Sprint("q", i)
		_, list := l.Zip(id+".zip", largeZip(t, id, 7<<20))
		require.Empty(t, list)
		bytes := 0
		for _, k := range l.shelf.kept {
			bytes += k.pack.room()
		}
		require.LessOrEqual(t, bytes, mostKeptBytes)
	}
	require.Equal(t, "q11", l.shelf.kept[len(l.shelf.kept)-1].pack.ID)
}
