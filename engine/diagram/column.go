package diagram

import "math"

const (
	margin     = 44.0
	textColumn = 430.0
	bundle     = 9.0  // between tracks that go from one column to the next
	bend       = 26.0 // room for their bends above and below the columns
)

// column is a range of blocks that stand below each other.
type column struct {
	from, to int
	height   float64
}

// columns breaks the blocks into columns so that the picture is about half as wide again as high.
func columns(blocks []block, width float64) []column {
	total := 0.0
	for _, b := range blocks {
		total += b.height
	}
	best, fit := []column(nil), math.Inf(1)
	for n := 1; n <= 24; n++ {
		cols := fill(blocks, total/float64(n)+60)
		high := 0.0
		for _, c := range cols {
			high = max(high, c.height)
		}
		if n > 1 && high < 620 {
			break
		}
		if off := math.Abs(math.Log(float64(len(cols)) * width / (high + 150) / 1.5)); off < fit {
			best, fit = cols, off
		}
	}
	return best
}

// fill breaks where the fewest tracks must be led on, in the lower part of a column.
func fill(blocks []block, high float64) []column {
	var out []column
	for from := 0; from < len(blocks); {
		c := column{from: from}
		h, fewest := 0.0, math.MaxInt
		for i := from; i < len(blocks); i++ {
			h += blocks[i].height
			if h > high && c.to > from {
				break
			}
			if i+1 == len(blocks) {
				c.to, c.height = i+1, h
				break
			}
			if !blocks[i].keep && (h < high*0.72 || len(blocks[i].out) <= fewest) {
				c.to, c.height = i+1, h
				if h >= high*0.72 {
					fewest = len(blocks[i].out)
				}
			}
		}
		out = append(out, c)
		from = c.to
	}
	return out
}

// frame is how blocks lie on the sheet.
type frame struct {
	cols          []column
	wide, gutter  float64 // of a column; between two
	over          float64 // room above and below for tracks that go on
	width, height float64
}

func lay(blocks []block) frame {
	lanes, torn := 1, 0
	for _, b := range blocks {
		lanes = max(lanes, len(b.in), len(b.out))
	}
	f := frame{wide: float64(lanes-1)*laneGap + textColumn}
	f.cols = columns(blocks, f.wide+60)
	high := 0.0
	for i, col := range f.cols {
		high = max(high, col.height)
		if i > 0 {
			torn = max(torn, len(blocks[col.from].in))
		}
	}
	f.gutter = 44 + float64(torn)*bundle
	if torn > 0 {
		f.over = bend + float64(torn)*bundle
	}
	n := float64(max(1, len(f.cols)))
	f.width = 2*margin + n*f.wide + (n-1)*f.gutter
	f.height = high + 2*f.over
	return f
}

// draw draws the blocks; top is where they begin.
func (f frame) draw(c *canvas, blocks []block, top float64) {
	left, top := margin, top+f.over
	for i, col := range f.cols {
		c.column(blocks[col.from:col.to], left, top, left+f.wide)
		if i+1 < len(f.cols) {
			foot := spot{left: left, y: top, bottom: top + col.height, right: left + f.wide}
			c.lead(blocks[col.to].in, foot, left+f.wide+f.gutter)
		}
		left += f.wide + f.gutter
	}
}

// column draws blocks below each other, and the tracks that pass them.
func (c *canvas) column(blocks []block, left, y, right float64) {
	type open struct {
		lane
		from float64
	}
	var passing []open
	at := spot{left: left, y: y, right: right}
	end := func(n int) {
		for i := n; i < len(passing); i++ {
			c.down(at.lane(i), passing[i].from, at.y, passing[i].colour)
			if passing[i].up {
				c.upward(at.lane(i), passing[i].from, at.y, passing[i].colour)
			}
		}
		passing = passing[:min(n, len(passing))]
	}
	for _, b := range blocks {
		same := 0
		for same < len(b.in) && same < len(b.out) && b.in[same] == b.out[same] {
			same++
		}
		end(same)
		for i := len(passing); i < same; i++ {
			passing = append(passing, open{b.in[i], at.y})
		}
		at.bottom, at.out = at.y+b.height, len(b.out)
		b.paint(c, at)
		at.y = at.bottom
	}
	end(0)
}

// lead takes tracks from the foot of one column to the head of the next, through the gutter.
func (c *canvas) lead(lanes []lane, at spot, next float64) {
	const r = 9.0
	n := len(lanes)
	for i, l := range lanes {
		x, to := at.lane(i), spot{left: next}.lane(i)
		foot, head := at.bottom+12+float64(n-i)*bundle, at.y-8-float64(i+1)*bundle
		up := at.right + 22 + float64(n-1-i)*bundle
		c.track(l.colour, "M", x, " ", at.bottom, "V", foot-r, "Q", x, " ", foot, " ", x+r, " ", foot,
			"H", up-r, "Q", up, " ", foot, " ", up, " ", foot-r, "V", head+r, "Q", up, " ", head, " ", up+r, " ", head,
			"H", to-r, "Q", to, " ", head, " ", to, " ", head+r, "V", at.y)
	}
}
