package formula

import (
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/ast"

	"github.com/astragal-engine/astragal/engine/diag"
)

// syntaxError says in our words what the parser could not read.
func (c *compiler) syntaxError(e *common.Error) *Error {
	at := c.location(e.Location)
	out := &Error{Code: Syntax, Offset: at, Length: c.tokenLength(at)}
	word := c.source[at : at+out.Length]
	switch text := e.Message; {
	case strings.Contains(text, "recursion"):
		return &Error{Code: SafetyLimit, Length: len(c.source), Message: "the formula is nested too deeply: at most 100 levels"}
	case strings.Contains(text, "Syntax error: token recognition"):
		out.Message = "'" + word + "' means nothing here"
		switch {
		case word == "=":
			out.Message = "'=' means nothing here: equality is written =="
		case strings.ContainsAny(word, `"'`):
			out.Message, out.Length = "the string does not end", len(c.source)-at
		}
	case strings.Contains(text, "reserved"):
		out.Message = "'" + word + "' is a reserved word and no name"
	case strings.HasPrefix(text, "Syntax error:") && word == "":
		out.Message = "the formula ends too early"
		if strings.TrimSpace(c.source) == "" {
			out.Message = "the formula is empty"
		}
	case strings.HasPrefix(text, "Syntax error:"):
		out.Message = "'" + word + "' does not belong here"
	case strings.Contains(text, "invalid int literal"):
		return &Error{Code: Overflow, Offset: at, Length: out.Length, Message: "an integer lies within ±9007199254740991"}
	case strings.Contains(text, "invalid double literal"):
		return &Error{Code: Overflow, Offset: at, Length: out.Length, Message: "the number is too large"}
	case strings.Contains(text, "unsupported syntax '.?'"), strings.Contains(text, "unsupported syntax '[?'"):
		out.Message = "formulas have no .? and [?: ask has() first"
	default: // of our own macros, or of a literal
		out.Message = text
	}
	return out
}

// location gives a place of cel-go in bytes.
func (c *compiler) location(l common.Location) int {
	if l == nil || l.Line() < 1 {
		return 0
	}
	at := 0
	for range l.Line() - 1 {
		if i := strings.IndexByte(c.source[at:], '\n'); i >= 0 {
			at += i + 1
		}
	}
	for range l.Column() {
		if at < len(c.source) {
			for at++; at < len(c.source) && c.source[at]&0xc0 == 0x80; at++ {
			}
		}
	}
	return at
}

// tokenLength gives how long the word, or the sign, at a place is.
func (c *compiler) tokenLength(at int) int {
	rest := c.source[at:]
	n := 0
	for n < len(rest) && (letter(rest[n]) || digit(rest[n])) {
		n++
	}
	if n == 0 && len(rest) > 0 {
		for n++; n < len(rest) && rest[n]&0xc0 == 0x80; n++ {
		}
	}
	return n
}

var quoted = regexp.MustCompile(`'([^']*)'`)

// typeError says in our words what the checker of types found.
func (c *compiler) typeError(a *ast.AST, e *common.Error) *Error {
	at, length := c.token(e.ExprID)
	out := &Error{Code: TypeMismatch, Offset: at, Length: max(length, 1)}
	var found ast.Expr
	ast.PostOrderVisit(a.Expr(), ast.NewExprVisitor(func(x ast.Expr) {
		if x.ID() == e.ExprID {
			found = x
		}
	}))
	first := ""
	if m := quoted.FindStringSubmatch(e.Message); m != nil {
		first = m[1]
	}
	types := func(list ...ast.Expr) string {
		var out []string
		for _, x := range list {
			out = append(out, withArticle(c.known.typeOf(a.GetType(x.ID()))))
		}
		return joinedAnd(out)
	}
	switch {
	case strings.HasPrefix(e.Message, "undeclared reference"):
		out.Code = UnknownName
		out.Message = "there is no function " + first + "()"
		out.Data = map[string]any{"name": first}
		c.functionPlace(out, first)
		if form, ok := macroForms[first]; ok {
			out.Message = first + "() is used as " + form
		} else if near := diag.Nearest(first, functionNames()); near != "" {
			out.Message += ": is " + near + "() meant?"
		}
	case strings.HasPrefix(e.Message, "undefined field"):
		out.Code = UnknownName
		out.Offset, out.Length = skipBlanks(c.source, at+1), len(first)
		out.Message = "there is no member '" + first + "' here"
		out.Data = map[string]any{"name": first}
		if found != nil {
			if t := c.known.typeOf(a.GetType(found.AsSelect().Operand().ID())); t.kind == objectType {
				if near := diag.Nearest(first, memberNames(t)); near != "" {
					out.Message += ": is '" + near + "' meant?"
				}
			}
		}
	case strings.HasPrefix(e.Message, "found no matching overload") && found != nil && found.Kind() == ast.CallKind:
		call := found.AsCall()
		args := call.Args()
		if operator, ok := operatorNames[call.FunctionName()]; ok && len(args) == 2 {
			out.Message = "'" + operator + "' does not take " + types(args...)
			if (operator == "*" || operator == "/") && strings.Contains(out.Message, "dice") {
				out.Message += ": dice are added and taken off, not multiplied or divided"
			} else if operator == "+" && strings.Contains(out.Message, "a string") {
				out.Message += ": string() makes a text of a number"
			}
			out.Data = map[string]any{"operator": operator}
			break
		}
		switch name := call.FunctionName(); name {
		case "@if":
			out.Message = "the condition of ?: is a boolean, not " + types(args[0])
		case "!_", "-_":
			out.Message = "'" + name[:1] + "' does not take " + types(args...)
		case "_[_]":
			out.Message = "an index is an integer into a list or a string into a map, not " + types(args[1]) + " into " + types(args[0])
		case "@all", "@exists", "@exists_one", "@filter", "@map", "@copies2", "@sumFields", "@fieldsWhere":
			condition := args[len(args)-1]
			if name == "@map" {
				condition = args[1]
			}
			out.Message = "the condition in " + strings.Replace(name[1:], "copies2", "countCopies", 1) + "() is a boolean, not " + types(condition)
			out.Offset, out.Length = c.wordOf(condition)
		default:
			name = strings.TrimPrefix(name, "@")
			c.functionPlace(out, name)
			all := args
			if call.IsMemberFunction() {
				all = append([]ast.Expr{call.Target()}, args...)
			}
			given := "nothing"
			if len(all) > 0 {
				given = types(all...)
			}
			out.Message = name + "() does not take " + given + "; it is " + usage(name)
			out.Data = map[string]any{"function": name}
		}
	case strings.HasPrefix(e.Message, "expected type") && found != nil:
		out.Offset, out.Length = c.wordOf(found)
		out.Message = "a boolean is wanted here, not " + types(found)
	case strings.Contains(e.Message, "cannot be range") && found != nil:
		out.Message = "this macro runs through a list or a map, not " + types(found)
	case strings.Contains(e.Message, "field selection") && found != nil:
		out.Message = types(found.AsSelect().Operand()) + " has no members"
		out.Offset, out.Length = c.wordOf(found)
	default:
		out.Message = e.Message
	}
	return out
}

// wordOf gives the place of an expression's token, of a member behind its dot.
func (c *compiler) wordOf(e ast.Expr) (at, length int) {
	at, length = c.token(e.ID())
	if e.Kind() == ast.SelectKind {
		return skipBlanks(c.source, at+1), len(e.AsSelect().FieldName())
	}
	return at, length
}

// functionPlace moves an error from the parenthesis of a call to the function's name.
func (c *compiler) functionPlace(e *Error, name string) {
	n := node{name: name, at: int32(e.Offset), len: int32(e.Length)}
	c.functionToken(&n)
	e.Offset, e.Length = int(n.at), int(n.len)
}

// unknown says that there is no name with which a path begins. Of a path whose beginning others share it is the
// next part that is wrong.
func (c *compiler) unknown(path string, at, length int) {
	var all []string
	for s := c.scope; s != nil; s = s.parent {
		for name := range s.names {
			all = append(all, name)
		}
	}
	sort.Strings(all)
	parts := strings.Split(path, ".")
	name := parts[0]
	for _, part := range parts[1:] {
		if !slices.ContainsFunc(all, func(other string) bool { return strings.HasPrefix(other, name+".") }) {
			break
		}
		name += "." + part
	}
	if strings.HasPrefix(c.source[at:], name) {
		length = len(name)
	}
	message := "there is no name '" + name + "' here"
	if near := diag.Nearest(name, all); near != "" {
		message += ": is '" + near + "' meant?"
	} else if near := diag.Nearest(path, all); near != "" {
		message += ": is '" + near + "' meant?"
	}
	c.fail(UnknownName, at, length, message, map[string]any{"name": name})
}

func memberNames(t *Type) []string {
	var list []string
	for _, m := range t.members {
		list = append(list, m.Name)
	}
	return list
}

func joinedAnd(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}

func withArticle(t *Type) string {
	switch t.kind {
	case anyType:
		return "a value of any type"
	case intType:
		return "an integer"
	case objectType:
		return "an object"
	case diceType, nullType:
		return t.text
	}
	return "a " + t.String()
}
