package dice

// Notation reads a text that may be dice notation, as a rule has it: one with at least one die.
func Notation(text string) (Dice, bool) {
	d, err := Parse(text)
	return d, err == nil && len(d.Terms) > 0
}
