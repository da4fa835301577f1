package pack

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/dice"
	"github.com/astragal-engine/astragal/engine/model"
)

// naming says which names a place allows.
type naming uint8

const (
	fieldNames naming = iota // dots allowed; the first part is no root of a context
	viewNames                // dots allowed
	partNames                // one plain identifier
)

var (
	identifier = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	anyWord    = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.\-]*$`)
)

// reserved are the words that the language of formulas keeps for itself.
var reserved = map[string]bool{
	"true": true, "false": true, "null": true, "in": true, "as": true, "break": true, "const": true, "continue": true, "else": true, "for": true, "function": true,
	"if": true, "import": true, "let": true, "loop": true, "package": true, "namespace": true, "return": true, "var": true, "void": true, "while": true,
}

// longestName bounds ids and names.
const longestName = 200

// pathName checks a name that formulas read as a path.
func (l *loader) pathName(name string, pos diag.Pos, how naming) bool {
	parts := strings.Split(name, ".")
	why := ""
	for _, part := range parts {
		switch {
		case !identifier.MatchString(part):
			why = "formulas read it, so it is made of letters, digits and underscores and begins with no digit"
		case reserved[part]:
			why = "'" + part + "' is a word of the language of formulas"
		}
	}
	switch {
	case why != "":
	case len(name) > longestName:
		why = fmt.Sprintf("it is longer than %d characters", longestName)
	case how == partNames && len(parts) > 1:
		why = "it has no dots"
	case how == fieldNames && rootNames[parts[0]]:
		why = "formulas see something else under '" + parts[0] + "'"
	}
	if why == "" {
		return true
	}
	l.faults.report(Schema, pos, data{"name": name}, "choose another name", "'%s' cannot be a name here: %s", clip(name), why)
	return false
}

// wordAt checks an id that formulas do not read as a path.
func (l *loader) wordAt(id string, pos diag.Pos) bool {
	if anyWord.MatchString(id) && len(id) <= longestName {
		return true
	}
	l.faults.report(Schema, pos, data{"id": id}, "use letters, digits, hyphens, underscores and dots", "'%s' cannot be an id", clip(id))
	return false
}

// plainName reads an id that is one plain identifier.
func (l *loader) plainName(f form, key string) string {
	id := f.text(key)
	if id != "" {
		l.pathName(id, f.at(key), partNames)
	}
	return id
}

// id reads an id that formulas do not read as a path.
func (l *loader) id(f form, key string) string {
	id := f.text(key)
	if id != "" {
		l.wordAt(id, f.at(key))
	}
	return id
}

// once reports an id that stands a second time.
func (l *loader) once(seen map[string]diag.Pos, kind, id string, pos diag.Pos) bool {
	if id == "" {
		return false
	}
	if first, ok := seen[id]; ok {
		l.duplicate(kind, id, pos, first)
		return false
	}
	seen[id] = pos
	return true
}

func (l *loader) duplicate(kind, id string, pos, first diag.Pos) {
	l.faults.report(DuplicateID, pos, data{"kind": kind, "id": id, "first": first.String()}, "choose another id", "there is %s '%s' already, at %s", article(kind), clip(id), first)
}

// props reads typed names.
func (l *loader) props(f form, key string, e *env, how naming) []Prop {
	n := f.get(key)
	if n == nil {
		return nil
	}
	if !l.within(n.Pos, len(n.Keys), mostNames, "names here") {
		return nil
	}
	out := make([]Prop, 0, len(n.Keys)) // what is resolved later keeps pointers to its elements
	f.entries(key, func(name string, pos diag.Pos, n *model.Node) {
		l.pathName(name, pos, how)
		out = append(out, Prop{})
		l.shortProp(n, "prop", &out[len(out)-1], name, pos, e)
	})
	l.noPrefixes(out)
	return out
}

// shortProp reads a typed name: a mapping, or its type alone.
func (l *loader) shortProp(n *model.Node, shape string, p *Prop, name string, pos diag.Pos, e *env) (f form) {
	if n.Kind == model.Text {
		*p = Prop{Name: name, Pos: pos}
		if l.fits(n, shapes["prop"].keys["type"], true) {
			p.Type = Type(n.Raw())
			l.optionsOf(f, p)
		}
		return form{l: l}
	}
	f, _ = l.form(n, shape)
	f.l = l
	l.prop(f, p, name, pos, e)
	return f
}

// within reports a list that has more than its limit.
func (l *loader) within(pos diag.Pos, n, most int, what string) bool {
	if n > most {
		l.faults.report(Schema, pos, data{"limit": most}, "use fewer", "there are more than %d %s", most, what)
	}
	return n <= most
}

// noPrefixes reports names that are the beginning of another one's path.
func (l *loader) noPrefixes(list []Prop) {
	names := map[string]bool{}
	for _, p := range list {
		names[p.Name] = true
	}
	for _, p := range list {
		for i := range p.Name {
			if p.Name[i] == '.' && names[p.Name[:i]] {
				l.prefix(p.Name, p.Name[:i], p.Pos)
			}
		}
	}
}

func (l *loader) prefix(name, short string, pos diag.Pos) {
	l.faults.report(Schema, pos, data{"name": name, "prefix": short}, fmt.Sprintf("rename one, such as '%s' to '%s.value'", short, short),
		"'%s' cannot stand beside '%s', which is the beginning of its path", name, short)
}

// prop reads type, of, options and default into its place.
func (l *loader) prop(f form, p *Prop, name string, pos diag.Pos, e *env) {
	*p = Prop{Name: name, Pos: pos, Type: Type(f.text("type")), Options: f.names("options")}
	if f.has("of") {
		p.Of = Ref{Written: f.text("of"), Pos: f.at("of")}
		if p.Type == ID && p.Of.Written != "field" {
			l.resolveLater(&p.Of, refType, e, nil)
		}
	}
	l.optionsOf(f, p)
	if n := f.get("default"); n != nil && !isFormulaOnly(n) && p.Type != "" {
		l.datum(n, p, e, func(v any) { p.Default = v })
	}
}

// optionsOf checks that options and `of` go with the type.
func (l *loader) optionsOf(f form, p *Prop) {
	switch {
	case p.Type == Enum && len(p.Options) == 0:
		l.faults.report(Schema, p.Pos, nil, "add options: [...]", "an enum has options")
	case p.Type != Enum && len(p.Options) > 0:
		l.faults.report(Schema, f.at("options"), nil, "make its type enum, or drop them", "only an enum has options")
	case p.Type == ID && !p.Of.Given():
		l.faults.report(Schema, p.Pos, nil, "add of: field, or of: <content type>", "an id is of a field or of a content type")
	case p.Of.Given() && p.Type == List && !slices.Contains(types, p.Of.Written):
		l.unknown(p.Of.Pos, p.Of.Written, types, "a list cannot be of '%s'", clip(p.Of.Written))
	case p.Of.Given() && p.Type != ID && p.Type != List:
		l.faults.report(Schema, p.Of.Pos, nil, "drop it", "only an id and a list are of something")
	}
}

// datum reads data of a type; what does not fit is a type-mismatch. An id is set a second time, qualified,
// when it was resolved.
func (l *loader) datum(n *model.Node, p *Prop, e *env, set func(any)) {
	v, ok := l.fitting(n, p)
	if !ok {
		expected := string(p.Type)
		if p.Type == Enum {
			expected = "one of " + strings.Join(p.Options, ", ")
		}
		l.faults.report(TypeMismatch, n.Pos, data{"expected": expected}, "", "this is not %s", typeNoun(p))
		return
	}
	set(v)
	if p.Type == ID {
		ref := &Ref{Written: n.Raw(), Pos: n.Pos}
		l.resolveLater(ref, l.idKind(p), e, func(any) { set(ref.ID) })
	}
}

func typeNoun(p *Prop) string {
	switch p.Type {
	case Integer:
		return "a whole number"
	case Number:
		return "a number"
	case Boolean:
		return "true or false"
	case Enum:
		return "one of " + strings.Join(p.Options, ", ")
	case Dice:
		return "dice, such as 2d6 + 1"
	case List:
		return "a list that fits"
	}
	return "a text"
}

func (l *loader) fitting(n *model.Node, p *Prop) (any, bool) {
	switch p.Type {
	case Integer:
		v, ok := plain(n).(int64)
		return v, ok && n.Kind == model.Int && v <= 1<<53-1 && v >= -(1<<53-1)
	case Number:
		switch v := plain(n).(type) {
		case int64:
			return float64(v), true
		case float64:
			return v, !math.IsNaN(v) && !math.IsInf(v, 0)
		}
	case Boolean:
		v, ok := plain(n).(bool)
		return v, ok
	case String:
		return n.Raw(), n.Scalar() && n.Kind != model.Null
	case Enum:
		return n.Raw(), n.Scalar() && slices.Contains(p.Options, n.Raw())
	case Dice:
		if !n.Scalar() {
			return nil, false
		}
		d, err := dice.Parse(n.Raw())
		if err != nil {
			return nil, false
		}
		return d.String(), true
	case ID:
		return n.Raw(), n.Scalar() && n.Kind != model.Null
	case List:
		if n.Kind != model.ListNode {
			return nil, false
		}
		element := Prop{Type: String}
		if p.Of.Given() {
			element.Type = Type(p.Of.Written)
		}
		out := make([]any, 0, len(n.Items))
		for _, item := range n.Items {
			v, ok := l.fitting(item, &element)
			if !ok || element.Type == ID || element.Type == Enum || element.Type == List {
				v, ok = plain(item), element.Type == ID || element.Type == Enum || element.Type == List
			}
			if !ok {
				return nil, false
			}
			out = append(out, v)
		}
		return out, true
	}
	return nil, false
}

func (l *loader) idKind(p *Prop) refKind {
	if p.Of.Written == "field" {
		return refField
	}
	return refContent
}
