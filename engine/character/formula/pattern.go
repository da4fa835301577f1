package formula

import (
	"regexp"
	"regexp/syntax"
	"strings"
)

// pattern is a regular expression, which runs in time linear in the text, and how large it is.
type pattern struct {
	*regexp.Regexp
	size int
}

// How long a pattern may be, and how large what is made of it.
const (
	longestPattern = 1_000
	largestPattern = 10_000
)

func compilePattern(text string) (*pattern, *Error) {
	if len(text) > longestPattern {
		return nil, Failed(SafetyLimit, "the pattern is too long: at most 1000 bytes")
	}
	parsed, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return nil, Failed(Syntax, "the pattern cannot be read: "+strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err == nil && len(program.Inst) > largestPattern {
		return nil, Failed(SafetyLimit, "the pattern is too large: it repeats too much")
	}
	re, err := regexp.Compile(text)
	if err != nil {
		return nil, Failed(Syntax, "the pattern cannot be read: "+err.Error())
	}
	return &pattern{re, len(program.Inst)}, nil
}

func (p *pattern) matches(b *Budget, n *node, args []Value) Value {
	s, ok := b.texts(n, args)
	if !ok || !b.spend(n, p.size*len(s[0])/8) {
		return failure
	}
	return BoolValue(p.MatchString(s[0]))
}

// matches is for patterns that are computed.
func matches(b *Budget, n *node, args []Value) Value {
	s, ok := b.texts(n, args)
	if !ok || !b.spend(n, 100*len(s[1])) {
		return failure
	}
	p, err := compilePattern(s[1])
	if err != nil {
		return b.fail(n, err.Code, err.Message, nil)
	}
	if !b.spend(n, 10*p.size) {
		return failure
	}
	return p.matches(b, n, args)
}
