package sheet

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/astragal-engine/astragal/engine/dice"
)

// world draws packs and characters that fit them, more or less.
type world struct {
	t *rapid.T
	n int // fields; even ones are inputs
	c int // pieces of content
}

func (w *world) int(low, high int) int   { return rapid.IntRange(low, high).Draw(w.t, "n") }
func (w *world) one(of ...string) string { return rapid.SampledFrom(of).Draw(w.t, "one") }
func (w *world) chance(percent int) bool { return w.int(1, 100) <= percent }
func (w *world) field() string           { return fmt.Sprintf("f%d", w.int(0, w.n-1)) }
func (w *world) content() string         { return fmt.Sprintf("c%d", w.int(0, w.c-1)) }
func (w *world) key() string             { return w.one("", "", "high", "typed", "source", "free", "mine") }
func (w *world) id() string              { return fmt.Sprintf("i%d", w.int(0, 5)) }
func (w *world) number(among string) string {
	return w.one("1", "2", "0 - 3", "item.n", among, "floor("+among+" / 2)")
}

func (w *world) effect() string {
	target := "field: " + w.field()
	op := w.one("add", "add", "add", "set", "multiply", "atLeast", "atMost")
	value := w.number(w.field())
	switch w.int(0, 9) {
	case 0:
		target = "fields: {where: \"'odd' in item.tags\"}"
	case 1:
		return fmt.Sprintf("{target: {field: %s}, op: tag, value: odd}", w.field())
	case 2:
		return fmt.Sprintf("{target: {incoming: {fields: [f%d]}}, op: %s}", 2*w.int(0, w.n/2-1), w.one("cancel", "add, value: 1", "add, value: 1d4", "multiply, value: 0.5", "multiply, value: 2"))
	case 3:
		return fmt.Sprintf("{target: {actions: [act]}, op: available, value: %s > 2}", w.field())
	}
	if op == "multiply" {
		value = w.one("2", "0.5", "1 / "+w.field())
	}
	text := fmt.Sprintf("{target: {%s}, op: %s, value: %q", target, op, value)
	if key := w.key(); key != "" {
		text += ", stackKey: " + key
	}
	if w.chance(40) {
		text += fmt.Sprintf(", when: \"%s > %d\"", w.one(w.field(), "self.n", "item.n"), w.int(-2, 3))
	}
	return text + "}"
}

func (w *world) rules() (rules, content string) {
	var b strings.Builder
	b.WriteString("tags: [odd, act]\nsettings: {stacking: {high: highest, typed: highestBonusLowestPenalty, free: all, mine: playerChooses}}\nfields:\n")
	for i := range w.n {
		switch {
		case i%2 == 0 && w.chance(30):
			fmt.Fprintf(&b, "  - {id: f%d, type: integer, default: 1, min: '0', max: %q}\n", i, w.one("9", w.field()))
		case i%2 == 0:
			fmt.Fprintf(&b, "  - {id: f%d, type: integer, default: %d}\n", i, w.int(0, 5))
		default:
			before := fmt.Sprintf("f%d", w.int(0, i-1))
			fmt.Fprintf(&b, "  - {id: f%d, type: integer, formula: %q, tags: [%s]}\n", i, w.one(before+" + 1", "floor("+before+" / 2)", before+" * 2 - 1", "floor(6 / "+before+")"), w.one("", "odd"))
		}
	}
	b.WriteString("contentTypes:\n  - {id: thing, list: features, fields: {n: {type: integer, default: 1}}, state: {n: {type: integer, default: 1}}}\n  - {id: mould, kind: template, fields: {n: {type: integer, default: 1}}}\n")
	b.WriteString("actions: [{id: run, tags: [act], available: f0 > 0, steps: []}]\n")
	fmt.Fprintf(&b, "followUps: [{id: when, action: run, when: %s > 3}, {id: on, action: run, on: {fields: [f0]}}]\n", w.field())
	var c strings.Builder
	for i := range w.c {
		kind := "thing"
		if i == 0 {
			kind = "mould"
		}
		var effects []string
		for range w.int(0, 3) {
			effects = append(effects, w.effect())
		}
		fmt.Fprintf(&c, "- id: c%d\n  type: %s\n  n: %d\n  effects: [%s]\n", i, kind, w.int(-3, 3), strings.Join(effects, ", "))
		if w.c > 1 && w.chance(30) {
			fmt.Fprintf(&c, "  grants: [{content: c%d, when: %s > 1}]\n", w.int(1, w.c-1), w.field())
		}
		if w.chance(40) {
			options := w.one("{content: {type: thing, where: item.n > 0}}", "{values: '[1, 2]'}", "[{id: a, effects: ["+w.effect()+"]}, {id: b, when: f0 > 1, choices: [{id: sub, options: [{id: z}]}]}]")
			slots := w.one("", "slots: [1, 2], unique: true, when: f0 >= slot, ")
			fmt.Fprintf(&c, "  choices: [{id: pick, %scount: {min: 1, max: 2}, options: %s}]\n", slots, options)
		}
	}
	return b.String(), c.String()
}

func (w *world) choices() string {
	if w.chance(60) {
		return ""
	}
	return `,"choices":{"` + w.one("pick", "pick-1", "lost") + `":["` + w.one("p:"+w.content(), "a", "b", "gone:x") + `"]}`
}

func (w *world) character() string {
	var values, features, applied []string
	for i := range w.n {
		if w.chance(30) {
			values = append(values, fmt.Sprintf(`"p:f%d":%s`, i, w.one("0", "1", "3", "12", `"x"`, "null", "1.5")))
		}
	}
	if w.chance(30) {
		values = append(values, `"gone:x":{"a":[1]}`)
	}
	for i := range w.int(0, 6) {
		features = append(features, fmt.Sprintf(`{"id":"i%d","item":"%s","state":{"n":%d}%s}`, i, w.one("p:"+w.content(), "p:"+w.content(), "gone:y"), w.int(0, 3), w.choices()))
	}
	for i := range w.int(0, 3) {
		applied = append(applied, fmt.Sprintf(`{"id":"e%d","source":"p:%s","active":%v}`, i, w.content(), w.chance(70)))
	}
	return fmt.Sprintf(`{"id":"x","values":{%s},"features":[%s],"applied":[%s],"templates":[%s]%s}`, strings.Join(values, ","), strings.Join(features, ","), strings.Join(applied, ","),
		w.one("", `"p:c0"`, `"gone:t"`), w.choices())
}

func (w *world) change() string {
	path := w.one(`{"entry":"`+w.id()+`","choice":["pick"]}`, `{"entry":"`+w.id()+`","choice":["pick-1"]}`, `{"entry":"`+w.id()+`","choice":["pick","b","sub"]}`)
	option := w.one(`"a"`, `"b"`, `1`, `"z"`, `"p:`+w.content()+`"`)
	return w.one(
		fmt.Sprintf(`{"type":"set","field":"p:%s","value":%d}`, w.field(), w.int(-2, 12)),
		fmt.Sprintf(`{"type":"adjust","field":"p:%s","by":%d}`, w.field(), w.int(-5, 5)),
		fmt.Sprintf(`{"type":"adjust","field":"p:f%d","by":%d}`, 2*w.int(0, w.n/2-1), w.int(-5, 5)),
		fmt.Sprintf(`{"type":"addItem","entry":{"item":"p:%s"}}`, w.content()),
		fmt.Sprintf(`{"type":"removeItem","entry":"%s"}`, w.id()),
		fmt.Sprintf(`{"type":"setQuantity","copies":{"where":"item.n > %d"},"value":"self.n + batch.index"}`, w.int(-2, 2)),
		fmt.Sprintf(`{"type":"adjustState","entry":"%s","key":"n","by":%d}`, w.id(), w.int(-2, 2)),
		fmt.Sprintf(`{"type":"choose","path":%s,"option":%s}`, path, option),
		fmt.Sprintf(`{"type":"unchoose","path":%s,"option":%s}`, path, option),
		fmt.Sprintf(`{"type":"applyEffect","source":"p:%s"}`, w.content()),
		`{"type":"removeEffect","applied":{"where":"item.n < 0"}}`,
		fmt.Sprintf(`{"type":"toggleEffect","entry":"e%d"}`, w.int(0, 2)),
		`{"type":"applyTemplate","template":"p:c0"}`)
}

func worldOf(t *rapid.T) (*world, *Rules) {
	w := &world{t, 2 * rapid.IntRange(1, 8).Draw(t, "fields"), rapid.IntRange(1, 8).Draw(t, "content")}
	rules, content := w.rules()
	return w, rulesOf(t, rules, content)
}

func TestRandomSheets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, r := worldOf(t)
		c := characterOf(t, w.character())
		before := string(c.AppendJSON(nil))
		s := r.Compute(c, nil)
		text := string(s.AppendJSON(nil))
		require.Equal(t, text, string(r.Compute(c, nil).AppendJSON(nil)), "the same input gave other bytes")
		require.Equal(t, before, string(c.AppendJSON(nil)), "the input was changed")

		// Asked in whatever order, fields come to the same.
		lazy := r.Compute(c, nil)
		order := rapid.Permutation(r.Fields).Draw(t, "order")
		for _, f := range order {
			a, faultA := lazy.Value(f.N)
			b, faultB := s.Value(f.N)
			require.Equal(t, faultA == nil, faultB == nil, f.ID)
			require.Equal(t, show(b), show(a), f.ID)
		}
		for _, f := range r.Fields {
			partsHold(t, r, s, f.N)
		}
	})
}

// partsHold says of the breakdown of a field: what stands in a part's way counts, has its key and its op; of a key
// with a policy that lets one count, one counts.
func partsHold(t *rapid.T, r *Rules, s *Sheet, n int) {
	_, parts, _ := s.Parts(n)
	for i, p := range parts {
		if p.Wrong || p.By == counts {
			continue
		}
		by := parts[p.By]
		last := by // what competed within its key may lose to what sets or bounds the field after all
		for range parts {
			if last.By != counts {
				last = parts[last.By]
			}
		}
		require.Equal(t, counts, last.By, "part %d", i)
		require.Equal(t, p.Effect.Op, by.Effect.Op)
		if p.Effect.Op == "add" {
			require.Equal(t, p.Effect.StackKey, by.Effect.StackKey)
			if p.Effect.StackKey == "high" {
				require.GreaterOrEqual(t, Weight(by.Value), Weight(p.Value))
			}
		}
	}
	v, err := s.Value(n)
	if err != nil {
		return
	}
	// Sums say all where nothing but adds act.
	sum, plainSum := 0.0, true
	for _, p := range parts {
		plainSum = plainSum && p.Effect.Op == "add"
		if p.By == counts && !p.Wrong {
			sum += p.Value.Number()
		}
	}
	if base := s.cells[n].base; plainSum {
		require.Equal(t, base.Number()+sum, v.Number())
	}
}

func TestRandomChanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, r := worldOf(t)
		c := characterOf(t, w.character())
		before := string(c.AppendJSON(nil))
		var texts []string
		for range w.int(1, 6) {
			texts = append(texts, w.change())
		}
		changes := changesOf(t, "["+strings.Join(texts, ",")+"]")
		o := Options{Strict: w.chance(20), Dice: func(d dice.Die) (int, error) { return d.High(), nil }}
		result, err := r.Apply(c, changes, o)
		require.Equal(t, before, string(c.AppendJSON(nil)), "the input was changed")
		again, err2 := r.Apply(c, changes, o)
		require.Equal(t, err == nil, err2 == nil)
		if err != nil {
			require.Equal(t, string(err.JSON(nil)), string(err2.JSON(nil)))
			// All before the one that is refused can be made.
			_, err = r.Apply(c, changes[:err.Data["index"].(int)], o)
			require.Nil(t, err)
			return
		}
		require.Equal(t, string(result.AppendJSON(nil)), string(again.AppendJSON(nil)))
		after := result.Character
		read := characterOf(t, string(after.AppendJSON(nil)))
		require.Equal(t, string(after.AppendJSON(nil)), string(read.AppendJSON(nil)))
		keptHold(t, c, after, changes)
		for i, done := range result.Applied {
			if done.Type == "set" || done.Type == "adjust" {
				f := r.Field(done.Field)
				_, _, err := r.Compute(after, nil).Bounds(f)
				require.True(t, err == nil || i < len(changes))
			}
		}
	})
}

// keptHold says that nothing is lost that no change names: values, copies and entries of packs that are not loaded.
func keptHold(t *rapid.T, before, after *Character, changes []Change) {
	for id, v := range before.Values {
		if strings.HasPrefix(id, "gone:") {
			require.Equal(t, v, after.Values[id])
		}
	}
	removed := map[string]bool{}
	for _, c := range changes {
		removed[c.Entry] = true
	}
	for _, one := range before.Features {
		if strings.HasPrefix(one.Item, "gone:") && !removed[one.ID] {
			require.NotNil(t, after.copyOf(one.ID))
		}
	}
}

// What listOptions calls eligible can be chosen, and nothing else can.
func TestRandomOptionsCanBeChosen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, r := worldOf(t)
		c := characterOf(t, w.character())
		s := r.Compute(c, nil)
		for _, n := range s.Choices() {
			_, most := n.Counts()
			for _, o := range n.Options() {
				path := n.Path
				_, err := r.Apply(c, []Change{{Type: "choose", Path: &path, Option: o.Value}}, Options{})
				may := o.Eligible && !o.Picked && (most == Unbounded || len(n.picks) < most)
				require.Equal(t, may, err == nil, "%s %s: %v", n.Path.String(), o.ID, err)
			}
			require.Equal(t, n.Pending(), func() bool { least, _ := n.Counts(); return len(n.picks) < least }())
		}
	})
}
