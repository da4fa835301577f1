package sheet

import (
	"fmt"
	"slices"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
)

// Option is what a choice offers.
type Option struct {
	ID          string // a written option, a qualified content id, or a value
	Value       any    // what a pick of it keeps: the id, or the number
	Eligible    bool
	Reason      *Reason // why it is not eligible
	Picked      bool
	Recommended bool
}

// Reason is why an option is not eligible.
type Reason struct {
	Code    string // requirement: its condition does not hold; unique: it was picked in another slot; the code of a formula that failed
	Formula string // the condition
}

// Options lists what a choice offers, in order: written ones as written, content by id, values as they
// come. Hidden content is left out, unless it is picked.
func (n *ChoiceNode) Options() []Option {
	from := &n.Def.Options
	var out []Option
	switch {
	case from.Content != nil:
		out = n.content(from.Content)
	case from.Values != nil:
		out = n.listed(from.Values)
	default:
		for _, o := range from.Written {
			out = append(out, n.judged(Option{ID: o.ID, Value: o.ID}, o.When, n))
		}
	}
	n.recommend(out)
	return out
}

func (n *ChoiceNode) content(q *pack.Query) (out []Option) {
	s := n.Carrier.Sheet
	candidates := s.Items
	if q.Of != nil {
		candidates = q.Of.Items
	}
	names := &optionNames{ChoiceNode: n}
	for _, item := range candidates {
		if item.Type == nil || item.Hidden && !n.has(item.ID) {
			continue
		}
		names.item = s.items[item.N]
		out = append(out, n.judged(Option{ID: item.ID, Value: item.ID}, q.Where, names))
	}
	return out
}

func (n *ChoiceNode) listed(f *pack.Formula) (out []Option) {
	s := n.Carrier.Sheet
	v, err, told := s.try(f, n)
	if err != nil {
		if !told {
			n.fail(err, f)
		}
		return nil
	}
	for _, one := range v.List() {
		if kind := one.Kind(); kind == formula.StringKind || kind == formula.IntKind {
			value := data(one)
			out = append(out, n.judged(Option{ID: optionID(value), Value: value}, nil, n))
		}
	}
	return out
}

// Option is one of the options, by its id; ok is false when there is none of that id. Content and written
// options may be named by their local id.
func (n *ChoiceNode) Option(id string) (o Option, ok bool) {
	if n.Def.Options.Values != nil {
		for _, o := range n.listed(n.Def.Options.Values) {
			if o.ID == id {
				return o, true
			}
		}
		return o, false
	}
	at, item, ok := n.find(id)
	if !ok {
		at, item, ok = n.find(n.Def.Pack.ID + ":" + id)
	}
	switch {
	case !ok || item != nil && item.Hidden && !n.has(item.ID):
		return o, false
	case item != nil:
		names := &optionNames{ChoiceNode: n, item: n.Carrier.items[item.N]}
		return n.judged(Option{ID: item.ID, Value: item.ID}, n.Def.Options.Content.Where, names), true
	}
	option := n.Def.Options.Written[at]
	return n.judged(Option{ID: option.ID, Value: option.ID}, option.When, n), true
}

// optionNames are the names of a query over content: item is the candidate, owner what brings the choice.
type optionNames struct {
	*ChoiceNode
	item    formula.Value
	options formula.Value
}

func (o *optionNames) Name(slot formula.Slot) (formula.Value, *formula.Error) {
	switch slot {
	case pack.SlotItem:
		return o.item, nil
	case pack.SlotOwner:
		return o.Carrier.Item, nil
	case pack.SlotOptions:
		return o.options, nil
	}
	return o.ChoiceNode.Name(slot)
}

// judged says whether an option may be picked.
func (n *ChoiceNode) judged(o Option, when *pack.Formula, names formula.Names) Option {
	o.Picked = n.has(o.ID)
	if when != nil {
		v, err, told := n.Carrier.try(when, names)
		if err != nil {
			if !told {
				n.fail(err, when)
			}
			o.Reason = &Reason{string(err.Code), when.Src}
			return o
		}
		if !v.Bool() {
			o.Reason = &Reason{"requirement", when.Src}
			return o
		}
	}
	if n.Def.Unique && n.elsewhere(o.ID) {
		o.Reason = &Reason{Code: "unique"}
		return o
	}
	o.Eligible = true
	return o
}

func (n *ChoiceNode) has(id string) bool {
	return slices.ContainsFunc(n.picks, func(p *Pick) bool { return optionID(p.Option) == id })
}

// elsewhere reports whether another slot of the same choice has picked an option.
func (n *ChoiceNode) elsewhere(id string) bool {
	return slices.ContainsFunc(n.Carrier.asked, func(o *ChoiceNode) bool {
		return o != n && o.Def == n.Def && o.Carrier == n.Carrier && o.has(id)
	})
}

// recommend marks the option that the choice's own formula names, among those that are eligible.
func (n *ChoiceNode) recommend(list []Option) {
	if n.Def.Recommend == nil {
		return
	}
	var ids []string
	for _, o := range list {
		if o.Eligible {
			ids = append(ids, o.ID)
		}
	}
	v, err, told := n.Carrier.try(n.Def.Recommend, &optionNames{ChoiceNode: n, item: n.Carrier.Item, options: formula.StringsValue(ids)})
	if err != nil {
		if !told {
			n.fail(err, n.Def.Recommend)
		}
		return
	}
	id := v.Text()
	if v.Kind() == formula.IntKind {
		id = show(v)
	}
	for i := range list {
		if o := &list[i]; o.Eligible && (o.ID == id || o.ID == n.Def.Pack.ID+":"+id) {
			o.Recommended = true
			return
		}
	}
}

// mostJudged bounds the picks of one choice that are held against what it offers.
const mostJudged = 500

// inspect reports picks that the choice would not take now.
func (n *ChoiceNode) inspect() {
	if len(n.picks) == 0 {
		return
	}
	s := n.Carrier.Sheet
	report := func(code, message string, data map[string]any) {
		data["path"] = n.Path.data()
		s.report(issueChoice, n.n, Issue{Code: code, Path: "choice:" + n.Path.String(), Message: message, Data: data})
	}
	if !n.There() {
		report("choice-unavailable", fmt.Sprintf("the choice %s is not there now: what was picked has no effect", n.Path.String()), map[string]any{})
		return
	}
	if _, most := n.Counts(); most != Unbounded && len(n.picks) > most {
		report("too-many-picks", fmt.Sprintf("the choice %s takes %d picks and has %d: take some back", n.Path.String(), most, len(n.picks)), map[string]any{"max": most, "picked": len(n.picks)})
	}
	for i, p := range n.picks {
		if i == mostJudged {
			report("safety-limit-exceeded", fmt.Sprintf("the choice %s has more than %d picks: the rest was not looked at", n.Path.String(), mostJudged), map[string]any{"limit": mostJudged})
			break
		}
		if o, ok := n.Option(optionID(p.Option)); ok && !o.Eligible {
			data := map[string]any{"option": o.ID, "reason": o.Reason.Code}
			if o.Reason.Formula != "" {
				data["formula"] = o.Reason.Formula
			}
			report("ineligible-option", fmt.Sprintf("the choice %s would not offer %s now (%s)", n.Path.String(), o.ID, o.Reason.Code), data)
		}
	}
}
