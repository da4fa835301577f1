package model

import "sort"

// holds says what stands under a key.
type holds uint8

const (
	anything   holds = iota
	text             // free text; any single value is taken as its text
	name             // a name: text
	names            // one name or a list of names
	nameList         // a list of names
	oneOf            // one of a few words, see `words`
	flag             // true or false
	number           // a number
	label            // a name, or a number used as one
	expression       // the value itself is an expression
	field            // k is a literal or a text for people, k_x an expression
	nameOrX          // k is a name, k_x an expression that gives one
	withX            // k_x is a mapping from names to expressions
	opList           // a list of ops
	listing          // a list
	mapping          // a mapping with fixed keys
	named            // a mapping from names
	namedLists       // a mapping from names to lists
)

// slot is one key of a mapping.
type slot struct {
	holds
	doc   string // what it means, in Markdown
	shape string // name of the shape of the mapping, or of each entry or element
	ref   string // what a name is the name of
}

func (h holds) says(doc string) slot   { return slot{holds: h, doc: doc} }
func (s slot) of(shape string) slot    { s.shape = shape; return s }
func (s slot) refers(what string) slot { s.ref = what; return s }

// twin reports whether `k_x` stands beside or in place of `k`.
func (h holds) twin() bool { return h == field || h == nameOrX || h == withX }

// shape is the keys of one mapping. Every shape has `note` too; where a key holds a field, a
// nameOrX or a withX, it stands for the key and its `_x` twin.
type shape map[string]slot

func (s shape) and(more shape) shape {
	out := make(shape, len(s)+len(more))
	for k, v := range s {
		out[k] = v
	}
	for k, v := range more {
		out[k] = v
	}
	return out
}

// find says what a key of a mapping holds, and whether it is the expression of a pair.
func (s shape) find(key string) (k slot, twin, ok bool) {
	if k, ok = s[key]; ok {
		return k, false, true
	}
	if n := len(key) - len("_x"); n > 0 && key[n:] == "_x" {
		if k, ok = s[key[:n]]; ok && k.twin() {
			return k, true, true
		}
	}
	return note, false, key == "note"
}

// known gives the keys of a shape, with their twins, sorted.
func (s shape) known() []string {
	known := append(make([]string, 0, 1+2*len(s)), "note")
	for k, h := range s {
		known = append(known, k)
		if h.twin() {
			known = append(known, k+"_x")
		}
	}
	sort.Strings(known)
	return known
}
