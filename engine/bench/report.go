package bench

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
)

// Report is what a run, or several, have measured.
type Report struct {
	Machine Machine `json:"machine"`
	Runs    int     `json:"runs"`
	Rows    []Row   `json:"rows"`
}

// Machine is where it was measured.
type Machine struct {
	Processor string `json:"processor"`
	Cores     int    `json:"cores"`
	System    string `json:"system"`
	Go        string `json:"go"`
	Guided    bool   `json:"guided"` // compiled with a processor profile
	Load      string `json:"load"`   // what ran on it in the minute before, as the system counts it
}

func thisMachine() Machine {
	m := Machine{Processor: "unknown", Cores: runtime.GOMAXPROCS(0), System: runtime.GOOS + "/" + runtime.GOARCH, Go: runtime.Version()}
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		if _, rest, found := strings.Cut(string(text), "model name\t: "); found {
			m.Processor, _, _ = strings.Cut(rest, "\n")
		}
	}
	if text, err := os.ReadFile("/proc/loadavg"); err == nil {
		m.Load, _, _ = strings.Cut(string(text), " ")
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			m.Guided = m.Guided || s.Key == "-pgo" && s.Value != ""
		}
	}
	return m
}

// JSON writes the report as data.
func (r *Report) JSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// Text writes it for reading. Rows that miss their bound begin with an exclamation mark.
func (r *Report) Text(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", r.head())
	for _, row := range r.Rows {
		mark := "  "
		if !row.OK() {
			mark = "! "
		}
		fmt.Fprintf(&b, "%s%10.3f %-16s ±%4.1f%%  %-22s %s %s\n", mark, row.Value, row.Unit, 100*row.Spread, row.bound("must be at least", "must be at most"), row.Name, row.Note)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (r *Report) head() string {
	m := r.Machine
	s := fmt.Sprintf("%s, %d cores, %s, %s", m.Processor, m.Cores, m.System, m.Go)
	if m.Load != "" {
		s += ", load " + m.Load
	}
	if !m.Guided {
		s += ", without a processor profile"
	}
	if r.Runs > 1 {
		s += fmt.Sprintf("; the worst of %d runs", r.Runs)
	}
	return s
}

// Markdown gives the rows as a table.
func (r *Report) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s.\n\n| Row | Measured | Spread | Must be |\n|---|---|---|---|\n", r.head())
	for _, row := range r.Rows {
		value := strings.TrimSpace(fmt.Sprintf("%s %s %s", digits(row.Value), row.Unit, row.Note))
		if !row.OK() {
			value = "**" + value + "**"
		}
		if len(row.Runs) > 1 {
			value += ":"
			for _, x := range row.Runs {
				value += " " + digits(x)
			}
		}
		fmt.Fprintf(&b, "| %s | %s | ±%.1f%% | %s |\n", strings.ReplaceAll(row.Name, "|", `\|`), value, 100*row.Spread, row.bound("≥", "≤"))
	}
	return b.String()
}

func (r Row) bound(least, most string) string {
	switch {
	case !r.Bound:
		return ""
	case r.Less:
		return most + " " + digits(r.Must)
	}
	return least + " " + digits(r.Must)
}

// digits writes a number to four digits, or to its last where it has more before the point.
func digits(x float64) string {
	if math.Abs(x) >= 1000 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.4g", x)
}
