package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
)

var statuses = []string{"verified", "uncertain", "missing"}

// items looks at what content items say about themselves.
func items(c *checker) {
	quoted := sorted(c.says.rules)
	eachItem(c.m, func(it *model.Item) {
		if s := it.Node.Get("status"); s != nil && s.Kind != model.Null && !slices.Contains(statuses, s.Text) {
			c.warn("item-status", s.Pos, c.nearOr(s.Text, statuses, "use one of these"),
				fmt.Sprintf("status %s of item %s is unknown; known: %s", quote(s.Text), quote(it.ID), strings.Join(statuses, ", ")))
		}
		for _, k := range keywords(it, c.says.rules) {
			if !c.says.rules[k.text] {
				c.warn("keyword-unused", k.pos, c.nearOr(k.text, quoted, "read it in an expression, in quotes"), fmt.Sprintf("keyword %s is used by no rule", quote(k.text)))
			}
		}
	})
}

type keyword struct {
	text string
	pos  diag.Pos
}

// keywords gives the keywords of an item. They stand in a list, as the keys of a mapping, or in one text, divided by
// commas and the like or by blanks; a keyword of several words is known by being used.
func keywords(it *model.Item, used map[string]bool) []keyword {
	n := it.Node.Get("keywords")
	if n == nil {
		return nil
	}
	list := []*model.Node{n}
	switch n.Kind {
	case model.ListNode:
		list = n.Items
	case model.MapNode:
		list = n.Keys
	}
	var out []keyword
	for _, k := range list {
		if k.Kind != model.Text {
			continue
		}
		src := k.Expr()
		if n.Kind != model.Text {
			out = append(out, keyword{src.Src, src.Pos})
			continue
		}
		for _, part := range split(src.Src, ",;.\n") {
			text := src.Src[part[0]:part[1]]
			if used[text] {
				out = append(out, keyword{text, src.At(part[0])})
				continue
			}
			for _, word := range split(text, " \t,;.\n") {
				if w := text[word[0]:word[1]]; strings.Trim(w, "0123456789+-") != "" {
					out = append(out, keyword{w, src.At(part[0] + word[0])})
				}
			}
		}
	}
	return out
}

// split gives where the parts of a text begin and end, without blanks around them.
func split(s, at string) [][2]int {
	var out [][2]int
	for from := 0; from < len(s); {
		n := strings.IndexAny(s[from:], at)
		if n < 0 {
			n = len(s) - from
		}
		part := s[from : from+n]
		if trimmed := strings.TrimSpace(part); trimmed != "" {
			lead := strings.Index(part, trimmed)
			out = append(out, [2]int{from + lead, from + lead + len(trimmed)})
		}
		from += n + 1
	}
	return out
}
