// Package schema writes JSON schemas: of models, from the same table by which they are read, so that
// editors complete and explain what the engine knows; and of what a check reports.
//
// They are of draft 7, the newest that editors support throughout.
package schema

import (
	"encoding/json"
)

const draft = "http://json-schema.org/draft-07/schema#"

type object = map[string]any

func ref(name string) object { return object{"$ref": "#/definitions/" + name} }

func written(doc object) []byte {
	b, err := json.MarshalIndent(doc, "", "  ")
	if err != nil {
		panic(err) // made of maps, lists and texts
	}
	return append(b, '\n')
}
