package pack

import (
	"maps"
	"slices"
)

// Tags are the tags of a ruleset. `attack.melee` is under `attack`, and declares it.
type Tags struct {
	number map[string]int // by text
	names  []string       // by number, sorted
}

// Known reports whether a tag is declared.
func (t *Tags) Known(tag string) bool { _, ok := t.number[tag]; return ok }

// Number gives the number of a tag, in the order of their texts; -1: it is not declared.
func (t *Tags) Number(tag string) int {
	if n, ok := t.number[tag]; ok {
		return n
	}
	return -1
}

// Names gives all tags in the order of their texts, which is not to be written.
func (t *Tags) Names() []string { return t.names }

// Under reports whether a tag is the one above or below it: `attack.melee` is under `attack` and under itself.
func Under(tag, above string) bool {
	return tag == above || len(tag) > len(above) && tag[len(above)] == '.' && tag[:len(above)] == above
}

// Matches reports whether one of the tags is at or below one of the wanted.
func Matches(tags, wanted []string) bool {
	for _, w := range wanted {
		for _, t := range tags {
			if Under(t, w) {
				return true
			}
		}
	}
	return false
}

func (t *Tags) declare(tag string) {
	for i := range tag {
		if tag[i] == '.' {
			t.number[tag[:i]] = 0
		}
	}
	t.number[tag] = 0
}

// sort numbers the tags.
func (t *Tags) sort() {
	t.names = slices.Sorted(maps.Keys(t.number))
	slices.Sort(t.names)
	for i, name := range t.names {
		t.number[name] = i
	}
}
