package protocol

// Type is what a parameter or a field of a result is.
type Type uint8

const (
	Int      Type = iota // 32 bits
	Seed                 // from 0, 64 bits
	HandleOf             // of a model, game, simulation or batch
	Float
	Bool
	Text
	Bytes
	Values // a map from names to any values
	Value  // any value of a model
	// Of results only.
	Map
	List
	RequestMap
	ResultMap
	ViewMap
)

// typeDocs says of each type its name, and what it is to people.
var typeDocs = [...]struct{ name, phrase string }{
	Int: {"int", "an int"}, Seed: {"seed", "an int of 64 bits, from 0"}, HandleOf: {"handle", "a handle"}, Float: {"float", "a number"},
	Bool: {"bool", "a bool"}, Text: {"text", "a text"}, Bytes: {"bin", "bytes"}, Values: {"values", "a map from names to values"}, Value: {"value", "a value"},
	Map: {"map", "a map"}, List: {"list", "a list"}, RequestMap: {"request", "a request"}, ResultMap: {"result", "the result of a simulation"},
	ViewMap: {"view", "what a seat sees"},
}

func (t Type) String() string { return typeDocs[t].name }
func (t Type) phrase() string { return typeDocs[t].phrase }

// Param is a parameter of a method; Field a field of its result.
type Param struct {
	Name     string
	Type     Type
	Required bool
	Doc      string
}

type Field struct {
	Name string
	Type Type
	Doc  string
}

// Method is one thing that a host can ask for.
type Method struct {
	Name    string
	Summary string
	Params  []Param
	Result  []Field
	run     func(*call) error
}

// index gives the number of a parameter; -1 for none.
func (m *Method) index(name []byte) int {
	for i := range m.Params {
		if m.Params[i].Name == string(name) {
			return i
		}
	}
	return -1
}

// Methods lists all methods, in the order of the documentation.
func Methods() []*Method { return table }

var (
	table   []*Method
	methods = map[string]*Method{}
)

func need(name string, t Type, doc string) Param { return Param{name, t, true, doc} }
func may(name string, t Type, doc string) Param  { return Param{name, t, false, doc} }

func init() {
	model := need("model", HandleOf, "the model")
	game := need("game", HandleOf, "the game")
	simulation := need("simulation", HandleOf, "the simulation")
	batch := need("batch", HandleOf, "the batch")
	text := may("text", Text, "the model's YAML; or give path")
	path := may("path", Text, "a file to read, with what it includes; or give text")
	name := may("name", Text, "with text: stands for the file in places (model.yaml)")
	players := may("players", Int, "how many play (the model's default)")
	seed := may("seed", Seed, "what all random numbers follow from (0)")
	chance := may("chance", Text, "who answers chances: seed, the game itself (the default), or ask, whoever answers the game")

	notation := need("dice", Text, "dice notation, as 4d6kh3 + 2")
	looks := may("seat", Int, "who looks: the seat of a player, or -1 for a spectator; it is told what it may see and no more (the owner of the table, who sees everything)")
	back := may("seat", Int, "who asks: the request is given as it sees it. It gets its own decisions, and none past a chance, a revealed card or a decision of another (the owner of the table, who goes as far as there is)")
	played := []Param{
		players, seed, may("agents", Text, "who plays each seat, or all (random)"), may("workers", Int, "most threads (as many as the runtime has)"),
		may("requests", Int, "after how many a game is given up (5,000)"), may("actions", Bool, "count which options were legal and taken (false)"),
		may("compare", HandleOf, "another model, such as the same one with other constants: each game is played of both, under one seed"),
		may("compare_agents", Text, "who plays what is compared (agents); without compare the same model"),
	}
	played = played[:len(played):len(played)]
	drawn := may("chart", Text, "also draw the result: light, dark, or auto, what the reader's screen prefers")
	results := []Field{
		{"result", ResultMap, "how the games went"}, {"compared", ResultMap, "where models are compared: how those of the other went"},
		{"difference", Map, "where models are compared: how the other differs over the pairs of games that both came to an end: {pairs, payoffs, win_rates, requests}, payoffs and win_rates by player, each number {mean, low, high, min, max}"},
		{"chart", Text, "with chart: SVG"}, {"save", Bytes, "with save: what resume takes"},
	}

	request := Field{"request", RequestMap, "what the game waits for now"}
	newGame := Field{"game", HandleOf, "the new game"}
	report := []Field{
		{"diagnostics", List, "what is wrong, in the order of the text, the first 1,000: {code, severity (error or warning), message, fix?, at?, source?, caret?, width?}: source is the line of the place as people are shown it, caret how many characters of it stand before that of the column, width how many the word there has"},
		{"errors", Int, "how many diagnostics are errors"}, {"warnings", Int, "how many are warnings"},
		{"allowed", List, "warnings that the model allows where they stand: the same, with reason"},
		{"executability", Map, "how much of it the engine can run: {executable, rules, content}, each {percent, ok, total}; executable is over both layers. Where evaluators are bound to the model there is bound too, over both layers with the calls that they answer. With what follows it is left out of a text that is no model"},
		{"gaps", List, "what the engine still misses, in the order of the text, the first 1,000: {kind, place, text, at?, source?, caret?, width?}; kind is text, code:<kind>, language, or content:... inside content items"},
		{"steps", Int, "step nodes of its flows"}, {"ops", Int, "operations in it"}, {"code", Float, "the share of them that call code outside it, from 0 to 1"},
		{"open_questions", Int, "how many it has"},
	}
	arrays := []Field{
		{"player", Bytes, "int32 for each game: who must decide, -1 where the game is over"},
		{"count", Bytes, "int32 for each game: how many options there are"},
		{"over", Bytes, "a byte for each game: 0 goes on, 1 ended, 2 stopped by an error of the model"},
		{"payoffs", Bytes, "float64 for each game and seat: 0 unless the game has ended"},
	}

	packs := need("packs", Value, "a list, in order: paths of folders or zips, maps {name, files: {path: text}}, or maps {pack, ruleset?}: an id in the folder of packs, which brings what it requires, or the packs of one of its rulesets")
	aPack := need("pack", Value, "the pack (*Packs* above)")
	ruleset := need("ruleset", HandleOf, "the ruleset")
	character := need("character", Value, "the character, as its file has it")
	links := may("links", Value, "views that fill link slots: {slot: {id, values}}")
	policy := may("policy", Value, "which checkpoints go on by themselves: {dice, choices, allocations, rules}")
	diceOf := may("dice", Value, "{seed}: what the faces of dice follow from")
	key := may("state_key", Bytes, "states carry a code made with it and are refused without")
	acted := []Field{
		{"status", Text, "finished or paused"}, {"outcome", Map, "where it is finished: {result?, data?}"},
		{"proposedChanges", List, "where it is finished: {to, character?, step, change}"}, {"needs", Map, "where it pauses: what it waits for"},
		{"state", Map, "where it pauses: what action.continue takes"}, {"log", List, "what each checkpoint came to"},
	}

	table = []*Method{
		{"runtime.info", "What the runtime is, and what is open in it.", nil, []Field{
			{"version", Text, "of the engine"}, {"abi", Int, "version of the C interface"}, {"protocol", Int, "version of this protocol"},
			{"limits", Map, "each limit in force by its name"},
			{"models", Int, "how many are open"}, {"games", Int, "how many are open"}, {"batches", Int, "how many are open"}, {"simulations", Int, "how many are open"}, {"rulesets", Int, "how many are open"},
		}, runtimeInfo},
		{"runtime.methods", "Every method: this table as data.", nil, []Field{
			{"methods", List, "{name, summary, params: [{name, type, required, doc}], result: [{name, type, doc}]}"},
		}, runtimeMethods},
		{"runtime.cancel", "Cancels the calls underway that have an id. Long calls (simulations, play, undo, redo, replay) and those that wait for their turn end with the error cancelled; short ones are over before.", []Param{
			need("id", Seed, "the id of the envelope of the call"),
		}, []Field{{"cancelled", Bool, "whether there was such a call"}}, runtimeCancel},

		{"function.offer", "Has the host answer where models call code, without a callback: what is called waits for function.next (or a poll), and function.answer brings the answer. A game that calls waits for it; the game's call can be cancelled.", []Param{
			need("code", Text, "name of the code in the model"),
		}, nil, functionOffer},
		{"function.withdraw", "Takes such a function, or any other of this name, away. What waits may still be answered.", []Param{
			need("code", Text, "name of the code in the model"),
		}, nil, functionWithdraw},
		{"function.next", "The next call that waits for an answer; each is given once. The result is empty where there is none.", []Param{
			may("wait", Int, "how many milliseconds to wait for one (0)"),
		}, []Field{
			{"call", Int, "what function.answer is told"}, {"asked", Map, "{code, args, place, kind, seat (of the actor, if there is one), chance, game (but where that is just being made)}"},
		}, functionNext},
		{"function.answer", "Answers a call that waits.", []Param{
			need("call", Seed, "which call"), may("value", Value, "a plain value (None)"), may("ops", Value, "or a list of ops, for code of kind content: they are checked as a model's are, and run in place of the call"),
			may("chance", Value, "or a list of [outcome, probability]: the game asks this chance and calls again, with the outcomes so far in chance"), may("error", Text, "or why not, which stops the game"),
		}, nil, functionAnswer},

		{"model.load", "Loads a model. One with errors loads too, and plays until it reaches them; a text that is no model at all gives the error model_error.", []Param{
			text, path, name, may("set", Values, "constants to replace, by name"),
			may("pack", Value, "in place of text and path: a pack that has a model (*Packs* above)"), may("pack_model", Text, "with pack: the name of its model (the only one)"),
			may("add", Value, "with pack: a list of packs that add to the model; those that they require are found in the folder of packs (none)"),
			may("grant", Value, "with pack: a list of [capabilities](content-packs.md#capabilities), what all these packs may do; no more than the runtime grants (what it grants; where its configuration says nothing, what needs no code of theirs: extend)"),
		}, append([]Field{
			{"model", HandleOf, "the model"}, {"name", Text, "its name"}, {"hash", Text, "of its rules, in hexadecimal"},
			{"players", Map, "{min, max, default}"}, {"packs", List, "with pack: what went into it, required ones first: {id, version, capabilities}"},
		}, report...), modelLoad},
		{"model.check", "Says everything about a model, also of a text that is none: the report of docs/report.schema.json, without flow. It can be cancelled while it plays test games.", []Param{
			text, path, name, may("games", Int, "test games with random choices and random chance, which only a model without errors gets (0)"),
			seed, players, may("workers", Int, "threads for them (the runtime's)"), may("requests", Int, "after how many a game is given up (5,000)"),
		}, append(append([]Field{{"name", Text, "its name"}}, report...), []Field{
			{"tree", Text, "its flow as a tree; left out beyond a million bytes"},
			{"test_games", Map, "how they went: what a simulation's result has but interrupted, with {error, games, seed, at?, source?, caret?, width?, cannot_end?} in stops, asked, limit (of requests), and endless, of the first that was cut: {seed, place}"},
		}...), modelCheck},
		{"model.describe", "What a model has.", []Param{model}, []Field{
			{"name", Text, "its name"}, {"hash", Text, "of its rules, in hexadecimal"}, {"players", Map, "{min, max, default}"},
			{"cooperative", Bool, "whether all win or lose together"}, {"constants", Map, "name → value"}, {"variables", List, "names"}, {"hidden", List, "names of those that not everyone sees"},
			{"zones", List, "{name, kind (list, set or slot), owner (common or player), visibility (public, owner or hidden), shuffled}"},
			{"actions", List, "names"}, {"windows", List, "names"}, {"boards", List, "names"}, {"agents", List, "names"},
			{"campaign", Bool, "whether games follow each other"},
		}, modelDescribe},
		{"model.board", "The cells of a board, and which of them touch.", []Param{model, need("board", Text, "its name")}, []Field{
			{"kind", Text, "grid, hex, track or graph"}, {"cells", List, "the cells as values: [row, column], [q, r], a number or a name"},
			{"labels", List, "what each is called, or nil"}, {"near", List, "for each cell the numbers of those beside it, from 0"},
		}, modelBoard},
		{"model.diagram", "Draws the rules of a model.", []Param{
			model, need("form", Text, "text, a tree with lines; or svg, a track diagram (docs/diagram.md)"), may("theme", Text, "of a svg: light, dark, or auto, what the reader's screen prefers (the default)"),
		}, []Field{{"text", Text, "the drawing"}}, modelDiagram},
		{"model.explore", "Visits every state of a small game, whatever is answered and drawn (docs/explore.md): errors, invariants, and whether an end can be reached from everywhere. It can be cancelled.", []Param{
			model, players, may("invariants", Value, "a list of expressions that must be true in every state (none)"),
			may("at", Text, "count as states also those in which the only option is taken unasked at a place like this; * stands for any text"),
			may("depth", Int, "no more answers than so many from the beginning (as many as there are)"), may("states", Int, "at most so many (the runtime's explored)"),
		}, []Field{
			{"fine", Bool, "whether nothing is amiss in what was explored"}, {"script", Text, "else the way to what is, as a script that run takes"},
			{"game", Text, "name of the model"}, {"players", Int, "how many play"}, {"states", Int, "that were found"}, {"transitions", Int, "from a state to what follows an answer"},
			{"depth", Int, "answers on the way to the farthest"}, {"levels", List, "how many states have so many answers on the shortest way to them, from 0"},
			{"whole", Bool, "whether these are all there are"}, {"cut", Text, "why not"}, {"open", Int, "states of which it is not known what follows"},
			{"decisions", Int, "states in which a player is asked"}, {"chances", Int, "in which chance is"}, {"unasked", Int, "in which the only option is taken"}, {"ends", Int, "in which the game has ended"},
			{"reasons", List, "of the ends: {reason, states}"}, {"stopped", Int, "states in which an error has stopped the game"},
			{"faults", List, "errors, the first 100: {error, states, at?, cannot_end?, trace}; a trace is a shortest way there, of {answer, label, place, player (-1: chance)}"},
			{"outside", Int, "states in which code outside is asked, which is not explored"}, {"deadlocks", Map, "states in which nothing can be answered: {states, trace?}"},
			{"stuck", Map, "states from which no end can be reached: {states, trace?, cycle?}; cycle are answers that lead from the end of trace back there"},
			{"broken", Map, "the first invariant that does not hold: {invariant, value, trace}"}, {"cyclic", Bool, "whether the game can come back to a state"},
			{"histories", Map, "where it cannot and all states are known: {decisions, chances, unasked, ends}, how many ways lead to them"},
		}, modelExplore},
		{"model.encoding", "What the numbers of batch.observe mean.", []Param{model, players}, []Field{
			{"size", Int, "how many numbers a row has"}, {"features", List, "{name, kind (seat, asked, pick, variable or zone), at, size, labels?}: size numbers from at on"},
			{"words", List, "texts: one is shown as 1 + its place here"}, {"actions", List, "the fixed actions: those of the model, then pass, done, use and skip"},
		}, modelEncoding},
		{"model.close", "Forgets a model. Its games go on.", []Param{model}, nil, modelClose},

		{"game.new", "Starts a game and runs it to its first request.", []Param{model, players, seed, chance}, []Field{newGame, request}, gameNew},
		{"game.request", "What a game waits for.", []Param{game, looks}, []Field{request}, gameRequest},
		{"game.answer", "Takes an option, by its number or by its label (several alike: the first), and runs the game to its next request.", []Param{
			game, may("option", Int, "its number, from 0; or give label"), may("label", Text, "or give option"),
			may("seat", Int, "whose open question of a simultaneous step is answered (whoever is asked first)"),
			may("view_as", Int, "who answers: this seat, its own question and no other; the request and every error are given as it sees them (the owner of the table)"),
			may("item", Text, "with view_as, instead of option or label: the handle of the item that is taken"),
		}, []Field{request}, gameAnswer},
		{"game.play", "Lets agents play on, chances included. What was answered before it is cancelled, or passes a limit, stays.", []Param{
			game, need("agents", Text, "who sits at each seat, or at all: random, first, search:1000, solve, heuristic, or an agent of the model (see model.md); several with commas"),
			may("until_seat", Int, "stop when this seat must decide (nobody)"), may("limit", Int, "most answers that are given (100,000)"),
		}, []Field{request, {"answers", Int, "how many were given"}}, gamePlay},
		{"game.view", "What one seat sees, and nothing else.", []Param{
			game, may("seat", Int, "who looks: the seat of a player, or -1 for a spectator (-1)"), may("since", Int, "leave out so many events that are known (0)"),
		}, []Field{{"view", ViewMap, "the table, the question and the events"}}, gameView},
		{"game.options", "The options of the current question with what is behind them.", []Param{game, looks}, []Field{
			{"options", List, "{label, item?, p? (of a chance)}; with a seat {label, hidden? (it does not see which item it is), item? (a handle of its view)}, and those of its own question only, or of everybody's where the model has no secrets"},
			{"pool", List, "in a subset choice: what is chosen from; not with a seat"}, {"chosen", List, "in a subset choice: what has been chosen; with a seat as options"},
		}, gameOptions},
		{"game.state", "All variables and zones, hidden ones too: for the owner of the table.", []Param{game}, []Field{
			{"variables", Map, "name → value; of one per player the list"}, {"zones", Map, "path (name, or name[player]) → items, {label, uid?, …attributes} or {label, value}"},
			{"game_no", Int, "number of the game within its campaign, from 1"},
		}, gameState},
		{"game.events", "What has happened: events, what was taken unasked, and what was seen.", []Param{game, may("since", Int, "leave out so many that are known (0)"), looks}, []Field{
			{"events", List, "{kind (event, automatic or observed), what? (decision, chance, draw, …; of an automatic: action or option), place?, label, all, seen? (unless all), player? (who decided)}; with a seat all is left out, and of what it did not see (hidden: true) the label, seen then being those who did"},
			{"next", Int, "since of the next call; counted for each seat by itself"},
		}, gameEvents},
		{"game.explain", "Says why, in data and in sentences, and leaves the game as it is: whether each action is legal, what a value comes from, what triggers did, how things stand with the turn, which end is nearest. It sees everything, hidden things too: it is for whoever owns the table, never for a player at it. docs/explain.md has the fields.", []Param{
			game, may("about", Text, "action, value, trigger, turn (in a model with turns), end or all (all)"),
			may("name", Text, "an action (those that are asked for); an expression or stat (must be there); an event or trigger (the event that was emitted last)"),
			may("seat", Int, "for whom actions, and actor in an expression, are meant (whoever is asked)"),
		}, []Field{
			{"actions", Map, "{asks, actions: [{action, label?, player, at?, offered, legal, why, reasons?, pre?, sentence}], cut?, sentences}"},
			{"value", Map, "{text, value, fails?, part, modified: [{stat, base, value, modifiers}], cut?, sentences}"},
			{"triggers", List, "{event?, emitted, answers, whole, open?, replaced?, triggers: [{id, item?, at?, timing, optional?, verdict, reasons?, if?, sentence}], cut?, sentences}: with about trigger one, else one for each event since the last decision that triggers hear"},
			{"ends", Map, "{over, reason?, checked, conditions: [{id, result?, scope?, at?, tested, holds, near, who?, reasons?, if?, sentence}], nearest?, cut?, sentences}"},
			{"turn", Map, "{open, owner, side?, phase?, id, formal_begun, formal_ended, begun_counts, actions: [{action, stage, effects, left, nested?, sentence}], due, objectives: as the conditions of ends, next?, cut?, sentences}, in a model with turns"},
			{"sentences", List, "all of it in English"},
		}, gameExplain},
		{"game.undo", "Takes answers back. Where the game answers chances itself, n counts decisions.", []Param{game, may("n", Int, "how many (1)"), back}, []Field{request}, gameUndo},
		{"game.redo", "Gives answers again that were undone. What was given before it is cancelled stays.", []Param{game, may("n", Int, "how many (1)"), back}, []Field{request}, gameRedo},
		{"game.clone", "Makes an independent game at the same point.", []Param{game}, []Field{newGame}, gameClone},
		{"game.snapshot", "All of a game as bytes, from which it goes on exactly. Hidden things are in it: it is for the owner of the table.", []Param{game}, []Field{{"data", Bytes, "the snapshot"}}, gameSnapshot},
		{"game.restore", "Makes a game of a snapshot. The model must have the same rules.", []Param{model, need("data", Bytes, "the snapshot"), chance}, []Field{newGame, request}, gameRestore},
		{"game.record", "A game as its rules, seed and answers, in JSON: the same bytes from every binding. What was hidden can be found by replaying it: it is for the owner of the table.", []Param{game}, []Field{{"record", Text, "the record"}}, gameRecord},
		{"game.trace", "The turns of a game as the relations that were taken (docs/turns.md), in a campaign those of the last game. It is worked out anew from the answers, and nothing of it is in a record. Hidden things may be found by it: it is for the owner of the table. bad_params where the model has no section turns.", []Param{game}, []Field{
			{"trace", Text, "lines of JSON, for turn.check"},
		}, gameTrace},
		{"game.replay", "Makes a game of a record, by playing it.", []Param{model, need("record", Text, "the record"), chance}, []Field{newGame, request}, gameReplay},
		{"game.next", "Starts the next game of a campaign in place of one that has ended.", []Param{game}, []Field{request}, gameNext},
		{"game.close", "Forgets a game.", []Param{game}, nil, gameClose},

		{"simulate.run", "Plays many games and adds them up; or the same games of two models, to compare them.", append([]Param{
			model, need("games", Int, "how many; with until_ci the most")}, append(played,
			may("until_ci", Float, "stop as soon as the 95% interval of every payoff (of every difference, where models are compared) is no wider"),
			may("wait", Bool, "false: give a simulation at once and go on beside it (true)"),
			may("save", Bool, "also give what resume takes (false)"),
			may("resume", Bytes, "go on where another simulation of the same has ended; games counts those that it had too"),
			drawn)...), append([]Field{{"simulation", HandleOf, "without wait"}}, results...), simulateRun},
		{"simulate.progress", "How far a simulation is.", []Param{simulation}, []Field{
			{"done", Int, "games that have been added up"}, {"games", Int, "most games that it plays"},
			{"expected", Int, "how many it takes, as far as is known: with until_ci by the precision so far"},
			{"seconds_left", Float, "how long that takes, by the time so far; nil where it is not known"}, {"finished", Bool, "whether it is over"},
		}, simulateProgress},
		{"simulate.result", "Waits for the end of a simulation and gives its result.", []Param{simulation, drawn}, results, simulateResult},
		{"simulate.cancel", "Ends a simulation early and gives what there is.", []Param{simulation, drawn}, results, simulateCancel},
		{"simulate.close", "Ends and forgets a simulation.", []Param{simulation}, nil, simulateClose},
		{"simulate.part", "Plays some games of a simulation. Parts that were played anywhere, joined in order, come to what one simulation does, to the last bit.", append([]Param{
			model, may("first", Int, "number of the first game, a multiple of 200 (0)"), need("games", Int, "how many; a multiple of 200, but of the last part")},
			append(played, may("until_ci", Float, "for the part that begins at game 0, as in simulate.run; join looks at the others"))...),
			[]Field{{"part", Bytes, "how the games went"}}, simulatePart},
		{"simulate.join", "Adds up parts of one simulation. A part that begins at game 0 is small, however many games it has: join as they come.", []Param{
			need("parts", Bytes, "the parts, one behind the other, in order and without a gap"),
			may("until_ci", Float, "leave out the games behind those that are enough for it, as simulate.run does"), drawn,
		}, append([]Field{{"part", Bytes, "all of them as one"}, {"enough", Bool, "whether until_ci is reached"}}, results[:len(results)-1]...), simulateJoin},

		{"turn.explore", "Visits all that turns may come to as their relations leave them free, within bounds, and holds every step against what turns must be (docs/turns.md). It can be cancelled.", []Param{
			may("model", HandleOf, "a model with turns: its profile (the reference profile)"), may("players", Int, "with model: how many play (its default)"),
			may("turns", Int, "the highest number of a turn (3)"), may("effects", Int, "of an action (1)"), may("actions", Int, "actions within actions (1)"), may("out", Int, "how many seats may be eliminated (0)"),
			may("symmetry", Bool, "put together what becomes the same when seats are exchanged that are alike (false)"), may("states", Int, "at most so many (the runtime's explored)"),
		}, []Field{
			{"states", Int, "how many there are"}, {"transitions", Int, "steps that were taken, each state's once"}, {"depth", Int, "of the farthest state"}, {"symmetries", Int, "ways to exchange seats by which states were put together; 1: none were"},
			{"deadlocks", Int, "states in which nothing goes on but that are no end"}, {"whole", Bool, "whether these are all states"}, {"cut", Text, "why not"},
			{"wrong", Text, "what was wrong first"}, {"trace", List, "the shortest way there, or to the first deadlock: {relation, evidence}"},
		}, turnExplore},
		{"turn.check", "Holds a trace of turns against the relations of turns, step by step (docs/turns.md). It needs no model.", []Param{
			need("trace", Text, "the trace: lines of JSON, as game.trace gives it"),
		}, []Field{
			{"ok", Bool, "whether every step holds"}, {"name", Text, "of the game, where the trace has it"}, {"steps", Int, "how many hold"}, {"turns", Int, "that have formally begun in them"},
			{"outcome", Map, "behind them: {kind (playing, won, draw or nobody), winners? (seats)}"},
			{"fault", Map, "what does not hold, first: {kind, line, column?, step?, relation?, refused?, guard?, text}; refused is the relation whose guard fails"},
		}, turnCheck},

		{"dice.parse", "Reads dice notation (docs/dice.md). bad_params says which column is wrong.", []Param{notation}, []Field{
			{"dice", Text, "its canonical form"}, {"terms", List, "{dice, minus, count, sides, low, high}: faces go from low to high"},
			{"flat", Int, "the number that is added"}, {"count", Int, "how many dice fall before rerolls and explosions"},
		}, diceParse},
		{"dice.roll", "Rolls dice, and says of every face what became of it. All dice fall first, then each die's rerolls and explosions.", []Param{
			notation, seed, may("index", Seed, "where the seed goes on, as the roll before gave it (0)"),
			may("faces", Value, "a list of the faces that fell, in the order of asking; instead of a seed"),
		}, []Field{
			{"dice", Text, "its canonical form"}, {"total", Int, "what it comes to"},
			{"terms", List, "{dice, value, faces: [{die, face, counts, kept, set?, rerolled?, exploded?, extra?, raised?, success?, failure?}]}: faces of one die follow each other; one neither kept nor rerolled is dropped"},
			{"flat", Int, "the number that is added"}, {"asked", List, "the faces that chance gave: as faces they roll the same again"}, {"index", Int, "where the seed goes on; not with faces"},
		}, diceRoll},
		{"dice.distribution", "How likely each total is, without rolling. limit where that is too much work.", []Param{notation, may("exact", Bool, "give each probability as a fraction too (false)")}, []Field{
			{"dice", Text, "its canonical form"}, {"min", Int, "the lowest total"}, {"max", Int, "the highest in the table"},
			{"mean", Float, "of the total"}, {"mean_exact", Text, "a fraction"}, {"variance", Float, "of the total"}, {"variance_exact", Text, "a fraction"},
			{"deviation", Float, "the standard deviation"}, {"median", Int, "half of the rolls are no higher"},
			{"partial", Bool, "whether mean and variance are those of the table, explosions past it left out"}, {"beyond", Float, "the probability of explosions past the table"},
			{"outcomes", List, "{total, p, at_least, at_most, exact? (p as a fraction)}"},
		}, diceDistribution},

		{"ruleset.load", "Loads packs of character rules, checked and compiled. ruleset_error lists all that is wrong, each with its place.", []Param{packs}, []Field{
			{"ruleset", HandleOf, "the ruleset"}, {"packs", List, "in order: {id, version, title, licence}"},
		}, rulesetLoad},
		{"ruleset.check", "Says all that is wrong with packs, warnings too, without loading them.", []Param{packs}, []Field{
			{"ok", Bool, "whether they load"}, {"packs", List, "{id, version, title?, licence?}"},
			{"errors", List, "{code, severity (error or warning), file?, line?, column?, text, fix?, data?}"},
			{"counts", Map, "{fields, contentTypes, items, actions, effects, formulas}"},
		}, rulesetCheck},
		{"ruleset.close", "Forgets a ruleset.", []Param{ruleset}, nil, rulesetClose},
		{"sheet.compute", "Works out a character's sheet (docs/characters.md).", []Param{ruleset, character, links}, []Field{
			{"id", Text, "of the character"}, {"fields", List, "each with its value, tags and breakdown"}, {"actions", List, "what the character may do now"}, {"unavailable", List, "what it may not do, each with its reason"},
			{"offers", List, "actions that are offered"}, {"pending", List, "the choices that are owed"}, {"choices", List, "all choices, with what was picked"}, {"situational", List, "situational choices"},
			{"features", List, "the copies that live there, as they stand"}, {"inventory", List, "likewise"}, {"applied", List, "the applied entries"}, {"competing", List, "effects of which the player may choose one"}, {"issues", List, "what in the character does not fit the rules"},
			{"creating", Bool, "whether the character is being made"},
		}, rules(sheetCompute)},
		{"sheet.options", "Lists what a choice offers.", []Param{ruleset, character, need("path", Value, "the choice: {entry?, choice: [choice, option, choice, ...]}"), links}, []Field{
			{"path", Map, "the choice"}, {"owner", Text, "the key root of the texts of what brings it"}, {"id", Text, "of the choice"}, {"slot", Map, "where it is a slot: {choice, number}"},
			{"min", Int, "the fewest picks"}, {"max", Int, "the most; not there where there is no bound"}, {"picked", Int, "how many there are"},
			{"options", List, "{id, eligible, reason?, picked, recommended}"},
		}, rules(sheetOptions)},
		{"sheet.apply", "Makes changes to a character, all or none, and gives the new one.", []Param{
			ruleset, character, need("changes", Value, "a list of changes"), may("strict", Value, "true: what would be clamped is refused"), links, diceOf,
		}, []Field{
			{"character", Map, "with the changes made"}, {"applied", List, "what each change came to"}, {"followUps", List, "what is offered now and was not before"},
		}, rules(sheetApply)},
		{"sheet.describe", "Names things of a ruleset, and gives their texts.", []Param{
			ruleset, need("ids", Value, "a list of qualified ids (of content, fields, actions, types, ...) and of tags, at most 10,000"),
			may("lang", Value, "a text, the language, as de-AT: the nearest that the packs have is taken (en)"), may("args", Value, "what the texts put in: {name: text, number or bool}"),
		}, []Field{{"texts", List, "in the order of ids: {id, name, text?}; the name of what has none is made of its id"}}, rules(sheetDescribe)},
		{"action.start", "Starts an action and runs it to its end or its first pause (docs/actions.md).", []Param{
			ruleset, character, need("action", Value, "{id, entry?, source?, followUp?}"), may("params", Value, "values by name"), may("situational", Value, "situational choices by qualified id"),
			policy, links, may("participants", Value, "views by role: {role: [{id, values}]}"), may("answers", Value, "answers to the pauses, in order"), diceOf, key,
		}, acted, rules(actionStart)},
		{"action.continue", "Answers the pause of an action and runs it on.", []Param{
			ruleset, need("state", Value, "of the pause"), need("answer", Value, "{faces}, {option}, {amounts} or {outcome}"), policy, diceOf, key,
		}, acted, rules(actionContinue)},

		{"pack.list", "Lists the folder of packs.", nil, []Field{
			{"packs", List, "those that can be used: {id, version, title, name (of the folder or the zip)}"}, {"errors", List, "why others cannot: as ruleset.check gives errors"},
		}, packList},
		{"pack.inspect", "Says what a pack is, what it may do, how large it is and who signed it. Nothing in it runs.", []Param{aPack}, []Field{
			{"ok", Bool, "whether it is sound"}, {"pack", Map, "where it is: {id, version, title?, description?, licence?, engine?, requires: [{id, version?}], capabilities: [{name, does}], digest, signed (keys), listed, zip?, bytes, files: [{path, bytes}], models, content: [{to, files}], evaluators: [{name, kind, module, bytes, reads, zones, vars, decisions?, limits?}], rulesets, views, languages, pictures}"},
			{"errors", List, "what is wrong: as ruleset.check gives errors"},
		}, packInspect},
		{"pack.verify", "Says whether a pack can be used: whether it is sound, and within what the runtime allows.", []Param{
			aPack, may("keys", Value, "a list of keys (texts), of which one must have signed it (what the runtime demands)"), may("grant", Value, "a list of capabilities that it must not go beyond (those that the runtime grants)"),
		}, []Field{
			{"ok", Bool, "whether it can"}, {"id", Text, "of the pack"}, {"version", Text, "of the pack"}, {"capabilities", List, "what it may do"}, {"signed", List, "the keys of those who signed it"},
			{"errors", List, "why it cannot: as ruleset.check gives errors"},
		}, packVerify},
		{"pack.file", "Gives a file of a pack that can be used, such as a picture.", []Param{aPack, need("file", Text, "its path in the pack")}, []Field{{"data", Bytes, "the file"}}, packFile},
		{"pack.texts", "Gives the texts of a language of a pack that can be used.", []Param{aPack, need("language", Text, "as the pack calls it: de")}, []Field{
			{"texts", Map, "what models show, and what to show instead"},
		}, packTexts},

		{"batch.new", "Makes many games that are answered together, each at its first decision. Chances are answered inside.", []Param{
			model, need("n", Int, "how many games"), players, seed,
			may("info", Bool, "keep what each seat has seen, for the information states of batch.observe; that costs time and memory (false)"),
			may("listed", Value, "what batch.observe has listed before, in this batch or another: these options keep their numbers (none)"),
		}, []Field{{"batch", HandleOf, "the batch"}, {"n", Int, "how many games"}, {"players", Int, "how many play each"}}, batchNew},
		{"batch.step", "Answers all games of a batch that are not over. Arrays are little-endian.", []Param{
			batch, may("options", Bytes, "int32 for each game: the option; ignored where the game is over; or give actions"),
			may("actions", Bytes, "int32 for each game: the number of the action as batch.observe counts them; or give options"),
			may("reset", Bool, "begin games anew that were over before (false)"),
		}, arrays, batchStep},
		{"batch.state", "The same arrays without a step.", []Param{batch}, arrays, batchState},
		{"batch.observe", "What seats see of the games of a batch, as arrays, and what they may choose.", []Param{
			batch, may("seat", Int, "who looks at all games, -1 a spectator (at each game who must decide, a spectator where it is over)"),
			may("actions", Int, "how long the masks are; where the games have met more actions it is an error (as many as they have met)"),
			may("since", Int, "leave out so many listed options that are known (0)"),
			may("info", Bool, "the information states too; the batch must have been made with info (false)"),
		}, append([]Field{
			{"size", Int, "how many numbers a row has"}, {"observation", Bytes, "float32 for each game and number of its row; model.encoding says what each is"},
			{"actions", Int, "how long a mask is"}, {"mask", Bytes, "a byte for each game and action: 1 where it may be chosen now by the seat that looks"},
			{"listed", List, "options that were numbered as they were met, [place, label] each, behind the fixed actions of model.encoding"},
			{"info", List, "with info: for each game a text, the information state of who looks; empty where nobody does"},
		}, arrays...), batchObserve},
		{"batch.close", "Forgets a batch.", []Param{batch}, nil, batchClose},
	}
	for _, m := range table {
		methods[m.Name] = m
	}
	oftenMethod = methods["game.answer"]
	oftenGameAt, oftenPicks = oftenMethod.index([]byte("game")), oftenMethod.index([]byte("option"))
}
