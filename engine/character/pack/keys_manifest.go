package pack

// manifestShapes are those of pack.yaml, which is one for all packs, whatever they hold.
var manifestShapes = map[string]shape{
	"pack": {doc: "pack.yaml: which pack this is, what it needs, and what is in it.", keys: map[string]slot{
		"id":           word.says("The pack's id: the part of qualified ids before the colon.").needed(),
		"version":      prose.says("Its version: numbers with dots, `1.4.0`, or `1.4.0-rc.1`.").needed(),
		"title":        prose.says("What it is called."),
		"description":  prose.says("What is in it, in a sentence or two."),
		"licence":      prose.says("Under what terms it may be used, and whom to name."),
		"engine":       prose.says("The versions of the engine that it runs with: a range, as under `requires`."),
		"requires":     listing.says("Packs that it needs. In a ruleset they stand before it.").of("requirement"),
		"capabilities": names.says("What it may do; whoever opens it is told before anything runs, and may refuse."),
		"files":        namedTexts.says("All other files, by their paths, each with its SHA-256 in hexadecimal. `astragal pack build` writes it; in a folder that is worked on it may be missing."),
		"models":       namedTexts.says("Models by name: the path of each."),
		"content":      listing.says("What it adds to models, its own or those of packs that it requires.").of("addition"),
		"evaluators":   named.says("WebAssembly modules, by the name of the `code` that they answer for; of `kind: policy`, of the agent.").of("evaluator"),
		"rulesets":     namedNames.says("Rulesets of character rules by name: packs in order, this one and those that it requires."),
		"views":        namedTexts.says("Files that show a game, by name; the program that embeds the engine knows what they are."),
		"languages":    namedTexts.says("Texts of models in other languages, by language: the path of each, a mapping from what a model shows to what to show instead."),
		"pictures":     namedTexts.says("Pictures by name, such as the id of an item: the path of each."),
	}},
	"requirement": {keys: map[string]slot{
		"id":      word.says("The pack that is needed.").needed(),
		"version": prose.says("Which versions will do: that one or a later one with the same first number (`1.4`), or comparisons (`>=1.2 <3`, `^1.4`, `~1.4.2`, `1.x || 3.x`); all unless given."),
	}},
	"addition": {keys: map[string]slot{
		"to":    prose.says("The model: a name under `models`, or `<pack>/<model>` of a pack that is required, or `<pack>` alone where it has one model.").needed(),
		"files": names.says("Files of YAML that are joined to the model as if it included them. They may add to catalogues of `content`, and to `code`, `constants`, `derived`, `functions`, `modifiers` and `triggers`.").needed(),
	}},
	"evaluator": {keys: map[string]slot{
		"module":    prose.says("The path of its WebAssembly module.").needed(),
		"kind":      oneOf.says("`code`: gives a value. `content`: gives ops, which are checked and run. `policy`: chooses for a seat.").from("code", "content", "policy").needed(),
		"reads":     namedTexts.says("What it sees of the game, by name: expressions of the model. It sees nothing else."),
		"zones":     names.says("Zones that its ops may read and change; `'*'`: all."),
		"vars":      names.says("Variables that its ops may read and change; `'*'`: all."),
		"decisions": oneOf.says("Whose decisions its ops may ask for: `self`, the player who acts, or `all`; nobody's unless given.").from("self", "all"),
		"limits":    mapping.says("Less than the runtime allows.").of("evaluatorLimits"),
	}},
	"evaluatorLimits": {keys: map[string]slot{
		"memory_pages": count.says("Pages of 64 KiB."),
		"instructions": count.says("Instructions of one call."),
		"output_bytes": count.says("Bytes of one answer."),
	}},
}

// Capability is something that a pack may be allowed to do.
type Capability struct {
	Name, Does string
	Code       bool // the pack's own code runs
}

// Capabilities are all there are, in the order in which they are shown.
var Capabilities = []Capability{
	{"extend", "adds to models of other packs", false},
	{"evaluate", "computes values with code of its own", true},
	{"act", "changes games with code of its own, as far as each evaluator declares", true},
	{"ask", "asks players other than the one who acts, with code of its own", true},
	{"play", "chooses for seats with code of its own", true},
}
