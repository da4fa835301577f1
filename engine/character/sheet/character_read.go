package sheet

import "fmt"

// Read reads a character's file. The error, if any, is [Errors]: all that is wrong with its shape, each
// with its path. What a character says about content is not looked at here; a sheet reports that.
func Read(text []byte) (*Character, error) {
	v, err := decode(text)
	if err != nil {
		return nil, Errors{err}
	}
	return FromData(v)
}

// FromData is [Read] for data that was decoded already; numbers may be json.Number, int or float64.
func FromData(v any) (*Character, error) {
	var errs Errors
	c := readCharacter(node{v, "", &errs})
	if len(errs) > 0 {
		return nil, errs
	}
	return c, nil
}

func readCharacter(n node) *Character {
	c := &Character{Format: Format}
	c.Rest = n.members(members{
		"format": func(n node) {
			if c.Format = n.int(); c.Format != Format {
				n.report("unsupported-format", fmt.Sprintf("this version reads characters of format %d only", Format), map[string]any{"format": n.v})
			}
		},
		"ruleset": func(n node) {
			c.Ruleset = map[string]string{}
			eachMember(n, func(pack string, n node) { c.Ruleset[pack] = n.text() })
		},
		"id":         func(n node) { c.ID = n.text() },
		"creating":   func(n node) { c.Creating = n.bool() },
		"values":     func(n node) { c.Values = n.object() },
		"choices":    func(n node) { c.Choices = readChoices(n, 0) },
		"templates":  func(n node) { c.Templates = n.texts() },
		"features":   func(n node) { c.Features = listOf(n, readCopy) },
		"inventory":  func(n node) { c.Inventory = listOf(n, readCopy) },
		"applied":    func(n node) { c.Applied = listOf(n, readEntry) },
		"followUps":  func(n node) { c.FollowUps = listOf(n, readFollowUp) },
		"extensions": func(n node) { c.Extensions = n.object() },
	})
	checkIDs(n, c)
	return c
}

// checkIDs reports ids of copies and entries that name two things: a path could not tell them apart.
func checkIDs(n node, c *Character) {
	seen := map[string]bool{}
	check := func(list string, i int, id string) {
		if id != "" && seen[id] {
			n.below(fmt.Sprintf("%s[%d].id", list, i), nil).report("duplicate-id",
				"the id "+id+" is taken by another copy or entry: give each its own", map[string]any{"id": id})
		}
		seen[id] = true
	}
	for i, one := range c.Features {
		check("features", i, one.ID)
	}
	for i, one := range c.Inventory {
		check("inventory", i, one.ID)
	}
	for i, one := range c.Applied {
		check("applied", i, one.ID)
	}
	offers := map[string]bool{}
	for i, one := range c.FollowUps {
		if offers[one.ID] {
			n.below(fmt.Sprintf("followUps[%d].id", i), nil).report("duplicate-id",
				"the id "+one.ID+" is taken by another follow-up: give each its own", map[string]any{"id": one.ID})
		}
		offers[one.ID] = true
	}
}

func readCopy(n node) *Copy {
	c := &Copy{}
	c.Rest = n.members(members{
		"id":        func(n node) { c.ID = n.name() },
		"item":      func(n node) { c.Item = n.name() },
		"quantity":  func(n node) { c.Quantity = readQuantity(n) },
		"equipped":  func(n node) { b := n.bool(); c.Equipped = &b },
		"state":     func(n node) { c.State = n.object() },
		"choices":   func(n node) { c.Choices = readChoices(n, 0) },
		"templates": func(n node) { c.Templates = n.texts() },
	}, "id", "item")
	return c
}

func readQuantity(n node) *int {
	q := n.int()
	if q < 0 {
		n.expected("a number of 0 or more")
	}
	return &q
}

func readEntry(n node) *Entry {
	e := &Entry{}
	e.Rest = n.members(members{
		"id":     func(n node) { e.ID = n.name() },
		"source": func(n node) { e.Source = n.name() },
		"active": func(n node) { b := n.bool(); e.Active = &b },
		"state":  func(n node) { e.State = n.object() },
	}, "id", "source")
	return e
}

func readFollowUp(n node) *FollowUp {
	f := &FollowUp{}
	f.Rest = n.members(members{
		"id":       func(n node) { f.ID = n.name() },
		"followUp": func(n node) { f.FollowUp = n.name() },
		"source":   func(n node) { f.Source = readSource(n) },
		"params":   func(n node) { f.Params = n.object() },
	}, "id", "followUp")
	return f
}

func readSource(n node) *Source {
	s := &Source{}
	rest := n.members(members{
		"type":  func(n node) { s.Type = n.name() },
		"id":    func(n node) { s.ID = n.name() },
		"entry": func(n node) { s.Entry = n.name() },
	}, "type", "id")
	reportUnknown(n, rest)
	return s
}

// maxNesting bounds how deep picks stand in picks.
const maxNesting = 20

func readChoices(n node, depth int) Choices {
	if depth > maxNesting {
		n.report("safety-limit-exceeded", fmt.Sprintf("picks stand in picks more than %d deep", maxNesting), map[string]any{"limit": maxNesting})
		return nil
	}
	c := Choices{}
	eachMember(n, func(choice string, n node) {
		c[choice] = listOf(n, func(n node) *Pick { return readPick(n, depth) })
	})
	return c
}

// readPick takes the option alone, or an object where the option has choices of its own.
func readPick(n node, depth int) *Pick {
	if _, isObject := n.v.(map[string]any); !isObject {
		return &Pick{Option: readOption(n)}
	}
	p := &Pick{}
	p.Rest = n.members(members{
		"option":  func(n node) { p.Option = readOption(n) },
		"choices": func(n node) { p.Choices = readChoices(n, depth+1) },
	}, "option")
	return p
}

func readOption(n node) any {
	if s, ok := n.v.(string); ok && s != "" {
		return s
	}
	if _, ok := wholeNumber(n.v); !ok {
		n.expected("an option: a text that is not empty, or a whole number")
	}
	return n.v
}
