package action

import (
	"slices"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// pendingStep asks the choices that the character has pending, pick by pick (seed: Choice steps over
// pending choices).
func (f *frame) pendingStep(s *pack.Step, path string, c *context) {
	src := s.Choice.Options.Pending
	p := &pendingPicks{frame: f, step: s, path: path, tags: c.tags}
	if src.Entry != nil {
		p.entry = f.run.text(src.Entry, c, path)
	}
	p.store()
	for {
		p.c = &context{Sheet: f.run.proposedSheet(path), f: f, step: s, path: path, tags: c.tags, state: evaluated}
		choice, open := p.next()
		if choice == nil {
			return
		}
		f.count(path)
		if !p.pick(choice, open) {
			return
		}
	}
}

type pendingPicks struct {
	*frame
	step   *pack.Step
	path   string
	tags   []string
	entry  string
	c      *context
	picked []formula.Value
	paths  []formula.Value
}

// next is the first pending choice with something left to pick, and what that is.
func (p *pendingPicks) next() (*sheet.ChoiceNode, []sheet.Option) {
	for _, choice := range p.c.Pending() {
		if p.entry != "" && choice.Path.Entry != p.entry {
			continue
		}
		var open []sheet.Option
		for _, o := range choice.Options() {
			if o.Eligible && !o.Picked {
				open = append(open, o)
			}
		}
		if len(open) > 0 {
			return choice, open
		}
	}
	return nil, nil
}

// asked is the choice as a pause names it, and as formulas see it.
func asked(choice *sheet.ChoiceNode) (*AskedChoice, formula.Value) {
	least, most := choice.Counts()
	a := &AskedChoice{Path: &choice.Path, Owner: choice.Owner(), ID: choice.Key, Min: least, Picked: choice.Picked()}
	if most != sheet.Unbounded {
		a.Max = &most
	}
	view := formula.Record{
		{Name: "path", Value: pathView(&choice.Path)}, {Name: "owner", Value: formula.StringValue(a.Owner)}, {Name: "id", Value: formula.StringValue(a.ID)},
	}
	if choice.Slot != 0 {
		a.Slot = &Slot{choice.Def.ID, choice.Slot}
		view = append(view, formula.Entry{Name: "slot", Value: formula.ObjectValue(formula.Record{
			{Name: "choice", Value: formula.StringValue(choice.Def.ID)}, {Name: "number", Value: formula.IntValue(choice.Slot)},
		})})
	}
	return a, formula.ObjectValue(view)
}

// pick asks for one pick; false when the step is over.
func (p *pendingPicks) pick(choice *sheet.ChoiceNode, open []sheet.Option) bool {
	ids := make([]string, len(open))
	recommended := (*string)(nil)
	for i, o := range open {
		ids[i] = o.ID
		if o.Recommended {
			recommended = &ids[i]
		}
	}
	asked, view := asked(choice)
	names := bind(bind(p.c, pack.SlotOptions, formula.StringsValue(ids)), pack.SlotChoice, view)
	def := p.step.Choice
	switch {
	case def.Random != nil && p.run.bool(def.Random, names, p.path):
		i := 0
		if len(ids) > 1 {
			i = p.draw(p.path, p.tags, ids, asked)
		}
		recommended = &ids[i]
	case def.Recommend != nil:
		recommended = nil
		if v := p.eval(def.Recommend, names, p.path); v.Kind() == formula.StringKind && slices.Contains(ids, v.Text()) {
			id := v.Text()
			recommended = &id
		}
	}
	needs := &Needs{Kind: needChoice, Step: p.path, Action: p.id, Options: slices.Clone(ids), Recommended: recommended, Choice: asked}
	if !p.c.Character.Creating {
		needs.Options = append(needs.Options, doneOption)
	}
	n := len(p.picked)
	option := p.frame.pick(needs, p.tags, &Entry{Step: p.path, Action: p.id, Kind: needChoice, Index: &n, Choice: &choice.Path})
	if option == doneOption {
		return false
	}
	p.picked = append(p.picked, formula.StringValue(option))
	p.paths = append(p.paths, pathView(&choice.Path))
	p.store()
	change := &sheet.Change{Type: string(pack.Choose), Path: &choice.Path, Option: open[slices.Index(ids, option)].Value}
	p.frame.run.propose(p.path, &Proposal{To: To{Role: selfRole}, Step: p.path, Change: change})
	picked := formula.Record{{Name: "id", Value: formula.StringValue(option)}, {Name: "path", Value: pathView(&choice.Path)}}
	at := resolving{frame: p.frame, path: p.path, names: bind(p.c, pack.SlotPicked, formula.ObjectValue(picked)), c: p.c}
	at.propose(nil, def.Changes)
	return true
}

func pathView(p *sheet.Path) formula.Value {
	rec := formula.Record{}
	if p.Entry != "" {
		rec = append(rec, formula.Entry{Name: "entry", Value: formula.StringValue(p.Entry)})
	}
	return formula.ObjectValue(append(rec, formula.Entry{Name: "choice", Value: formula.StringsValue(p.Choice)}))
}

func (p *pendingPicks) store() {
	n := len(p.picked) // what was shown of the lists stays as it is
	p.set(p.step, formula.ObjectValue(formula.Record{
		{Name: "picked", Value: formula.ListValue(p.picked[:n:n])}, {Name: "paths", Value: formula.ListValue(p.paths[:n:n])},
	}))
}
