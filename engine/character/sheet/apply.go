package sheet

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/dice"
)

// Options of [Rules.Apply]; the zero value is the default.
type Options struct {
	Strict bool            // refuse what would be clamped
	Links  map[string]View // views that fill link slots
	Dice   dice.Chance     // rolls the dice of incoming effects; without it a batch that needs them fails
	Quiet  bool            // trigger and list no follow-ups
}

// Result is what a batch of changes made of a character.
type Result struct {
	Character *Character
	Applied   []Done
	FollowUps []Offer // what is offered now and was not before
	Work      int     // how much the sheets were that had to be begun for it
}

// mostChanges bounds a batch.
const mostChanges = 10_000

// Apply makes changes to a character, one after the other, each on what those before it left. All are made
// or none: the error names the first that cannot be made, in its path and as data.index. ch itself stays as
// it is.
func (r *Rules) Apply(ch *Character, changes []Change, o Options) (*Result, *Error) {
	if len(changes) > mostChanges {
		return nil, &Error{Code: "safety-limit-exceeded", Path: "changes", Message: fmt.Sprintf("a batch has at most %d changes: send several", mostChanges), Data: map[string]any{"limit": mostChanges}}
	}
	if err := r.UnknownLink(o.Links); err != nil {
		return nil, err
	}
	b := &batch{Rules: r, before: ch, ch: ch.clone(), opts: o, size: len(changes), adjusted: map[string]float64{}, compiled: map[string]*formula.Formula{}}
	for i := range changes {
		b.index, b.done = i, Done{Index: i, Type: changes[i].Type}
		err := b.make(&changes[i])
		if err == nil {
			err = b.tooMuch()
		}
		if err != nil {
			err.Path = strings.TrimSuffix("changes["+strconv.Itoa(i)+"]."+err.Path, ".")
			if err.Data == nil {
				err.Data = map[string]any{}
			}
			err.Data["index"] = i
			return nil, err
		}
		b.applied = append(b.applied, b.done)
	}
	result := &Result{Character: b.ch, Applied: b.applied, Work: b.work}
	if !o.Quiet {
		result.FollowUps = b.offered()
	}
	return result, nil
}

// Propose gives the sheet of a character as changes would leave it, for actions: not strict, without dice
// and follow-ups. The seed's section on the proposed sheet rules.
func (r *Rules) Propose(ch *Character, changes []Change, links map[string]View) (*Sheet, *Error) {
	result, err := r.Apply(ch, changes, Options{Links: links, Quiet: true})
	if err != nil {
		return nil, err
	}
	return r.Compute(result.Character, links), nil
}

// batch is a character while changes are made to it.
type batch struct {
	*Rules
	before *Character
	ch     *Character
	opts   Options

	index, size int
	adjusted    map[string]float64 // by field: what adjusts really came to
	done        Done
	applied     []Done
	sheet       *Sheet // of ch as it stands; nil: it changed since
	compiled    map[string]*formula.Formula
	copyIDs     *idSet
	offerIDs    *idSet
	work        int // what sheets were begun for, altogether, and what their formulas did
}

func (b *batch) now() *Sheet {
	if b.sheet == nil {
		b.sheet = b.Compute(b.ch, b.opts.Links)
		b.work += b.sheet.Weight()
	}
	return b.sheet
}

// Weight is how much a sheet is that was only begun: what batches of changes, and actions, may begin altogether is
// bounded.
func (s *Sheet) Weight() int {
	ch := s.Character
	return max(len(s.carriers), len(ch.Features)+len(ch.Inventory)+len(ch.Applied)) + len(s.instances) + len(ch.FollowUps) + len(s.Rules.Fields)/10
}

func (b *batch) tooMuch() *Error {
	if b.work <= mostWork {
		return nil
	}
	return refuse("safety-limit-exceeded", "", "the batch is too much work for a character of this size: send several", map[string]any{"limit": mostWork})
}

// mostWork bounds what the sheets of a batch carry, one begun after each change that another asks about.
const mostWork = 1_000_000

// changed says that the character is not what the sheet shows any more.
func (b *batch) changed() {
	if b.sheet != nil {
		b.work += (b.sheetSteps() - b.sheet.budget.Left()) / stepsPerWork
	}
	b.sheet = nil
}

// stepsPerWork is how many steps of formulas weigh as much as a carrier.
const stepsPerWork = 100

func refuse(code, member, message string, data map[string]any) *Error {
	return &Error{Code: code, Path: member, Message: message, Data: data}
}

func (b *batch) make(c *Change) *Error {
	switch c.Type {
	case "set":
		return b.set(c)
	case "adjust":
		return b.adjust(c)
	case "addItem":
		return b.addItem(c)
	case "removeItem", "setQuantity", "equip":
		return b.changeCopies(c)
	case "setState", "adjustState":
		return b.changeState(c)
	case "choose":
		return b.choose(c)
	case "unchoose":
		return b.unchoose(c)
	case "applyEffect":
		return b.applyEffect(c)
	case "removeEffect", "toggleEffect":
		return b.changeEntries(c)
	case "applyTemplate", "removeTemplate":
		return b.changeTemplates(c)
	case "offerFollowUp":
		return b.offerFollowUp(c)
	case "clearFollowUp":
		return b.clearFollowUp(c)
	case "finishCreation":
		return b.finishCreation()
	case "setExtension":
		return b.setExtension(c)
	}
	return refuse("unknown-change", "type", "no change is called "+strconv.Quote(c.Type)+": there are "+kindNames(), map[string]any{"type": c.Type})
}

// batchView is what formulas that were passed on see as batch.
func (b *batch) batchView() formula.Value {
	return formula.ObjectValue(formula.Record{
		{Name: "index", Value: formula.IntValue(b.index)},
		{Name: "size", Value: formula.IntValue(b.size)},
		{Name: "adjusted", Value: formula.ObjectValue(adjustedView{b})},
	})
}

// adjustedView is batch.adjusted: by field, the sum that adjusts of the batch really came to.
type adjustedView struct{ *batch }

func (v adjustedView) Member(id string) (formula.Value, *formula.Error) {
	f := v.Field(id)
	if f == nil || !f.Input() || !isNumberType(f.Type) {
		return formula.Absent, nil
	}
	return numberAs(v.adjusted[id], f.Type == pack.Integer)
}

func (v adjustedView) Members() []string { return slices.Sorted(maps.Keys(v.adjusted)) }

func isNumberType(t pack.Type) bool { return t == pack.Integer || t == pack.Number }

// offered lists what is offered now and was not before: derived offers that came up, and follow-ups that
// changes triggered or offered.
func (b *batch) offered() (out []Offer) {
	s := b.now()
	had := map[string]bool{}
	for _, f := range b.before.FollowUps {
		had[f.ID] = true
	}
	derives := false
	for _, f := range s.followUps {
		derives = derives || f.def.Derived()
	}
	if derives {
		for _, o := range b.Compute(b.before, b.opts.Links).Offers() {
			had[o.ID] = true
		}
	} else if len(b.ch.FollowUps) == 0 {
		return nil
	}
	for _, o := range s.Offers() {
		if !had[o.ID] {
			out = append(out, o)
		}
	}
	return out
}
