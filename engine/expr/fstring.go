package expr

import (
	"strings"

	"github.com/astragal-engine/astragal/engine/value"
)

// field is a compiled piece of an f-string: a text, or a value with its conversion and spec.
type field struct {
	text string
	run  exec
	off  int
	conv byte
	spec []field
}

func (c *compiler) formatted(n *formatted) part {
	var parts []part
	fields := c.fields(n.parts, &parts)
	p := part{nodes: 1}
	for i := range parts {
		p.nodes += parts[i].nodes
		if parts[i].kind != constPart {
			c.readsAny()
		}
	}
	p.run = func(env *Env) value.Value { return value.OfText(env.format(fields)) }
	return c.fold(p, parts...)
}

func (c *compiler) fields(ps []piece, parts *[]part) []field {
	var fs []field
	for _, q := range ps {
		f := field{text: q.text, conv: q.conv}
		if q.x != nil {
			x := c.node(q.x)
			*parts = append(*parts, x)
			f.run, f.off = x.run, q.x.off()
			f.spec = c.fields(q.spec, parts)
		}
		fs = append(fs, f)
	}
	return fs
}

func (e *Env) format(fields []field) string {
	var b strings.Builder
	for i := range fields {
		f := &fields[i]
		if f.run == nil {
			b.WriteString(f.text)
			continue
		}
		v := f.run(e)
		e.at = f.off
		switch f.conv {
		case 'r':
			v = value.OfText(e.repr(v))
		case 'a':
			v = value.OfText(ascii(e.repr(v)))
		case 's':
			v = value.OfText(e.str(v))
		}
		spec := ""
		if len(f.spec) > 0 {
			spec = e.format(f.spec)
			e.at = f.off
		}
		if spec == "" && f.conv == 0 {
			b.WriteString(e.str(v))
		} else {
			b.WriteString(e.formatValue(v, spec))
		}
	}
	e.size.Charge(b.Len())
	return b.String()
}

// ascii escapes what is not ASCII in a repr.
func ascii(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return escape(s)
		}
	}
	return s
}

func escape(s string) string {
	const hex = "0123456789abcdef"
	var b strings.Builder
	put := func(mark byte, r rune, digits int) {
		b.WriteByte('\\')
		b.WriteByte(mark)
		for d := digits - 1; d >= 0; d-- {
			b.WriteByte(hex[r>>(4*d)&15])
		}
	}
	for _, r := range s {
		switch {
		case r < 0x80:
			b.WriteByte(byte(r))
		case r < 0x100:
			put('x', r, 2)
		case r < 0x10000:
			put('u', r, 4)
		default:
			put('U', r, 8)
		}
	}
	return b.String()
}
