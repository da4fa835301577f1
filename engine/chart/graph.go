package chart

import (
	"fmt"
	"math"
	"strings"

	"github.com/astragal-engine/astragal/engine/diagram"
)

// Graph is what grows with what, or does not. Across it has a logarithmic scale; upwards too where Steep is
// set, for what grows as fast.
type Graph struct {
	Title, Across, Up string
	Steep             bool
	Curves            []Curve
}

// Curve is one line of a graph, its points by their place across.
type Curve struct {
	Name   string
	Points []Point
}

// Point is a value with the interval in which it lies. Numbers that are not above 0 have no place on a
// logarithmic scale: they are drawn at its lower end.
type Point struct{ X, Y, Low, High float64 }

const mostCurves = 4 // as many as there are colours

// SVG draws the graph in a theme of package diagram.
func (g Graph) SVG(theme diagram.Theme) []byte {
	p := &picture{y: margin}
	p.y += 16
	p.text("h", margin, p.y, "start", g.Title)
	curves := g.Curves[:min(len(g.Curves), mostCurves)]
	for i, c := range curves {
		p.y += line
		p.rect(mark(i), margin, p.y-10, 12, 12, c.Name)
		p.text("n", margin+20, p.y, "start", c.Name)
	}
	p.y += 34
	p.text("n", margin, p.y, "start", g.Up)
	p.y += 18
	const left, right, height = margin + 64.0, width - margin - 16, 240.0
	top, base := p.y, p.y+height
	across, up := scales(curves, g.Steep)
	x := func(v float64) float64 { return left + across.at(v)*(right-left) }
	y := func(v float64) float64 { return base - up.at(v)*height }
	for _, v := range up.marks() {
		p.line("grid", left, y(v), right, y(v))
		p.text("n", left-8, y(v)+4, "end", short(v))
	}
	for _, v := range across.marks() {
		p.line("grid", x(v), top, x(v), base)
		p.text("n", x(v), base+18, "middle", short(v))
	}
	p.line("axis", left, base, right, base)
	p.text("n", right, base+38, "end", g.Across)
	for i, c := range curves {
		var path strings.Builder
		for k, at := range c.Points {
			fmt.Fprintf(&path, "%c%s %s", "ML"[min(k, 1)], num(x(at.X)), num(y(at.Y)))
		}
		fmt.Fprintf(p, `<path class="%s" d="%s"/>`, stroke(i), path.String())
		for _, at := range c.Points {
			p.line(stroke(i), x(at.X), y(at.Low), x(at.X), y(at.High))
			p.rect(mark(i), x(at.X)-3.5, y(at.Y)-3.5, 7, 7, fmt.Sprintf("%s: %s at %s", c.Name, short(at.Y), short(at.X)))
		}
	}
	p.y = base + 44
	return p.svg(g.Title, theme, graphStyle)
}

func mark(curve int) string   { return fmt.Sprintf("m%d", curve) }
func stroke(curve int) string { return fmt.Sprintf("s%d", curve) }

// scale places values between 0 and 1.
type scale struct {
	low, high float64
	log       bool
}

func scales(curves []Curve, steep bool) (across, up scale) {
	across, up = scale{math.Inf(1), 0, true}, scale{math.Inf(1), 0, steep}
	for _, c := range curves {
		for _, at := range c.Points {
			across.take(at.X, at.X)
			up.take(at.Low, at.High)
		}
	}
	for _, s := range []*scale{&across, &up} {
		if math.IsInf(s.low, 0) { // there are no points
			s.low, s.high = 1, 10
		}
	}
	if across.high == across.low {
		across.high *= 10
	}
	if steep {
		up.low, up.high = math.Pow(10, math.Floor(math.Log10(up.low))), math.Pow(10, math.Ceil(math.Log10(up.high)))
		if up.high == up.low {
			up.high *= 10
		}
	} else {
		up.low, up.high = 0, up.high*1.15
	}
	return across, up
}

func (s *scale) take(low, high float64) {
	s.high = max(s.high, high)
	if low > 0 || !s.log {
		s.low = min(s.low, low)
	}
}

func (s scale) at(v float64) float64 {
	if s.log {
		return math.Log(max(v, s.low)/s.low) / math.Log(s.high/s.low)
	}
	return (v - s.low) / (s.high - s.low)
}

// marks are the powers of ten of a logarithmic scale, and four to eight round values of another.
func (s scale) marks() (marks []float64) {
	if s.log {
		for v := math.Pow(10, math.Ceil(math.Log10(s.low)-1e-9)); v <= s.high*1.0001; v *= 10 {
			marks = append(marks, v)
		}
		return marks
	}
	each := math.Pow(10, math.Floor(math.Log10(s.high)))
	for _, part := range []float64{1, 2, 5, 10} {
		if s.high/(each/part) >= 4 {
			each /= part
			break
		}
	}
	for v := 0.0; v <= s.high; v += each {
		marks = append(marks, v)
	}
	return marks
}

// short writes 12000 as 12k.
func short(v float64) string {
	switch {
	case v >= 1e6:
		return fmt.Sprintf("%.3gM", v/1e6)
	case v >= 10_000:
		return fmt.Sprintf("%.3gk", v/1000)
	case v >= 1000:
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.3g", v)
}
