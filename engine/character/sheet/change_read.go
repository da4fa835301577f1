package sheet

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// ReadChanges reads a list of changes. The error, if any, is [Errors], with paths such as [2].field.
func ReadChanges(text []byte) ([]Change, error) {
	v, err := decode(text)
	if err != nil {
		return nil, Errors{err}
	}
	return ChangesFromData(v)
}

// ChangesFromData is [ReadChanges] for data that was decoded already.
func ChangesFromData(v any) ([]Change, error) {
	var errs Errors
	list := listOf(node{v, "changes", &errs}, readChange)
	if len(errs) > 0 {
		return nil, errs
	}
	return list, nil
}

func readChange(n node) (c Change) {
	m := n.object()
	if m == nil {
		return c
	}
	c.Type, _ = m["type"].(string)
	kind := kindNamed(c.Type)
	if kind == nil {
		if _, ok := m["type"].(string); !ok {
			n.report("schema", "the member type is missing: it says what change this is", map[string]any{"member": "type"})
		} else {
			n.below("type", nil).report("unknown-change", "no change is called "+strconv.Quote(c.Type)+": there are "+kindNames(), map[string]any{"type": c.Type})
		}
		return c
	}
	rest := n.members(changeMembers(&c, kind), kind.Need...)
	for _, key := range slices.Sorted(maps.Keys(rest)) {
		if changeMembers(&c, nil)[key] != nil {
			n.below(key, nil).report("schema", "a change of type "+c.Type+" has no member "+key, map[string]any{"member": key, "type": c.Type})
			delete(rest, key)
		}
	}
	reportUnknown(n, rest)
	checkAim(n, m, kind)
	return c
}

func kindNames() string {
	names := make([]string, len(Kinds))
	for i, k := range Kinds {
		names[i] = k.Type
	}
	return strings.Join(names, ", ")
}

// checkAim reports a change that is aimed at nothing, or at two things at once.
func checkAim(n node, m map[string]any, kind *Kind) {
	found := 0
	for _, key := range kind.One {
		if _, ok := m[key]; ok {
			found++
		}
	}
	if len(kind.One) > 0 && found != 1 {
		n.report("schema", "give exactly one of "+strings.Join(kind.One, ", ")+", to say what "+kind.Type+" is for", map[string]any{"oneOf": kind.One})
	}
}

// changeMembers reads the members that a kind may have; all members when kind is nil.
func changeMembers(c *Change, kind *Kind) members {
	all := members{
		"type":     func(n node) {},
		"tags":     func(n node) { c.Tags = n.texts() },
		"field":    func(n node) { c.Field = n.name() },
		"value":    func(n node) { c.Value = n.v },
		"by":       func(n node) { c.By = readBy(n) },
		"entry":    func(n node) { readEntryMember(n, c) },
		"copies":   func(n node) { c.Copies = readCopies(n) },
		"applied":  func(n node) { c.Applied = readApplied(n) },
		"key":      func(n node) { c.Key = n.name() },
		"equipped": func(n node) { c.Equipped = n.bool() },
		"path":     func(n node) { c.Path = readPath(n) },
		"option":   func(n node) { c.Option = readOption(n) },
		"source":   func(n node) { readSourceMember(n, c) },
		"id":       func(n node) { c.ID = n.name() },
		"active":   func(n node) { b := n.bool(); c.Active = &b },
		"state":    func(n node) { c.State = n.object() },
		"template": func(n node) { c.Template = n.name() },
		"followUp": func(n node) { c.FollowUp = n.name() },
		"params":   func(n node) { c.Params = n.object() },
	}
	if kind != nil {
		for key := range all {
			if !kind.has(key) {
				delete(all, key)
			}
		}
	}
	return all
}

// readEntryMember takes the id of what is meant, or for addItem the copy to add.
func readEntryMember(n node, c *Change) {
	if c.Type != "addItem" {
		c.Entry = n.name()
		return
	}
	c.Item = &Copy{}
	c.Item.Rest = n.members(members{
		"id":        func(n node) { c.Item.ID = n.name() },
		"item":      func(n node) { c.Item.Item = n.name() },
		"quantity":  func(n node) { c.Item.Quantity = readQuantity(n) },
		"equipped":  func(n node) { b := n.bool(); c.Item.Equipped = &b },
		"state":     func(n node) { c.Item.State = n.object() },
		"choices":   func(n node) { c.Item.Choices = readChoices(n, 0) },
		"templates": func(n node) { c.Item.Templates = n.texts() },
	}, "item")
}

func readSourceMember(n node, c *Change) {
	if c.Type == "offerFollowUp" {
		c.From = readSource(n)
	} else {
		c.Source = n.name()
	}
}

// readBy takes a number, or a formula as a text.
func readBy(n node) any {
	switch v := n.v.(type) {
	case json.Number, int, float64:
		return v
	case string:
		if v != "" {
			return v
		}
	}
	n.expected("a number")
	return nil
}

func readCopies(n node) *Copies {
	c := &Copies{}
	reportUnknown(n, n.members(members{
		"type":  func(n node) { c.Type = n.name() },
		"where": func(n node) { c.Where = n.name() },
	}))
	return c
}

func readApplied(n node) *Applied {
	a := &Applied{}
	reportUnknown(n, n.members(members{
		"where": func(n node) { a.Where = n.name() },
		"limit": func(n node) {
			limit := n.int()
			if limit < 0 {
				n.expected("a number of 0 or more")
			}
			a.Limit = &limit
		},
	}))
	return a
}

func readPath(n node) *Path {
	p := &Path{}
	reportUnknown(n, n.members(members{
		"entry":  func(n node) { p.Entry = n.name() },
		"choice": func(n node) { p.Choice = listOf(n, readStep) },
	}, "choice"))
	if len(p.Choice)%2 == 0 && len(*n.errs) == 0 {
		n.report("invalid-path", "a path goes choice, option, choice, … and ends with a choice: its length is odd", map[string]any{"length": len(p.Choice)})
	}
	return p
}

// readStep takes a part of a path; an option that is a number may be written as one.
func readStep(n node) string {
	if i, ok := wholeNumber(n.v); ok {
		return strconv.Itoa(i)
	}
	return n.name()
}

// ReadPath reads the path of a choice.
func ReadPath(text []byte) (*Path, error) {
	v, err := decode(text)
	if err != nil {
		return nil, Errors{err}
	}
	var errs Errors
	p := readPath(node{v, "", &errs})
	if len(errs) > 0 {
		return nil, errs
	}
	return p, nil
}

func (p *Path) String() string {
	s := strings.Join(p.Choice, "/")
	if p.Entry != "" {
		s = p.Entry + ":" + s
	}
	return s
}
