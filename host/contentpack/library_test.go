package contentpack

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/packfile"
)

// library is a folder of packs; each is its folder's name and the lines of its pack.yaml behind id and version.
func library(t *testing.T, packs map[string]string) *Library {
	t.Helper()
	dir := t.TempDir()
	for name, more := range packs {
		id, version, _ := strings.Cut(name, "_")
		require.NoError(t, os.Mkdir(filepath.Join(dir, name), 0o700))
		text := fmt.Sprintf("id: %s\nversion: %s\n%s\n", id, version, more)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name, "pack.yaml"), []byte(text), 0o600))
	}
	return &Library{Dir: dir, Host: Policy{Engine: "0.1.0"}}
}

func wants(t *testing.T, texts ...string) (out []Want) {
	for _, text := range texts {
		w, err := ParseWant(text)
		require.NoError(t, err)
		out = append(out, w)
	}
	return out
}

func TestResolve(t *testing.T) {
	l := library(t, map[string]string{
		"base_1.0.0": "", "base_1.4.2": "", "base_2.0.0": "", "base_2.1.0-rc.1": "",
		"cards_1.0.0": "requires: [{id: base, version: ^1.0}]",
		"cards_1.1.0": "requires: [{id: base, version: '>=2'}]",
		"deck_1.0.0":  "requires: [{id: base, version: ~1.4}, {id: cards}]",
		"odd_1.0.0":   "requires: [{id: base, version: <1}]",
		"lone_1.0.0":  "requires: [{id: nowhere, version: ^3}]",
		"high_1.0.0":  "requires: [{id: deck}, {id: base, version: ^2}]",
		"ring_1.0.0":  "requires: [{id: gnir}]", "gnir_1.0.0": "requires: [{id: ring}]",
		"old_1.0.0": "engine: <0.1", "old_0.9.0": "",
		"broken_1.0.0": "capabilities: [fly]",
	})
	for _, c := range []struct{ ask, want string }{
		{"base", "base 2.0.0"},
		{"base@^1", "base 1.4.2"},
		{"base@1.0", "base 1.4.2"},
		{"base@>=2.1.0-rc.1", "base 2.1.0-rc.1"},
		{"cards", "base 2.0.0, cards 1.1.0"},
		{"cards base@^1", "base 1.4.2, cards 1.0.0"}, // the newest cards does not fit: an older one does
		{"deck", "base 1.4.2, cards 1.0.0, deck 1.0.0"},
		{"base@1.0.0 base@~1.0.0", "base 1.0.0"},
		{"old", "old 0.9.0"}, // the newer one is for another engine
		{"odd", "conflict: no version of 'base' fits all who ask for it: odd 1.0.0 needs base <1; there is 2.0.0, 1.4.2, 1.0.0, 2.1.0-rc.1"},
		{"high", "conflict: no version of 'base' fits all who ask for it: high 1.0.0 needs base ^2; deck 1.0.0 needs base ~1.4 (high 1.0.0 needs deck); there is 2.0.0, 1.4.2, 1.0.0, 2.1.0-rc.1"},
		{"lone", "requires-missing: there is no pack 'nowhere': lone 1.0.0 needs nowhere ^3"},
		{"bsae", "unknown: there is no pack 'bsae': the host asks for bsae"},
		{"base@^9", "conflict: no version of 'base' fits all who ask for it: the host asks for base ^9; there is 2.0.0, 1.4.2, 1.0.0, 2.1.0-rc.1"},
		{"ring", "cycle: the packs 'gnir' and 'ring' require each other, themselves or by way of others"},
		{"broken", "unknown: there is no pack 'broken': the host asks for broken"},
	} {
		packs, list := l.Resolve(wants(t, strings.Fields(c.ask)...))
		var got []string
		for _, p := range packs {
			got = append(got, p.String())
		}
		if list != nil {
			got = []string{list[0].Code + ": " + list[0].Text}
			require.NotEmpty(t, list[0].Pos.File)
		}
		require.Equal(t, c.want, strings.Join(got, ", "), c.ask)
	}
	_, list := l.Resolve(wants(t, "bsae"))
	require.Equal(t, "write 'base'", list[0].Fix)
	require.Contains(t, list[1].Text, "a pack of the folder cannot be used")
	found, wrong := l.List()
	require.Len(t, found, 13)
	require.Len(t, wrong, 2)
}

// A folder is read anew where it changes, and only there.
func TestALibrarySeesWhatChanges(t *testing.T) {
	l := library(t, map[string]string{"a_1.0.0": ""})
	packs, _ := l.Resolve(wants(t, "a"))
	require.Equal(t, "a 1.0.0", packs[0].String())
	zip, p, list := Build(packs[0].Files)
	require.NotNil(t, p, "%v", list)
	require.NoError(t, os.WriteFile(filepath.Join(l.Dir, "a.zip"), zip, 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(l.Dir, "a_1.0.0", "pack.yaml"), []byte("id: a\nversion: 1.2.0\n"), 0o600))
	packs, _ = l.Resolve(wants(t, "a"))
	require.Equal(t, "a 1.2.0", packs[0].String())
	require.NoError(t, os.RemoveAll(filepath.Join(l.Dir, "a_1.0.0")))
	packs, _ = l.Resolve(wants(t, "a"))
	require.Equal(t, "a 1.0.0", packs[0].String())
	require.True(t, packs[0].Files.Zipped)
}

// Requirements of many versions that never fit end in bounded time.
func TestResolvingIsBounded(t *testing.T) {
	packs := map[string]string{"end_1.0.0": ""}
	for i := range 12 {
		for v := range 6 {
			packs[fmt.Sprintf("p%d_1.%d.0", i, v)] = fmt.Sprintf("requires: [{id: p%d}, {id: end, version: ^2}]", i+1)
		}
	}
	_, list := library(t, packs).Resolve(wants(t, "p0"))
	require.True(t, list.Any())
	require.Contains(t, []string{Conflict, pack.RequiresMissing}, list[0].Code)
}

func TestTrustAndGrants(t *testing.T) {
	mine, err := NewSecret(strings.NewReader(strings.Repeat("a", 32)))
	require.NoError(t, err)
	other, err := NewSecret(strings.NewReader(strings.Repeat("b", 32)))
	require.NoError(t, err)
	p, list := Zip("p.zip", zipOf(t, listed("capabilities: [extend, ask]\n")), packfile.Limits{})
	require.NotNil(t, p, "%v", list)
	sig, err := Sign(p, mine)
	require.NoError(t, err)
	signed, list := Zip("p.zip", WithSignatures(p, sig), packfile.Limits{})
	require.NotNil(t, signed, "%v", list)
	require.Equal(t, []Key{mine.Key()}, signed.Signed)
	require.Equal(t, p.Digest, signed.Digest)
	for name, c := range map[string]struct {
		p    *Pack
		host Policy
		want string
	}{
		"anybody":         {p, Policy{}, ""},
		"trusted":         {signed, Policy{Trusted: []Key{other.Key(), mine.Key()}, Demand: true}, ""},
		"of another":      {signed, Policy{Trusted: []Key{other.Key()}, Demand: true}, Untrusted},
		"of nobody":       {p, Policy{Trusted: []Key{mine.Key()}, Demand: true}, Untrusted},
		"nobody trusted":  {signed, Policy{Demand: true}, Untrusted},
		"granted":         {p, Policy{Grant: []string{"ask", "extend"}}, ""},
		"one not granted": {p, Policy{Grant: []string{"extend"}}, NotGranted},
		"none granted":    {p, Policy{Grant: []string{}}, NotGranted},
	} {
		got := ""
		if list := c.p.Admit(c.host); len(list) > 0 {
			got = list[0].Code
		}
		require.Equal(t, c.want, got, name)
	}
}

func TestWrongSignatures(t *testing.T) {
	secret, err := NewSecret(strings.NewReader(strings.Repeat("a", 32)))
	require.NoError(t, err)
	p, _ := Zip("p.zip", zipOf(t, listed("")), packfile.Limits{})
	q, _ := Zip("q.zip", zipOf(t, listed("title: another\n")), packfile.Limits{})
	good, err := Sign(p, secret)
	require.NoError(t, err)
	ofOther, err := Sign(q, secret)
	require.NoError(t, err)
	line := strings.Split(good, "\n")[1]
	for name, sig := range map[string]string{
		"of another pack": ofOther,
		"one bit":         strings.Replace(good, "ed25519:", "ed25519:A", 1),
		"no head":         line,
		"nothing":         signatureHead + "\n",
		"twice":           signatureHead + "\n" + line + "\n" + line + "\n",
		"cut off":         good[:len(good)-20],
		"text":            "hello\n",
		"another version": strings.Replace(good, "1\n", "2\n", 1),
		"too many":        signatureHead + "\n" + strings.Repeat(line+"\n", 20),
		"blank at end":    signatureHead + "\n" + line + " \n",
		"carriage":        strings.ReplaceAll(good, "\n", "\r\n"),
	} {
		got, list := Zip("p.zip", WithSignatures(p, sig), packfile.Limits{})
		require.Nil(t, got, name)
		require.Equal(t, BadSignature, list[0].Code, name)
		require.Contains(t, list[0].Pos.File, pack.SignatureFile)
		require.Positive(t, list[0].Pos.Line)
	}
	again, list := Zip("p.zip", WithSignatures(p, good), packfile.Limits{})
	require.NotNil(t, again, "%v", list)
	same, err := Sign(again, secret)
	require.NoError(t, err)
	require.Equal(t, good, same, "the same key signs once")
}

func TestKeys(t *testing.T) {
	secret, err := NewSecret(nil)
	require.NoError(t, err)
	name := filepath.Join(t.TempDir(), "mine")
	require.NoError(t, secret.Write(name))
	require.Error(t, secret.Write(name), "a key is never written over")
	info, err := os.Stat(name + ".key")
	require.NoError(t, err)
	require.Zero(t, info.Mode().Perm()&0o077)
	text, err := os.ReadFile(name + ".key")
	require.NoError(t, err)
	again, err := ParseSecret(string(text))
	require.NoError(t, err)
	require.Equal(t, secret.Key(), again.Key())
	pub, err := os.ReadFile(name + ".pub")
	require.NoError(t, err)
	key, err := ParseKey(string(pub))
	require.NoError(t, err)
	require.Equal(t, secret.Key(), key)
	require.NotContains(t, fmt.Sprintf("%v %+v %s", secret, secret, secret), strings.TrimPrefix(strings.Split(string(text), "\n")[1], secretBegin))
	for _, bad := range []string{"", "ed25519:", "ed25519:AA==", string(text), string(pub) + string(pub), "rsa:" + string(pub)} {
		_, err := ParseKey(bad)
		require.Error(t, err)
	}
}

const table = "name: Table\nnum_players: 2\ncontent: {cards: [{id: a}]}\nfunctions: {f: {params: [], x: '1'}}\nstate: {zones: {deck: {init_x: \"content['cards']\"}}}\nactions: {draw: {}}\n" +
	"flow: {kind: sequence, id: main, children: [{kind: step, id: s, actor_x: '0', actions: [draw]}]}\n"

func packOfFiles(t *testing.T, name string, files ...string) *Pack {
	t.Helper()
	texts := map[string]string{}
	for i := 0; i+1 < len(files); i += 2 {
		texts[files[i]] = files[i+1]
	}
	f, faults := packfile.Given(name, texts, packfile.Limits{})
	require.Empty(t, faults)
	p, list := Of(f)
	require.NotNil(t, p, "%v", list)
	return p
}

func TestPacksAddToModels(t *testing.T) {
	base := packOfFiles(t, "base", "pack.yaml", "id: base\nversion: 1.0.0\nmodels: {table: models/table.yaml}\n", "models/table.yaml", table)
	answers := "gust"
	add := func(id, more string) *Pack {
		return packOfFiles(t, id, "pack.yaml", "id: "+id+"\nversion: 1.0.0\nrequires: [{id: base}]\ncapabilities: [extend, act]\ncontent: [{to: base, files: [c.yaml]}]\n"+
			"evaluators: {"+answers+": {module: e.wasm, kind: content}}\n", "c.yaml", more, "e.wasm", "\x00asm")
	}
	one := add("one", "content: {cards: [{id: b}, {id: c}], tiles: [{id: t}]}\ncode: {gust: {kind: content}}\n")
	l, list, err := Load([]*Pack{base, one}, "base", "", model.Options{})
	require.NoError(t, err)
	require.Empty(t, list)
	var ids []string
	for _, c := range l.Model.Content {
		for _, item := range c.Items {
			ids = append(ids, c.Name+"."+item.ID)
		}
	}
	require.Equal(t, []string{"cards.a", "cards.b", "cards.c", "tiles.t"}, ids)
	require.Equal(t, filepath.Join("one", "c.yaml"), l.Model.Content[0].Items[1].Pos.File)
	require.Len(t, l.Evaluators, 1)
	require.Equal(t, "one", l.Evaluators[0].Pack)
	require.Equal(t, "\x00asm", string(l.Evaluators[0].Wasm))
	answers = "gale"
	other := add("two", "content: {cards: [{id: b}]}")
	answers = "gust"
	for want, packs := range map[string][]*Pack{
		"content.cards has an item 'a' already; it is at base/models/table.yaml:3:24":     {base, add("two", "content: {cards: [{id: a}]}")},
		"content.cards has an item 'b' already; it is at one/c.yaml:1:24":                 {base, one, other},
		"content.cards has an item 'x' already; it is at two/c.yaml:1:24":                 {base, add("two", "content: {cards: [{id: x}, {id: x}]}")},
		"functions.f stands here a second time; the first is at base/models/table.yaml:4": {base, add("two", "functions: {f: {params: [], x: '2'}}")},
		"a pack cannot add to 'flow' of a model":                                          {base, add("two", "flow: {kind: sequence}")},
		"a pack cannot add to 'include' of a model":                                       {base, add("two", "include: [../../etc/passwd]")},
		"this is a list, not a mapping":                                                   {base, add("two", "[1]")},
		"the packs 'one' and 'two' both answer for 'gust'":                                {base, one, add("two", "{}")},
	} {
		l, list, err := Load(packs, "base", "table", model.Options{})
		require.NoError(t, err)
		require.Nil(t, l, want)
		require.Equal(t, Conflict, list[0].Code)
		require.Contains(t, strings.ReplaceAll(list[0].Text, `\`, "/"), want)
		require.NotEmpty(t, list[0].Pos.Line, want)
	}
	_, list, _ = Load([]*Pack{base}, "base", "chair", model.Options{})
	require.Equal(t, Unknown, list[0].Code)
	_, list, _ = Load([]*Pack{base}, "none", "", model.Options{})
	require.Equal(t, Unknown, list[0].Code)
}

func TestUndeclaredCapabilities(t *testing.T) {
	for manifest, capability := range map[string]string{
		"requires: [{id: q}]\ncontent: [{to: q/m, files: [a]}]":                            "extend",
		"evaluators: {e: {module: a, kind: code}}":                                         "evaluate",
		"evaluators: {e: {module: a, kind: content}}":                                      "act",
		"capabilities: [act]\nevaluators: {e: {module: a, kind: content, decisions: all}}": "ask",
		"evaluators: {e: {module: a, kind: policy}}":                                       "play",
	} {
		f, _ := packfile.Given("p", map[string]string{"pack.yaml": "id: p\nversion: 1.0.0\n" + manifest, "a": "a"}, packfile.Limits{})
		p, list := Of(f)
		require.Nil(t, p)
		require.Len(t, list, 1)
		require.Equal(t, pack.Undeclared, list[0].Code)
		require.Equal(t, capability, list[0].Data["capability"])
		require.Positive(t, list[0].Pos.Line)
	}
}

func TestBuildIsAFunctionOfTheFiles(t *testing.T) {
	manifest := "# mine\nid: p\nfiles:\n  old: " + strings.Repeat("0", 64) + "\nversion: 1.0.0 # last"
	texts := map[string]string{"pack.yaml": manifest, "b/c.txt": strings.Repeat("lantern ", 999), "a.bin": strings.Repeat("\x00", 1<<20), "true": "", "Größe.txt": "x", "pack.sig": "old"}
	f, faults := packfile.Given("p", texts, packfile.Limits{})
	require.Empty(t, faults)
	zip, p, list := Build(f)
	require.NotNil(t, p, "%v", list)
	require.Less(t, len(p.Files.Paths()), len(texts), "old signatures are left behind")
	require.True(t, strings.HasPrefix(p.Source, "# mine\nid: p\nversion: 1.0.0 # last\nfiles:\n  \"Größe.txt\": "), "%s", p.Source)
	again, _, _ := Build(p.Files)
	require.Equal(t, zip, again)
	for _, text := range []string{"{id: p, version: 1.0.0}", "  id: p\n  version: 1.0.0\n"} {
		f, _ := packfile.Given("p", map[string]string{"pack.yaml": text}, packfile.Limits{})
		_, p, list := Build(f)
		require.Nil(t, p)
		require.Contains(t, list[0].Text, "beginning of lines")
	}
}

// No text of a pack can look like a line of the report, or steer a terminal.
func TestAReportIsOfOneMind(t *testing.T) {
	p := packOfFiles(t, "p", "pack.yaml", "id: p\nversion: 1.0.0\ntitle: \"nice\\nmay           do nothing\\e[2J\\u202e\"\ncapabilities: [ask]\n")
	var b strings.Builder
	require.NoError(t, p.Report().Text(&b))
	require.Equal(t, 1, strings.Count(b.String(), "\nmay"))
	require.NotContains(t, b.String(), "\x1b")
	require.NotContains(t, b.String(), "\u202e")
}
