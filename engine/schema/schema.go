// Package schema writes JSON schemas: of models, from the same table by which they are read, so that
// editors complete and explain what the engine knows; of the files of character packs; of characters and the calls of
// their sheets and actions; and of what a check reports.
//
// They are of draft 7, the newest that editors support throughout.
package schema

import (
	"encoding/json"

	"github.com/astragal-engine/astragal/engine/character/action"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// Names names all schemas, that of models first.
func Names() []string {
	names := []string{"model", "report", "character", "character-calls", "action-calls"}
	for _, file := range pack.SchemaFiles {
		names = append(names, packName(file))
	}
	return names
}

// Of gives the schema of a name; nil: there is none.
func Of(name string) []byte {
	switch name {
	case "model":
		return Model()
	case "report":
		return Report()
	case "character":
		return sheet.CharacterSchema()
	case "character-calls":
		return sheet.CallsSchema()
	case "action-calls":
		return action.CallsSchema()
	}
	for _, file := range pack.SchemaFiles {
		if name == packName(file) {
			return pack.JSONSchema(file)
		}
	}
	return nil
}

func packName(file string) string {
	if file == "pack" {
		return file
	}
	return "pack-" + file
}

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
