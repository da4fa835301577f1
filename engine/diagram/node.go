package diagram

func (p *plot) nodes(list []*Part) {
	for _, part := range list {
		if p.room(part) {
			p.node(part)
		}
	}
}

func (p *plot) node(part *Part) {
	deep := len(p.lanes) >= maxLanes
	switch {
	case part.Kind == "step":
		p.step(part)
		return
	case part.Kind == "subflow":
		p.station(part, "transfer", append([]line{{"", []run{{"st", name(part)}}}}, told(part)...))
		return
	case part.Kind == "loop" && !deep, part.Kind == "turns" && !deep:
		p.loop(part)
	case part.Kind == "branch" && !deep:
		p.junction(part, "diamond")
		colour := p.colours
		for _, c := range part.Parts {
			p.colours = colour // the ways of one branch have one colour
			if p.room(c) {
				p.siding(c)
			}
		}
	case part.Kind == "sequence", part.Kind == "phase", part.Kind == "opening":
		if part.ID != "" || len(part.Marks) > 0 {
			p.junction(part, "tick")
		}
		p.nodes(part.Parts)
	default:
		p.unknown(part, deep)
	}
	p.after(part)
}

func name(p *Part) string {
	if p.ID != "" {
		return p.ID
	}
	return p.Kind
}

// afterwards are the details that tell what happens once a node has finished.
var afterwards = []string{"window", "then emits"}

// station plots a stop of the track with its lines; marks stand at the right of the first.
func (p *plot) station(part *Part, stop string, lines []line) {
	n, colour := len(p.lanes), p.lanes[len(p.lanes)-1].colour
	p.stay(float64(len(lines))*lineHeight+18, false, func(c *canvas, at spot) {
		c.stop(stop, at.lane(n-1), at.y+13, colour)
		x := at.text(n)
		c.over.line(lines[0], x, at.y+18, at.right-c.over.marks(part.Marks, at.right, at.y+13))
		c.over.lines(lines[1:], x, at.y+18+lineHeight, at.right)
	})
}

// step plots a step: who acts stands beside its name where there is room.
func (p *plot) step(part *Part) {
	first := line{"", []run{{"st", name(part)}}}
	lines := []line{first}
	stop := "step"
	if part.detail("all at once") != "" {
		stop = "pill"
	}
	lines = append(lines, told(part, afterwards...)...)
	lines = append(lines, acts(part)...)
	for _, l := range told(part) {
		if l.sign == "window" || l.sign == "trigger" {
			lines = append(lines, l)
		}
	}
	p.station(part, stop, lines)
}

// junction plots the head of a node that has others in it.
func (p *plot) junction(part *Part, stop string) {
	n, colour := len(p.lanes), p.lanes[len(p.lanes)-1].colour
	lines := append([]line{{"", []run{{"lp", name(part)}}}}, told(part, afterwards...)...)
	p.stay(float64(len(lines))*lineHeight+10, true, func(c *canvas, at spot) {
		c.stop(stop, at.lane(n-1), at.y+13, colour)
		c.over.line(lines[0], at.text(n), at.y+17, at.right-c.over.marks(part.Marks, at.right, at.y+13))
		c.over.lines(lines[1:], at.text(n), at.y+17+lineHeight, at.right)
	})
}

// loop plots a loop as one: down through what is in it, round, and up again to its head.
func (p *plot) loop(part *Part) {
	outer := p.lanes
	n, was := len(outer), outer[len(outer)-1].colour
	own := p.colour()
	lines := append([]line{{"", []run{{"lp", name(part)}}}}, told(part, afterwards...)...)
	p.block(p.with(own), float64(len(lines))*lineHeight+34, true, func(c *canvas, at spot) {
		x := at.lane(n - 1)
		c.down(x, at.y, at.y+13, was)
		c.down(x, at.y+13, at.bottom, own)
		c.across(x, at.bottom-slant, x+laneGap, at.bottom, own)
		c.stop("loop", x, at.y+13, own)
		c.over.line(lines[0], at.text(n), at.y+17, at.right-c.over.marks(part.Marks, at.right, at.y+13))
		c.over.lines(lines[1:], at.text(n), at.y+17+lineHeight, at.right)
	})
	p.nodes(part.Parts)
	p.block(outer, 34, false, func(c *canvas, at spot) {
		x := at.lane(n - 1)
		if at.out == n {
			c.down(x, at.y, at.bottom, was)
		}
		c.round(x+laneGap, x, at.y, own)
	})
}

// slant is how high a change of track is.
const slant = laneGap + 12

// siding plots a case of a branch: a track that leaves the trunk and comes back.
func (p *plot) siding(part *Part) {
	outer := p.lanes
	n := len(outer)
	when := part.detail("when")
	l := line{"", []run{{"nt", "when"}, {"ex", when}}}
	if when == "" {
		l = line{"", []run{{"er", "case without a condition"}}}
	}
	p.block(p.with(-1), slant, true, func(c *canvas, at spot) {})
	own := p.lanes[n].colour
	p.blocks[len(p.blocks)-1].paint = func(c *canvas, at spot) {
		c.across(at.lane(n-1), at.y, at.lane(n), at.bottom, own)
		c.over.line(l, at.text(n+1), at.y+30, at.right)
	}
	p.nodes(part.Parts)
	p.block(outer, slant, false, func(c *canvas, at spot) { c.across(at.lane(n), at.y, at.lane(n-1), at.bottom, own) })
}

// unknown plots what is no node that the engine knows, or stands too deep.
func (p *plot) unknown(part *Part, deep bool) {
	what := run{"er", "unknown kind"}
	if deep {
		what = more(part.count()-1, "part").runs[0]
	}
	p.station(part, "step", []line{{"", []run{{"st", name(part)}, what}}})
}

// after plots what follows a node that has others in it.
func (p *plot) after(part *Part) {
	var lines []line
	for _, l := range told(part) {
		if l.sign == "window" || l.sign == "trigger" {
			lines = append(lines, l)
		}
	}
	if len(lines) == 0 {
		return
	}
	n, colour := len(p.lanes), p.lanes[len(p.lanes)-1].colour
	p.stay(float64(len(lines))*lineHeight+12, false, func(c *canvas, at spot) {
		c.stop("tick", at.lane(n-1), at.y+10, colour)
		c.over.lines(lines, at.text(n), at.y+14, at.right)
	})
}
