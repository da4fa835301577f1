package sheet

import (
	"math"
	"slices"
	"strings"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
)

// moved stores the follow-ups that a change of a field triggers. They look at the character as the change
// left it.
func (b *batch) moved(f *pack.Field, c *Change, before, after formula.Value) *Error {
	if same, err := before.Equal(after); err == nil && same {
		return nil
	}
	if b.opts.Quiet {
		return nil
	}
	s := b.now()
	by := math.Abs(after.Number() - before.Number())
	type fired struct {
		carrier *Carrier
		def     *pack.FollowUp
		params  []Param
	}
	var list []fired
	for _, one := range s.followUps {
		on := one.def.On
		if on == nil || !triggers(on, f, c.Tags) || !one.carrier.Active() {
			continue
		}
		delta, _ := numberAs(after.Number()-before.Number(), f.Type == pack.Integer)
		names := &context{Carrier: one.carrier, amount: sizeOf(by, f.Type == pack.Integer), change: formula.ObjectValue(formula.Record{
			{Name: "field", Value: formula.StringValue(f.ID)},
			{Name: "tags", Value: formula.StringsValue(c.Tags)},
			{Name: "before", Value: before},
			{Name: "after", Value: after},
			{Name: "by", Value: delta},
		})}
		ok, err := s.holds(on.When, names)
		var params []Param
		if err == nil && ok {
			params, err, _ = s.params(one.def.Params, names)
		}
		if err != nil {
			return b.failed(err, "field")
		}
		if ok {
			list = append(list, fired{one.carrier, one.def, params})
		}
	}
	for _, one := range list {
		stored := &FollowUp{FollowUp: one.def.ID, Params: map[string]any{}}
		if !one.carrier.isRules() {
			stored.Source = &Source{one.carrier.Source.Type, one.carrier.Source.ID, one.carrier.Source.Entry}
		}
		for _, p := range one.params {
			stored.Params[p.Name] = p.Value
		}
		b.store(stored)
	}
	return nil
}

func triggers(on *pack.Trigger, f *pack.Field, tags []string) bool {
	named := len(on.Fields) == 0 || slices.ContainsFunc(on.Fields, func(r pack.Ref) bool { return r.ID == f.ID })
	return named && (len(on.Tags) == 0 || underAny(tags, on.Tags))
}

// store stores a follow-up under an id of its own.
func (b *batch) store(f *FollowUp) {
	name := localID(f.FollowUp)
	if at := strings.LastIndexByte(name, '#'); at >= 0 {
		name = name[at+1:]
	}
	f.ID = b.followUpIDs().free(name)
	b.ch.FollowUps = append(b.ch.FollowUps, f)
	b.done.Entries = append(b.done.Entries, f.ID)
	b.changed()
}
