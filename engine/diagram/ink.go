package diagram

import (
	"bytes"
	"encoding/xml"
	"math"
	"strconv"
	"strings"
)

// maxTitle bounds, in characters, the full text that stands behind a clipped one.
const maxTitle = 600

// ink writes the elements of a picture.
type ink struct{ bytes.Buffer }

// num is a coordinate, to a tenth.
func num(v float64) string { return strconv.FormatFloat(math.Round(v*10)/10, 'f', -1, 64) }

// put writes pieces: texts as they are, numbers as coordinates.
func (k *ink) put(pieces ...any) {
	for _, p := range pieces {
		switch p := p.(type) {
		case string:
			k.WriteString(p)
		case float64:
			k.WriteString(num(p))
		}
	}
}

func (k *ink) escaped(s string) { _ = xml.EscapeText(k, []byte(s)) }

func (k *ink) title(s string) {
	k.put("<title>")
	k.escaped(cut(s, maxTitle))
	k.put("</title>")
}

// text sets s from x on, on the baseline y, in at most room. What does not fit is cut, and can be
// read in full in the title.
func (k *ink) text(name string, x, y, room float64, s string) {
	k.runs([]run{{name, s}}, x, y, room)
}

// run is text in one face.
type run struct{ face, text string }

// runs sets runs of text on one line. Each leaves room for those behind it.
func (k *ink) runs(list []run, x, y, room float64) {
	begun := false
	for i, r := range list {
		f := faces[r.face]
		share := room
		if i+1 < len(list) {
			share *= 0.66
		}
		full := clean(r.text)
		shown := f.clip(full, share)
		if shown == "" {
			continue
		}
		room -= f.width(shown) + gap
		if !begun {
			k.put(`<text x="`, x, `" y="`, y, `">`)
		}
		k.put(`<tspan class="`, r.face, " i-", f.ink, `"`)
		if begun {
			k.put(` dx="4"> `)
		} else {
			k.put(">")
		}
		begun = true
		if shown != full {
			k.title(full)
		}
		k.escaped(shown)
		k.put("</tspan>")
	}
	if begun {
		k.put("</text>")
	}
}

// gap is at most between two runs: a blank, and a little.
const gap = 11.5

// width is about how wide a text is, rather too wide than too narrow: fonts differ.
func (f face) width(s string) float64 {
	w := 0.0
	for _, r := range s {
		w += f.advance(r)
	}
	return w * f.size
}

func (f face) advance(r rune) float64 {
	switch {
	case r >= 0x1100:
		return 1.15
	case r >= 0x600:
		return 0.95
	case f.mono:
		return 0.62
	}
	w := 0.61
	switch {
	case strings.ContainsRune("iljtfrI.,:;'|!()[]/ ·", r):
		w = 0.4
	case strings.ContainsRune("mwMW@%—…", r):
		w = 0.98
	case r >= 'A' && r <= 'Z':
		w = 0.74
	case r >= 0x80:
		w = 0.75
	}
	if f.weight >= 600 {
		w *= 1.08
	}
	return w
}

// clip cuts a text to what fits, with a sign that it goes on.
func (f face) clip(s string, room float64) string {
	if f.width(s) <= room {
		return s
	}
	room -= f.advance('…') * f.size
	for i, r := range s {
		if room -= f.advance(r) * f.size; room < 0 {
			if i == 0 {
				return ""
			}
			return strings.TrimRight(s[:i], " ") + "…"
		}
	}
	return s
}

// cut shortens a text to so many characters.
func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	n := 0
	for i := range s {
		if n == most {
			return s[:i] + "…"
		}
		n++
	}
	return s
}

// clean is plain, as XML can hold it.
func clean(s string) string { return plain(strings.ToValidUTF8(s, "\uFFFD")) }
