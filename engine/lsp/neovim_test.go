package lsp

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Neovim's client is one that this project has not written.
func TestNeovim(t *testing.T) {
	if testing.Short() {
		t.Skip()
	}
	nvim, err := exec.LookPath("nvim")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("nvim is not installed")
		}
		t.Skip("nvim is not installed")
	}
	dir := t.TempDir()
	server := filepath.Join(dir, "astragal")
	out, err := exec.Command("go", "build", "-o", server, "../../cmd/astragal").CombinedOutput()
	require.NoError(t, err, "%s", out)
	model := `name: Purse
num_players: 2
flow: {kind: step, id: s, actor_x: "0", do: [pay]}
state: {vars: {gold: {init: 0}}}
actions:
  pay: {efect: [{op: add, var: gold, amount: 1}]}
`
	require.NoError(t, os.WriteFile(filepath.Join(dir, "m.yaml"), []byte(model), 0o600))
	result := filepath.Join(dir, "result")
	cmd := exec.Command(nvim, "--headless", "-n", "-u", "NONE", "-i", "NONE", "-c", "luafile testdata/client.lua")
	cmd.Env = append(os.Environ(), "ASTRAGAL="+server, "FOLDER="+dir, "RESULT="+result,
		"XDG_STATE_HOME="+dir, "XDG_CACHE_HOME="+dir, "XDG_DATA_HOME="+dir, "XDG_CONFIG_HOME="+dir)
	out, err = cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	got, err := os.ReadFile(result)
	require.NoError(t, err)
	want, err := os.ReadFile("testdata/neovim.golden")
	if os.Getenv("ASTRAGAL_UPDATE") != "" {
		require.NoError(t, os.WriteFile("testdata/neovim.golden", got, 0o600))
		return
	}
	require.NoError(t, err)
	require.Equal(t, string(want), string(got))
}
