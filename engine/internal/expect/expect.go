// Package expect holds the messages of the engine against those that a test file announces: a comment
// `# error: regexp` or `# warning: regexp` stands on the line that the message must point to, several on one line
// where several are due. An expression is matched against `text [code]`, followed by ` fix: ...` where there is one.
package expect

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/astragal-engine/astragal/engine/diag"
)

// Want is one announced message.
type Want struct {
	Line     int
	Severity diag.Severity
	Match    *regexp.Regexp
}

var mark = regexp.MustCompile(`#\s*(error|warning):`)

// Read finds the announcements of a text.
func Read(text string) ([]Want, error) {
	var out []Want
	for i, line := range strings.Split(text, "\n") {
		marks := mark.FindAllStringSubmatchIndex(line, -1)
		for n, m := range marks {
			end := len(line)
			if n+1 < len(marks) {
				end = marks[n+1][0]
			}
			re, err := regexp.Compile(strings.TrimSpace(line[m[1]:end]))
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", i+1, err)
			}
			sev := diag.Error
			if line[m[2]:m[3]] == "warning" {
				sev = diag.Warning
			}
			out = append(out, Want{Line: i + 1, Severity: sev, Match: re})
		}
	}
	return out, nil
}

// Match pairs messages and announcements, each once, and tells what is left of both, in words.
func Match(wants []Want, got diag.List) (unexpected, missing []string) {
	used := make([]bool, len(wants))
next:
	for _, d := range got {
		full := fmt.Sprintf("%s [%s]", d.Text, d.Code)
		if d.Fix != "" {
			full += " fix: " + d.Fix
		}
		for i, w := range wants {
			if !used[i] && w.Line == d.Pos.Line && w.Severity == d.Severity && w.Match.MatchString(full) {
				used[i] = true
				continue next
			}
		}
		unexpected = append(unexpected, fmt.Sprintf("%s: %s: %s", d.Pos, d.Severity, full))
	}
	for i, w := range wants {
		if !used[i] {
			missing = append(missing, fmt.Sprintf("line %d: %s: %s", w.Line, w.Severity, w.Match))
		}
	}
	return unexpected, missing
}

// Check fails the test unless the messages are those that the text announces, no more and no fewer. A fatal error
// that carries a diagnostic counts as a message.
func Check(t testing.TB, text string, got diag.List, fatal error) {
	t.Helper()
	unexpected, missing := compare(t, text, got, fatal)
	for _, s := range unexpected {
		t.Errorf("unexpected: %s", s)
	}
	for _, s := range missing {
		t.Errorf("missing: %s", s)
	}
}

// CheckSome is Check for one stage of several: it does not mind announcements that another stage must meet.
func CheckSome(t testing.TB, text string, got diag.List, fatal error) {
	t.Helper()
	unexpected, _ := compare(t, text, got, fatal)
	for _, s := range unexpected {
		t.Errorf("unexpected: %s", s)
	}
}

func compare(t testing.TB, text string, got diag.List, fatal error) (unexpected, missing []string) {
	t.Helper()
	if fatal != nil {
		var d diag.Diagnostic
		if !errors.As(fatal, &d) {
			t.Fatalf("an error without a place: %v", fatal)
		}
		got = append(got[:len(got):len(got)], d)
	}
	wants, err := Read(text)
	if err != nil {
		t.Fatal(err)
	}
	return Match(wants, got)
}
