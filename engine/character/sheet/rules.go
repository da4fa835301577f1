package sheet

import (
	"sync"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/dice"
)

// Rules is a ruleset made ready for sheets. It never changes and is safe for any number of threads.
type Rules struct {
	*pack.Ruleset
	items      []formula.Value // the views of content, by number
	effects    []effect        // by number
	tags       []formula.Value // of fields, where they are the same on every sheet; else Absent
	types      []*formula.Type // of fields
	defaults   []formula.Value // of input fields, where they are no formula
	byPack     []plan          // what the rules of each pack carry
	content    []contentPlan   // what content carries, by number
	situations map[*pack.Action][]*pack.Situational
	diceLimits dice.Limits
	passedOn   passedOn
	fragments  fragments
	rooms      sync.Pool // of sheets that were released
}

// effect is an effect with its fields found.
type effect struct {
	*pack.Effect
	fields  []int // of field and incoming targets
	dynamic bool  // the fields are found on the sheet: FieldsWhere reads what differs
}

// Prepare makes a ruleset ready.
func Prepare(rs *pack.Ruleset) *Rules {
	r := &Rules{Ruleset: rs, diceLimits: diceLimits(rs.Settings.Limits)}
	r.types = make([]*formula.Type, len(rs.Fields))
	r.defaults = make([]formula.Value, len(rs.Fields))
	for i, f := range rs.Fields {
		r.types[i] = TypeOf(&f.Prop)
		if f.Default != nil {
			r.defaults[i], _ = ValueOf(&f.Prop, f.Default)
		}
	}
	r.items = make([]formula.Value, len(rs.Items))
	for i, item := range rs.Items {
		r.items[i] = itemView(item)
	}
	r.effects = make([]effect, len(rs.Effects))
	for i, e := range rs.Effects {
		r.effects[i] = effect{Effect: e, fields: fieldNumbers(rs, e.Fields)}
	}
	r.findTags()
	budget := formula.NewBudget(mostSteps/10, r.diceLimits) // what is left to sheets has a budget there
	for i := range r.effects {
		r.findFields(&r.effects[i], budget)
	}
	byPack := make([]pack.Carried, len(rs.Packs))
	for _, e := range rs.Rules.Effects {
		byPack[e.Pack.N].Effects = append(byPack[e.Pack.N].Effects, e)
	}
	for _, c := range rs.Rules.Choices {
		byPack[c.Pack.N].Choices = append(byPack[c.Pack.N].Choices, c)
	}
	for _, f := range rs.Rules.FollowUps {
		byPack[f.Pack.N].FollowUps = append(byPack[f.Pack.N].FollowUps, f)
	}
	r.plan(byPack)
	r.situations = situationsOf(rs, allActions(rs))
	r.findFragments()
	return r
}

func diceLimits(run pack.RunLimits) dice.Limits {
	return dice.Limits{Dice: run.Dice, Faces: run.Faces, Explosions: run.Explosions}
}

func fieldNumbers(rs *pack.Ruleset, refs []pack.Ref) []int {
	var out []int
	for _, ref := range refs {
		if f := rs.Field(ref.ID); f != nil {
			out = append(out, f.N)
		}
	}
	return out
}

// findTags notes the tags of fields that no sheet can change.
func (r *Rules) findTags() {
	r.tags = make([]formula.Value, len(r.Fields))
	changed := make([]bool, len(r.Fields))
	for _, e := range r.effects {
		if e.On == pack.OnFields && e.Op == pack.AddTag {
			if e.FieldsWhere != nil {
				return // it may reach any field
			}
			for _, n := range e.fields {
				changed[n] = true
			}
		}
	}
	for i, f := range r.Fields {
		fixed := !changed[i]
		tags := make([]string, 0, len(f.Tags))
		for _, t := range f.Tags {
			fixed = fixed && t.Formula == nil
			tags = append(tags, t.Literal)
		}
		if fixed {
			r.tags[i] = formula.StringsValue(tags)
		}
	}
}

// findFields finds the fields of a query that reads nothing but the fields' own views, where no sheet
// can change those.
func (r *Rules) findFields(e *effect, budget *formula.Budget) {
	if e.On != pack.OnFields || e.FieldsWhere == nil {
		return
	}
	for _, read := range e.FieldsWhere.Code.Reads() {
		e.dynamic = e.dynamic || read.Slot != pack.SlotItem || len(read.Path) == 0 || read.Path[0] == "value"
	}
	e.dynamic = e.dynamic || len(e.FieldsWhere.Code.Calls()) > 0
	for i := range r.Fields {
		e.dynamic = e.dynamic || r.tags[i].IsAbsent()
	}
	if e.dynamic {
		return
	}
	for i, f := range r.Fields {
		view := formula.Record{
			{Name: "id", Value: formula.StringValue(f.ID)},
			{Name: "type", Value: formula.StringValue(string(f.Type))},
			{Name: "tags", Value: r.tags[i]},
		}
		ok, err := e.FieldsWhere.Code.Eval(itemOnly{formula.ObjectValue(view)}, budget)
		if err != nil { // a sheet reports it
			e.dynamic, e.fields = true, nil
			return
		}
		if ok.Bool() {
			e.fields = append(e.fields, i)
		}
	}
}

// itemOnly answers formulas that read nothing but item.
type itemOnly struct{ item formula.Value }

func (n itemOnly) Name(slot formula.Slot) (formula.Value, *formula.Error) {
	if slot == pack.SlotItem {
		return n.item, nil
	}
	return formula.Absent, nil
}

// choiceKeys are the keys of rules-level choices in characters: the id as declared, qualified only where
// two packs declare the same.
func choiceKeys(choices []*pack.Choice) map[string]string {
	times := map[string]int{}
	for _, c := range choices {
		times[c.ID]++
	}
	keys := map[string]string{}
	for _, c := range choices {
		id := c.Pack.ID + ":" + c.ID
		if keys[id] = c.ID; times[c.ID] > 1 {
			keys[id] = id
		}
	}
	return keys
}
