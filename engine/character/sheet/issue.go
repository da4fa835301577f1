package sheet

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
)

// Issue is something about a character that its rules cannot make sense of. The sheet goes on without it.
type Issue struct {
	Code    string
	Path    string // where in the character's file, or field:<id>, choice:<path>
	Message string
	Data    map[string]any
}

func (i Issue) appendJSON(dst []byte) []byte {
	w := object(dst)
	w.text("code", i.Code)
	w.textIf("path", i.Path)
	w.text("message", i.Message)
	if len(i.Data) > 0 {
		w.any("data", i.Data)
	}
	return w.close()
}

// The classes of issues, in the order in which a sheet lists them.
const (
	issueWalk = iota
	issueCarrier
	issueChoice
	issueField
	issueTags
	issueListing
	issueOffer
	issueSituational
)

type placedIssue struct {
	class, n int
	Issue
}

// report notes an issue of the nth thing of a class, so that the order is the same whatever was worked
// out first.
func (s *Sheet) report(class, n int, issue Issue) {
	s.issues = append(s.issues, placedIssue{class, n, issue})
}

// Issues lists everything that was found wrong so far. A whole sheet has looked everywhere.
func (s *Sheet) Issues() []Issue {
	slices.SortStableFunc(s.issues, func(a, b placedIssue) int {
		return cmp.Or(cmp.Compare(a.class, b.class), cmp.Compare(a.n, b.n))
	})
	out := make([]Issue, 0, len(s.issues))
	for i, one := range s.issues {
		if i == 0 || s.issues[i-1].Message != one.Message || s.issues[i-1].Path != one.Path {
			out = append(out, one.Issue)
		}
	}
	return out
}

// missing is the issue of an id that no loaded pack has.
func (s *Sheet) missing(kind, id, path string) Issue {
	of, _, _ := strings.Cut(id, ":")
	why := "the pack " + of + " has none of that name"
	if s.Pack(of) == nil {
		why = "the pack " + of + " is not loaded"
	}
	code := map[string]string{"content": "unknown-reference", "field": "unknown-field", "follow-up": "unknown-follow-up"}[kind]
	return Issue{Code: code, Path: path, Message: fmt.Sprintf("there is no %s %s: %s. It is kept and has no effect", kind, id, why),
		Data: map[string]any{"id": id}}
}

// formulaIssue is the issue of a formula that failed.
func (s *Sheet) formulaIssue(err *formula.Error, f *pack.Formula, source Source, more map[string]any) Issue {
	data := map[string]any{}
	maps.Copy(data, err.Data)
	maps.Copy(data, more)
	if source.Type != "" {
		data["source"] = source.data()
	}
	if f != nil {
		data["formula"] = f.Src
		data["file"], data["line"], data["column"] = f.Pos.File, f.Pos.Line, f.Pos.Col
	}
	return Issue{Code: string(err.Code), Message: err.Message, Data: data}
}

func (s Source) data() map[string]any {
	m := map[string]any{"type": s.Type}
	if s.ID != "" {
		m["id"] = s.ID
	}
	if s.Entry != "" {
		m["entry"] = s.Entry
	}
	return m
}

func (p *Path) data() map[string]any {
	m := map[string]any{"choice": p.Choice}
	if p.Entry != "" {
		m["entry"] = p.Entry
	}
	return m
}

func sortedPairs[V any](m map[string]V) iter.Seq2[string, V] {
	return func(yield func(string, V) bool) {
		for _, key := range slices.Sorted(maps.Keys(m)) {
			if !yield(key, m[key]) {
				return
			}
		}
	}
}
