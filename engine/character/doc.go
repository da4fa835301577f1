// Package character plays by packs of character rules: it loads rulesets, computes sheets, lists what
// choices offer, applies changes and names things.
//
// The calls take JSON and give JSON, so that every host has the same ones: docs/characters.md has their
// shapes, docs/character-calls.schema.json their schema. Each is a pure function of its inputs. The same
// input gives the same bytes. A Ruleset is safe for any number of threads. Programs that are written in
// Go and want values in place of JSON use engine/character/sheet.
package character
