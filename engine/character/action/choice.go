package action

import (
	"slices"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/character/sheet"
	"github.com/astragal-engine/astragal/engine/dice"
)

// doneOption ends a repeated choice step.
const doneOption = "#done"

// candidate is something that a choice step offers.
type candidate struct {
	id      string
	written *pack.Option    // a written option, or one that content adds
	added   *sheet.Instance // the effect that adds it
	item    formula.Value   // of content and copies
	self    formula.Value   // of copies
	names   formula.Names   // what its formulas see
}

// picking is a choice step in the middle of its picks.
type picking struct {
	*frame
	step   *pack.Step
	path   string
	c      *context
	kind   string // what a rule of the policy calls it
	repeat bool
	picked []string
	values []formula.Value // the same, as formulas see them: what was shown of them stays as it is
	last   *candidate
	counts map[string]int
}

// choiceStep asks for picks until there are enough (seed: Choice steps).
func (f *frame) choiceStep(s *pack.Step, path string, c *context) {
	if s.Choice.Options.Pending != nil {
		f.pendingStep(s, path, c)
		return
	}
	def := s.Choice
	p := &picking{frame: f, step: s, path: path, c: c, repeat: def.Repeat, counts: map[string]int{}}
	most, least := 1, 0
	if def.Repeat {
		most = f.run.int(def.Max, c, path)
		if def.Min != nil {
			least = f.run.int(def.Min, c, path)
		}
		p.store()
	}
	for len(p.picked) < most {
		if len(p.picked) > 0 {
			p.c = f.again(s, path, c.tags)
		}
		own := p.own()
		all := append(own[:len(own):len(own)], p.addedOptions(own)...)
		if len(all) == 0 {
			return
		}
		f.count(path)
		ids := idsOf(all)
		if def.Repeat && len(p.picked) >= least {
			ids = append(ids, doneOption)
		}
		recommended := p.recommend(own)
		needs := &Needs{Kind: needChoice, Step: path, Action: f.id, Options: ids, Recommended: recommended}
		entry := &Entry{Step: path, Action: f.id, Kind: needChoice}
		if def.Repeat {
			n := len(p.picked)
			entry.Index = &n
		}
		option := f.pick(needs, c.tags, entry)
		if option == doneOption {
			return
		}
		i := slices.IndexFunc(all, func(k candidate) bool { return k.id == option })
		p.take(&all[i])
		if !def.Repeat {
			return
		}
	}
}

// again is the context of a step after it has proposed more.
func (f *frame) again(s *pack.Step, path string, tags []string) *context {
	return &context{Sheet: f.sheetOf(s, path), f: f, step: s, path: path, tags: tags, state: evaluated}
}

func idsOf(list []candidate) []string {
	ids := make([]string, len(list), len(list)+1)
	for i := range list {
		ids[i] = list[i].id
	}
	return ids
}

// pick is the checkpoint of one pick: recorded, recommended under an automatic policy, or asked.
func (f *frame) pick(needs *Needs, tags []string, entry *Entry) string {
	offered := func(option string) bool { return slices.Contains(needs.Options, option) }
	option, by := "", byEngine
	if rec := f.replay(needChoice, needs.Step); rec != nil {
		if !sameChoice(rec.Choice, needs.Choice) {
			f.run.refuseRecorded(needs, "it was the pick of another choice")
		}
		if rec.Option == nil || !offered(*rec.Option) {
			f.run.refuseRecorded(needs, "the recorded option is not offered")
		}
		option, by = *rec.Option, rec.By
	} else {
		if needs.Recommended != nil && !f.in.Policy.pauses(choices, tags, needs.Step) {
			option = *needs.Recommended
		} else {
			a := f.ask(needs)
			if !offered(*a.Option) {
				f.refuse(needs, *a.Option+" is not offered")
			}
			option, by = *a.Option, byApp
		}
		f.record(Recorded{Kind: needChoice, Step: needs.Step, By: by, Option: &option, Choice: entry.Choice})
	}
	entry.By, entry.Option = by, &option
	f.log = append(f.log, entry)
	return option
}

func sameChoice(recorded *sheet.Path, asked *AskedChoice) bool {
	if recorded == nil || asked == nil {
		return recorded == nil && asked == nil
	}
	return recorded.Entry == asked.Path.Entry && slices.Equal(recorded.Choice, asked.Path.Choice)
}

// own are the options of the step's own source, in its order.
func (p *picking) own() []candidate {
	src := &p.step.Choice.Options
	var out []candidate
	offer := func(k candidate, where *pack.Formula) {
		k.names = p.names(k.item, k.self, k.id)
		if p.holds(where, k.names, p.path) {
			out = append(out, k)
		}
	}
	switch {
	case src.Content != nil:
		for _, item := range src.Content.Of.Items {
			if !item.Hidden {
				offer(candidate{id: item.ID, item: p.rules.ItemView(item)}, src.Content.Where)
			}
		}
	case src.Copies != nil:
		of := ""
		if src.Copies.Of != nil {
			of = src.Copies.Of.ID
		}
		p.c.EachCopy(of, func(k *sheet.Copy, _ *pack.Item, view formula.Copy) bool {
			offer(candidate{id: k.ID, item: view.Item, self: view.Self}, src.Copies.Where)
			return true
		})
	default:
		for _, o := range src.Written {
			k := candidate{id: o.ID, written: o}
			k.names = bind(p.c, pack.SlotPicks, formula.IntValue(p.counts[o.ID]))
			if p.holds(o.When, k.names, p.path) {
				out = append(out, k)
			}
		}
	}
	return out
}

// names is what the formulas of a candidate of content or copies see.
func (p *picking) names(item, self formula.Value, id string) formula.Names {
	var names formula.Names = bind(p.c, pack.SlotItem, item)
	names = bind(names, pack.SlotSelf, self)
	return bind(names, pack.SlotPicks, formula.IntValue(p.counts[id]))
}

// addedOptions are those that content adds (seed: Choice steps, added options).
func (p *picking) addedOptions(own []candidate) []candidate {
	if len(p.c.tags) == 0 {
		return nil
	}
	var out []candidate
	type group struct {
		key    string
		source sheet.StackSource
	}
	keys := map[group]bool{}
	for _, in := range p.c.Steps(p.c.tags, p.entry) {
		if in.Effect.Op != pack.AddOption || !ofContent(in) {
			continue
		}
		o := in.Effect.Option
		k := candidate{id: in.Content.ID + "#" + o.ID, written: o, added: in}
		k.names = bind(p.effectNames(p.c, in), pack.SlotPicks, formula.IntValue(p.counts[k.id]))
		if slices.ContainsFunc(out, func(b candidate) bool { return b.id == k.id }) || slices.ContainsFunc(own, func(b candidate) bool { return b.id == k.id }) {
			continue
		}
		if !p.holds(in.Effect.When, k.names, p.path) || !p.holds(o.When, k.names, p.path) {
			continue
		}
		if key := in.Effect.StackKey; key != "" {
			g := group{key: key}
			if key == "source" {
				g.source = in.StackSource()
			}
			if keys[g] {
				continue
			}
			keys[g] = true
		}
		out = append(out, k)
	}
	return out
}

// recommend is the option that the step recommends, or that is drawn (seed: Recommending, Random picks).
func (p *picking) recommend(own []candidate) *string {
	if len(own) == 0 {
		return nil
	}
	def := p.step.Choice
	ids := idsOf(own)
	names := bind(p.c, pack.SlotOptions, formula.StringsValue(ids))
	if def.Random != nil && p.run.bool(def.Random, names, p.path) {
		if len(own) == 1 {
			return &ids[0]
		}
		return &ids[p.draw(p.path, p.c.tags, ids, nil)]
	}
	if def.Recommend != nil {
		v := p.eval(def.Recommend, names, p.path)
		if slices.Contains(ids, v.Text()) && v.Kind() == formula.StringKind {
			id := v.Text()
			return &id
		}
		return nil
	}
	if def.Prefer == nil {
		return nil
	}
	best, most := -1, 0.0
	for i, k := range own {
		v := p.eval(def.Prefer, k.names, p.path)
		if kind := v.Kind(); kind != formula.IntKind && kind != formula.NumberKind {
			p.mismatch(p.path, "a number", v)
		}
		if best < 0 || v.Number() > most {
			best, most = i, v.Number()
		}
	}
	return &ids[best]
}

// draw is a checkpoint for one die over things that may be drawn; it gives the index of what fell.
func (f *frame) draw(path string, tags, among []string, choice *AskedChoice) int {
	n := len(among)
	draw := &Draw{Among: slices.Clone(among)}
	c := f.dicePoint(path, tags, func() *Needs {
		return &Needs{Kind: needDice, Step: path, Action: f.id, Dice: []NeededDice{{Count: 1, Sides: n}}, Draw: draw, Choice: choice}
	}, 1)
	face, _ := c.next(dice.Die{Sides: n})
	c.close()
	f.log = append(f.log, &Entry{Step: path, Action: f.id, Kind: needDice, By: c.rec.By, Faces: []int{face}, Draw: draw})
	return face - 1
}

// take makes a pick: flags, then changes, then what later steps see.
func (p *picking) take(k *candidate) {
	p.picked = append(p.picked, k.id)
	p.values = append(p.values, formula.StringValue(k.id))
	p.counts[k.id]++
	p.last = k
	picked := formula.Record{{Name: "id", Value: formula.StringValue(k.id)}, {Name: "item", Value: k.item}, {Name: "self", Value: k.self}}
	with := func(up formula.Names) formula.Names { return bind(up, pack.SlotPicked, formula.ObjectValue(picked)) }
	optionNames := with(p.c)
	if k.added != nil {
		optionNames = with(p.effectNames(p.c, k.added))
	}
	if k.written != nil {
		for _, flag := range k.written.Flags {
			p.setFlag(flag.Name, p.settled(flag.Formula, optionNames, p.path))
		}
	}
	p.store()
	copyID := ""
	if !k.self.IsAbsent() {
		copyID = k.id
	}
	if k.written != nil {
		at := resolving{frame: p.frame, path: p.path, names: optionNames, c: p.c, carrier: k.added}
		at.propose(k.written.To, k.written.Changes)
	}
	at := resolving{frame: p.frame, path: p.path, names: with(p.c), c: p.c, picked: copyID}
	at.propose(nil, p.step.Choice.Changes)
}

// store keeps the step's result.
func (p *picking) store() {
	rec := formula.Record{}
	if p.repeat {
		rec = append(rec, formula.Entry{Name: "picked", Value: formula.ListValue(p.values[:len(p.values):len(p.values)])})
	} else {
		rec = append(rec, formula.Entry{Name: "picked", Value: formula.StringValue(p.last.id)})
		if p.last.written == nil {
			rec = append(rec, formula.Entry{Name: "item", Value: p.last.item}, formula.Entry{Name: "self", Value: p.last.self})
		}
	}
	p.set(p.step, formula.ObjectValue(rec))
}
