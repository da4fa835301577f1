package compile

import (
	"fmt"
	"strings"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// value compiles a field by the seed's text-or-expression rule. Where text is allowed (the value of
// set and let) a text is a literal.
func (c *compiler) value(f model.Field, need, text bool) program.Value {
	switch {
	case f.X.Given():
		code, stop := c.code(f.X, withLocals)
		return program.Value{X: code, Has: code != nil, Stop: stop}
	case f.Lit == nil:
		if !need {
			return program.Value{}
		}
		return program.Value{Stop: missing(f.Name)}
	case f.Lit.Kind == model.Text && !text:
		return program.Value{Stop: &program.Stop{Kind: "NotExecutable", InPlace: true, Pos: f.Lit.Pos,
			Message: fmt.Sprintf("field '%s' is text without %s_x", f.Name, f.Name)}}
	}
	return program.Value{Lit: c.node(f.Lit), Has: true}
}

func missing(field string) *program.Stop {
	return &program.Stop{Kind: "NotExecutable", InPlace: true, Message: fmt.Sprintf("field '%s' is missing", field)}
}

// onlyX compiles a field that is read as an expression alone. A twin that is given without it stops
// the game with text; where neither is given, both results are nil.
func (c *compiler) onlyX(f model.Field, s scope, text string) (*expr.Code, *program.Stop) {
	switch {
	case f.X.Given():
		return c.code(f.X, s)
	case f.Lit != nil:
		return nil, &program.Stop{Kind: "NotExecutable", Message: text, Pos: f.Lit.Pos}
	}
	return nil, nil
}

// unread warns of a field that is read as an expression alone and is given as a note only, where nothing
// would ever stop because of it.
func (c *compiler) unread(f model.Field) {
	if f.Lit != nil && !f.X.Given() {
		c.warn("note-only", f.Lit.Pos, fmt.Sprintf("add %s_x", f.Name), "'%s' alone is a note that nothing reads; write %s_x", f.Name, f.Name)
	}
}

// opX is onlyX for a field of an op whose plain twin is never read (actor, filter, visible_to).
func (c *compiler) opX(op *model.Op, name string) (*expr.Code, *program.Stop) {
	f := op.Field(name)
	if !f.X.Given() {
		return nil, nil
	}
	return c.code(f.X, withLocals)
}

// zone compiles a zone path.
func (c *compiler) zone(op *model.Op, field string, need bool) program.ZoneRef {
	f := op.Field(field)
	if f.X.Given() {
		code, stop := c.code(f.X, withLocals)
		if code != nil {
			if v, ok := code.Const(); ok && v.Kind() == value.Text {
				return c.zonePath(v.Text(), f.X)
			}
		}
		return program.ZoneRef{X: code, Stop: stop, Has: true}
	}
	if f.Lit == nil {
		if !need {
			return program.ZoneRef{}
		}
		return program.ZoneRef{Stop: missing(field)}
	}
	return c.zonePath(f.Lit.Text, f.Lit.Expr())
}

func (c *compiler) zonePath(text string, at model.Expr) program.ZoneRef {
	stop := func(format string, args ...any) program.ZoneRef {
		return program.ZoneRef{Stop: &program.Stop{Kind: "ExprError", Message: fmt.Sprintf(format, args...), Pos: at.Pos}, Has: true}
	}
	bad := func(fix, format string, args ...any) program.ZoneRef {
		c.warn("zone-path", at.Pos, fix, format, args...)
		return stop(format, args...)
	}
	name, subs, ok := splitPath(text)
	if !ok {
		return bad("write the name of a zone, with [player] behind it if it belongs to a player", "'%s' is no zone path", clip(text))
	}
	zi, declared := c.p.ZoneIndex[name]
	if !declared {
		c.undeclared("unknown-zone", at.Pos, name, sortedNames(c.p.ZoneIndex), "zone '%s' not declared", clip(name))
		return stop("zone '%s' not declared", clip(name))
	}
	z := &c.p.Zones[zi]
	switch {
	case z.PerPlayer && len(subs) == 0:
		return bad(fmt.Sprintf("write '%s[player]', with an expression that gives the player", name), "zone '%s' belongs to a player; write %s[player]", name, name)
	case !z.PerPlayer && len(subs) > 0:
		return bad(fmt.Sprintf("write '%s'", name), "zone '%s' belongs to no player; write %s", name, name)
	case len(subs) > 1:
		return bad("write the name of a zone, with [player] behind it if it belongs to a player", "'%s' is no zone path", clip(text))
	case len(subs) == 0:
		return program.ZoneRef{Zone: zi, Has: true}
	}
	code, wrong := c.code(subs[0].at(at), withLocals)
	return program.ZoneRef{Zone: zi, Index: code, Actors: c.isActor(code), Stop: wrong, Has: true}
}

// sub is one subscript of a path: its text and where it begins in the path.
type sub struct {
	text string
	off  int
}

func (s sub) at(path model.Expr) model.Expr {
	return model.Expr{Src: s.text, Pos: path.At(s.off)}
}

// Path parts the path of a variable or a zone, `name[x][y]`; the subscripts are expressions. ok is false for what
// is no path.
func Path(n *model.Node) (name string, subs []model.Expr, ok bool) {
	at := n.Expr()
	name, parts, ok := splitPath(at.Src)
	for _, s := range parts {
		subs = append(subs, s.at(at))
	}
	return name, subs, ok
}

// splitPath reads name[expr][expr]...; quotes and brackets inside a subscript nest.
func splitPath(text string) (name string, subs []sub, ok bool) {
	i := strings.IndexByte(text, '[')
	if i < 0 {
		return strings.TrimSpace(text), nil, isName(strings.TrimSpace(text))
	}
	name = strings.TrimSpace(text[:i])
	if !isName(name) {
		return name, nil, false
	}
	for i < len(text) {
		if text[i] == ' ' {
			i++
			continue
		}
		if text[i] != '[' {
			return name, nil, false
		}
		end := closing(text, i)
		if end < 0 {
			return name, nil, false
		}
		inner := text[i+1 : end]
		lead := len(inner) - len(strings.TrimLeft(inner, " "))
		subs = append(subs, sub{strings.TrimSpace(inner), i + 1 + lead})
		i = end + 1
	}
	return name, subs, true
}

// closing finds the bracket that closes the one at text[i].
func closing(text string, i int) int {
	depth := 0
	var quote byte
	for ; i < len(text); i++ {
		ch := text[i]
		switch {
		case quote != 0:
			if ch == '\\' {
				i++
			} else if ch == quote {
				quote = 0
			}
		case ch == '\'' || ch == '"':
			quote = ch
		case ch == '[' || ch == '(' || ch == '{':
			depth++
		case ch == ']' || ch == ')' || ch == '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

func isName(s string) bool {
	for i, r := range s {
		if r != '_' && !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 127 || i > 0 && r >= '0' && r <= '9') {
			return false
		}
	}
	return s != ""
}

// variable compiles the path of a variable; player is the player_x of the op, if it has one.
func (c *compiler) variable(f model.Field, player model.Field) program.VarRef {
	if f.Lit == nil {
		return program.VarRef{Stop: missing(f.Name)}
	}
	at := f.Lit.Expr()
	name, subs, ok := splitPath(f.Lit.Text)
	if !ok {
		c.warn("var-path", at.Pos, "write a variable of state.vars, then subscripts: 'gold[actor]'", "'%s' is no path of a variable", clip(f.Lit.Text))
		return program.VarRef{Stop: &program.Stop{Kind: "ExprError", Message: fmt.Sprintf("'%s' is no path of a variable", clip(f.Lit.Text)), InPlace: true, Pos: at.Pos}}
	}
	vi, declared := c.vars[name]
	if !declared {
		c.undeclared("unknown-var", at.Pos, name, sortedNames(c.vars), "variable '%s' not declared", clip(name))
		c.diags[len(c.diags)-1].Severity = diag.Warning
		return program.VarRef{Stop: &program.Stop{Kind: "ExprError", Message: fmt.Sprintf("variable '%s' not declared", clip(name)), Pos: at.Pos}}
	}
	ref := program.VarRef{Var: vi, Slot: c.p.Vars[vi].Slot}
	if player.X.Given() {
		subs = append([]sub{{text: player.X.Src}}, subs...)
	} else if player.Lit != nil {
		subs = append([]sub{{text: player.Lit.Text}}, subs...) // player: 0
	}
	for i, s := range subs {
		x := s.at(at)
		if i == 0 && player.X.Given() {
			x = player.X
		}
		code, stop := c.code(x, withLocals)
		if stop != nil {
			ref.Stop = stop
			return ref
		}
		ref.Path = append(ref.Path, code)
	}
	ref.Cell = len(ref.Path) == 1 && c.p.Vars[vi].Free && c.mode.Quick("element of a variable")
	ref.Actors = ref.Cell && c.isActor(ref.Path[0])
	ref.All = len(ref.Path) == 0 && c.p.Vars[vi].Whole() && ref.Stop == nil && c.mode.Quick("whole variable")
	return ref
}

// isActor reports that code is the name of the actor alone.
func (c *compiler) isActor(code *expr.Code) bool {
	return code != nil && code.Src() == program.SymNames[program.SymActor] && c.mode.Quick("what is the actor's")
}
