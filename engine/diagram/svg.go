package diagram

import (
	"fmt"
	"io"

	"github.com/astragal-engine/astragal/engine/model"
)

// SVG draws the rules of a model as a track diagram: see docs/diagram.md. The same model gives the
// same bytes. What the model says is text in the picture and never markup.
func SVG(m *model.Model, theme Theme) []byte {
	var k ink
	_ = Of(m).SVG(&k, theme) // memory takes what it is given
	return k.Bytes()
}

// SVG draws an outline, which must be one of a whole game, as a track diagram.
func (p *Part) SVG(w io.Writer, theme Theme) error {
	var plot plot
	plot.game(p)
	var c canvas
	f := lay(plot.blocks)
	legend, drop := legend(f.width)
	top := margin + 118 + drop
	f.draw(&c, plot.blocks, top)
	width, height := f.width, top+f.height+margin

	name := clean(p.ID)
	if name == "" {
		name = "A game without a name"
	}
	var k ink
	k.put(`<svg xmlns="http://www.w3.org/2000/svg" class="`, root, `" data-theme="`, string(theme), `" role="img" viewBox="0 0 `,
		width, " ", height, `" width="`, width, `" height="`, height, `" aria-label="Track diagram of `)
	k.escaped(cut(name, maxTitle))
	k.put(`">`)
	k.title("Track diagram of " + name)
	k.put(`<style>`, style, `</style><rect class="ground" width="100%" height="100%"/>`)
	title := "h1"
	if faces[title].width(name) > width-2*margin {
		title = "h0"
	}
	k.text(title, margin, margin+30, width-2*margin, name)
	k.text("nt", margin, margin+54, width-2*margin, subtitle(p))
	k.Write(legend.Bytes())
	k.Write(c.tracks.Bytes())
	k.Write(c.over.Bytes())
	k.put("</svg>\n")
	_, err := w.Write(k.Bytes())
	return err
}

func subtitle(p *Part) string {
	steps := 0
	var count func(*Part)
	count = func(p *Part) {
		if p.Kind == "step" {
			steps++
		}
		for _, c := range p.Parts {
			count(c)
		}
	}
	count(p)
	s := "s"
	if steps == 1 {
		s = ""
	}
	people := "players"
	if p.detail("players") == "1" {
		people = "player"
	}
	return fmt.Sprintf("%s · %s %s · %d step%s", p.detail("mode"), p.detail("players"), people, steps, s)
}

// legend explains stops and marks in a width; it gives how far it reaches below its first line.
func legend(width float64) (*ink, float64) {
	var c canvas
	x, y := margin, margin+86
	item := func(text string, indent float64, draw func(x, y float64)) {
		w := indent + faces["nt"].width(text)
		if x > margin && x+w > width-margin {
			x, y = margin, y+26
		}
		draw(x, y)
		c.over.text("nt", x+indent, y+4, w, text)
		x += w + 20
	}
	for _, s := range []struct{ kind, text string }{
		{"step", "step"}, {"pill", "step, all at once"}, {"loop", "loop"}, {"diamond", "branch"}, {"transfer", "runs a flow"}, {"tick", "sequence"},
	} {
		item(s.text, 36, func(x, y float64) { c.stop(s.kind, x+16, y, 0) })
	}
	x, y = margin, y+28
	for _, kind := range MarkKinds {
		item(kind, 24, func(x, y float64) { c.over.mark(Mark{kind, meanings[kind]}, x+9, y) })
	}
	c.over.put(`<path class="bare rule" d="M`, margin, " ", y+20, "H", width-margin, `"/>`)
	return &c.over, y - margin - 86
}

var meanings = map[string]string{
	"choice":      "a player may have to choose",
	"chance":      "chance may decide",
	"hidden":      "not everyone sees all of it",
	"window":      "a priority window opens",
	"trigger":     "a trigger may fire",
	"elimination": "a player may be eliminated",
	"end check":   "the game, or its flow, may end here",
}
