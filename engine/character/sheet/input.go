package sheet

import (
	"encoding/json"
	"slices"
	"strconv"
)

// Input is what a call was given.
type Input struct {
	Character *Character
	Links     map[string]View
	Path      *Path
	Changes   []Change
	Strict    bool
	Seed      *uint64 // of dice: {seed}
	IDs       []string
	Lang      string
	Args      map[string]any // texts, numbers and bools
}

// ReadInput reads what a call is given: an object with all members that it needs and any that it may have.
// The error, if any, is [Errors], with paths such as character.inventory[2].item.
func ReadInput(text []byte, need, may []string) (*Input, error) {
	v, fault := decode(text)
	if fault != nil {
		return nil, Errors{fault}
	}
	var errs Errors
	in := &Input{}
	all := members{
		"character": func(n node) { in.Character = readCharacter(n) },
		"links": func(n node) {
			in.Links = map[string]View{}
			eachMember(n, func(slot string, n node) { in.Links[slot] = readView(n) })
		},
		"path":    func(n node) { in.Path = readPath(n) },
		"changes": func(n node) { in.Changes = listOf(n, readChange) },
		"strict":  func(n node) { in.Strict = n.bool() },
		"dice":    func(n node) { in.Seed = readSeed(n) },
		"ids":     func(n node) { in.IDs = readIDs(n) },
		"lang":    func(n node) { in.Lang = n.short(longestLang) },
		"args":    func(n node) { in.Args = readArgs(n) },
	}
	for key := range all {
		if !slices.Contains(need, key) && !slices.Contains(may, key) {
			delete(all, key)
		}
	}
	n := node{v, "", &errs}
	reportUnknown(n, n.members(all, need...))
	if len(errs) > 0 {
		return nil, errs
	}
	return in, nil
}

func readSeed(n node) *uint64 {
	var seed uint64
	reportUnknown(n, n.members(members{"seed": func(n node) {
		number, _ := n.v.(json.Number)
		s, err := strconv.ParseUint(string(number), 10, 64)
		if err != nil {
			n.expected("a whole number from 0 to 2^64 - 1")
		}
		seed = s
	}}, "seed"))
	return &seed
}
