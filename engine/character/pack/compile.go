package pack

import (
	"fmt"
	"strings"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/diag"
)

// compiler compiles the formulas of a ruleset that is being loaded, in the order in which they stand: a
// step sees what the steps before it give.
type compiler struct {
	l      *loader
	base   map[*Pack]*formula.Scope
	views  map[*ContentType]*contentViews
	any    *contentViews // of content whose type is not known
	union  *actionTypes  // what effects and bands see of whatever action runs
	behind map[*Action][]*Step
	shown  map[*Pack]*packTypes
	sought int  // names among which those that were not found were sought
	ended  bool // too many of them
	scopes map[scopeKey]*formula.Scope
}

// scopeKey says when two formulas see the same.
type scopeKey struct {
	place  place
	pack   *Pack
	typ    *ContentType
	action *Action
	step   *Step
	role   string
	behind int
	source any
	more   string
}

func (l *loader) compileAll() {
	c := &compiler{l: l, base: map[*Pack]*formula.Scope{}, views: map[*ContentType]*contentViews{}, behind: map[*Action][]*Step{}, shown: map[*Pack]*packTypes{}, scopes: map[scopeKey]*formula.Scope{}}
	c.any = c.viewsOfAny()
	for _, j := range l.formulas {
		if j.f != nil && !j.shared() {
			c.compile(j)
		}
		if j.done != nil {
			j.done(c)
		}
	}
	c.union = c.everyAction()
	for _, j := range l.formulas {
		if j.f != nil && j.shared() {
			c.compile(j)
		}
	}
}

// shared reports whether a formula sees whatever action is running, which is known once all actions were compiled.
func (j *formulaJob) shared() bool {
	switch j.place {
	case rollEffectWhen, rollEffectValue, rollTags, stepEffectWhen, addedOptionWhen, addedFlag, bandValue, bandWhen:
		return true
	}
	return j.env.action == nil && j.env.effect != nil && j.env.effect.On == OnSteps
}

func (c *compiler) compile(j *formulaJob) {
	if c.ended || c.l.faults.cut {
		return
	}
	if c.sought > mostCompared {
		c.ended = true
		c.l.faults.report(Schema, j.f.Pos, nil, "mend the others first", "so many names are unknown that this formula and those behind it were not looked at")
		return
	}
	want := placeTable[j.place].Gives
	if j.want != nil {
		want = j.want(c)
	}
	if want.not {
		return
	}
	if want.t == nil {
		want.t = formula.Any
	}
	scope := c.scope(j)
	code, err := formula.Compile(j.f.Src, scope, want.t)
	if err != nil {
		c.fault(j, err)
		return
	}
	j.f.Code = code
	c.passable(j)
}

// fault reports an error of a formula: what it should give is a type-mismatch, all else a formula-error.
func (c *compiler) fault(j *formulaJob, err *formula.Error) {
	if name, ok := err.Data["name"].(string); ok && err.Code == formula.UnknownName && !strings.HasPrefix(err.Message, "there is no function") && c.l.lost.hides(j.env, name) {
		return
	}
	pos := j.f.At(err.Offset)
	with := data{"cause": string(err.Code), "place": placeTable[j.place].Name}
	for k, v := range err.Data {
		with[k] = v
	}
	fix := ""
	if err.Code == formula.UnknownName {
		c.sought += len(c.l.build.Fields)
	}
	if err.Code == formula.UnknownName && strings.HasPrefix(err.Message, "there is no name") {
		fix = c.suggest(j, err)
	}
	c.l.faults.report(FormulaError, pos, with, fix, "%s", err.Message)
}

// suggest says which names there are at a place.
func (c *compiler) suggest(j *formulaJob, err *formula.Error) string {
	var names []string
	for _, s := range placeTable[j.place].Sees {
		if _, ok := c.root(s, j); ok {
			names = append(names, roots[s])
		}
	}
	names = append(names, "character", "links")
	word, _ := err.Data["name"].(string)
	if word == "" && err.Offset >= 0 && err.Offset+err.Length <= len(j.f.Src) {
		word = j.f.Src[err.Offset : err.Offset+err.Length]
	}
	if !c.l.maySuggest(len(c.l.build.index.fields)) {
		return ""
	}
	if near := diag.Nearest(word, append(localIDs(c.l, c.l.build.index.fields, j.env), names...)); near != "" {
		return "write '" + near + "'"
	}
	return "formulas here see the fields and " + strings.Join(names, ", ")
}

// passable reports a formula that is passed on to another call and reads what is not known there.
func (c *compiler) passable(j *formulaJob) {
	code := j.f.Code
	aimed := j.place == aimedValue && (code.ReadsName("self") || code.ReadsName("item") || code.ReadsName("batch"))
	aimed = aimed || j.place == aimedWhere || j.place == changeState && code.ReadsName("batch")
	if !aimed {
		return
	}
	for _, name := range []string{"participants", "participant", "situational", "picked", "x", "amount", "tag"} {
		if code.ReadsName(name) {
			c.l.faults.report(FormulaError, j.f.Pos, data{"cause": string(formula.UnknownName), "name": name}, "put it in a flag before, and read the flag",
				"this formula is worked out by the character that the change reaches, who does not know '%s'", name)
		}
	}
}

// scope gives the names of a formula's place.
func (c *compiler) scope(j *formulaJob) *formula.Scope {
	e := j.env
	k := scopeKey{place: j.place, pack: e.pack, typ: e.content(), action: e.action, step: e.step, behind: len(c.behind[e.action])}
	if e.step != nil {
		k.role = e.step.eachRole()
	}
	k.more = c.particular(e)
	if e.source.Content != nil {
		k.source = e.source.Content.Of
	}
	if e.source.Copies != nil {
		k.source = e.source.Copies.Of
	}
	if e.param != nil {
		k.source = e.param
	}
	if s := c.scopes[k]; s != nil {
		return s
	}
	s := formula.NewScope(c.baseOf(e.pack))
	for _, slot := range placeTable[j.place].Sees {
		if t, ok := c.root(slot, j); ok {
			s.Declare(roots[slot], slot, t)
		}
	}
	c.scopes[k] = s
	return s
}

// particular tells apart places that see differently for reasons of their own.
func (c *compiler) particular(e *env) string {
	var b strings.Builder
	flag := func(on bool, c byte) {
		if on {
			b.WriteByte(c)
		}
	}
	flag(e.item != nil || e.typ != nil, 'c')
	flag(e.situational != nil, 's')
	flag(e.effect != nil, 'e')
	flag(e.choice != nil && len(e.choice.Slots) > 0, 'n')
	flag(e.picked, 'p')
	flag(e.trigger, 't')
	flag(e.source.Written != nil, 'w')
	flag(e.source.Content != nil, 'q')
	flag(e.source.Copies != nil, 'o')
	flag(e.source.Pending != nil, 'd')
	if ch := e.change; ch != nil {
		flag(ch.ForEach != nil, 'x')
		flag(ch.Split != nil, 'g')
		flag(ch.Copies != nil || ch.Applied != nil, 'a')
		flag(ch.Type == ApplyEffect, 'b')
		if ch.ForEach != nil {
			fmt.Fprintf(&b, "%p", ch)
		}
	}
	if e.action != nil {
		for _, f := range e.action.Flags {
			fmt.Fprintf(&b, "%d,", len(f.types))
		}
	}
	return b.String()
}

// baseOf gives what every formula of a pack sees: the fields, the character, the links, the functions.
func (c *compiler) baseOf(p *Pack) *formula.Scope {
	if s := c.base[p]; s != nil {
		return s
	}
	s := formula.NewScope(nil)
	taken := map[string]bool{}
	for _, seen := range p.Visible {
		for _, f := range c.l.fieldsOf[seen] {
			if !taken[f.Name] {
				taken[f.Name] = true
				s.Declare(f.Name, f.Slot(), valueType(f.Type, f.Of))
			}
		}
	}
	s.Declare("character", SlotCharacter, formula.ObjectOf(formula.Member{Name: "id", Type: formula.String}, formula.Member{Name: "creating", Type: formula.Bool}))
	s.Declare("links", SlotLinks, c.links(p))
	s.SetLibrary(library{c, p})
	c.base[p] = s
	return s
}

// library answers what the ids in character functions name.
type library struct {
	c *compiler
	p *Pack
}

func (b library) Field(id string) (formula.Slot, *formula.Type, bool) {
	_, found := lookup(b.c.l, b.c.l.build.index.fields, id, &env{pack: b.p})
	if f, ok := found.(*Field); ok {
		return f.Slot(), valueType(f.Type, f.Of), true
	}
	return 0, nil, false
}

func (b library) Copies(what string) (string, *formula.Type, *formula.Type, bool) {
	e := &env{pack: b.p}
	if id, found := lookup(b.c.l, b.c.l.build.index.types, what, e); found != nil {
		v := b.c.viewsOf(found.(*ContentType))
		return id, v.item, v.self, true
	}
	if id, found := lookup(b.c.l, b.c.l.build.index.items, what, e); found != nil {
		v := b.c.viewsOf(found.(*Item).Type)
		return id, v.item, v.self, true
	}
	return "", nil, nil, false
}
