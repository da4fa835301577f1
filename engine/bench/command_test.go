package bench

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func groupsOf(names ...string) (groups []Group) {
	for i, name := range names {
		groups = append(groups, Group{name, func(Setting) ([]Row, error) {
			return []Row{Row{Name: "row of " + name, Value: float64(i + 1), Unit: "ns"}.atMost(10)}, nil
		}})
	}
	return groups
}

// One command line prints text, writes all rows as one JSON document, and the table of a page.
func TestCommandWritesAllForms(t *testing.T) {
	dir := t.TempDir()
	data, page := filepath.Join(dir, "rows.json"), filepath.Join(dir, "page.md")
	require.NoError(t, os.WriteFile(page, []byte("# Page\n<!-- begin rows -->\n<!-- end rows -->\nafter\n"), 0o666))
	var c Command
	set := flag.NewFlagSet("bench", flag.ContinueOnError)
	c.Flags(set)
	require.NoError(t, set.Parse([]string{"-json", data, "-doc", page}))
	require.NoError(t, c.Run(groupsOf("a", "b")))

	text, err := os.ReadFile(data)
	require.NoError(t, err)
	var r Report
	require.NoError(t, json.Unmarshal(text, &r))
	require.Equal(t, []string{"row of a", "row of b"}, []string{r.Rows[0].Name, r.Rows[1].Name})
	require.NotEmpty(t, r.Machine.Go)
	text, err = os.ReadFile(page)
	require.NoError(t, err)
	require.Contains(t, string(text), "| row of b | 2 ns | ±0.0% | ≤ 10 |\n<!-- end rows -->\nafter\n")
}

func TestCommandMeasuresWhatIsAsked(t *testing.T) {
	c := Command{Runs: 1, Only: "c,a"}
	r, err := c.measure(groupsOf("a", "b", "c"))
	require.NoError(t, err)
	require.Len(t, r.Rows, 2)
	c.Only = "a,d"
	_, err = c.measure(groupsOf("a", "b"))
	require.EqualError(t, err, "there is no group d; there are a, b")
}

// Several runs are processes of their own: this test is the one that they run.
func TestCommandRunsApart(t *testing.T) {
	if os.Getenv("BENCH_APART") != "" {
		c := Command{Runs: 1, JSON: "-"}
		require.NoError(t, c.Run(groupsOf("a")))
		os.Exit(0) // before the test says something itself
	}
	t.Setenv("BENCH_APART", "1")
	c := Command{Runs: 3, apartArgs: []string{"-test.run", "^TestCommandRunsApart$"}}
	r, err := c.measure(nil)
	require.NoError(t, err)
	require.Equal(t, []float64{1, 1, 1}, r.Rows[0].Runs)
}
