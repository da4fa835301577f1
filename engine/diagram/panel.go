package diagram

// window plots a priority window: its rules, and what may be played in it.
func (p *plot) window(part *Part) {
	if !p.room(part) {
		return
	}
	rules := told(part)
	p.heading("Window "+part.ID, part.Marks, len(rules)+len(part.Parts) > 0)
	all := append(rules, acts(part)...)
	if len(all) > 0 {
		p.stay(float64(len(all))*lineHeight+14, false, func(c *canvas, at spot) { c.over.lines(all, at.left, at.y+14, at.right) })
	}
}

// heading plots a title without a track.
func (p *plot) heading(title string, marks []Mark, keep bool) {
	p.stay(52, keep, func(c *canvas, at spot) {
		room := c.over.marks(marks, at.right, at.y+28)
		c.over.text("h2", at.left, at.y+34, at.right-at.left-room, title)
		c.over.put(`<path class="bare rule" d="M`, at.left, " ", at.y+44, "H", at.right, `"/>`)
	})
}

// end plots the end conditions, in the order in which they are tested.
func (p *plot) end(part *Part) {
	p.heading("End", nil, true)
	for _, e := range part.Parts {
		if !p.room(e) {
			continue
		}
		mark := Mark{"end check", "tested after each step"}
		if e.detail("result") == "eliminate" {
			mark.Kind = "elimination"
		}
		first := line{"", []run{{"st", name(e)}, {"nt", e.detail("result")}}}
		rest := told(e, "result")
		p.stay(float64(1+len(rest))*lineHeight+14, false, func(c *canvas, at spot) {
			c.over.mark(mark, at.left+9, at.y+13)
			c.over.line(first, at.left+30, at.y+18, at.right)
			c.over.lines(rest, at.left+30, at.y+18+lineHeight, at.right)
		})
	}
}
