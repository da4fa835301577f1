package check

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/enginetest/effort"
	"github.com/astragal-engine/astragal/engine/model"
)

// mutants are models that are put out of order: the first byte says which, every four bytes after it are one blow.
type mutants struct {
	texts []string
	words []string // of all of them
}

var wordOrMark = regexp.MustCompile(`[\pL_][\pL\pN_]*|[0-9.]+|[\[\]{}:,'"#&*|>-]`)

func readMutants(t testing.TB) *mutants {
	m := &mutants{words: []string{"null", "true", "[]", "{}", "''", "-1", "99999999999999999999", "1e400", "&a", "*a", "<<: *a", "!!int", "\t", "é", "\u2028"}}
	seen := map[string]bool{}
	for _, pattern := range []string{"../../examples/*/model.yaml", "../../testdata/errors/check-*.yaml", "../../testdata/warnings/*.yaml", "../../testdata/models/*.yaml"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			m.texts = append(m.texts, string(text))
			for _, w := range wordOrMark.FindAllString(string(text), -1) {
				if !seen[w] {
					seen[w] = true
					m.words = append(m.words, w)
				}
			}
		}
	}
	return m
}

// make gives the mutant of some bytes.
func (m *mutants) make(data []byte) string {
	if len(data) == 0 {
		return ""
	}
	lines := strings.Split(m.texts[int(data[0])%len(m.texts)], "\n")
	for data = data[1:min(len(data), 200)]; len(data) >= 4 && len(lines) > 0; data = data[4:] {
		i := (int(data[1]) | int(data[2])<<8) % len(lines)
		j := int(data[3]) % len(lines)
		line := lines[i]
		switch data[0] % 8 {
		case 0:
			lines = slices.Delete(lines, i, i+1)
		case 1:
			lines = slices.Insert(lines, j, line)
		case 2:
			lines[i], lines[j] = lines[j], lines[i]
		case 3:
			lines[i] = "  " + line
		case 4:
			lines[i] = strings.TrimPrefix(line, "  ")
		case 5:
			lines[i] = line[:len(line)*int(data[3])/256]
		default: // a word becomes another one
			if at := wordOrMark.FindAllStringIndex(line, -1); len(at) > 0 {
				w := at[int(data[3])%len(at)]
				lines[i] = line[:w[0]] + m.words[(int(data[2])*7+int(data[3])*131+int(data[0]))%len(m.words)] + line[w[1]:]
			}
		}
	}
	return strings.Join(lines, "\n")
}

// checked is all that is said of a text.
type checked struct {
	Fatal  string
	Report Report
	Shown  string
}

func check(t *testing.T, text string) checked {
	m, found, err := model.Parse("m.yaml", text, model.Options{})
	out := checked{}
	if err != nil {
		out.Fatal = err.Error()
		return out
	}
	r := Model(m, found)
	r.Program, r.Scopes = nil, nil
	out.Report = *r
	var shown strings.Builder
	require.NoError(t, diag.Render(&shown, r.Diagnostics, m.Sources(), false))
	out.Shown = shown.String()
	return out
}

// Whatever is done to a model, checking it ends soon, says the same each time, in the order of the text, each thing
// once, with a known code and a place that the text has.
func FuzzCheck(f *testing.F) {
	mutants := readMutants(f)
	for i := range mutants.texts {
		f.Add([]byte{byte(i)})
		for k := range 4 {
			data := []byte{byte(i)}
			for n := range 12 {
				data = append(data, byte(k*5+n), byte(n*37+k*11), byte(n&1), byte(n*91+k*53))
			}
			f.Add(data)
		}
	}
	codes := codes()
	f.Fuzz(func(t *testing.T, data []byte) {
		text := mutants.make(data)
		var got checked
		effort.Most(t, 20_000, func() { got = check(t, text) })
		require.Equal(t, got, check(t, text))
		list := got.Report.Diagnostics
		require.True(t, slices.IsSortedFunc(list, func(a, b diag.Diagnostic) int {
			if a.Pos.Line != b.Pos.Line {
				return a.Pos.Line - b.Pos.Line
			}
			return a.Pos.Col - b.Pos.Col
		}))
		lines := strings.Count(text, "\n") + 1
		seen := map[diag.Diagnostic]bool{}
		for _, d := range list {
			require.False(t, seen[d], "twice: %v", d)
			seen[d] = true
			require.True(t, d.Pos.Line >= 1 && d.Pos.Line <= lines && d.Pos.Col >= 1, "%v", d)
			require.Contains(t, codes, d.Code)
		}
		for _, g := range got.Report.Executability.Gaps {
			require.True(t, g.Pos.Line >= 1 && g.Pos.Line <= lines && g.Kind != "" && g.Place != "" && g.Text != "", "%v", g)
		}
	})
}
