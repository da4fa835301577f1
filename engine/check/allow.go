package check

import (
	"fmt"
	"regexp"
	"sort"
	"strings"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
)

// allowance is a comment `# astragal: allow code because reason`.
type allowance struct {
	pos          diag.Pos
	code, reason string
	used         bool
}

var (
	allowMark   = regexp.MustCompile(`(?:^|\s)#\s*astragal:\s*allow\b`)
	allowClause = regexp.MustCompile(`#\s*astragal:\s*allow\s*([^\s#]*)\s*(?:because\b\s*)?([^#]*)`)
	commentOnly = regexp.MustCompile(`^\s*#`)
)

// allowed takes those warnings out of the list that a comment allows: on their line, or on lines of nothing but
// comments right above it, or so at the key that they belong to. Then it warns of comments that are wrong.
func (c *checker) allowed() []Allowed {
	var out []Allowed
	var bad diag.List
	files := map[string]*allowFile{}
	any := false
	for _, f := range c.m.Files {
		files[f.Name] = readAllowances(f)
		any = any || len(files[f.Name].list) > 0
	}
	if any {
		c.keyLines(c.m.Root, files, map[*model.Node]bool{})
	}
	kept := c.list[:0]
	for _, d := range c.list {
		f := files[d.Pos.File]
		if f != nil && d.Severity == diag.Warning {
			if a := f.find(d); a != nil && a.reason != "" {
				a.used = true
				out = append(out, Allowed{d, a.reason})
				continue
			}
		}
		kept = append(kept, d)
	}
	c.list = kept
	for _, f := range c.m.Files {
		for _, a := range files[f.Name].list {
			bad = append(bad, a.judge(c.list)...)
		}
	}
	c.list = append(c.list, bad...)
	c.list.Sort()
	return out
}

// judge says what is wrong with a comment.
func (a *allowance) judge(left diag.List) diag.List {
	say := func(code, fix, format string, args ...any) diag.List {
		return diag.List{{Code: code, Severity: diag.Warning, Pos: a.pos, Fix: fix, Text: fmt.Sprintf(format, args...)}}
	}
	known := codes()
	switch i := sort.SearchStrings(known, a.code); {
	case a.code == "" || i == len(known) || known[i] != a.code:
		fix := "docs/messages.md lists the codes"
		if near := diag.Nearest(a.code, known); near != "" {
			fix = fmt.Sprintf("write '%s'", near)
		}
		return say("allow-unknown", fix, "there is no message '%s' to allow", a.code)
	case a.reason == "":
		return say("allow-reason", "write `# astragal: allow "+a.code+" because ...`", "'%s' is allowed without a reason", a.code)
	case a.used:
		return nil
	}
	for _, d := range left {
		if d.Code == a.code && d.Severity == diag.Error && d.Pos.File == a.pos.File && (d.Pos.Line == a.pos.Line || d.Pos.Line == a.pos.Line+1) {
			return say("allow-unused", "mend what it says", "'%s' is an error here, which cannot be allowed", a.code)
		}
	}
	return say("allow-unused", "take the comment away", "nothing here gives '%s' to allow", a.code)
}

// codes gives the codes of all messages, sorted.
func codes() []string {
	out := make([]string, 0, len(Messages))
	for _, m := range Messages {
		out = append(out, m.Code)
	}
	sort.Strings(out)
	return out
}

// allowFile is what one file allows where.
type allowFile struct {
	list   []*allowance
	lines  map[int][]*allowance
	alone  map[int]bool // lines that hold nothing but a comment
	keys   []diag.Pos   // where keys stand
	sorted bool
}

func readAllowances(file model.File) *allowFile {
	f := &allowFile{lines: map[int][]*allowance{}, alone: map[int]bool{}}
	if !strings.Contains(file.Text, "astragal:") {
		return f
	}
	for i, line := range strings.Split(file.Text, "\n") {
		if commentOnly.MatchString(line) {
			f.alone[i+1] = true
		}
		for _, m := range allowMark.FindAllStringIndex(line, -1) {
			at := m[0] + strings.IndexByte(line[m[0]:], '#')
			clause := allowClause.FindStringSubmatch(line[at:])
			a := &allowance{code: clause[1], reason: strings.TrimSpace(clause[2])}
			if !strings.Contains(clause[0], "because") {
				a.reason = ""
			}
			a.pos = diag.Pos{File: file.Name, Line: i + 1, Col: 1 + len([]rune(line[:at]))}
			f.list = append(f.list, a)
			f.lines[i+1] = append(f.lines[i+1], a)
		}
	}
	return f
}

// find gives what allows d: on its line or above, or on the line of its key or above.
func (f *allowFile) find(d diag.Diagnostic) *allowance {
	if len(f.list) == 0 {
		return nil
	}
	if a := f.near(d.Pos.Line, d.Code); a != nil {
		return a
	}
	if !f.sorted {
		sort.Slice(f.keys, func(i, j int) bool { return before(f.keys[i], f.keys[j]) })
		f.sorted = true
	}
	k := sort.Search(len(f.keys), func(i int) bool { return before(d.Pos, f.keys[i]) })
	if k == 0 {
		return nil
	}
	return f.near(f.keys[k-1].Line, d.Code)
}

func before(a, b diag.Pos) bool { return a.Line < b.Line || a.Line == b.Line && a.Col < b.Col }

// near looks on a line, and on the lines of nothing but comments right above it.
func (f *allowFile) near(line int, code string) *allowance {
	for {
		for _, a := range f.lines[line] {
			if a.code == code {
				return a
			}
		}
		if line--; !f.alone[line] {
			return nil
		}
	}
}

// keyLines notes where the keys of the model stand.
func (c *checker) keyLines(n *model.Node, files map[string]*allowFile, seen map[*model.Node]bool) {
	if n == nil || n.Scalar() || seen[n] {
		return
	}
	seen[n] = true
	for _, k := range n.Keys {
		if f := files[k.Pos.File]; f != nil {
			f.keys = append(f.keys, k.Pos)
		}
	}
	for _, x := range n.Items {
		c.keyLines(x, files, seen)
	}
}
