// Package chart draws the results of simulations: payoffs and wins of each player with their 95%
// intervals, and how long games were; and graphs of what grows with what. The same gives the same bytes.
package chart

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/astragal-engine/astragal/engine/diagram"
	"github.com/astragal-engine/astragal/engine/simulate"
)

const (
	width  = 720.0
	margin = 28.0
	label  = 110.0 // room for the names of players
	line   = 20.0  // from one bar to the next
)

// picture is what is drawn so far, down to y.
type picture struct {
	bytes.Buffer
	y float64
}

// SVG draws a result in a theme of package diagram; names are those of its variants, the first of which
// may be empty.
func SVG(r *simulate.Result, names [2]string, theme diagram.Theme) []byte {
	p := &picture{y: margin}
	if len(r.Variants) == 2 && names[0] == "" {
		names[0] = "as it is"
	}
	p.y += 16
	p.text("h", margin, p.y, "start", title(r))
	if len(r.Variants) == 2 {
		p.legend(names)
	}
	p.payoffs(r)
	p.wins(r)
	for i, t := range r.Variants {
		name := "Requests of a finished game"
		if len(r.Variants) == 2 {
			name += ", " + names[i]
		}
		p.lengths(name, i, t)
	}
	return p.svg("Results of a simulation", theme, style)
}

// svg closes a picture of what is drawn.
func (p *picture) svg(name string, theme diagram.Theme, style string) []byte {
	height := p.y + margin
	var said, out bytes.Buffer
	_ = xml.EscapeText(&said, []byte(name)) // memory takes what it is given
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" class="%s" data-theme="%s" role="img" viewBox="0 0 %s %s" width="%s" height="%s" aria-label="%s">`,
		root, theme, num(width), num(height), num(width), num(height), said.Bytes())
	fmt.Fprintf(&out, `<title>%s</title><style>%s</style><rect class="ground" width="100%%" height="100%%"/>`, said.Bytes(), style)
	out.Write(p.Bytes())
	out.WriteString("</svg>\n")
	return out.Bytes()
}

func title(r *simulate.Result) string {
	t := r.Variants[0]
	s := fmt.Sprintf("%d games, %d finished", t.Games, t.Finished)
	if len(r.Variants) == 2 {
		s = fmt.Sprintf("%d games twice, %d pairs finished", t.Games, r.Pairs)
	}
	if r.Interrupted {
		s += ", interrupted"
	}
	return s
}

func num(x float64) string { return strconv.FormatFloat(math.Round(x*10)/10, 'f', -1, 64) }

func (p *picture) rect(class string, x, y, w, h float64, title string) {
	fmt.Fprintf(p, `<rect class="%s" x="%s" y="%s" width="%s" height="%s">`, class, num(x), num(y), num(max(0, w)), num(max(0, h)))
	p.WriteString("<title>")
	_ = xml.EscapeText(p, []byte(title)) // memory takes what it is given
	p.WriteString("</title></rect>")
}

func (p *picture) line(class string, x1, y1, x2, y2 float64) {
	fmt.Fprintf(p, `<path class="%s" d="M%s %sL%s %s"/>`, class, num(x1), num(y1), num(x2), num(y2))
}

func (p *picture) text(class string, x, y float64, anchor, s string) {
	fmt.Fprintf(p, `<text class="%s" x="%s" y="%s" text-anchor="%s">`, class, num(x), num(y), anchor)
	_ = xml.EscapeText(p, []byte(cut(strings.ToValidUTF8(s, "?"))))
	p.WriteString("</text>")
}

func cut(s string) string {
	const most = 80
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}

func (p *picture) head(s string) {
	p.y += 40
	p.text("h", margin, p.y, "start", s)
	p.y += 12
}

func (p *picture) legend(names [2]string) {
	for i, name := range names {
		p.y += line
		p.rect(bar(i), margin, p.y-10, 12, 12, name)
		p.text("n", margin+20, p.y, "start", name)
	}
}

func bar(variant int) string { return "v" + strconv.Itoa(variant) }
