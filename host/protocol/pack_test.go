package protocol

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/packfile"
	"github.com/astragal-engine/astragal/examples/evaluators"
	"github.com/astragal-engine/astragal/host/contentpack"
	"github.com/astragal-engine/astragal/host/session"
)

const duel, german = "../../examples/duel", "../../examples/content-packs/german"

// packs tries the calls of packs.
func (h *host) packs() {
	t := h.t
	require.Empty(t, h.do("pack.list", nil)["packs"])
	at := params{"path": german}
	seen := h.do("pack.inspect", params{"pack": at})
	require.Equal(t, true, seen["ok"])
	require.Equal(t, "lantern-duel-german", seen["pack"].(map[string]any)["id"])
	require.Empty(t, seen["pack"].(map[string]any)["capabilities"])
	verified := h.do("pack.verify", params{"pack": at, "grant": []any{}})
	require.Equal(t, true, verified["ok"], "%v", verified)
	require.Equal(t, "Knappe", h.do("pack.texts", params{"pack": at, "language": "de"})["texts"].(map[string]any)["Squire"])
	require.Contains(t, h.refused("pack.texts", params{"pack": at, "language": "fr"}), "bad_params: language 'fr' is none of")
	picture := h.do("pack.file", params{"pack": at, "file": "pictures/squire.svg"})["data"]
	require.Contains(t, string(h.bytes(picture)), "<svg")
	require.Contains(t, h.refused("pack.file", params{"pack": at, "file": "../secret"}), "bad_params")

	loaded := h.do("model.load", params{"pack": params{"path": duel}, "add": []any{at}})
	require.Equal(t, "Duel of the lantern mages", loaded["name"])
	require.Len(t, loaded["packs"], 2)
	h.do("model.close", params{"model": loaded["model"]})
}

// written puts packs into a folder, as zips.
func written(t *testing.T, dir string, files map[string]string) (zip []byte) {
	t.Helper()
	f, list := packfile.Given("p", files, packfile.Limits{})
	require.Empty(t, list)
	zip, p, faults := contentpack.Build(f)
	require.NotNil(t, p, "%v", faults)
	require.NoError(t, os.WriteFile(filepath.Join(dir, p.ID+"-"+p.Version.String()+".zip"), zip, 0o600))
	return zip
}

const cards = "content: {chips: [{id: gold, worth: 9}]}\n"

func TestPacks(t *testing.T) {
	dir := t.TempDir()
	zip := written(t, dir, map[string]string{"pack.yaml": "id: coins\nversion: 1.2.0\nmodels: {coin: coin.yaml}\n", "coin.yaml": coin})
	written(t, dir, map[string]string{"pack.yaml": "id: coins\nversion: 2.0.0\nmodels: {coin: coin.yaml}\n", "coin.yaml": coin})
	written(t, dir, map[string]string{"pack.yaml": "id: gold\nversion: 1.0.0\nrequires: [{id: coins, version: ^1}]\ncapabilities: [extend]\ncontent: [{to: coins, files: [a.yaml]}]\n", "a.yaml": cards})
	written(t, dir, map[string]string{"pack.yaml": "id: more\nversion: 1.0.0\nrequires: [{id: coins}]\ncapabilities: [extend]\ncontent: [{to: coins/coin, files: [a.yaml]}]\n", "a.yaml": cards})
	written(t, dir, map[string]string{"pack.yaml": "id: other\nversion: 1.0.0\nrequires: [{id: coins, version: ^3}]\n"})
	require.NoError(t, os.WriteFile(filepath.Join(dir, "broken.zip"), []byte("PK"), 0o600))
	h := newHost(t, session.Config{Packs: dir, NoPaths: true})

	list := h.do("pack.list", nil)
	require.Len(t, list["packs"], 5)
	require.Equal(t, "unreadable", first(list["errors"])["code"])
	load := func(p params) map[string]any { return h.do("model.load", p) }
	require.Equal(t, "2.0.0", first(load(params{"pack": "coins"})["packs"])["version"])
	plain := load(params{"pack": "coins@^1"})
	require.Equal(t, "1.2.0", first(plain["packs"])["version"])
	both := load(params{"pack": "coins", "add": []any{"gold"}, "pack_model": "coin", "set": params{"stake": 3}})
	require.Equal(t, "1.2.0", first(both["packs"])["version"], "the newest that fits all")
	require.NotEqual(t, plain["hash"], both["hash"])
	require.Contains(t, load(params{"pack": params{"zip": base64.StdEncoding.EncodeToString(zip)}}), "model")
	game := h.do("game.new", params{"model": both["model"]})["game"]
	h.do("game.request", params{"game": game})

	for want, p := range map[string]params{
		"pack_error: content.chips has an item 'gold' already":      {"pack": "coins", "add": []any{"gold", "more"}},
		"pack_error: no version of 'coins' fits all who ask for it": {"pack": "coins", "add": []any{"gold", "other"}},
		"pack_error: there is no pack 'silver'":                     {"pack": "silver"},
		"pack_error: the pack 'gold' has no model":                  {"pack": "gold", "pack_model": "x"},
		"bad_params: pack: this runtime reads no files":             {"pack": params{"path": dir}},
		"bad_params: pack is neither":                               {"pack": params{"path": dir, "zip": ""}},
		"bad_params: path and pack":                                 {"pack": "coins", "path": "x"},
		"bad_params: grant goes with pack":                          {"text": coin, "grant": []any{}},
		"bad_params: grant has 'fly', which is no capability":       {"pack": "coins", "grant": []any{"fly"}},
		"bad_params: add goes with pack":                            {"text": coin, "add": []any{"gold"}},
		"bad_params: set: Coin has no constant 'none'":              {"pack": "coins", "set": params{"none": 1}},
		"pack_error: the zip cannot be read: it has no directory":   {"pack": params{"zip": base64.StdEncoding.EncodeToString([]byte("PK"))}},
	} {
		got := h.refused("model.load", p)
		require.Contains(t, got, want)
	}
	e := first(h.call("model.load", params{"pack": "coins", "add": []any{"gold", "more"}})["errors"])
	require.Equal(t, "conflict", e["data"].(map[string]any)["code"])
	require.EqualValues(t, 1, e["at"].(map[string]any)["line"])
	require.NotEmpty(t, e["data"].(map[string]any)["fix"])
	wrong := h.do("pack.inspect", params{"pack": params{"zip": base64.StdEncoding.EncodeToString([]byte("PK"))}})
	require.Equal(t, false, wrong["ok"])
	require.Equal(t, "unreadable", first(wrong["errors"])["code"])
}

// The sample pack: its cards are played, its evaluator answers, and games of it are the same wherever they are replayed.
func TestStormsInTheDuel(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "storms")
	require.NoError(t, os.CopyFS(dir, os.DirFS("../../examples/content-packs/storms")))
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "evaluators"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "evaluators", "spell.wasm"), evaluators.Wasm(t, "c", "spell"), 0o600))
	h := newHost(t, session.Config{})
	seen := h.do("pack.inspect", params{"pack": params{"path": dir}})["pack"].(map[string]any)
	require.Len(t, seen["capabilities"], 2)
	add := params{"pack": params{"path": duel}, "add": []any{params{"path": dir}}}
	require.Equal(t, "pack_error: 'storms' changes games with code of its own, as far as each evaluator declares, which is not allowed here", h.refused("model.load", add))
	add["grant"] = []any{"extend", "act"}
	loaded := h.do("model.load", add)
	require.Empty(t, loaded["diagnostics"])
	result := h.do("simulate.run", params{"model": loaded["model"], "games": 40, "agents": "random", "actions": true})["result"].(map[string]any)
	require.EqualValues(t, 40, result["finished"], "%v", result["stops"])
	text, err := json.Marshal(result)
	require.NoError(t, err)
	require.Contains(t, string(text), "Chain lightning")
	require.Contains(t, string(text), "Squall")

	game := h.do("game.new", params{"model": loaded["model"], "seed": 5})["game"]
	h.do("game.play", params{"game": game, "agents": "random"})
	state := h.do("game.state", params{"game": game})
	record := h.do("game.record", params{"game": game})["record"]
	again := h.do("game.replay", params{"model": loaded["model"], "record": record})["game"]
	require.Equal(t, state, h.do("game.state", params{"game": again}))
}

func TestRulesetsOfTheFolderOfPacks(t *testing.T) {
	dir := t.TempDir()
	field := func(name string) string { return "fields: [{id: " + name + ", type: integer}]\n" }
	written(t, dir, map[string]string{"pack.yaml": "id: base\nversion: 1.0.0\n", "rules/a.yaml": field("might")})
	written(t, dir, map[string]string{"pack.yaml": "id: house\nversion: 1.0.0\n", "rules/a.yaml": field("luck")})
	written(t, dir, map[string]string{"pack.yaml": "id: world\nversion: 1.0.0\nrequires: [{id: base}, {id: house}]\nrulesets: {plain: [base], full: [base, house, world]}\n", "rules/a.yaml": field("fame")})
	h := newHost(t, session.Config{Packs: dir, NoPaths: true})
	for ruleset, want := range map[string]int{"plain": 1, "full": 3, "": 3} {
		loaded := h.do("ruleset.load", params{"packs": []any{params{"pack": "world@1", "ruleset": ruleset}}})
		require.Len(t, loaded["packs"], want)
	}
	require.Contains(t, h.refused("ruleset.load", params{"packs": []any{params{"pack": "world", "ruleset": "none"}}}), "ruleset_error: the pack 'world' has no ruleset 'none'")
	require.Contains(t, h.refused("ruleset.load", params{"packs": []any{params{"pack": "word"}}}), "ruleset_error: there is no pack 'word'")
}

func TestARuntimeRefusesWhatItDoesNotGrant(t *testing.T) {
	dir := t.TempDir()
	written(t, dir, map[string]string{"pack.yaml": "id: coins\nversion: 1.0.0\nmodels: {coin: coin.yaml}\n", "coin.yaml": coin})
	written(t, dir, map[string]string{"pack.yaml": "id: gold\nversion: 1.0.0\nrequires: [{id: coins}]\ncapabilities: [extend]\ncontent: [{to: coins, files: [a.yaml]}]\n", "a.yaml": cards})
	conf, err := ParseConfig([]byte(`{"packs": ` + quote(dir) + `, "capabilities": ["evaluate"]}`))
	require.NoError(t, err)
	h := newHost(t, conf)
	h.do("model.load", params{"pack": "coins"})
	answer := h.call("model.load", params{"pack": "coins", "add": []any{"gold"}})
	require.Equal(t, false, answer["ok"])
	require.Contains(t, h.refused("model.load", params{"pack": "coins", "add": []any{params{"path": filepath.Join(dir, "gold-1.0.0.zip")}}}), "pack_error: 'gold' adds to models of other packs, which is not allowed here")
	require.Contains(t, h.refused("model.load", params{"pack": "coins", "add": []any{params{"path": filepath.Join(dir, "gold-1.0.0.zip")}}, "grant": []any{"extend"}}), "pack_error: 'gold' adds to models of other packs, which is not allowed here")
	v := h.do("pack.verify", params{"pack": params{"path": filepath.Join(dir, "gold-1.0.0.zip")}})
	require.Equal(t, false, v["ok"])
	require.Equal(t, "grant", first(v["errors"])["code"])
	require.Equal(t, []any{"extend"}, v["capabilities"])

	secret, err := contentpack.NewSecret(strings.NewReader(strings.Repeat("k", 32)))
	require.NoError(t, err)
	conf, err = ParseConfig([]byte(`{"packs": ` + quote(dir) + `, "trusted": ["` + secret.Key().String() + `"], "demand": true}`))
	require.NoError(t, err)
	h = newHost(t, conf)
	require.Contains(t, h.refused("model.load", params{"pack": "coins"}), "pack_error: there is no pack 'coins'")
	p, _ := contentpack.Open(filepath.Join(dir, "coins-1.0.0.zip"), packfile.Limits{})
	sig, err := contentpack.Sign(p, secret)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "signed.zip"), contentpack.WithSignatures(p, sig), 0o600))
	h.do("model.load", params{"pack": "coins"})
	for _, bad := range []string{`{"packs": 1}`, `{"trusted": ["x"]}`, `{"trusted": 1}`, `{"demand": 1}`, `{"capabilities": ["fly"]}`, `{"capabilities": "all"}`} {
		_, err := ParseConfig([]byte(bad))
		require.ErrorContains(t, err, "bad_params: config: ", bad)
	}
}

func quote(s string) string { return `"` + strings.ReplaceAll(s, `\`, `\\`) + `"` }
