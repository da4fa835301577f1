package pack

// Tags are the tags of a ruleset. `attack.melee` is under `attack`, and declares it.
type Tags struct {
	number map[string]int
	names  []string
	parent []int // -1: none
}

// Known reports whether a tag is declared.
func (t *Tags) Known(tag string) bool { _, ok := t.number[tag]; return ok }

// Names gives all tags in the order of their text.
func (t *Tags) Names() []string { return t.names }

// Under reports whether tag is above itself or below it: `attack.melee` is under `attack` and under itself.
func Under(tag, above string) bool {
	return tag == above || len(tag) > len(above) && tag[:len(above)] == above && tag[len(above)] == '.'
}
