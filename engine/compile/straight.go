package compile

import "github.com/astragal-engine/astragal/engine/program"

// straight reports whether playouts of the game can be played without frames: nothing in it takes frames away from
// outside (the end of a flow, of a turn or of a game of a campaign), leaves the machine (code outside), or makes
// instances, which are swept away only where all that holds them is in the frames.
func (c *compiler) straight() bool {
	p := c.p
	if p.Turns != nil || p.Campaign != nil || p.Tokens || c.content {
		return false
	}
	for i := range p.Ends {
		if p.Ends[i].Scope >= 0 {
			return false
		}
	}
	for i := range p.Blocks {
		for k := range p.Blocks[i].Code {
			if op := p.Blocks[i].Code[k].Op; op == program.OpCall || op == program.OpReset {
				return false
			}
		}
	}
	return c.mode.Quick("straight playouts")
}
