package chart

import (
	"fmt"
	"strings"
)

// root is the class of the picture: no rule of its style reaches beyond it when a page holds it.
const root = "astragal-chart"

// tint is a colour on light and on dark ground.
type tint struct{ selector, property, light, dark string }

var tints = []tint{
	{".ground", "fill", "#fbfaf6", "#14181d"},
	{".h", "fill", "#1b2430", "#eceff3"},
	{".n", "fill", "#5a6573", "#9eabb9"},
	{".axis", "stroke", "#5a6573", "#9eabb9"},
	{".ci", "stroke", "#1b2430", "#eceff3"},
	{".v0", "fill", "#5b8dc9", "#4f7fb8"},
	{".v1", "fill", "#e08a5b", "#c4703f"},
}

// curves are the colours of graphs.
var curves = []tint{
	{".grid", "stroke", "#dcd9d0", "#2a323b"},
	{".m0", "fill", "#3f74b5", "#6ea3dd"},
	{".s0", "stroke", "#3f74b5", "#6ea3dd"},
	{".m1", "fill", "#c9692f", "#e08a5b"},
	{".s1", "stroke", "#c9692f", "#e08a5b"},
	{".m2", "fill", "#4c8c4a", "#79b876"},
	{".s2", "stroke", "#4c8c4a", "#79b876"},
	{".m3", "fill", "#8a5aa8", "#b68ad2"},
	{".s3", "stroke", "#8a5aa8", "#b68ad2"},
}

var style, graphStyle = styleOf(tints), styleOf(append(tints[:4:4], curves...))

// styleOf gives the rules of all themes, so that a page can turn a picture's data-theme at any time.
func styleOf(tints []tint) string {
	var b strings.Builder
	rule := func(theme, selector, what string) { fmt.Fprintf(&b, ".%s%s %s{%s}", root, theme, selector, what) }
	rule("", "text", "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;font-size:13px")
	rule("", ".h", "font-size:15px;font-weight:700")
	rule("", "path", "fill:none;stroke-width:1.5")
	colours := func(theme string, dark bool) {
		for _, t := range tints {
			colour := t.light
			if dark {
				colour = t.dark
			}
			rule(theme, t.selector, t.property+":"+colour)
		}
	}
	colours("", false)
	colours("[data-theme=dark]", true)
	b.WriteString("@media(prefers-color-scheme:dark){")
	colours("[data-theme=auto]", true)
	b.WriteString("}")
	return b.String()
}
