package pack

import (
	"errors"
	"io/fs"
	"strings"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
)

// Options of Load; the zero value takes the defaults.
type Options struct {
	Limits Limits
	Run    RunLimits // the runtime's caps; zero members: the defaults
}

// Load reads packs and makes a ruleset of them. Either the ruleset is nil and the list has at least
// one error, or it is whole and the list has warnings at most.
func Load(packs []Source, opts Options) (*Ruleset, Errors) {
	return newLoader(opts).load(packs)
}

func (l *loader) load(packs []Source) (*Ruleset, Errors) {
	l.read(packs)
	l.index()
	if !l.small() {
		return nil, l.faults.sorted(l.order)
	}
	l.resolveAll()
	for i := 0; i < len(l.later); i++ { // these may ask for more of both
		l.later[i]()
		l.resolveAll()
	}
	l.checkTags()
	l.checkUses()
	l.numberFields()
	l.compileAll()
	l.orderFields()
	l.afterCompile()
	list := l.faults.sorted(l.order)
	if list.Any() {
		return nil, list
	}
	l.settle()
	return &l.build.Ruleset, list
}

// small reports whether there is so little of what formulas see that it can be worked out for each place.
func (l *loader) small() bool {
	states, added := map[string]bool{}, 0
	for i, t := range l.build.Types {
		for _, s := range t.State {
			states[s.Name] = true
		}
		if i == mostTypes {
			return l.within(t.Pos, i+1, mostTypes, "content types")
		}
		if len(states) > mostState {
			return l.within(t.Pos, len(states), mostState, "different states of content types")
		}
	}
	if n := len(l.build.Situational); n > 0 && n*len(l.build.all) > mostMeet {
		return l.within(l.build.Situational[n-1].Pos, n*len(l.build.all), mostMeet, "pairs of an action and a situational choice")
	}
	for _, x := range l.build.Effects {
		if x.Option != nil && len(x.Option.Flags) > 0 {
			if added++; added > mostAdded {
				return l.within(x.Pos, added, mostAdded, "added options that set flags")
			}
		}
	}
	return true
}

// build is a ruleset that is being made.
type build struct {
	Ruleset
	all       []*Action   // of rules, types and items
	followUps []*FollowUp // likewise
	full      bool        // of actions
}

// loader makes a ruleset of packs.
type loader struct {
	limits Limits
	caps   RunLimits
	trees  *model.Trees
	bytes  int
	faults faults
	order  map[string]int // of files
	build  build

	fieldsOf map[*Pack][]*Field
	formulas []*formulaJob
	refs     []refJob
	tags     []Ref
	uses     []*Use
	later    []func() // what waits until references are resolved
	lost     lost

	suggested int
	overfull  bool
	watch     func(shape, key string, asked bool) // of tests: a key was met, or asked for
}

func newLoader(opts Options) *loader {
	lim := opts.Limits.orDefault()
	l := &loader{limits: lim, caps: opts.Run.orDefault(), order: map[string]int{}, fieldsOf: map[*Pack][]*Field{}, lost: lost{files: map[*Pack]bool{}, names: map[string]bool{}}}
	l.faults.most = lim.Errors
	l.trees = model.NewTrees("pack", model.Limits{Bytes: lim.Bytes, Depth: lim.Depth, Nodes: lim.Nodes})
	l.build.files = diag.Files{}
	l.build.Tags = &Tags{number: map[string]int{}}
	l.build.Texts = &Texts{keys: map[string]map[string]*message{}}
	l.build.Settings = Settings{
		Rounding: Floor, Competing: "highest", Advantage: "cancel", Stacking: map[string]Stacking{}, SourceStacking: StackHighest,
		Limits: RunLimits{ActionSteps: 1000, ActionDepth: 20, Dice: 1000, Faces: 10_000, Explosions: 100, FormulaSteps: 1_000_000},
	}
	return l
}

// read reads all files of all packs.
func (l *loader) read(packs []Source) {
	if len(packs) == 0 {
		l.faults.report(Schema, diag.Pos{}, nil, "name at least one pack", "a ruleset has at least one pack")
	}
	files := 0
	for _, src := range packs {
		p, others := l.packFile(src)
		if p == nil {
			l.lost.all = true
			continue
		}
		read, stray, err := l.paths(src, others)
		if err != nil {
			l.lost.files[p] = true
			l.faults.report(Schema, diag.Pos{File: src.Name}, nil, "", "the pack cannot be read: %v", err)
			continue
		}
		for _, name := range stray {
			l.faults.warn(Schema, diag.Pos{File: src.Name + "/" + name}, "move it to rules/ or content/, with the ending .yaml", "this file is not read")
		}
		if files += len(read); files > l.limits.Files {
			l.lost.all = true
			l.faults.report(Schema, diag.Pos{File: src.Name}, data{"limit": l.limits.Files}, "join some", "the packs have more than %d files", l.limits.Files)
			return
		}
		for _, name := range read {
			n := l.tree(src, name)
			top, rest, _ := strings.Cut(name, "/")
			if n == nil && top != "i18n" {
				l.lost.files[p] = true
			}
			if n == nil || n.Kind == model.Null {
				continue
			}
			switch top {
			case "rules":
				l.rules(n, p)
			case "content":
				l.content(n, p)
			case "i18n":
				l.texts(n, p, strings.TrimSuffix(rest, ".yaml"))
			}
		}
	}
}

// tree reads one file; nil: it could not be read, which was reported.
func (l *loader) tree(src Source, name string) *model.Node {
	place := src.Name + "/" + name
	l.order[place] = len(l.order) + 1
	text, err := l.text(src, name)
	if name == manifestFile && errors.Is(err, fs.ErrNotExist) {
		l.faults.report(Schema, diag.Pos{File: place}, nil, "add pack.yaml with the id and the version of the pack, or name the folder that holds it", "there is no such file, and a pack has one")
		return nil
	}
	if err != nil {
		l.faults.report(Schema, diag.Pos{File: place}, nil, strings.TrimPrefix(unread(name), "; "), "the file cannot be read: %v", err)
		return nil
	}
	l.build.files[place] = text
	n, list, fail := l.trees.Read(place, text)
	for _, d := range list {
		l.faults.add(Error{diag.Diagnostic{Code: Schema, Severity: d.Severity, Pos: d.Pos, Text: d.Text, Fix: d.Fix}, nil})
	}
	if fail != nil {
		l.faults.add(Error{diag.Diagnostic{Code: Schema, Pos: fail.Pos, Text: fail.Text, Fix: strings.TrimPrefix(fail.Fix+unread(name), "; ")}, nil})
		return nil
	}
	return n
}

// packFile reads pack.yaml and holds the pack against it; nil: there is no such pack. The files that it names are not
// of character rules.
func (l *loader) packFile(src Source) (p *Pack, named map[string]bool) {
	m := l.manifest(src)
	if m == nil {
		return nil, nil
	}
	l.listed(src.files, m)
	if first := l.pack(m.ID); first != nil {
		l.duplicate("pack", m.ID, m.Pos, first.Pos)
		return nil, nil
	}
	p = &Pack{ID: m.ID, Title: m.Title, Licence: m.Licence, Requires: m.Requires, Pos: m.Pos, N: len(l.build.Packs), version: m.Version}
	if m.Version.Known() {
		p.Version = m.Version.Written()
	}
	l.build.Packs = append(l.build.Packs, p)
	p.Visible = l.requirements(p)
	named = map[string]bool{}
	for _, a := range m.assets() {
		named[a.Path] = true
	}
	return p, named
}

func (l *loader) pack(id string) *Pack {
	for _, p := range l.build.Packs {
		if p.ID == id {
			return p
		}
	}
	return nil
}
