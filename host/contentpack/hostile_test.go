package contentpack

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/enginetest/effort"
	"github.com/astragal-engine/astragal/engine/packfile"
)

// file is a file of a zip that is made by hand.
type file struct {
	name, text string
	mode       fs.FileMode
	stored     bool
}

func zipOf(t testing.TB, files ...file) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate}
		if f.stored {
			h.Method = zip.Store
		}
		if f.mode != 0 {
			h.SetMode(f.mode)
		}
		w, err := z.CreateHeader(h)
		require.NoError(t, err)
		if !strings.HasSuffix(f.name, "/") {
			_, err = w.Write([]byte(f.text))
			require.NoError(t, err)
		}
	}
	require.NoError(t, z.Close())
	return b.Bytes()
}

// listed is a manifest that lists files.
func listed(more string, files ...file) file {
	var b strings.Builder
	b.WriteString("id: p\nversion: 1.0.0\n" + more + "files:")
	if len(files) == 0 {
		b.WriteString(" {}")
	}
	b.WriteString("\n")
	for _, f := range files {
		fmt.Fprintf(&b, "  %q: %x\n", f.name, sha256.Sum256([]byte(f.text)))
	}
	return file{name: "pack.yaml", text: b.String()}
}

// with is a zip of a manifest that lists these files, and them.
func with(t testing.TB, files ...file) []byte {
	return zipOf(t, append([]file{listed("", files...)}, files...)...)
}

// alter changes the headers of a zip: where the bytes of a file stand, and in the directory.
func alter(text []byte, name string, local, central func(h []byte)) []byte {
	out := bytes.Clone(text)
	for at := 0; at+46 < len(out); at++ {
		switch {
		case bytes.HasPrefix(out[at:], []byte("PK\x03\x04")) && bytes.HasPrefix(out[at+30:], []byte(name)) && local != nil:
			local(out[at:])
		case bytes.HasPrefix(out[at:], []byte("PK\x01\x02")) && bytes.HasPrefix(out[at+46:], []byte(name)) && central != nil:
			central(out[at:])
		}
	}
	return out
}

func put32(at int, n uint32) func([]byte) {
	return func(h []byte) { binary.LittleEndian.PutUint32(h[at:], n) }
}

func put16(at int, n uint16) func([]byte) {
	return func(h []byte) { binary.LittleEndian.PutUint16(h[at:], n) }
}

// A stranger's zip: each is refused with its code, and none takes long.
func TestHostileZips(t *testing.T) {
	a := file{name: "a.txt", text: strings.Repeat("lantern ", 100)}
	good := with(t, a)
	zeros := strings.Repeat("\x00", 3<<20)
	many := []file{}
	for i := range 4100 {
		many = append(many, file{name: fmt.Sprintf("f%d", i)})
	}
	wide := []file{}
	for i := range 40 {
		wide = append(wide, file{name: fmt.Sprintf("f%d.bin", i), text: strings.Repeat(fmt.Sprintf("%d %d ", i, i*i), 20)})
	}
	named := func(name string) []byte { return zipOf(t, listed(""), file{name: name, text: "x"}) }
	for name, c := range map[string]struct {
		zip  []byte
		code string
	}{
		"sound": {good, ""},
		"folder around": {zipOf(t, func() []file {
			m := listed("", a)
			m.name = "p/" + m.name
			return []file{{name: "p/"}, m, {name: "p/a.txt", text: a.text}}
		}()...), ""},
		"leads upwards":            {named("../a"), packfile.BadPath},
		"leads upwards within":     {named("x/../../a"), packfile.BadPath},
		"dot":                      {named("./a"), packfile.BadPath},
		"two slashes":              {named("x//a"), packfile.BadPath},
		"absolute":                 {named("/etc/passwd"), packfile.BadPath},
		"drive":                    {named("c:/a"), packfile.BadPath},
		"drive without a slash":    {named("c:a"), packfile.BadPath},
		"backslash":                {named(`x\..\..\a`), packfile.BadPath},
		"network":                  {named(`\\host\share`), packfile.BadPath},
		"empty name":               {named(""), packfile.BadPath},
		"stream":                   {named("a.txt:hidden"), packfile.BadName},
		"device":                   {named("CON"), packfile.BadName},
		"device with an ending":    {named("x/aux.txt"), packfile.BadName},
		"port":                     {named("com1.yaml"), packfile.BadName},
		"port of another kind":     {named("LPT²"), packfile.BadName},
		"trailing dot":             {named("a."), packfile.BadName},
		"trailing blank":           {named("a /b"), packfile.BadName},
		"control":                  {named("a\x1b[2J"), packfile.BadName},
		"line":                     {named("a\nb"), packfile.BadName},
		"nul":                      {named("a\x00.yaml"), packfile.BadName},
		"turned around":            {named("a\u202egnp.exe"), packfile.BadName},
		"invisible":                {named("a\u200b"), packfile.BadName},
		"no UTF-8":                 {named("a\xff"), packfile.BadName},
		"hidden":                   {named(".git/config"), packfile.BadName},
		"wildcard":                 {named("a*"), packfile.BadName},
		"long":                     {named(strings.Repeat("a/", 200) + "a"), packfile.BadName},
		"deep":                     {named(strings.Repeat("a/", 40) + "a"), packfile.Limit},
		"link":                     {zipOf(t, listed(""), file{name: "a", text: "/etc/passwd", mode: fs.ModeSymlink | 0o777}), packfile.Link},
		"pipe":                     {zipOf(t, listed(""), file{name: "a", mode: fs.ModeNamedPipe | 0o600}), packfile.Link},
		"device file":              {zipOf(t, listed(""), file{name: "a", mode: fs.ModeDevice | 0o600}), packfile.Link},
		"link that is a folder":    {zipOf(t, listed(""), file{name: "a/", mode: fs.ModeSymlink | 0o777}), packfile.Link},
		"twice":                    {zipOf(t, listed("", a), a, a), packfile.Duplicate},
		"case":                     {with(t, file{name: "a.txt"}, file{name: "A.txt"}), packfile.Clash},
		"case of a folder":         {with(t, file{name: "x/a"}, file{name: "X/b"}), packfile.Clash},
		"sharp s":                  {with(t, file{name: "straße"}, file{name: "STRASSE"}), packfile.Clash},
		"two ways to write":        {with(t, file{name: "\u00e9"}, file{name: "e\u0301"}), packfile.Clash},
		"full width":               {with(t, file{name: "a"}, file{name: "\uff41"}), packfile.Clash},
		"kelvin":                   {with(t, file{name: "k"}, file{name: "\u212a"}), packfile.Clash},
		"file and folder":          {with(t, file{name: "x"}, file{name: "x/a"}), packfile.Clash},
		"the manifest's case":      {zipOf(t, listed(""), file{name: "Pack.yaml", text: "id: q"}), packfile.Clash},
		"ratio":                    {with(t, file{name: "a", text: zeros}), packfile.Bomb},
		"too large":                {with(t, file{name: "a", text: strings.Repeat(zeros, 11)}), packfile.Bomb},
		"entries":                  {zipOf(t, many...), packfile.Limit},
		"says less than it has":    {alter(good, "a.txt", put32(22, 10), put32(24, 10)), packfile.Bomb},
		"says more than it has":    {alter(good, "a.txt", put32(22, 10_000), put32(24, 10_000)), packfile.Bomb},
		"says enormous":            {alter(good, "a.txt", put32(22, 0xfffffff0), put32(24, 0xfffffff0)), packfile.Bomb},
		"directory says otherwise": {alter(good, "a.txt", put32(22, 7), nil), packfile.Bomb},
		"other name":               {alter(good, "a.txt", func(h []byte) { h[30] = 'b' }, nil), packfile.Unreadable},
		"other checksum":           {alter(good, "a.txt", put32(14, 0), put32(16, 1)), packfile.Unreadable},
		"encrypted":                {alter(good, "a.txt", put16(6, 9), put16(8, 9)), packfile.Unreadable},
		"unknown method":           {alter(good, "a.txt", put16(8, 12), put16(10, 12)), packfile.Unreadable},
		"shared bytes":             {shared(t), packfile.Overlap},
		"beyond the end":           {alter(good, "a.txt", nil, put32(20, 1<<20)), packfile.Unreadable},
		"elsewhere":                {alter(good, "a.txt", nil, put32(42, 5)), packfile.Unreadable},
		"cut off":                  {good[:len(good)-30], packfile.Unreadable},
		"other disk":               {ending(good, 4, 1), packfile.Unreadable},
		"counts more":              {ending(ending(good, 8, 900), 10, 900), packfile.Unreadable},
		"counts less":              {ending(ending(good, 8, 1), 10, 1), packfile.Unreadable},
		"very large form":          {ending(ending(good, 8, 0xffff), 10, 0xffff), packfile.Unreadable},
		"bytes behind":             {append(bytes.Clone(good), "more"...), packfile.Unreadable},
		"no zip":                   {[]byte("id: p\nversion: 1.0.0\n"), packfile.Unreadable},
		"nothing":                  {nil, packfile.Unreadable},
		"zip in it":                {with(t, file{name: "more.zip", text: string(good)}), packfile.Nested},
		"zip under another name":   {with(t, file{name: "picture.png", text: string(good), stored: true}), packfile.Nested},
		"gzip in it":               {with(t, file{name: "a", text: "\x1f\x8b\x08\x00"}), packfile.Nested},
		"no pack":                  {zipOf(t, a), pack.Schema},
		"empty":                    {zipOf(t), pack.Schema},
		"no list":                  {zipOf(t, file{name: "pack.yaml", text: "id: p\nversion: 1.0.0\n"}), pack.Unlisted},
		"not listed":               {zipOf(t, listed("", a), a, file{name: "b.txt"}), pack.Unlisted},
		"missing":                  {zipOf(t, listed("", a)), pack.Missing},
		"wrong hash":               {zipOf(t, listed("", a), file{name: "a.txt", text: "dark"}), pack.Hash},
		"lists a way out":          {zipOf(t, listed("", file{name: "../../a"})), packfile.BadPath},
		"many sizes":               {with(t, wide...), ""},
	} {
		t.Run(name, func(t *testing.T) {
			var p *Pack
			var list Errors
			effort.Most(t, 1000, func() { p, list = Zip("p.zip", c.zip, packfile.Limits{}) })
			if c.code == "" {
				require.NotNil(t, p, "%v", list)
				return
			}
			require.Nil(t, p)
			require.Equal(t, c.code, list[0].Code, "%v", list)
			require.NotEmpty(t, list[0].Fix)
			require.NotEmpty(t, list[0].Pos.File)
			require.NotContains(t, list[0].Text, "\x1b")
		})
	}
}

// shared is a zip with two files that are the same bytes.
func shared(t testing.TB) []byte {
	text := with(t, file{name: "a1", text: "xxxxxxxxxx", stored: true}, file{name: "a2", text: "xxxxxxxxxx", stored: true})
	at := bytes.Index(text, []byte("PK\x03\x04\x14\x00\x08\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00a1"))
	require.Positive(t, at)
	return alter(text, "a2", func(h []byte) { h[31] = '1' }, func(h []byte) {
		h[47] = '1'
		binary.LittleEndian.PutUint32(h[42:], uint32(at))
	})
}

// ending changes the end of a zip.
func ending(text []byte, at int, n uint16) []byte {
	out := bytes.Clone(text)
	put16(len(out)-22+at, n)(out)
	return out
}

// The sum of all files is bounded, whatever each of them says.
func TestTheWholePackIsBounded(t *testing.T) {
	var files []file
	for i := range 10 {
		files = append(files, file{name: fmt.Sprintf("f%d", i), text: strings.Repeat(fmt.Sprint(i), 900), stored: true})
	}
	text := with(t, files...)
	for name, c := range map[string]struct {
		lim  packfile.Limits
		want string
	}{
		"all":     {packfile.Limits{Bytes: 5000}, "all files together have more than 5000 bytes"},
		"one":     {packfile.Limits{File: 800}, "more than 800 bytes"},
		"entries": {packfile.Limits{Files: 5}, "more than 5"},
		"zip":     {packfile.Limits{Zip: 1000}, "the zip has more than 1000 bytes"},
	} {
		p, list := Zip("p.zip", text, c.lim)
		require.Nil(t, p, name)
		require.Equal(t, packfile.Limit, list[0].Code)
		require.Contains(t, fmt.Sprint(list.List()), c.want, name)
	}
}

// What a zip says costs no memory before it is there.
func TestASizeThatLiesTakesNoMemory(t *testing.T) {
	text := alter(with(t, file{name: "a.txt", text: strings.Repeat("lantern ", 20_000)}), "a.txt", put32(22, 30<<20), put32(24, 30<<20))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 20 {
		p, list := Zip("p.zip", text, packfile.Limits{Ratio: 1 << 20})
		require.Nil(t, p)
		require.Equal(t, packfile.Bomb, list[0].Code)
	}
	runtime.ReadMemStats(&after)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(20*4<<20))
}

func TestHostileFolders(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "secret")
	require.NoError(t, os.WriteFile(outside, []byte("secret"), 0o600))
	folder := func(more ...string) string {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "pack.yaml"), []byte("id: p\nversion: 1.0.0\n"), 0o600))
		for _, name := range more {
			require.NoError(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o700))
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(name), 0o600))
		}
		return dir
	}
	code := func(dir string) string {
		p, list := Open(dir, packfile.Limits{})
		if p != nil {
			return ""
		}
		return list[0].Code
	}
	require.Empty(t, code(folder("a", "x/b", ".git/config", "x/.hidden")))
	require.Equal(t, packfile.Nested, code(folder("a.zip")))
	require.Equal(t, packfile.Unreadable, code(filepath.Join(t.TempDir(), "none")))
	require.Equal(t, packfile.Unreadable, code(outside))
	require.Equal(t, pack.Schema, code(t.TempDir()))
	if runtime.GOOS == "windows" {
		return
	}
	require.Equal(t, packfile.BadName, code(folder("aux.txt")))
	require.Equal(t, packfile.BadPath, code(folder(`a\b`)))
	if runtime.GOOS == "linux" { // others have one file of the two
		require.Equal(t, packfile.Clash, code(folder("a", "A")))
	}
	for name, to := range map[string]string{"a": outside, "b": "pack.yaml", "c": ".", "d": "nowhere"} {
		dir := folder("x")
		require.NoError(t, os.Symlink(to, filepath.Join(dir, name)))
		require.Equal(t, packfile.Link, code(dir), to)
	}
	dir := folder("x")
	require.NoError(t, os.Remove(filepath.Join(dir, "pack.yaml")))
	require.NoError(t, os.Symlink(outside, filepath.Join(dir, "pack.yaml")))
	require.Equal(t, packfile.Link, code(dir))
}

// FuzzZip opens whatever bytes: it ends, in bounds, with a pack or with errors, and never with both.
func FuzzZip(f *testing.F) {
	a := file{name: "a.txt", text: strings.Repeat("lantern ", 100)}
	good := with(f, a)
	f.Add(good)
	f.Add(shared(f))
	f.Add(alter(good, "a.txt", put32(22, 10), put32(24, 10)))
	f.Add(zipOf(f, listed("", a), file{name: "a", text: "b", mode: fs.ModeSymlink}))
	f.Add(with(f, file{name: "x/a"}, file{name: "X/b"}))
	f.Fuzz(func(t *testing.T, text []byte) {
		lim := packfile.Limits{Bytes: 1 << 20, File: 1 << 20, Files: 100}
		files, faults := packfile.Zip("p.zip", text, lim)
		if (files == nil) == (faults == nil) {
			t.Fatal("files and faults")
		}
		if files == nil {
			return
		}
		if files.Bytes() > lim.Bytes || len(files.Paths()) > lim.Files {
			t.Fatalf("%d files, %d bytes", len(files.Paths()), files.Bytes())
		}
		seen := map[string]bool{}
		for _, p := range files.Paths() {
			if code, why := packfile.CheckPath(p); code != "" || seen[strings.ToLower(p)] {
				t.Fatalf("%q: %s", p, why)
			}
			seen[strings.ToLower(p)] = true
		}
		if err := fs.WalkDir(files.FS(), ".", func(string, fs.DirEntry, error) error { return nil }); err != nil {
			t.Fatal(err)
		}
		if p, list := Of(files); p == nil && !list.Any() {
			t.Fatal("no pack and no error")
		}
	})
}

// FuzzManifest reads whatever pack.yaml with good files around it.
func FuzzManifest(f *testing.F) {
	f.Add("id: p\nversion: 1.0.0\nengine: '>=0.1'\nrequires: [{id: q, version: 1.x || ^3}]\ncapabilities: [act, ask]\n", "")
	f.Add("id: p\nversion: 1.0.0\ncapabilities: [extend]\nrequires: [{id: q}]\ncontent: [{to: q/m, files: [a.txt]}]\n", signatureHead+"\ned25519:AA== AA==\n")
	f.Add("id: p\nversion: 1.0.0\nmodels: {m: a.txt}\nevaluators: {e: {module: a.txt, kind: content, zones: ['*'], reads: {x: 1}, limits: {instructions: 3}}}\n", "x")
	f.Fuzz(func(t *testing.T, manifest, sig string) {
		texts := map[string]string{"pack.yaml": manifest, "a.txt": "a"}
		if sig != "" {
			texts[pack.SignatureFile] = sig
		}
		files, list := packfile.Given("p", texts, packfile.Limits{})
		require.Empty(t, list)
		p, faults := Of(files)
		if (p == nil) != faults.Any() {
			t.Fatalf("a pack: %v, errors: %v", p != nil, faults)
		}
		if p == nil || sig != "" {
			return
		}
		out, q, faults := Build(files)
		if q == nil {
			if faults[0].Code != pack.Schema {
				t.Fatalf("%v", faults)
			}
			return
		}
		again, _, _ := Build(q.Files)
		if !bytes.Equal(out, again) {
			t.Fatal("building what was built gives something else")
		}
		p.Report()
	})
}
