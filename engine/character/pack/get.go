package pack

import (
	"strconv"
	"strings"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
)

// get gives the value of a key that is there, fits and is not null.
func (f form) get(key string) *model.Node {
	if f.l.watch != nil {
		f.l.watch(f.name, key, true)
	}
	n := f.node.Get(key)
	if n == nil || n.Kind == model.Null {
		return nil
	}
	if s, ok := f.keys.find(key); !ok || !f.l.fits(n, s, false) {
		return nil
	}
	return n
}

func (f form) has(key string) bool {
	n := f.node.Get(key)
	return n != nil && n.Kind != model.Null
}

func (f form) pos() diag.Pos {
	if f.node == nil {
		return diag.Pos{}
	}
	return f.node.Pos
}

// text gives a scalar as it is written.
func (f form) text(key string) string {
	if n := f.get(key); n.Scalar() {
		return strings.TrimSpace(n.Raw())
	}
	return ""
}

// at gives the place of a key's value, or of the whole mapping.
func (f form) at(key string) diag.Pos {
	if n := f.node.Get(key); n != nil {
		return n.Pos
	}
	return f.pos()
}

func (f form) flag(key string, otherwise bool) bool {
	if n := f.get(key); n != nil && n.Kind == model.Bool {
		return n.Text == "true"
	}
	return otherwise
}

// mostCount bounds numbers that count things.
const mostCount = 1_000_000_000

func wholeNumber(n *model.Node) (int, bool) {
	if n == nil || n.Kind != model.Int {
		return 0, false
	}
	v, err := strconv.Atoi(n.Text)
	return v, err == nil && v >= 0 && v <= mostCount
}

func (f form) count(key string, otherwise int) int {
	if v, ok := wholeNumber(f.get(key)); ok {
		return v
	}
	return otherwise
}

// namesAt gives the words of a list with their places.
func (f form) namesAt(key string) []Ref {
	n := f.get(key)
	if n == nil || n.Kind != model.ListNode {
		return nil
	}
	out := make([]Ref, 0, len(n.Items))
	for _, item := range n.Items {
		out = append(out, Ref{Written: item.Raw(), Pos: item.Pos})
	}
	return out
}

func (f form) names(key string) []string {
	var out []string
	for _, n := range f.namesAt(key) {
		out = append(out, n.Written)
	}
	return out
}

// items gives the elements of a list.
func (f form) items(key string) []*model.Node {
	if n := f.get(key); n != nil && n.Kind == model.ListNode {
		return n.Items
	}
	return nil
}

// entries gives the entries of a mapping from names; a name stands once and is a text.
func (f form) entries(key string, each func(name string, pos diag.Pos, n *model.Node)) {
	if n := f.get(key); n != nil && n.Kind == model.MapNode {
		for i, k := range n.Keys {
			if k.Kind == model.MapNode || k.Kind == model.ListNode {
				f.l.misfit(k, "a name")
				continue
			}
			each(k.Raw(), k.Pos, n.Items[i])
		}
	}
}

// sub gives the mapping under a key.
func (f form) sub(key, shape string) (form, bool) {
	if n := f.get(key); n != nil && n.Kind == model.MapNode {
		return f.l.form(n, shape)
	}
	return form{l: f.l}, false
}

// plain gives a value as data: JSON as Prop.Default has it. Mappings are map[string]any.
func plain(n *model.Node) any {
	switch n.Kind {
	case model.Bool:
		return n.Text == "true"
	case model.Int:
		if v, err := strconv.ParseInt(n.Text, 10, 64); err == nil {
			return v
		}
		return n.Text
	case model.Float:
		if v, err := strconv.ParseFloat(n.Text, 64); err == nil {
			return v
		}
		return n.Text
	case model.Text:
		return n.Text
	case model.ListNode:
		list := make([]any, 0, len(n.Items))
		for _, item := range n.Items {
			list = append(list, plain(item))
		}
		return list
	case model.MapNode:
		m := make(map[string]any, len(n.Keys))
		for i, k := range n.Keys {
			m[k.Raw()] = plain(n.Items[i])
		}
		return m
	}
	return nil
}
