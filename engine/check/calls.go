package check

import (
	"fmt"
	"strings"

	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/model"
)

// methodsOf says which kinds have a method, and what it gives.
var methodsOf = map[string]struct {
	of    kinds
	gives ty
}{}

func init() {
	add := func(of kinds, gives ty, names string) {
		for _, n := range strings.Fields(names) {
			m := methodsOf[n]
			methodsOf[n] = struct {
				of    kinds
				gives ty
			}{m.of | of, join(m.gives, gives)}
		}
	}
	add(kText, oneText, "lower upper title strip lstrip rstrip join replace format removeprefix removesuffix zfill")
	add(kText, of(kList, oneText), "split rsplit")
	add(kText, oneInt, "find index count")
	add(kText, yesNo, "startswith endswith isdigit isalpha")
	add(kList|kTuple|kRange, oneInt, "index count")
	add(kDict, anything, "get")
	add(kDict, ty{k: kIter}, "keys values items")
	add(kSet|kIter, ty{k: kSet}, "union intersection difference symmetric_difference")
	add(kSet|kIter, yesNo, "issubset issuperset isdisjoint")
}

func (y *typer) method(t *expr.Tree) ty {
	x := y.of(t.Kids[0])
	for _, a := range t.Kids[1:] {
		y.of(a)
	}
	for _, k := range t.Kws {
		y.of(k.X)
	}
	m, known := methodsOf[t.Name]
	if known && x.k != 0 && x.k&m.of == 0 {
		y.say("bad-operands", t, "", "%s has no method '%s'", x.k, t.Name)
		return anything
	}
	return m.gives
}

// results is what the functions of the engine and of Python give, whatever they are told.
var results = map[string]ty{
	"len": oneInt, "ord": oneInt, "round_of": oneInt, "abs": {k: kInt | kFloat}, "round": {k: kInt | kFloat}, "int": oneInt,
	"float": {k: kFloat}, "bool": yesNo, "any": yesNo, "all": yesNo, "isinstance": yesNo, "str": oneText, "repr": oneText,
	"chr": oneText, "dict": {k: kDict}, "divmod": of(kTuple, ty{k: kInt | kFloat}), "owner_of": {k: kInt | kNone},
	"zone_of": {k: kText | kNone}, "items_of": {k: kList}, "cells": {k: kList}, "neighbours": {k: kList}, "adjacent": yesNo,
	"distance": {k: kInt | kNone}, "path": {k: kList | kNone}, "ray": {k: kList}, "directions": of(kList, oneText),
	"lines": of(kList, ty{k: kList}), "connected": of(kList, ty{k: kList}), "reach": {k: kList}, "region": {k: kList},
	"on_board": yesNo, "range": of(kRange, oneInt), "type": {k: kFunc}, "zip": {k: kIter}, "enumerate": {k: kIter},
	"map": {k: kIter}, "filter": {k: kIter}, "reversed": {k: kIter},
}

// goThrough are the functions that go through their first argument; holds are those that make it another kind.
var (
	goThrough = map[string]bool{"any": true, "all": true, "sum": true, "sorted": true, "enumerate": true, "list": true, "tuple": true, "set": true, "frozenset": true}
	holds     = map[string]kinds{"list": kList, "sorted": kList, "tuple": kTuple, "set": kSet, "frozenset": kSet}
)

func (y *typer) call(t *expr.Tree) ty {
	fn := t.Kids[0]
	args := make([]ty, 0, len(t.Kids))
	open := false
	var def ty
	for _, a := range t.Kids[1:] {
		open = open || a.Kind == expr.StarTree
		args = append(args, y.of(a))
	}
	for _, k := range t.Kws {
		open = open || k.Name == ""
		if k.X.Kind == expr.LambdaTree {
			y.lambda(k.X, y.keyed(args))
		} else if v := y.of(k.X); k.Name == "default" {
			def = v
		}
	}
	if fn.Kind != expr.NameTree {
		if f := y.of(fn); f.k != 0 && f.k&kFunc == 0 {
			y.say("bad-call", t, "", "%s is called, which is no function", f.k)
		}
		return anything
	}
	f := y.name(fn.Name)
	if f.k != 0 && f.k&kFunc == 0 {
		fix := "leave the (...) away"
		if f.k&^kEach == 0 {
			fix = fmt.Sprintf("write %s[...] for an element", fn.Name)
		}
		y.say("bad-call", fn, fix, "'%s' is %s and no function", fn.Name, f.k)
		return anything
	}
	if f.k != kFunc || y.local(fn.Name) {
		return anything
	}
	ref := y.c.p.Exprs.Resolve(fn.Name)
	if ref.Kind == expr.OwnFunc {
		if own := y.c.function(fn.Name); own != nil && !open {
			y.ownArgs(t, own)
		}
		return y.c.gives(fn.Name)
	}
	least, most, known := expr.Arity(fn.Name)
	if ref.Kind == expr.Builtin {
		least, most, known = ref.Native.Min, ref.Native.Max, true
	}
	if n := len(args); known && !open && (n < least && len(t.Kws) == 0 || most >= 0 && n > most) {
		y.say("bad-call", fn, "", "%s() takes %s, not %d", fn.Name, arguments(least, most), n)
		return anything
	}
	return y.result(t, fn.Name, args, def, open)
}

// keyed is what key=lambda is called with.
func (y *typer) keyed(args []ty) ty {
	if len(args) == 1 {
		return args[0].each()
	}
	return anything
}

func (y *typer) local(name string) bool {
	for _, b := range y.bound {
		if b.name == name {
			return true
		}
	}
	i, ok := y.c.scopes.index[name]
	return contains(y.binds, name) || ok && y.see.has(i)
}

func (y *typer) ownArgs(t *expr.Tree, f *model.Function) {
	n := len(t.Kids) - 1
	want := arguments(len(f.Params), len(f.Params))
	if n > len(f.Params) {
		y.say("bad-call", t.Kids[0], "", "%s() takes %s, not %d", f.Name, want, n)
		return
	}
	given := map[string]bool{}
	for _, p := range f.Params[:n] {
		given[p] = true
	}
	for _, k := range t.Kws {
		if !contains(f.Params, k.Name) || given[k.Name] {
			y.say("bad-call", &expr.Tree{Off: k.Off}, "", "%s() takes no '%s' here", f.Name, k.Name)
			return
		}
		given[k.Name] = true
	}
	for _, p := range f.Params {
		if !given[p] {
			y.say("bad-call", t.Kids[0], fmt.Sprintf("give '%s'", p), "%s() takes %s, not %d", f.Name, want, len(given))
			return
		}
	}
}

func arguments(least, most int) string {
	plural := func(n int) string {
		if n == 1 {
			return "1 argument"
		}
		return fmt.Sprintf("%d arguments", n)
	}
	switch {
	case least == most:
		return plural(least)
	case most < 0:
		return "at least " + plural(least)
	}
	return fmt.Sprintf("%d to %s", least, plural(most))
}

func (y *typer) result(t *expr.Tree, name string, args []ty, def ty, open bool) ty {
	if open || len(args) == 0 {
		if r, ok := results[name]; ok {
			return r
		}
		return anything
	}
	first := args[0]
	if goThrough[name] || (name == "max" || name == "min") && len(args) == 1 {
		if first.k != 0 && first.k&kEach == 0 {
			y.say("bad-operands", t.Kids[1], "", "%s() goes through a list, and this is %s", name, first.k)
			return anything
		}
	}
	switch name {
	case "len":
		if first.k != 0 && first.k&kEach == 0 {
			y.say("bad-operands", t.Kids[1], "", "%s has no length", first.k)
		}
	case "int", "float", "round", "abs":
		text := kinds(0)
		if name == "int" || name == "float" {
			text = kText
		}
		if first.k != 0 && first.k&(kNum|text) == 0 {
			y.say("bad-operands", t.Kids[1], "", "%s() cannot make a number of %s", name, first.k)
		}
	case "sum":
		if e := first.each(); len(args) == 1 && e.k != 0 && e.k&kNum == 0 {
			y.say("bad-operands", t.Kids[1], "", "sum() adds numbers, and these are %s each", e.k)
		} else if len(args) == 1 && e.k&^kNum == 0 {
			return ty{k: kInt | kFloat}
		}
		return anything
	case "max", "min":
		if len(args) == 1 {
			return join(first.each(), def)
		}
		if len(args) > 1 && len(t.Kws) == 0 {
			var e ty
			for i, a := range args {
				if i > 0 && !fits("<", args[0].k, a.k) {
					y.say("bad-operands", t.Kids[i+1], "", "%s() cannot compare %s and %s", name, args[0].k, a.k)
				}
				e = join(e, a)
			}
			return e
		}
		return anything
	}
	if k, ok := holds[name]; ok {
		return of(k, first.each())
	}
	if r, ok := results[name]; ok {
		return r
	}
	return anything
}
