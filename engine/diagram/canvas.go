package diagram

import "strconv"

func (c *canvas) track(colour int, pieces ...any) {
	c.tracks.put(`<path class="k k`, strconv.Itoa(colour), `" d="`)
	c.tracks.put(pieces...)
	c.tracks.put(`"/>`)
}

func (c *canvas) down(x, from, to float64, colour int) {
	c.track(colour, "M", x, " ", from, "V", to)
}

// bar ends a track.
func (c *canvas) bar(x, y float64, colour int) { c.track(colour, "M", x-10, " ", y, "H", x+10) }

// across changes from one track to another on the way down: aslant, with round corners.
func (c *canvas) across(x, y, tox, toy float64, colour int) {
	k := (toy - y - laneGap) / 2
	side := k * 0.7
	if tox < x {
		side = -side
	}
	c.track(colour, "M", x, " ", y, "Q", x, " ", y+k, " ", x+side, " ", y+k*1.7, "L", tox-side, " ", toy-k*1.7,
		"Q", tox, " ", toy-k, " ", tox, " ", toy)
}

// round turns from one track into another that goes up.
func (c *canvas) round(x, tox, y float64, colour int) {
	c.track(colour, "M", x, " ", y, "C", x, " ", y+22.0, " ", tox, " ", y+22.0, " ", tox, " ", y)
}

// upward shows the direction of a track that goes up.
func (c *canvas) upward(x, from, to float64, colour int) {
	n := max(1, int((to-from)/220))
	for i := 0; i < n; i++ {
		y := from + (to-from)*(float64(i)+0.5)/float64(n)
		c.over.put(`<path class="arrow f`, strconv.Itoa(colour), `" d="M`, x-7.5, " ", y+6.0, "L", x, " ", y-6.5, "L", x+7.5, " ", y+6.0, `Z"/>`)
	}
}

// stop draws what stands on a track.
func (c *canvas) stop(kind string, x, y float64, colour int) {
	k, n := &c.over, strconv.Itoa(colour)
	disc := func(class string, r float64) {
		k.put(`<circle class="`, class, `" cx="`, x, `" cy="`, y, `" r="`, r, `"/>`)
	}
	switch kind {
	case "step":
		disc("stop k"+n, 7)
	case "pill":
		k.put(`<rect class="stop k`, n, `" x="`, x-13, `" y="`, y-7, `" width="26" height="14" rx="7"/>`)
	case "transfer":
		disc("stop k"+n, 9)
		disc("f"+n, 4)
	case "loop":
		disc("f"+n, 11)
		k.sign(signs["loop"], x, y, "way", "ground")
	case "diamond":
		k.put(`<path class="stop k`, n, `" d="M`, x, " ", y-10, "L", x+10, " ", y, "L", x, " ", y+10, "L", x-10, " ", y, `Z"/>`)
	case "tick":
		k.put(`<rect class="stop k`, n, `" x="`, x-4.5, `" y="`, y-4.5, `" width="9" height="9" rx="2"/>`)
	}
}

// pitch is how far marks stand apart. Each kind has its place, so that one looks down a column of them.
const pitch = 22.0

// marks draws marks so that they end at right; it gives how much room they take.
func (k *ink) marks(list []Mark, right, y float64) float64 {
	x := right - 9
	room := 0.0
	for i := len(MarkKinds) - 1; i >= 0; i-- {
		for _, m := range list {
			if m.Kind == MarkKinds[i] {
				k.mark(m, x, y)
				room = right - x + 18
			}
		}
		x -= pitch
	}
	return room
}
