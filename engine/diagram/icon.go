package diagram

// A sign is drawn in a square from -8 to 8. Strokes are lines on the disc of a mark, solid is filled.
type sign struct{ strokes, solid string }

var signs = map[string]sign{
	"choice":      {"M-4.2-3.6L-1-3.6Q0-3.6 0-2.2V4.4M4.2-3.6L1-3.6Q0-3.6 0-2.2M-2.6-5.4L-4.4-3.6L-2.6-1.8M2.6-5.4L4.4-3.6L2.6-1.8", ""},
	"chance":      {"", "M-4.6-3.2a1.4 1.4 0 0 1 1.4-1.4h6.4a1.4 1.4 0 0 1 1.4 1.4v6.4a1.4 1.4 0 0 1-1.4 1.4h-6.4a1.4 1.4 0 0 1-1.4-1.4zM-2.3-3.4a1.1 1.1 0 1 0 0 2.2a1.1 1.1 0 1 0 0-2.2zM2.3 1.2a1.1 1.1 0 1 0 0 2.2a1.1 1.1 0 1 0 0-2.2zM0-1.1a1.1 1.1 0 1 0 0 2.2a1.1 1.1 0 1 0 0-2.2z"},
	"hidden":      {"M-5 .2Q0-5.4 5 .2Q0 5-5 .2zM-4.2 4.4L4.2-4.4", ""},
	"window":      {"M-4-4.2H4V4.2H-4zM0-4V4M-4 0H4", ""},
	"trigger":     {"", "M1.6-5.6L-3.8 .9H-.5L-1.6 5.6L3.8-1.1H.5z"},
	"elimination": {"M-3.2-3.2L3.2 3.2M3.2-3.2L-3.2 3.2", ""},
	"end check":   {"M-3.2-5V5.2", "M-2.6-4.8H4.6L2.6-2L4.6 .8H-2.6z"},
	"loop":        {"M3.9-2.2A4.5 4.5 0 1 0 4.4 1.2M4.4-5V-1.9H1.3", ""},
	"dot":         {"", "M-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0z"},
	"who":         {"", "M0-5.2a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5zM-4.4 5.2q0-4.6 4.4-4.6t4.4 4.6z"},
}

func (k *ink) sign(s sign, x, y float64, line, fill string) {
	k.put(`<g transform="translate(`, x, " ", y, `)">`)
	if s.strokes != "" {
		k.put(`<path class="`, line, `" d="`, s.strokes, `"/>`)
	}
	if s.solid != "" {
		k.put(`<path class="`, fill, `" fill-rule="evenodd" d="`, s.solid, `"/>`)
	}
	k.put("</g>")
}

// mark draws a mark; why is shown when it is pointed at.
func (k *ink) mark(m Mark, x, y float64) {
	k.put(`<g>`)
	k.title(m.Kind + ": " + clean(m.Why))
	name := class(m.Kind)
	if m.Kind == "end check" { // nearly every step has it, so it is drawn lighter
		k.put(`<circle class="bare s-`, name, `" cx="`, x, `" cy="`, y, `" r="8.3"/>`)
		k.sign(signs[m.Kind], x, y, "thin s-"+name, "m-"+name)
	} else {
		k.put(`<circle class="m-`, name, `" cx="`, x, `" cy="`, y, `" r="9"/>`)
		k.sign(signs[m.Kind], x, y, "way", "ground")
	}
	k.put(`</g>`)
}
