package expr

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/astragal-engine/astragal/engine/value"
)

func (p *parser) atom() node {
	t := p.tok
	switch t.kind {
	case tokName:
		p.checkName()
		p.advance()
		return &name{at(t.start), t.text}
	case tokNumber:
		p.advance()
		return &constant{at(t.start), number(t)}
	case tokString:
		return p.strings()
	case tokKeyword:
		switch t.text {
		case "True", "False":
			p.advance()
			return &constant{at(t.start), value.OfBool(t.text == "True")}
		case "None":
			p.advance()
			return &constant{at: at(t.start)}
		}
	case tokOp:
		switch t.text {
		case "(":
			return p.paren()
		case "[":
			return p.list()
		case "{":
			return p.brace()
		}
	}
	p.unexpected()
	return nil
}

const maxBits = 4096 // of an integer

func number(t token) value.Value {
	text := strings.ReplaceAll(t.text, "_", "")
	if len(text) > 1 && strings.IndexByte("xXoObB", text[1]) >= 0 {
		if len(text) > 2+maxBits {
			refuse(t.start, "integer literal is too large")
		}
		i, ok := new(big.Int).SetString(strings.ToLower(text), 0)
		if !ok {
			refuse(t.start, "invalid number literal")
		}
		return integer(t, i)
	}
	if strings.ContainsAny(text, ".eE") {
		f, err := strconv.ParseFloat(text, 64)
		if err != nil && !math.IsInf(f, 0) {
			refuse(t.start, "invalid number literal")
		}
		return value.OfFloat(f)
	}
	digits := strings.TrimLeft(text, "0")
	if len(digits) < len(text) && digits != "" {
		refuse(t.start, "leading zeros in an integer are not permitted")
	}
	if len(digits) < 18 {
		i, _ := strconv.ParseInt("0"+digits, 10, 64)
		return value.OfInt(i)
	}
	if len(digits) > maxBits/3 {
		refuse(t.start, "integer literal is too large")
	}
	i, _ := new(big.Int).SetString(digits, 10)
	return integer(t, i)
}

func integer(t token, i *big.Int) value.Value {
	if i.BitLen() > maxBits {
		refuse(t.start, "integer literal is too large")
	}
	return value.OfBig(i)
}

func (p *parser) trailers(x node) node {
	for p.tok.kind == tokOp {
		off := p.tok.start
		switch p.tok.text {
		case "(":
			c := &call{at: at(off), fn: x}
			c.args, c.kws = p.arguments()
			x = c
		case "[":
			p.open()
			i := p.index()
			p.shut("]")
			x = &subscript{at(off), x, i}
		case ".":
			p.advance()
			if p.tok.kind != tokName {
				p.unexpected()
			}
			m := &method{at: p.at(), x: x, name: p.tok.text}
			if !methodNames[m.name] {
				refuse(p.tok.start, "attribute "+quote(m.name)+" is not part of the language; an attribute of an item is read with ['"+m.name+"']")
			}
			p.advance()
			if !p.isOp("(") {
				refuse(int(m.at), "method "+quote(m.name)+" can only be called")
			}
			m.args, m.kws = p.arguments()
			x = m
		default:
			return x
		}
	}
	return x
}

func (p *parser) at() at { return at(p.tok.start) }

// index parses what stands in the brackets of a subscript.
func (p *parser) index() node {
	if p.isOp(":") {
		return p.slice(nil)
	}
	off := p.at()
	x := p.expr()
	if p.isOp(":") {
		return p.slice(x)
	}
	if !p.isOp(",") {
		return x
	}
	items := []node{x}
	for p.isOp(",") {
		p.advance()
		if p.isOp("]") {
			break
		}
		items = append(items, p.expr())
	}
	if p.isOp(":") {
		refuse(p.tok.start, "a subscript of several slices is not part of the language")
	}
	return &display{off, value.Tuple, items}
}

func (p *parser) slice(lo node) node {
	n := &slice{at: p.at(), lo: lo}
	part := func() node {
		p.advance()
		if p.isOp(":") || p.isOp("]") {
			return nil
		}
		return p.expr()
	}
	n.hi = part()
	if p.isOp(":") {
		n.step = part()
	}
	if p.isOp(",") {
		refuse(p.tok.start, "a subscript of several slices is not part of the language")
	}
	return n
}

// arguments parses what stands between the parentheses of a call.
func (p *parser) arguments() (args []node, kws []keyword) {
	p.open()
	for !p.isOp(")") {
		off := p.at()
		switch {
		case p.isOp("**"):
			p.advance()
			kws = append(kws, keyword{off, "", p.expr()})
		case p.isOp("*"):
			p.advance()
			for _, k := range kws {
				if k.name == "" {
					refuse(int(off), "iterable argument unpacking follows keyword argument unpacking")
				}
			}
			args = append(args, &starred{off, p.expr()})
		default:
			x := p.expr()
			if n, ok := x.(*name); ok && p.isOp("=") {
				if int(n.at) != int(off) {
					p.unexpected()
				}
				for _, k := range kws {
					if k.name == n.id {
						refuse(int(off), "keyword argument repeated: "+n.id)
					}
				}
				p.advance()
				kws = append(kws, keyword{off, n.id, p.expr()})
				break
			}
			if p.isWord("for") || p.isWord("async") {
				g := p.comprehension(off, value.Iter, nil, x)
				if len(args)+len(kws) > 0 || !p.isOp(")") {
					refuse(int(off), "generator expression must be parenthesized")
				}
				args = append(args, g)
				break
			}
			if len(kws) > 0 {
				refuse(int(off), "positional argument follows keyword argument")
			}
			args = append(args, x)
		}
		if !p.isOp(",") {
			break
		}
		p.advance()
	}
	p.shut(")")
	return args, kws
}

// element parses an item of a display, which may be starred.
func (p *parser) element() node {
	if p.isOp("*") {
		off := p.at()
		p.advance()
		return &starred{off, p.binary(precBitOr)}
	}
	return p.expr()
}

func (p *parser) paren() node {
	off := p.at()
	p.open()
	if p.isOp(")") {
		p.shut(")")
		return &display{off, value.Tuple, nil}
	}
	x := p.element()
	if p.isWord("for") || p.isWord("async") {
		x = p.comprehension(off, value.Iter, nil, x)
		p.shut(")")
		return x
	}
	if p.isOp(",") {
		x = &display{off, value.Tuple, p.more(x, ")")}
	} else if s, ok := x.(*starred); ok {
		refuse(s.off(), "cannot use starred expression here")
	}
	p.shut(")")
	return x
}

// more parses what follows the first item of a display.
func (p *parser) more(first node, end string) []node {
	items := []node{first}
	for p.isOp(",") {
		p.advance()
		if p.isOp(end) || p.tok.kind == tokEnd {
			break
		}
		items = append(items, p.element())
	}
	return items
}

// starTuple parses the content of an f-string field.
func (p *parser) starTuple() node {
	off := p.at()
	x := p.element()
	if p.isOp(",") {
		return &display{off, value.Tuple, p.more(x, "}")}
	}
	if s, ok := x.(*starred); ok {
		refuse(s.off(), "cannot use starred expression here")
	}
	return x
}

func (p *parser) list() node {
	off := p.at()
	p.open()
	if p.isOp("]") {
		p.shut("]")
		return &display{off, value.List, nil}
	}
	x := p.element()
	if p.isWord("for") || p.isWord("async") {
		x = p.comprehension(off, value.List, nil, x)
	} else {
		x = &display{off, value.List, p.more(x, "]")}
	}
	p.shut("]")
	return x
}

func (p *parser) brace() node {
	off := p.at()
	p.open()
	if p.isOp("}") {
		p.shut("}")
		return &dictDisplay{at: off}
	}
	var n node
	if p.isOp("**") {
		n = p.dict(off, nil, nil)
	} else if x := p.element(); p.isOp(":") {
		if s, ok := x.(*starred); ok {
			refuse(s.off(), "cannot use a starred expression in a dictionary key")
		}
		p.advance()
		v := p.expr()
		if p.isWord("for") || p.isWord("async") {
			n = p.comprehension(off, value.Dict, x, v)
		} else {
			n = p.dict(off, x, v)
		}
	} else if p.isWord("for") || p.isWord("async") {
		n = p.comprehension(off, value.Set, nil, x)
	} else {
		n = &display{off, value.Set, p.more(x, "}")}
	}
	p.shut("}")
	return n
}

// dict parses a dict display from its first entry, which is given unless it is a **.
func (p *parser) dict(off at, k, v node) node {
	n := &dictDisplay{at: off}
	if v != nil {
		n.keys, n.vals = append(n.keys, k), append(n.vals, v)
		if p.isOp(",") {
			p.advance()
		} else {
			return n
		}
	}
	for !p.isOp("}") {
		if p.isOp("**") {
			p.advance()
			n.keys, n.vals = append(n.keys, nil), append(n.vals, p.binary(precBitOr))
		} else {
			k := p.expr()
			p.expect(":")
			n.keys, n.vals = append(n.keys, k), append(n.vals, p.expr())
		}
		if !p.isOp(",") {
			break
		}
		p.advance()
	}
	return n
}

func (p *parser) comprehension(off at, kind value.Kind, key, elt node) node {
	if s, ok := elt.(*starred); ok {
		refuse(s.off(), "iterable unpacking cannot be used in comprehension")
	}
	n := &comp{at: off, kind: kind, key: key, elt: elt}
	for p.isWord("for") || p.isWord("async") {
		if p.isWord("async") {
			p.unexpected()
		}
		p.advance()
		var c clause
		c.target, _ = p.targets("")
		if !p.isWord("in") {
			p.unexpected()
		}
		p.advance()
		c.iter = p.binary(precOr)
		for p.isWord("if") {
			p.advance()
			c.conds = append(c.conds, p.binary(precOr))
		}
		n.clauses = append(n.clauses, c)
	}
	return n
}

// targets parses what a comprehension's `for` binds, up to `in` or the bracket end: a name, or a
// tuple of targets where there is a comma.
func (p *parser) targets(end string) (x node, comma bool) {
	off := p.at()
	x = p.target()
	if !p.isOp(",") {
		if s, ok := x.(*starred); ok && end != "]" {
			refuse(s.off(), "starred assignment target must be in a list or tuple")
		}
		return x, false
	}
	items, stars := []node{x}, 0
	for p.isOp(",") {
		p.advance()
		if p.isWord("in") || end != "" && p.isOp(end) {
			break
		}
		items = append(items, p.target())
	}
	for _, x := range items {
		if _, ok := x.(*starred); ok {
			if stars++; stars > 1 {
				refuse(x.off(), "multiple starred expressions in assignment")
			}
		}
	}
	return &display{off, value.Tuple, items}, true
}

func (p *parser) target() node {
	off := p.at()
	switch {
	case p.isOp("*"):
		p.advance()
		n := &name{at: p.at()}
		n.id = p.binding()
		return &starred{off, n}
	case p.isOp("("), p.isOp("["):
		end := ")"
		if p.isOp("[") {
			end = "]"
		}
		p.open()
		if p.isOp(end) {
			p.shut(end)
			return &display{off, value.Tuple, nil}
		}
		x, comma := p.targets(end)
		if end == "]" && !comma {
			x = &display{off, value.Tuple, []node{x}}
		}
		p.shut(end)
		return x
	}
	n := &name{at: off}
	n.id = p.binding()
	return n
}
