package pack

import (
	"slices"
	"strings"

	"golang.org/x/text/language"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
)

// Texts are the names and other texts of a ruleset in the languages of its packs. Nothing that is
// computed depends on them.
type Texts struct {
	keys  map[string]map[string]*message // key, language: of two packs the later has the last word
	langs []string
}

// Languages gives the languages that there are texts in, sorted.
func (t *Texts) Languages() []string { return t.langs }

// Text gives a text by its key in a language, else in the nearest that there is: `de-AT`, `de`, `en`,
// the first of all. The key is of a pack, `srd:longsword.name`. ok is false when no language has it.
func (t *Texts) Text(lang, key string, args map[string]any) (text string, ok bool) {
	forms := t.keys[key]
	if len(forms) == 0 {
		return "", false
	}
	lang = nearest(forms, lang)
	w := writer{lang: language.Make(lang), args: args}
	w.message(forms[lang], "")
	return w.b.String(), true
}

// nearest gives the language of forms that somebody who asked for lang is given.
func nearest(forms map[string]*message, lang string) string {
	for s := lang; s != ""; {
		if forms[s] != nil {
			return s
		}
		i := strings.LastIndexByte(s, '-')
		if i < 0 {
			break
		}
		s = s[:i]
	}
	if forms["en"] != nil {
		return "en"
	}
	first := ""
	for s := range forms {
		if first == "" || s < first {
			first = s
		}
	}
	return first
}

// texts reads a file of i18n: a mapping from keys to messages, in which mappings may stand for the
// dots of keys. A key without a pack is this one's.
func (l *loader) texts(n *model.Node, p *Pack, lang string) {
	if _, err := language.Parse(lang); err != nil {
		l.faults.report(Schema, n.Pos, data{"language": lang}, "name the file after a language, such as en.yaml or pt-BR.yaml", "'%s' is no language", clip(lang))
		return
	}
	t := l.build.Texts
	if !slices.Contains(t.langs, lang) {
		t.langs = append(t.langs, lang)
		slices.Sort(t.langs)
	}
	l.textsUnder(n, "", p, lang, map[string]diag.Pos{})
}

func (l *loader) textsUnder(n *model.Node, prefix string, p *Pack, lang string, seen map[string]diag.Pos) {
	if n.Kind != model.MapNode {
		l.misfit(n, "a mapping from keys to texts")
		return
	}
	for i, k := range n.Keys {
		if !k.Scalar() {
			l.misfit(k, "a key")
			continue
		}
		key := prefix + k.Raw()
		switch v := n.Items[i]; {
		case v.Kind == model.MapNode:
			l.textsUnder(v, key+".", p, lang, seen)
		case !v.Scalar():
			l.misfit(v, "a text")
		default:
			if !strings.Contains(key, ":") {
				key = p.ID + ":" + key
			}
			if !l.once(seen, "text", key, k.Pos) {
				continue
			}
			m, err := parseMessage(v.Raw())
			if err != nil {
				x := v.Expr()
				l.faults.report(Schema, x.At(err.at), data{"key": key}, "", "the text '%s' cannot be read: %s", clip(key), err.text)
				continue
			}
			keys := l.build.Texts.keys
			if keys[key] == nil {
				keys[key] = map[string]*message{}
			}
			keys[key][lang] = m
		}
	}
}

// Description is what a thing of a ruleset is called.
type Description struct {
	ID   string
	Name string // the id where there is no text
	Text string // `description`, empty where there is none
}

// Describe names things: fields, content, types, actions, band sets, situational choices, links, follow-ups and rules-level
// choices by their qualified ids, tags by themselves. Where no text names a thing, its name is the
// label of a field, else the id as it was declared.
func (rs *Ruleset) Describe(lang string, ids []string, args map[string]any) []Description {
	out := make([]Description, len(ids))
	for i, id := range ids {
		out[i] = rs.describe(lang, id, args)
	}
	return out
}

func (rs *Ruleset) describe(lang, id string, args map[string]any) Description {
	d := Description{ID: id}
	roots, otherwise := rs.textRoots(id)
	for _, root := range roots {
		if name, ok := rs.Texts.Text(lang, root+".name", args); ok {
			d.Name = name
			d.Text, _ = rs.Texts.Text(lang, root+".description", args)
			return d
		}
	}
	d.Name = otherwise
	return d
}

// textRoots gives what the keys of a thing's texts may begin with, and its name without any.
func (rs *Ruleset) textRoots(id string) (roots []string, otherwise string) {
	owner, own, nested := strings.Cut(id, "#")
	pack, local, ok := strings.Cut(owner, ":")
	if !ok {
		for i := len(rs.Packs) - 1; i >= 0; i-- {
			roots = append(roots, rs.Packs[i].ID+":tags."+id)
		}
		return roots, id
	}
	if nested {
		roots = []string{owner + ".actions." + own, owner + ".options." + own, owner + ".followUps." + own}
		if it := rs.Item(owner); it != nil {
			for _, kind := range []string{"actions.", "options.", "followUps."} {
				roots = append(roots, it.Type.Pack.ID+":types."+it.Type.Local+"."+kind+own)
			}
		} else {
			roots = append(roots, pack+":types."+local+".followUps."+own)
		}
		return roots, own
	}
	otherwise = local
	x := &rs.index
	at := func(there bool, kind string) {
		if there {
			roots = append(roots, pack+":"+kind+"."+local)
		}
	}
	if x.items[id] != nil {
		roots = append(roots, id)
	}
	if f := x.fields[id]; f != nil && f.Label != "" {
		otherwise = f.Label
	}
	at(x.fields[id] != nil, "fields")
	at(x.actions[id] != nil, "actions")
	at(x.types[id] != nil, "types")
	at(x.bands[id] != nil, "bands")
	at(x.situational[id] != nil, "situational")
	at(x.links[id] != nil, "links")
	at(x.followUps[id] != nil, "followUps")
	at(x.choices[id] != nil, "rules.choices")
	return roots, otherwise
}
