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

// style gives the rules of all themes, so that a page can turn a picture's data-theme at any time.
var style = func() string {
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
}()
