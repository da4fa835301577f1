package pack

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
)

// form is a mapping that is being read. Its shape has been checked and what did not fit was reported;
// so whatever it is asked for and does not have in the right form is just absent.
type form struct {
	l    *loader
	node *model.Node
	name string // of the shape
	keys shape
}

// form checks a mapping against a shape.
func (l *loader) form(n *model.Node, name string) (form, bool) {
	return l.formOf(n, name, shapes[name])
}

// kind checks a mapping whose keys depend on a word.
func (l *loader) kind(n *model.Node, name string) (f form, word string, ok bool) {
	k := kindedShapes[name]
	if n.Kind != model.MapNode {
		l.misfit(n, "a mapping")
		return f, "", false
	}
	at := n.Get(k.key)
	if at == nil || at.Kind == model.Null {
		word = k.otherwise
		if word == "" || n.Get(word) == nil {
			l.lost.node(n)
			l.faults.report(Schema, n.Pos, data{"key": k.key}, fmt.Sprintf("add %s: one of %s", k.key, strings.Join(slices.Sorted(maps.Keys(k.kinds)), ", ")), "%s needs %s", noun(name), k.key)
			return f, "", false
		}
	} else {
		word = at.Raw()
	}
	s, known := whole[name][word]
	if !known {
		l.lost.node(n)
		l.unknown(at.Pos, word, slices.Sorted(maps.Keys(k.kinds)), "there is no %s of %s '%s'", nouns(name), k.key, clip(word))
		return f, "", false
	}
	f, ok = l.formOf(n, name+":"+word, s)
	return f, word, ok
}

func (l *loader) formOf(n *model.Node, name string, s shape) (form, bool) {
	f := form{l: l, name: name, keys: s}
	if n == nil || n.Kind != model.MapNode {
		if n != nil {
			l.misfit(n, "a mapping")
		}
		return f, false
	}
	f.node = n
	for i, k := range n.Keys {
		f.check(k, n.Items[i])
	}
	for _, key := range s.known() {
		if s.keys[key].must && !f.has(key) && (s.keys[key].holds != literal || n.Get(key) == nil) {
			l.faults.report(Schema, n.Pos, data{"key": key}, "add "+key, "%s needs %s", noun(name), key)
		}
	}
	for _, group := range s.one {
		var found []string
		for _, key := range group {
			if f.has(key) {
				found = append(found, key)
			}
		}
		if len(found) != 1 {
			l.faults.report(Schema, n.Pos, data{"keys": group}, "keep one of them", "%s has exactly one of %s", noun(name), strings.Join(group, ", "))
		}
	}
	return f, true
}

// unknown reports a word that is none of the known ones, with the one that may have been meant.
func (l *loader) unknown(pos diag.Pos, word string, known []string, format string, args ...any) {
	fix := "known: " + strings.Join(known[:min(len(known), 30)], ", ")
	if l.maySuggest(len(known)) {
		if near := diag.Nearest(word, known); near != "" {
			fix = "write '" + near + "'"
		}
	}
	l.faults.report(Schema, pos, data{"word": word}, fix, format, args...)
}

// misfit reports a value that is not of the kind that its key holds.
func (l *loader) misfit(n *model.Node, want string) {
	l.faults.report(Schema, n.Pos, data{"expected": want}, "", "this must be %s", want)
}

func (f *form) check(key, value *model.Node) {
	if key.Kind != model.Text {
		if !f.keys.open {
			f.l.misfit(key, "a key: a word")
		}
		return
	}
	s, known := f.keys.find(key.Text)
	if f.l.watch != nil {
		f.l.watch(f.name, key.Text, false)
	}
	switch {
	case known && value.Kind == model.Null && s.holds != literal:
	case known:
		f.l.fits(value, s, true)
	case !f.keys.open:
		f.l.unknown(key.Pos, key.Text, f.keys.known(), "%s has no key '%s'", noun(f.name), clip(key.Text))
	}
}

// fits reports whether a value is of the kind that a slot holds, and complains unless it is silent.
func (l *loader) fits(n *model.Node, s slot, aloud bool) bool {
	want := ""
	switch s.holds {
	case literal, expr:
		if s.holds == expr && !n.Scalar() {
			want = "a formula"
		}
	case prose:
		if !n.Scalar() {
			want = "a text"
		}
	case word:
		if n.Kind == model.ListNode || n.Kind == model.MapNode || n.Kind == model.Null {
			want = "a word"
		}
	case oneOf:
		if !n.Scalar() {
			want = "one of " + strings.Join(s.words, ", ")
		} else if !slices.Contains(s.words, n.Raw()) {
			if aloud {
				l.unknown(n.Pos, n.Raw(), s.words, "'%s' is none of %s", clip(n.Raw()), strings.Join(s.words, ", "))
			}
			return false
		}
	case flag:
		if n.Kind != model.Bool {
			want = "true or false"
		}
	case count:
		if _, ok := wholeNumber(n); !ok {
			want = "a whole number"
		}
	case textual:
		if !n.Scalar() && !isFormulaOnly(n) {
			want = "a text, or {formula: ...}"
		}
	case names, counts, textuals, formulaList, listing:
		if n.Kind != model.ListNode {
			want = "a list"
			break
		}
		element := map[holds]slot{names: {holds: word}, counts: {holds: count}, textuals: {holds: textual}, formulaList: {holds: expr}, listing: {holds: literal}}[s.holds]
		for _, item := range n.Items {
			if !l.fits(item, element, aloud) {
				return false
			}
		}
	case mapping, named, namedAny, formulas, namedLists, namedWords, namedTexts, namedNames:
		if n.Kind != model.MapNode {
			want = "a mapping"
			break
		}
		element, ok := map[holds]slot{formulas: {holds: expr}, namedLists: {holds: listing}, namedWords: {holds: oneOf, words: s.words}, namedTexts: {holds: prose}, namedNames: {holds: names}}[s.holds]
		for _, item := range n.Items {
			if ok && !l.fits(item, element, aloud) {
				return false
			}
		}
	case either:
		var wants []string
		for _, alt := range s.alts {
			if l.fits(n, alt, false) {
				return true
			}
			wants = append(wants, holdsNames[alt.holds])
		}
		want = strings.Join(wants, " or ")
	}
	if want == "" {
		return true
	}
	if aloud {
		l.misfit(n, want)
	}
	return false
}

var holdsNames = map[holds]string{
	literal: "a value", prose: "a text", word: "a word", names: "a list of words", oneOf: "a word", flag: "true or false", count: "a whole number",
	counts: "a list of whole numbers", expr: "a formula", textual: "a text", textuals: "a list of texts", formulas: "a mapping from names to formulas",
	formulaList: "a list of formulas", listing: "a list", mapping: "a mapping", named: "a mapping", namedLists: "a mapping", namedWords: "a mapping", namedAny: "a mapping", namedTexts: "a mapping from names to texts",
	namedNames: "a mapping from names to lists of words",
}

func isFormulaOnly(n *model.Node) bool {
	return n.Kind == model.MapNode && len(n.Keys) == 1 && n.Keys[0].Text == "formula" && n.Items[0].Scalar()
}

// clip keeps a text of a pack that is quoted in a message short.
func clip(s string) string {
	const most = 60
	r := []rune(s)
	if len(r) <= most {
		return s
	}
	return string(r[:most]) + "…"
}

// odd are the names of shapes that are not what people call them.
var odd = map[string]string{
	"pack": "pack.yaml", "evaluatorLimits": "limits", "formulaOnly": "a computed text", "prop": "a typed name", "contentType": "a content type", "content": "a content file", "rules": "a rules file",
	"optionSource": "a source of options", "stepSource": "a source of options", "contentQuery": "a query", "copyQuery": "a query", "followUp": "a follow-up", "bandSet": "a band set",
	"resultBands": "results", "stepOption": "an option", "fieldsBy": "a selection of fields", "otherwise": "else", "toLink": "a link", "addedOption": "an option", "addedChanges": "the value",
	"newCopy": "a copy", "rollModifiers": "rollModifiers", "competing": "competing", "creation": "creation", "limits": "limits", "settings": "settings", "pending": "pending", "incoming": "incoming", "applied": "applied",
}

// noun names a shape in a sentence.
func noun(name string) string {
	if word, ok := odd[name]; ok {
		return word
	}
	base, kind, ok := strings.Cut(name, ":")
	if ok {
		base = kind + " " + base
	}
	return article(base)
}

// article puts one before a noun.
func article(noun string) string {
	if strings.ContainsRune("aeio", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

// nouns is a noun without its article.
func nouns(name string) string {
	_, word, _ := strings.Cut(noun(name), " ")
	return word
}
