package page

import (
	"strconv"
	"strings"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// Page is a sheet in sections.
type Page struct {
	Title    string
	Making   bool // the character is being made
	Sections []Section
}

// Section is a heading with lines below it.
type Section struct {
	Title string
	Lines []Line
}

// Line is something with its value and how that came to be.
type Line struct {
	Name, Value string
	How         string // what made the value; empty where there is nothing to tell
	Faint       bool   // not there now: an action that is barred, an entry that is not active
}

// Options of a page.
type Options struct {
	Lang string // of names; the nearest that the packs have
	All  bool   // fields that are 0, false or empty and that nothing acts on, too
}

// Make makes the page of a sheet.
func Make(s *sheet.Sheet, o Options) *Page {
	m := &maker{Sheet: s, lang: o.Lang, all: o.All}
	p := &Page{Title: m.Character.ID, Making: m.Character.Creating}
	if p.Title == "" {
		p.Title = "Character"
	}
	p.Sections = append(p.Sections, m.fields()...)
	for _, section := range []Section{
		{"Actions", m.actions()}, {"Offered", m.offers()}, {"To be chosen", m.pending()}, {"Features", m.copies(m.Character.Features)},
		{"Inventory", m.copies(m.Character.Inventory)}, {"In effect", m.applied()}, {"To be looked at", m.issues()},
	} {
		if len(section.Lines) > 0 {
			p.Sections = append(p.Sections, section)
		}
	}
	return p
}

type maker struct {
	*sheet.Sheet
	lang string
	all  bool
}

func (m *maker) called(id string) string {
	return m.Describe(m.lang, []string{id}, nil)[0].Name
}

func (m *maker) actions() (out []Line) {
	for _, l := range m.Listings() {
		bar, never := m.Barred(&l)
		if never {
			continue
		}
		line := Line{Name: m.called(l.ID), Value: m.carrying(l.Entry, l.Source)}
		line.How = l.ID
		for _, with := range [][2]string{{"entry", l.Entry}, {"source", l.Source}} {
			if with[1] != "" {
				line.How += ", " + with[0] + " " + with[1]
			}
		}
		var params []string
		for _, p := range l.Action.Params {
			params = append(params, p.Name)
		}
		if params != nil {
			line.How += "; takes " + strings.Join(params, ", ")
		}
		if bar != nil {
			line.Faint, line.How = true, "not now"
			if bar.Source != nil {
				line.How = "barred by " + m.source(bar.Source)
			}
		}
		out = append(out, line)
	}
	return out
}

// carrying is what an action goes with: the copy's item, the content.
func (m *maker) carrying(entry, source string) string {
	if source != "" {
		return m.called(source)
	}
	for _, list := range [][]*sheet.Copy{m.Character.Inventory, m.Character.Features} {
		for _, c := range list {
			if c.ID == entry {
				return m.called(c.Item)
			}
		}
	}
	for _, e := range m.Character.Applied {
		if e.ID == entry {
			return m.called(e.Source)
		}
	}
	return ""
}

func (m *maker) offers() (out []Line) {
	for _, o := range m.Offers() {
		out = append(out, Line{Name: m.called(o.FollowUp), Value: m.carrying(o.Entry, o.Content), How: m.called(o.Action)})
	}
	return out
}

func (m *maker) pending() (out []Line) {
	for _, n := range m.Pending() {
		least, _ := n.Counts()
		l := Line{Name: m.question(n), Value: strconv.Itoa(n.Picked()) + " of " + strconv.Itoa(least)}
		var names []string
		for _, o := range n.Options() {
			if o.Eligible {
				names = append(names, m.called(o.ID))
			}
		}
		const most = 8
		if len(names) > most {
			names = append(names[:most], "…")
		}
		l.How = strings.Join(names, ", ")
		out = append(out, l)
	}
	return out
}

// question is the prompt of a choice, else its id.
func (m *maker) question(n *sheet.ChoiceNode) string {
	args := map[string]any{"slot": n.Slot}
	if text, ok := m.Texts.Text(m.lang, n.Owner()+".choices."+n.Def.ID+".prompt", args); ok {
		return text
	}
	return strings.ReplaceAll(n.Key, "-", " ")
}

func (m *maker) copies(list []*sheet.Copy) (out []Line) {
	for _, c := range list {
		l := Line{Name: m.called(c.Item)}
		if c.Quantity != nil && *c.Quantity != 1 {
			l.Value = "×" + strconv.Itoa(*c.Quantity)
		}
		var how []string
		if c.Equipped != nil && *c.Equipped {
			how = append(how, "equipped")
		}
		for _, t := range c.Templates {
			how = append(how, m.called(t))
		}
		l.How = strings.Join(append(how, m.state(c.ID)...), ", ")
		out = append(out, l)
	}
	return out
}

func (m *maker) applied() (out []Line) {
	for _, e := range m.Character.Applied {
		l := Line{Name: m.called(e.Source), How: strings.Join(m.state(e.ID), ", ")}
		l.Faint = e.Active != nil && !*e.Active
		out = append(out, l)
	}
	return out
}

// state lists the state of a copy or an applied entry.
func (m *maker) state(id string) (out []string) {
	view := m.Self(id).Object()
	if view == nil {
		return nil
	}
	for _, name := range view.Members() {
		switch name {
		case "id", "item", "quantity", "equipped":
			continue
		}
		v, err := view.Member(name)
		if err != nil || v.Kind() == formula.AbsentKind {
			continue
		}
		if text := show(v); text != "" { // an empty text says nothing to a reader
			out = append(out, strings.ReplaceAll(name, "_", " ")+" "+text)
		}
	}
	return out
}

func (m *maker) issues() (out []Line) {
	for _, i := range m.Issues() {
		out = append(out, Line{Name: i.Path, How: i.Message})
	}
	return out
}
