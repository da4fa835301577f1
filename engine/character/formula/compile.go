package formula

import (
	"unicode/utf8"

	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/containers"

	"github.com/astragal-engine/astragal/engine/dice"
)

// Compile reads a formula and checks its names and types. The result is of type want: an integer will do
// for a number and for dice; a value whose type is not known is checked when the formula runs. The error,
// nil when all is well, tells the place in the text.
func Compile(source string, scope *Scope, want *Type) (*Formula, *Error) {
	return (&compiler{source: source, scope: scope, known: known{}}).formula(want)
}

func (c *compiler) formula(want *Type) (*Formula, *Error) {
	root, err := c.compile()
	if err != nil {
		return nil, err
	}
	if !fits(root.t, want) {
		return nil, &Error{Code: TypeMismatch, Offset: int(root.at), Length: int(root.len),
			Message: "the formula gives " + withArticle(root.t) + ", and " + withArticle(want) + " is wanted here" + hint(root.t, want),
			Data:    map[string]any{"expected": want.String(), "found": root.t.String()}}
	}
	var next int32
	root.number(&next)
	f := &Formula{source: c.source, root: root, want: want, calls: c.calls}
	f.collect(root)
	switch want.kind {
	case boolType:
		f.plain = BoolKind
	case intType:
		f.plain = IntKind
	case stringType:
		f.plain = StringKind
	}
	if err := build(root); err != nil {
		return nil, err
	}
	if root.op == opLiteral {
		if v := new(Budget).finish(root, root.value, want); v.kind != failed {
			f.fixed = v
		}
	}
	return f, nil
}

type compiler struct {
	source string
	scope  *Scope
	known  known
	scanned
	wide     []int           // places in bytes by places in characters, nil when they are the same
	slow     bool            // read by cel-go's parser, whatever it is
	places   []place         // of expressions by id, when our reader has read them
	info     *ast.SourceInfo // of cel-go's parser
	env      *checker.Env
	paths    map[int64]*node // names with members, by expression
	declared map[string]bool // names that the checker was told of
	language *language
	what     map[int64]content // of loops over copies
	loops    int
	made     int64    // the id of the last expression that was made up, counted downwards
	bound    []string // variables of list macros
	calls    []Call
	err      *Error // the first
}

func (c *compiler) compile() (*node, *Error) {
	switch {
	case len(c.source) > longest:
		return nil, &Error{Code: SafetyLimit, Length: len(c.source), Message: "the formula is too long: at most 10000 bytes"}
	case !utf8.ValidString(c.source):
		return nil, &Error{Code: Syntax, Length: len(c.source), Message: "the formula is no valid UTF-8"}
	}
	var err *Error
	if c.scanned, err = scan(c.source, dice.Limits{}); err != nil {
		return nil, err
	}
	c.wide = characters(c.source)
	lang := theLanguage()
	c.language = lang
	text := common.NewTextSource(c.text)
	parsed, err := c.parse(text)
	if err != nil {
		return nil, err
	}
	c.env, _ = checker.NewEnv(containers.DefaultContainer, c.known, checker.ValidatedDeclarations(lang.functions))
	if c.resolve(parsed.Expr()); c.err != nil {
		return nil, c.err
	}
	checked, errs := checker.Check(parsed, text, c.env)
	if len(errs.GetErrors()) > 0 {
		return nil, c.typeError(checked, errs.GetErrors()[0])
	}
	root := c.node(checked, checked.Expr())
	return root, c.err
}

// parse gives the tree of the text.
func (c *compiler) parse(text common.Source) (*ast.AST, *Error) {
	if !c.slow {
		if e, places := read(c.text); e != nil {
			c.places = places
			return ast.NewAST(e, ast.NewSourceInfo(text)), nil
		}
	}
	parsed, errs := c.language.parser.Parse(text)
	if len(errs.GetErrors()) > 0 {
		return nil, c.syntaxError(errs.GetErrors()[0])
	}
	c.info = parsed.SourceInfo()
	return parsed, nil
}

// fail keeps the first error.
func (c *compiler) fail(code Code, at, length int, message string, data map[string]any) {
	if c.err == nil {
		c.err = &Error{Code: code, Offset: at, Length: length, Message: message, Data: data}
	}
}

// characters gives the places in bytes of a text's characters, nil when each is one byte.
func characters(s string) []int {
	if len(s) == utf8.RuneCountInString(s) {
		return nil
	}
	places := make([]int, 0, len(s)+1)
	for i := range s {
		places = append(places, i)
	}
	return append(places, len(s))
}

// place gives a place of the parser in bytes.
func (c *compiler) place(character int) int {
	switch {
	case c.wide == nil:
		return min(max(character, 0), len(c.source))
	case character >= len(c.wide):
		return len(c.source)
	}
	return c.wide[max(character, 0)]
}

// token gives the place of an expression's own token.
func (c *compiler) token(id int64) (at, length int) {
	if c.places != nil {
		if id < 0 || id >= int64(len(c.places)) {
			return 0, 0
		}
		return c.places[id].at, c.places[id].len
	}
	r, ok := c.info.GetOffsetRange(id)
	if !ok {
		return 0, 0
	}
	return c.place(int(r.Start)), c.place(int(r.Stop)) - c.place(int(r.Start))
}
