package page

import (
	_ "embed"
	"html/template"
	"io"
)

//go:embed page.html
var source string

var tmpl = template.Must(template.New("page").Parse(source))

// HTML writes the page as HTML that needs nothing else: no script, no font, no picture from elsewhere.
func (p *Page) HTML(w io.Writer) error { return tmpl.Execute(w, p) }
