package diagram

import (
	"fmt"
	"strings"
)

// Theme says on which ground a picture is drawn: Auto follows what the reader's screen prefers.
type Theme string

const (
	Auto  Theme = "auto"
	Light Theme = "light"
	Dark  Theme = "dark"
)

// Known reports whether t is one of the three.
func (t Theme) Known() bool { return t == Auto || t == Light || t == Dark }

// face is a way in which text is set; its name is the class of the text in the picture.
type face struct {
	size   float64
	weight int
	mono   bool
	ink    string
}

var faces = map[string]face{
	"h1": {30, 800, false, "ink"},   // the game
	"h0": {21, 800, false, "ink"},   // the game, with a long name
	"h2": {19, 700, false, "ink"},   // a flow, a window, the end
	"st": {15, 700, false, "ink"},   // a step
	"lp": {13.5, 600, false, "ink"}, // a loop, a branch
	"ac": {13, 500, false, "ink"},   // an action
	"nt": {12, 400, false, "dim"},   // words between
	"ex": {11.5, 400, true, "dim"},  // what the model says
	"er": {12, 600, false, "alarm"}, // what is missing
}

var faceNames = []string{"h1", "h0", "h2", "st", "lp", "ac", "nt", "ex", "er"}

// tint is a colour on light and on dark ground.
type tint struct{ light, dark string }

var tints = map[string]tint{
	"paper": {"#fbfaf6", "#14181d"},
	"ink":   {"#1b2430", "#eceff3"},
	"dim":   {"#5a6573", "#9eabb9"},
	"rule":  {"#dcd8cd", "#2f3944"},
	"alarm": {"#b3261e", "#ff8a80"},

	"choice":      {"#1f5fbf", "#77adff"},
	"chance":      {"#b4231f", "#ff857c"},
	"hidden":      {"#4b5563", "#b3bfcc"},
	"window":      {"#0b7a75", "#4fd1c5"},
	"trigger":     {"#a86200", "#f7b955"},
	"elimination": {"#8f2d6b", "#f28ccb"},
	"endcheck":    {"#2e7d32", "#7fd58a"},
}

var inks = []string{"ink", "dim", "alarm"}

// lines are the colours of the tracks: the first is the trunk, each loop and siding takes the next.
var lines = []tint{
	{"#12355b", "#8fb4dd"}, {"#d9482b", "#ff7d5e"}, {"#0d8f86", "#3fd0c4"}, {"#7a4fb5", "#b794f6"},
	{"#cf8a00", "#f5bd45"}, {"#c2337b", "#f779b4"}, {"#3f8f3a", "#7bd174"}, {"#8a5a2b", "#d9a56c"},
}

const (
	sansFonts = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
	monoFonts = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace"
)

// root is the class of the picture: no rule of its style reaches beyond it when a page holds it.
const root = "astragal-track"

// style gives the rules of all themes, so that a page can turn a picture's data-theme at any time.
var style = func() string {
	var b strings.Builder
	rule := func(theme, selector, what string) {
		fmt.Fprintf(&b, ".%s%s %s{%s}", root, theme, selector, what)
	}
	rule("", "text", "font-family:"+sansFonts+";white-space:pre")
	for _, name := range faceNames {
		f := faces[name]
		what := fmt.Sprintf("font-size:%gpx;font-weight:%d", f.size, f.weight)
		if f.mono {
			what += ";font-family:" + monoFonts
		}
		rule("", "."+name, what)
	}
	rule("", ".k", "fill:none;stroke-width:6;stroke-linecap:round;stroke-linejoin:round")
	rule("", ".stop", "stroke-width:3.5")
	rule("", ".arrow", "stroke-width:2;stroke-linejoin:round")
	rule("", ".way", "fill:none;stroke-width:2;stroke-linecap:round;stroke-linejoin:round")
	rule("", ".thin", "fill:none;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round")
	rule("", ".bare", "fill:none;stroke-width:1.4")
	colours := func(theme string, of func(tint) string) {
		rule(theme, ".ground", "fill:"+of(tints["paper"]))
		rule(theme, ".way", "stroke:"+of(tints["paper"]))
		rule(theme, ".arrow", "stroke:"+of(tints["paper"]))
		rule(theme, ".rule", "stroke:"+of(tints["rule"]))
		rule(theme, ".stop", "fill:"+of(tints["paper"]))
		for _, name := range inks {
			rule(theme, ".i-"+name, "fill:"+of(tints[name]))
			rule(theme, ".s-"+name, "stroke:"+of(tints[name]))
		}
		for _, kind := range MarkKinds {
			name := class(kind)
			rule(theme, ".m-"+name, "fill:"+of(tints[name]))
			rule(theme, ".s-"+name, "stroke:"+of(tints[name]))
		}
		for i, l := range lines {
			rule(theme, fmt.Sprintf(".k%d", i), "stroke:"+of(l))
			rule(theme, fmt.Sprintf(".f%d", i), "fill:"+of(l))
		}
	}
	light := func(t tint) string { return t.light }
	dark := func(t tint) string { return t.dark }
	colours("", light)
	colours("[data-theme=dark]", dark)
	b.WriteString("@media(prefers-color-scheme:dark){")
	colours("[data-theme=auto]", dark)
	b.WriteString("}")
	return b.String()
}()

// class is the kind of a mark as a class of the style.
func class(kind string) string { return strings.ReplaceAll(kind, " ", "") }
