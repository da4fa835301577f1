package lsp

import (
	"regexp"
)

var (
	identifier = regexp.MustCompile(`^[A-Za-z_]\w*$`)
	plainName  = regexp.MustCompile(`^[A-Za-z_][\w-]*$`)
)

// renames are the kinds of names whose every mention is known; inExpressions those that expressions read.
var (
	renames = map[string]bool{
		"variable": true, "zone": true, "derived value": true, "constant": true, "function": true, "board": true,
		"action": true, "flow": true, "window": true, "event": true, "outcome model": true, "code": true, "stat": true, "speed": true,
	}
	inExpressions = map[string]bool{"variable": true, "zone": true, "derived value": true, "constant": true, "function": true, "board": true}
)

// renamed finds what a rename is about, or why there can be none.
func (s *server) renamed(p positionParams) (*view, *entry, *fault) {
	v := s.view(p)
	if v == nil || s.read < s.edits || !v.reading.whole || v.reading.model == nil {
		return nil, nil, faultf(requestFailed, "the model cannot be read as it is; mend it first")
	}
	if v.reading.files[v.path].text != v.doc.text {
		return nil, nil, faultf(requestFailed, "the model cannot be read as it is; mend it first")
	}
	x := v.reading.index
	e := v.entry()
	switch {
	case e == nil, e.role == isKey, e.role == isWord:
		return nil, nil, faultf(requestFailed, "there is no name here")
	case !renames[e.kind]:
		return nil, nil, faultf(requestFailed, "'%s' cannot be renamed: it is not known everywhere it is meant", e.name)
	case len(x.decls[decl{e.kind, e.name}]) == 0:
		return nil, nil, faultf(requestFailed, "'%s' is not declared in this model", e.name)
	case x.broken || x.work > mostWork:
		return nil, nil, faultf(requestFailed, "an expression cannot be read, so a mention of '%s' may be missed; mend it first", e.name)
	}
	known := map[string]bool{}
	for _, u := range x.uses[decl{e.kind, e.name}] {
		known[u.pos.String()] = true
	}
	for _, t := range x.texts[e.name] {
		if !known[t.pos.String()] {
			return nil, nil, faultf(requestFailed, "'%s' stands in a text at %s; whether it is meant there is not known", e.name, t.pos)
		}
	}
	return v, e, nil
}

func (s *server) prepareRename(p positionParams) (any, *fault) {
	v, e, f := s.renamed(p)
	if f != nil {
		return nil, f
	}
	l, _ := s.span(v.reading, &entry{pos: e.pos, name: e.name})
	return map[string]any{"range": l.Range, "placeholder": e.name}, nil
}

// rename gives the edits that give a name another one, if every place is certain.
func (s *server) rename(p positionParams) (any, *fault) {
	v, e, f := s.renamed(p)
	if f != nil {
		return nil, f
	}
	x := v.reading.index
	allowed := plainName
	if inExpressions[e.kind] {
		allowed = identifier
	}
	if !allowed.MatchString(p.NewName) {
		return nil, faultf(requestFailed, "'%s' can be no name of a %s", clip(p.NewName, 60), e.kind)
	}
	taken := func(kind string) bool { return len(x.uses[decl{kind, p.NewName}]) > 0 }
	for kind := range renames {
		if taken(kind) && (kind == e.kind || inExpressions[kind] && inExpressions[e.kind]) {
			return nil, faultf(requestFailed, "there is a %s '%s' already", kind, p.NewName)
		}
	}
	if inExpressions[e.kind] && (taken("local") || taken("builtin") || builtinDocs[p.NewName] != "") {
		return nil, faultf(requestFailed, "'%s' means something else in an expression", p.NewName)
	}
	out := workspaceEdit{map[string][]textEdit{}}
	for _, u := range x.uses[decl{e.kind, e.name}] {
		d := v.reading.files[u.pos.File]
		from := d.at(u.pos)
		if from+len(u.name) > len(d.text) || d.text[from:from+len(u.name)] != u.name {
			return nil, faultf(requestFailed, "'%s' at %s is not written as it reads; rename it by hand", e.name, u.pos)
		}
		uri := s.uriOf(u.pos.File)
		out.Changes[uri] = append(out.Changes[uri], textEdit{d.span(from, from+len(u.name), s.enc), p.NewName})
	}
	return out, nil
}
