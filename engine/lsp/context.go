package lsp

import (
	"github.com/astragal-engine/astragal/engine/model"
)

// form says what may stand in a place of a model.
type form struct {
	is    formKind
	shape string     // of a mapping, or of each part
	key   *model.Key // that holds it
	twin  bool
	owner string // the name of the table that the key is of
	table *table // of a mapping with fixed keys
}

type formKind uint8

const (
	nothing    formKind = iota
	fixed               // a mapping with fixed keys
	named               // a mapping from names
	namedLists          // a mapping from names to lists
	list
	exprs // a mapping from names to expressions
	expression
	single // a value
)

// place follows the levels around a cursor down the tables.
func (c *cursor) place() form {
	f := form{is: fixed, shape: "model"}
	for i, l := range c.levels {
		lastKey := i == len(c.levels)-1 && c.key
		if f.is == fixed {
			f.table = tableOf(f.shape, func(key string) string { return l.given[key] })
		}
		switch {
		case l.list:
			f = f.element()
			if lastKey && f.is == fixed {
				f.table = tableOf(f.shape, func(string) string { return "" })
			}
		case lastKey:
			return f
		default:
			f = f.under(l.key)
		}
	}
	return f
}

func (f form) under(name string) form {
	switch f.is {
	case fixed:
		if f.table == nil {
			return form{}
		}
		key, twin := f.table.find(name)
		if key == nil {
			return form{}
		}
		return formOf(key, twin, f.table.shape.Name)
	case named:
		if f.key.Name == "let" {
			return form{is: expression, key: f.key}
		}
		if f.shape == "" {
			return form{}
		}
		return form{is: fixed, shape: f.shape, key: f.key}
	case namedLists:
		return form{is: list, shape: f.shape, key: f.key}
	case exprs:
		return form{is: expression, key: f.key}
	}
	return form{}
}

func (f form) element() form {
	switch {
	case f.is == list && f.shape != "":
		return form{is: fixed, shape: f.shape, key: f.key}
	case f.is == single && (f.key.Holds == "names" || f.key.Holds == "name list"):
		return f
	}
	return form{}
}

func formOf(key *model.Key, twin bool, owner string) form {
	f := form{key: key, twin: twin, shape: key.Of, owner: owner}
	switch {
	case key.Holds == "expressions" && twin:
		f.is = exprs
	case twin, key.Holds == "expression":
		f.is = expression
	case key.Holds == "ops", key.Holds == "list":
		f.is = list
	case key.Holds == "mapping":
		f.is = fixed
	case key.Holds == "named":
		f.is = named
	case key.Holds == "named lists":
		f.is = namedLists
	case key.Of != "":
		f.is = fixed
	default:
		f.is = single
	}
	return f
}
