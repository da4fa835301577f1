package program

// MarkHidden works out what Hidden and Secret say, once everything else is there.
func (p *Program) MarkHidden() {
	for i := range p.Zones {
		p.Hidden = p.Hidden || p.Zones[i].Visibility != Public || p.Zones[i].Shuffled
	}
	p.Secret = p.Hidden
	for i := range p.Vars {
		p.Secret = p.Secret || p.Vars[i].Visibility != Public
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		p.Secret = p.Secret || n.Actors != nil || n.Visible.limited()
	}
	for i := range p.Blocks {
		for k := range p.Blocks[i].Code {
			p.Secret = p.Secret || limits(p.Blocks[i].Code[k].Arg)
		}
	}
}

func (v *Visible) limited() bool { return v.Secret || v.X != nil }

// limits reports whether an op shows something to some players only.
func limits(arg any) bool {
	switch a := arg.(type) {
	case *Choose:
		return a.Actors != nil || a.Zone.Has || a.Visible.limited()
	case *Roll:
		return a.Visible.limited()
	case *Draw:
		return a.Visible.limited()
	case *Look:
		return true
	case *Reveal:
		return a.Visible.limited()
	}
	return false
}
