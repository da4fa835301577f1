package schema

import (
	"reflect"
	"strings"

	"github.com/astragal-engine/astragal/engine/report"
)

// Report is docs/report.schema.json: what `check --json` prints, and what the protocol's model.check gives.
func Report() []byte {
	w := types{defs: object{}}
	root := w.fields(reflect.TypeFor[report.Report]())
	root["$schema"] = draft
	root["title"] = "What a check of a model reports"
	root["definitions"] = w.defs
	return written(root)
}

// types writes the types of Go as they are in JSON, with the texts of their fields' tag doc.
type types struct{ defs object }

func (w *types) of(t reflect.Type) object {
	switch t.Kind() {
	case reflect.Pointer:
		return w.of(t.Elem())
	case reflect.Bool:
		return kind("boolean")
	case reflect.String:
		return kind("string")
	case reflect.Float64:
		return kind("number")
	case reflect.Int:
		return kind("integer")
	case reflect.Uint64:
		return object{"type": "integer", "minimum": 0}
	case reflect.Slice:
		return object{"type": "array", "items": w.of(t.Elem())}
	case reflect.Struct:
		name := strings.ToLower(t.Name())
		if _, done := w.defs[name]; !done {
			w.defs[name] = nil // underway: a part has parts
			w.defs[name] = w.fields(t)
		}
		return ref(name)
	}
	panic("no schema for " + t.String())
}

func (w *types) fields(t reflect.Type) object {
	props, must := object{}, []string{}
	w.collect(t, props, &must, true)
	return object{"type": "object", "additionalProperties": false, "properties": props, "required": must}
}

// collect adds the fields of t and of what it embeds; the outer one of a name counts.
func (w *types) collect(t reflect.Type, props object, must *[]string, always bool) {
	var inner []reflect.StructField
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, tagged := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous:
			inner = append(inner, f)
			continue
		case name == "" || !f.IsExported() || props[name] != nil:
			continue
		}
		s := w.of(f.Type)
		if f.Type.Kind() == reflect.Pointer && !tagged {
			s = object{"anyOf": []any{s, kind("null")}}
		}
		if words := f.Tag.Get("enum"); words != "" {
			s["enum"] = strings.Fields(words)
		}
		if doc := f.Tag.Get("doc"); doc != "" {
			if s["$ref"] != nil {
				s = object{"allOf": []any{s}} // beside a reference nothing counts
			}
			s["description"] = doc
		}
		props[name] = s
		if always && options == "" {
			*must = append(*must, name)
		}
	}
	for _, f := range inner {
		if f.Type.Kind() == reflect.Pointer {
			w.collect(f.Type.Elem(), props, must, false)
		} else {
			w.collect(f.Type, props, must, always)
		}
	}
}
