package check

import (
	"fmt"

	"github.com/astragal-engine/astragal/engine/model"
)

// boards finds those that no expression names, as a name or in quotes, and no place either.
func boards(c *checker) {
	placed := map[string]bool{}
	c.eachOp(func(op *model.Op) {
		if name, ok := op.Str("board"); ok {
			placed[name] = true
		}
	})
	for i := range c.m.Boards {
		if b := &c.m.Boards[i]; !c.says.names[b.Name] && !c.says.texts[b.Name] && !placed[b.Name] {
			c.warn("board-unused", b.Pos, fmt.Sprintf("read it, as in neighbours(%s, cell), or leave it out", clip(b.Name)), fmt.Sprintf("board %s is never named in an expression", quote(b.Name)))
		}
	}
}

// functions finds those that nothing but themselves calls.
func functions(c *checker) {
	for i := range c.m.Functions {
		if f := &c.m.Functions[i]; !c.says.names[f.Name] {
			c.warn("function-unused", f.Pos, "call it, or leave it out", fmt.Sprintf("function %s is never called", quote(f.Name)))
		}
	}
}
