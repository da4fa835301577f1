package randommodel

import (
	"fmt"
	"strconv"
	"strings"
)

// dict and list are what a model is made of; the rest are Go's texts, whole numbers, floats, bools and nil.
type (
	dict  []entry
	list  []any
	entry struct {
		key string
		v   any
	}
)

// text writes d as YAML: the sections and what is named in them in lines of their own.
func text(d dict) string {
	var b strings.Builder
	block(&b, d, 0)
	return b.String()
}

const deepest = 3 // from here on mappings and lists stay in one line

func block(b *strings.Builder, d dict, depth int) {
	pad := strings.Repeat("  ", depth)
	for _, e := range d {
		fmt.Fprintf(b, "%s%s:", pad, e.key)
		child, mapping := e.v.(dict)
		items, listing := e.v.(list)
		switch {
		case mapping && depth < deepest && len(child) > 0:
			b.WriteByte('\n')
			block(b, child, depth+1)
		case listing && depth < deepest && len(items) > 0:
			b.WriteByte('\n')
			for _, x := range items {
				b.WriteString(pad + "  - ")
				flow(b, x)
				b.WriteByte('\n')
			}
		default:
			b.WriteByte(' ')
			flow(b, e.v)
			b.WriteByte('\n')
		}
	}
}

func flow(b *strings.Builder, v any) {
	switch v := v.(type) {
	case dict:
		b.WriteByte('{')
		for i, e := range v {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(e.key + ": ")
			flow(b, e.v)
		}
		b.WriteByte('}')
	case list:
		b.WriteByte('[')
		for i, x := range v {
			if i > 0 {
				b.WriteString(", ")
			}
			flow(b, x)
		}
		b.WriteByte(']')
	case string:
		b.WriteString(strconv.Quote(v))
	case nil:
		b.WriteString("null")
	default:
		fmt.Fprint(b, v)
	}
}
