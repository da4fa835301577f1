package diagram

import "fmt"

// Bounds of a picture: what is beyond them is counted and not drawn.
const (
	maxLines   = 8000 // of text beside the tracks
	maxActions = 40
	maxLanes   = 10
)

// lane is a track at the side of the text: its colour, and whether one goes up on it, back to the
// begin of a loop.
type lane struct {
	colour int
	up     bool
}

// block is a piece of the picture that is not torn: the tracks that enter it from above and leave it
// below, and what stands in it. A track that enters and leaves as the same is drawn through it.
type block struct {
	in, out []lane
	height  float64
	keep    bool // stays in one column with the next
	paint   func(c *canvas, at spot)
}

// spot is where a block stands.
type spot struct {
	left, y, bottom, right float64
	out                    int // how many tracks leave it
}

const laneGap = 30.0

func (s spot) lane(i int) float64 { return s.left + 12 + float64(i)*laneGap }

// text is where text begins beside n lanes.
func (s spot) text(n int) float64 { return s.lane(max(n, 1)-1) + 22 }

// canvas has the tracks below and all the rest above.
type canvas struct{ tracks, over ink }

// plot makes the blocks of a picture, from top to bottom.
type plot struct {
	blocks  []block
	lanes   []lane
	colours int
	lines   int // drawn
	dropped int // parts
}

func (p *plot) block(out []lane, height float64, keep bool, paint func(c *canvas, at spot)) {
	p.blocks = append(p.blocks, block{p.lanes, out, height, keep, paint})
	p.lanes = out
}

// stay is a block that the tracks pass.
func (p *plot) stay(height float64, keep bool, paint func(c *canvas, at spot)) {
	p.block(p.lanes, height, keep, paint)
}

// colour is the next for a track beside the trunk, which alone has the first.
func (p *plot) colour() int {
	p.colours++
	return 1 + (p.colours-1)%(len(lines)-1)
}

// with gives the lanes, the last turned into one of a colour (or left, -1), and one more.
func (p *plot) with(colour int) []lane {
	out := append([]lane(nil), p.lanes...)
	if colour < 0 {
		return append(out, lane{colour: p.colour()})
	}
	out[len(out)-1] = lane{colour, true}
	return append(out, lane{colour: colour})
}

// room says whether a part may be drawn, and counts those that may not.
func (p *plot) room(part *Part) bool {
	if p.lines >= maxLines {
		p.dropped += part.count()
		return false
	}
	p.lines += 1 + len(part.Detail)
	if part.Kind == "step" || part.Kind == "window" {
		p.lines += min(len(part.Parts), maxActions)
	}
	return true
}

func (p *Part) count() int {
	n := 1
	for _, c := range p.Parts {
		n += c.count()
	}
	return n
}

func more(n int, noun string) line {
	s := "s"
	if n == 1 {
		s = ""
	}
	return line{"", []run{{"er", fmt.Sprintf("… %d more %s%s, not drawn", n, noun, s)}}}
}

// game plots everything.
func (p *plot) game(g *Part) {
	for _, part := range g.Parts {
		switch part.Kind {
		case "flow":
			p.flow("Flow "+part.ID, part.Parts)
		case "window":
			p.window(part)
		case "end":
			p.end(part)
		default:
			p.flow("Main flow", []*Part{part})
		}
	}
	if p.dropped > 0 {
		l := more(p.dropped, "part")
		p.stay(40, false, func(c *canvas, at spot) { c.over.line(l, at.left, at.y+24, at.right) })
	}
}

// flow plots a whole track, from terminus to terminus.
func (p *plot) flow(title string, nodes []*Part) {
	p.colours = 0
	if p.lines >= maxLines {
		for _, n := range nodes {
			p.dropped += n.count()
		}
		return
	}
	first := lane{}
	p.block([]lane{first}, 58, true, func(c *canvas, at spot) {
		c.over.text("h2", at.left, at.y+22, at.right-at.left, title)
		c.bar(at.lane(0), at.y+42, first.colour)
		c.down(at.lane(0), at.y+42, at.bottom, first.colour)
	})
	p.nodes(nodes)
	if n := len(nodes); n > 0 && endless(nodes[n-1]) {
		p.stop()
		return
	}
	p.blocks[len(p.blocks)-1].keep = true // no column begins with a mere terminus
	p.block(nil, 34, false, func(c *canvas, at spot) {
		c.down(at.lane(0), at.y, at.y+10, first.colour)
		c.bar(at.lane(0), at.y+10, first.colour)
	})
}

// stop takes the trunk away behind a loop that only an end condition leaves.
func (p *plot) stop() {
	p.blocks[len(p.blocks)-1].out = nil
	p.lanes = nil
	p.stay(14, false, func(*canvas, spot) {})
}

// endless reports whether nothing is ever reached behind a node.
func endless(p *Part) bool {
	for _, name := range afterwards {
		if p.detail(name) != "" {
			return false
		}
	}
	switch p.Kind {
	case "loop":
		return p.detail("until") == "" && p.detail("rounds") == ""
	case "sequence":
		return len(p.Parts) > 0 && endless(p.Parts[len(p.Parts)-1])
	}
	return false
}
