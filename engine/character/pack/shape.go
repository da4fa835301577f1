package pack

import (
	"maps"
	"slices"
)

// holds says what stands under a key.
type holds uint8

const (
	literal     holds = iota // any YAML value, taken as data
	prose                    // free text
	word                     // an id or another name
	names                    // a list of names
	oneOf                    // one of a few words
	flag                     // true or false
	count                    // a whole number, not negative
	counts                   // a list of whole numbers
	expr                     // a formula
	textual                  // a text, or {formula: ...}
	textuals                 // a list of those
	formulas                 // a mapping from names to formulas
	formulaList              // a list of formulas
	listing                  // a list of mappings
	mapping                  // a mapping with fixed keys
	named                    // a mapping from names to mappings
	namedLists               // a mapping from names to lists of mappings
	namedWords               // a mapping from names to one of a few words
	namedAny                 // a mapping from names to data
	namedTexts               // a mapping from names to texts
	namedNames               // a mapping from names to lists of names
	either                   // one of several of these
)

// slot is one key of a mapping.
type slot struct {
	holds
	doc   string
	shape string   // of the mapping, or of each entry or element
	words []string // of oneOf and namedWords
	alts  []slot   // of either
	must  bool     // the key must be there
}

func (h holds) says(doc string) slot         { return slot{holds: h, doc: doc} }
func (h holds) of(shape string) slot         { return slot{holds: h, shape: shape} }
func (s slot) of(shape string) slot          { s.shape = shape; return s }
func (s slot) from(words ...string) slot     { s.words = words; return s }
func (s slot) needed() slot                  { s.must = true; return s }
func eitherOf(doc string, alts ...slot) slot { return slot{holds: either, doc: doc, alts: alts} }

// shape is a mapping with fixed keys. `note` may stand in every one.
type shape struct {
	doc  string
	keys map[string]slot
	one  [][]string // of each of these groups exactly one key must be there
	open bool       // other keys may stand there too
}

// kinded is a shape whose keys depend on the word under one of them.
type kinded struct {
	key       string
	otherwise string // the kind where the key is not there; empty: it must be
	common    map[string]slot
	kinds     map[string]shape
}

var noteSlot = prose.says("Free text for people.")

// find gives the slot of a key.
func (s shape) find(key string) (slot, bool) {
	if k, ok := s.keys[key]; ok {
		return k, true
	}
	return noteSlot, key == "note"
}

func (s shape) known() []string { return slices.Sorted(maps.Keys(s.keys)) }

// kind gives the shape for a word, with the keys that all kinds have.
func (k kinded) kind(word string) (shape, bool) {
	s, ok := k.kinds[word]
	if !ok {
		return shape{}, false
	}
	all := map[string]slot{k.key: oneOf.says("What it is.").from(slices.Sorted(maps.Keys(k.kinds))...)}
	if k.otherwise == "" {
		all[k.key] = all[k.key].needed()
	}
	for name, slot := range k.common {
		all[name] = slot
	}
	for name, slot := range s.keys {
		all[name] = slot
	}
	s.keys = all
	return s, true
}

// whole are the kinds of kinded shapes with all their keys, made once.
var whole = map[string]map[string]shape{}

func init() {
	for name, k := range kindedShapes {
		whole[name] = map[string]shape{}
		for word := range k.kinds {
			whole[name][word], _ = k.kind(word)
		}
	}
}
