package check

import (
	"fmt"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
)

// stats finds modifiers of what no expression asks for.
func stats(c *checker) {
	if c.says.anyStat {
		return
	}
	known := sorted(c.says.stats)
	unread := func(stat string, pos diag.Pos) {
		if stat == "" || c.says.stats[stat] {
			return
		}
		fix := c.nearOr(stat, known, fmt.Sprintf("read it with modified('%s', base)", clip(stat)))
		c.warn("stat-unread", pos, fix, fmt.Sprintf("stat %s is never read with modified('%s', ...)", quote(stat), clip(stat)))
	}
	eachModifier(c.m, func(m *model.Modifier) { unread(m.Stat.Name, m.Stat.Pos) })
	c.eachOp(func(op *model.Op) {
		if stat, ok := op.Str("stat"); ok && op.Name == "modify" {
			unread(stat, op.Field("stat").Lit.Pos)
		}
	})
}
