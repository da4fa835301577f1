package bench

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWorstOfRuns(t *testing.T) {
	run := func(rate, ns, free float64) []Row {
		return []Row{Row{Name: "a", Value: rate, Spread: rate / 10}.atLeast(0.2), Row{Name: "b", Value: ns}.atMost(100), {Name: "c", Value: free, Less: true}}
	}
	got := worst([][]Row{run(0.3, 80, 5), run(0.1, 120, 7), run(0.2, 90, 6)})
	require.Equal(t, []float64{0.3, 0.1, 0.2}, got[0].Runs)
	require.Equal(t, []float64{0.1, 120, 7}, []float64{got[0].Value, got[1].Value, got[2].Value})
	require.Equal(t, 0.03, got[0].Spread)
	require.False(t, got[0].OK())
	require.False(t, got[1].OK())
	require.True(t, got[2].OK())
}

func TestReportForms(t *testing.T) {
	r := &Report{Machine: Machine{Processor: "P", Cores: 2, System: "os/arch", Go: "go1", Guided: true, Load: "0.5"}, Runs: 3, Rows: []Row{
		Row{Name: "one", Value: 0.25, Unit: "of two", Spread: 0.04, Note: "(3 ns)", Runs: []float64{0.25, 0.5}}.atLeast(0.2),
		Row{Name: "a|b", Value: 3, Unit: "ns"}.atMost(2),
		{Name: "free", Value: 7, Unit: "ns"},
	}}
	var text, data bytes.Buffer
	require.NoError(t, r.Text(&text))
	require.Equal(t, `P, 2 cores, os/arch, go1, load 0.5; the worst of 3 runs
       0.250 of two           ± 4.0%  must be at least 0.2   one (3 ns)
!      3.000 ns               ± 0.0%  must be at most 2      a|b `+`
       7.000 ns               ± 0.0%                         free `+`
`, text.String())
	require.Equal(t, `P, 2 cores, os/arch, go1, load 0.5; the worst of 3 runs.

| Row | Measured | Spread | Must be |
|---|---|---|---|
| one | 0.25 of two (3 ns): 0.25 0.5 | ±4.0% | ≥ 0.2 |
| a\|b | **3 ns** | ±0.0% | ≤ 2 |
| free | 7 ns | ±0.0% |  |
`, r.Markdown())
	require.NoError(t, r.JSON(&data))
	var back Report
	require.NoError(t, json.Unmarshal(data.Bytes(), &back))
	require.Equal(t, r, &back)
}

func TestSection(t *testing.T) {
	page := "a\n<!-- begin x -->\nold\n<!-- end x -->\nb\n"
	got, err := section(page, "x", "new\n\n")
	require.NoError(t, err)
	require.Equal(t, "a\n<!-- begin x -->\nnew\n<!-- end x -->\nb\n", got)
	_, err = section(page, "y", "new")
	require.ErrorContains(t, err, "no section")
}
