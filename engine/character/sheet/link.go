package sheet

import (
	"maps"
	"slices"
	"strings"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
)

var noLinks = formula.ObjectValue(formula.Record{})

// fill makes the value of links: the views of the slots that are filled, by local id.
func (s *Sheet) fill(links map[string]View) {
	if len(links) == 0 {
		s.links = noLinks
		return
	}
	tree := formula.Record{}
	known := map[string]bool{}
	for _, slot := range s.Links {
		known[slot.ID] = true
		view, ok := links[slot.ID]
		if !ok {
			continue
		}
		value, faults := view.Value(slot.Fields)
		for _, f := range faults {
			s.report(issueWalk, 2, Issue{Code: "invalid-link-value", Path: "links." + slot.ID,
				Message: "the linked character " + view.ID + " shows no usable value for " + f.Field + ", which is of type " + f.Expected + ": the default is used",
				Data:    map[string]any{"link": slot.ID, "id": view.ID, "field": f.Field, "expected": f.Expected}})
		}
		tree = append(tree, formula.Entry{Name: slot.Local, Value: value})
	}
	for _, id := range slices.Sorted(maps.Keys(links)) {
		if !known[id] {
			s.report(issueWalk, 2, Issue{Code: "unknown-link", Path: "links." + id,
				Message: "no pack declares the link slot " + id + ": the view is not used", Data: map[string]any{"link": id}})
		}
	}
	s.links = formula.ObjectValue(tree)
}

// UnknownLink is the error of views for a slot that no pack declares, where a call has nothing else to say it with
// (a sheet has issues); nil: all are declared.
func (r *Rules) UnknownLink(links map[string]View) *Error {
	for _, id := range slices.Sorted(maps.Keys(links)) {
		if !slices.ContainsFunc(r.Links, func(slot *pack.Link) bool { return slot.ID == id }) {
			return &Error{Code: "unknown-link", Path: "links." + id, Message: "no pack declares the link slot " + id, Data: map[string]any{"link": id}}
		}
	}
	return nil
}

// LinksFromData reads {slot: {id, values}}.
func LinksFromData(v any) (map[string]View, error) {
	var errs Errors
	links := map[string]View{}
	eachMember(node{v, "links", &errs}, func(slot string, n node) { links[slot] = readView(n) })
	if len(errs) > 0 {
		return nil, errs
	}
	return links, nil
}

func readView(n node) (v View) {
	reportUnknown(n, n.members(members{
		"id":     func(n node) { v.ID = n.name() },
		"values": func(n node) { v.Values = n.object() },
	}, "id"))
	return v
}

// localID is what stands behind the pack of a qualified id.
func localID(id string) string { return id[strings.IndexByte(id, ':')+1:] }
