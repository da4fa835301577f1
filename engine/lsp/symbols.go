package lsp

import (
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
)

// mostSymbols bounds an outline.
const mostSymbols = 20_000

// symbols gives the outline of a text: its sections, what they declare, and the nodes of flows.
func (s *server) symbols(p positionParams) any {
	p.Position = Position{}
	v := s.view(p)
	if v == nil {
		return []*documentSymbol{}
	}
	o := outline{s: s, v: v}
	return o.entries()
}

type outline struct {
	s *server
	v *view
	n int
}

// entries nests the words of the file: a section holds what is declared behind it, up to the next one.
func (o *outline) entries() []*documentSymbol {
	out := []*documentSymbol{}
	var section *documentSymbol
	var open []*entry // declarations around
	var nodes []*documentSymbol
	list := o.own()
	for i, e := range list {
		if o.n++; o.n > mostSymbols {
			break
		}
		end := len(o.v.seen.text)
		for _, next := range list[i+1:] {
			if o.depth(next) <= o.depth(e) {
				end = o.v.seen.at(next.pos)
				break
			}
		}
		sym := o.symbol(e, end)
		if o.depth(e) == 0 {
			section, open, nodes = sym, nil, nil
			out = append(out, sym)
			continue
		}
		for len(open) > 0 && o.depth(open[len(open)-1]) >= o.depth(e) {
			open, nodes = open[:len(open)-1], nodes[:len(nodes)-1]
		}
		switch {
		case len(nodes) > 0:
			up := nodes[len(nodes)-1]
			up.Children = append(up.Children, sym)
		case section != nil:
			section.Children = append(section.Children, sym)
		default:
			out = append(out, sym)
		}
		open, nodes = append(open, e), append(nodes, sym)
	}
	return out
}

// own gives the entries of the file that stand in its outline.
func (o *outline) own() []*entry {
	var out []*entry
	for _, e := range o.v.reading.index.entries {
		if e.pos.File != o.v.path || o.v.lines(e.pos) {
			continue
		}
		switch {
		case e.role == isKey && e.shape == "model":
			out = append(out, e)
		case e.role == isKey && (e.shape == "state" || e.shape == "priority"):
			out = append(out, e)
		case e.role == isDecl && e.kind != "local" && e.kind != "event" && e.kind != "stat" && e.kind != "speed":
			out = append(out, e)
		}
	}
	return out
}

// lines reports whether a place is no longer there.
func (v *view) lines(pos diag.Pos) bool { return pos.Line > len(v.seen.starts) }

// depth orders the levels of the outline: sections, what is in them, and what is inside that by its column.
func (o *outline) depth(e *entry) int {
	switch {
	case e.role == isKey && e.shape == "model":
		return 0
	case e.role == isKey:
		return 1
	case e.kind == "node" && e.owner != nil:
		return 2 + 2*o.level(e.owner.Pos)
	case e.kind == "item" && e.owner != nil:
		return 1 + o.level(e.owner.Pos)
	}
	return 1 + o.level(e.pos)
}

func (o *outline) level(pos diag.Pos) int {
	if pos.File != o.v.path {
		return 0
	}
	return pos.Col
}

func (o *outline) symbol(e *entry, end int) *documentSymbol {
	d, enc := o.v.seen, o.s.enc
	from := d.at(e.pos)
	to := min(len(d.text), from+len(e.name))
	for end > to && (d.text[end-1] == ' ' || d.text[end-1] == '\n' || d.text[end-1] == '\r' || d.text[end-1] == '-') {
		end--
	}
	s := &documentSymbol{Name: e.name, Kind: symbolKey, SelectionRange: d.span(from, to, enc), Range: d.span(from, max(to, end), enc)}
	if e.role == isDecl {
		s.Detail = e.kind
		switch e.kind {
		case "constant", "die":
			s.Kind = symbolConstant
		case "variable", "derived value":
			s.Kind = symbolVariable
		case "zone", "catalogue":
			s.Kind = symbolArray
		case "action", "function":
			s.Kind = symbolFunction
		case "trigger", "end condition":
			s.Kind = symbolEvent
		default:
			s.Kind = symbolObject
		}
		if e.kind == "node" && e.node != nil {
			if k := e.node.Get("kind"); k != nil && k.Kind == model.Text {
				s.Detail = k.Text
			}
		}
	} else {
		s.Kind = symbolNamespace
	}
	return s
}
