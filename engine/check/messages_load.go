package check

import "github.com/astragal-engine/astragal/engine/diag"

// loading are the messages of package model.
var loading = []Message{
	{"bad-key", diag.Error, "A key or a name of the model is not a text (`1:`, `[a]:`).", "Write a name, in quotes if need be."},
	{"bad-players", diag.Error, "`num_players` is not a count from 1 to 64, or `min`, `default` and `max` do not go up.", "Give a count, or `{min, max, default}`."},
	{"bad-type", diag.Error, "A value is not what its key holds, such as a mapping where a list of ops must stand.", "Write what the message asks for."},
	{"documents", diag.Error, "The file holds a second YAML document.", "Leave out the `---` and what follows it; other files are read with `include`."},
	{"duplicate-id", diag.Error, "Two flow nodes have the same `id`.", "Give each node an id of its own."},
	{"duplicate-key", diag.Error, "A key stands twice in one mapping, or two included files define the same.", "Keep one of the two."},
	{"include", diag.Error, "A file cannot be included: it is missing, outside the folder, no mapping, or includes itself.", "Mend the path; a model given as text has no includes."},
	{"item-id", diag.Warning, "A content item has no `id`, so nothing can name it.", "Add `id`."},
	{"limit", diag.Error, "The model is longer, deeper or larger than the engine reads ([limits](limits.md)).", "Make it smaller, or raise the limits where the engine is embedded."},
	{"no-cases", diag.Error, "A `branch` has no `cases`.", "Add `cases`, a list of `{when_x, children}`."},
	{"no-model", diag.Error, "The text is not a model: it is no mapping, or has no `flow`.", "Make it a mapping that has a `flow`."},
	{"no-players", diag.Warning, "The model does not say for how many players it is; 2 is assumed.", "Add `num_players`."},
	{"unknown-key", diag.Warning, "A mapping with fixed keys has one that nothing reads.", "Mend its spelling, or leave it out. Notes for people go under `note`."},
	{"unknown-kind", diag.Error, "A flow node has no `kind`, or one that does not exist.", "Use `sequence`, `loop`, `branch`, `subflow`, `step` or `turns`."},
	{"unknown-op", diag.Error, "An op does not exist, or `op` is missing.", "Mend its spelling."},
	{"unknown-tag", diag.Warning, "A YAML tag means nothing here; the value is read as text.", "Leave the tag out."},
	{"unknown-value", diag.Error, "A key that takes one of a few words has another one (`mode`, `persist`, `order`, `timing`, `closes`, …).", "Use one of the words that the message lists."},
	{"unreadable", diag.Error, "The file cannot be read.", "Look at the path and at the permissions."},
	{"yaml", diag.Error, "The YAML cannot be read.", "Mend the line; often a quote or a bracket is missing further up, or a `: ` stands in a text without quotes."},
}
