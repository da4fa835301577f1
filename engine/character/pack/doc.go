// Package pack reads packs of character rules and makes rulesets of them.
//
// A pack is a folder or a zip: pack.yaml says which, rules/**/*.yaml hold fields, content types,
// actions and the other rules, content/**/*.yaml hold items, i18n/<language>.yaml the texts. [Load]
// takes the packs of a game in order and gives a [Ruleset]: everything read, every id resolved,
// every formula checked against the names of its place and compiled. Or it gives all that is wrong,
// each with its place. docs/packs.md is the reference for those who write packs.
//
// A Ruleset never changes once it is loaded and is safe for any number of threads. The types of this
// package are what stands in the files, field by field; fields that say what an id means carry both
// what was written and what it was resolved to ([Ref]).
//
// Rules that hold throughout:
//
//   - Files are read in the order of their paths, packs in the order given. Nothing depends on the
//     order in which a disk lists them.
//   - Ids of fields, content, types, actions, follow-ups, link slots, band sets, tallies, situational
//     choices and rules-level choices are qualified: `<pack>:<local>`. Tags, roles, steps, flags,
//     bands and written options stay as declared.
//   - A nil *Formula is one that was not written.
package pack
