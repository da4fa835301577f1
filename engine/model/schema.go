package model

// This file is the shape of a model: for every mapping with fixed keys, which keys it has, what they
// hold and what they mean. Reading follows it; so do the warning about unknown keys and everything
// that helps a designer to write (see Shapes).

var modelShape = shape{
	"name":           text.says("What the game is called."),
	"version":        text.says("The version of the model."),
	"source":         anything.says("Where the rules come from."),
	"mode":           oneOf.says("Whether players play against each other (`competitive`, unless given) or together (`cooperative`)."),
	"num_players":    anything.says("How many play: a count from 1 to 64, or `{min, max, default}`. Without it 2.").of("players"),
	"constants":      named.says("Values that never change, by name: any YAML. Expressions read them by name."),
	"content":        namedLists.says("Catalogues of cards, pieces and other things: for each name a list of items, read as `content['name']`.").of("item"),
	"dice":           named.says("Dice by name; an expression reads the list of faces, or the notation of a roll, as `dice['name']`.").of("die"),
	"face_types":     nameList.says("The names that the `type` of a face may be."),
	"boards":         named.says("Maps of cells that rules can ask about, by name: grids, hexes, tracks and graphs.").of("board"),
	"functions":      named.says("Functions of the model that expressions call by name.").of("function"),
	"derived":        named.says("Named expressions that are computed when they are read.").of("derived"),
	"state":          mapping.says("All that the game remembers: variables and zones.").of("state"),
	"actions":        named.says("What can be done, by name. Steps list actions under `do`.").of("action"),
	"flow":           anything.says("The order of play: the main node of a tree. Every model has one.").of("flow"),
	"flows":          named.says("Flows by name, for nodes of kind `subflow` and the op `run`.").of("flow"),
	"triggers":       listing.says("What happens when events happen.").of("trigger"),
	"modifiers":      listing.says("What always changes the values that expressions read by `modified()`.").of("modifier"),
	"priority":       mapping.says("Windows in which players may act out of turn, and the protocol by which priority goes round.").of("priority"),
	"outcomes":       named.says("Outcome models by name: weighted outcomes that the op `sample` picks from.").of("outcomes"),
	"code":           named.says("Code outside the model, by name, which the op `call` asks.").of("code"),
	"agents":         named.says("Players that the computer plays, by name.").of("agent"),
	"end":            listing.says("Conditions that end the game or a flow, looked at after every step that did something.").of("end"),
	"campaign":       mapping.says("What goes on over several games.").of("campaign"),
	"turns":          mapping.says("The profile of turns that a flow node of kind `turns` takes: who owns them, their phases, their costs and endings.").of("turns"),
	"open_questions": listing.says("What the rules leave open.").of("question"),
	"include":        listing.says("Other files of the model, in its folder or below; their sections are joined to these."),
}

var (
	playersShape = shape{
		"min":     anything.says("The fewest players."),
		"max":     anything.says("The most players."),
		"default": anything.says("How many play unless the host says otherwise; `min` unless given."),
	}
	stateShape = shape{
		"vars":  named.says("Variables by name. They are set in the order in which they stand.").of("variable"),
		"zones": named.says("Zones by name: decks, hands, piles and displays that hold things in order.").of("zone"),
	}
	priorityShape = shape{
		"windows":  named.says("Windows by name: who may act, at what speed, before play goes on.").of("window"),
		"protocol": mapping.says("How priority goes round, for all windows that say nothing else.").of("protocol"),
	}
	dieShape = shape{
		"faces": listing.says("The faces: any values."),
		"sides": anything.says("How many sides: the faces are 1 to this number."),
		"roll":  anything.says("Dice notation such as `2d6kh1 + 1`: all its dice are rolled, and the total counts."),
	}
	functionShape = shape{
		"params": nameList.says("The names of the parameters."),
		"let":    named.says("Names for steps on the way to the value, each an expression that sees those above it."),
		"x":      expression.says("The value, an expression over parameters, constants and the state; it sees no local names."),
	}
	derivedShape = shape{"x": expression.says("The value, computed whenever it is read.")}

	varShape = shape{
		"init":       field.says("The value at the start of a game; `None` unless given."),
		"scope":      oneOf.says("`player`: one value for each player, as a list."),
		"persist":    oneOf.says("`campaign`: lives on between the games of a campaign."),
		"visibility": oneOf.says("Who is shown the value: everybody (`public`), the player it belongs to (`owner`), nobody (`hidden`)."),
		"min":        field.says("The least value: a write below it stops the game."),
		"max":        field.says("The greatest value: a write above it stops the game."),
	}
	zoneShape = shape{
		"kind":       oneOf.says("`list` unless given; `set`: the order means nothing; `slot`: one item at most."),
		"owner":      oneOf.says("`player`: one zone for each player, written `hand[actor]`."),
		"visibility": oneOf.says("Who sees what is in it: everybody (`public`), the player it belongs to (`owner`), nobody (`hidden`)."),
		"shuffled":   flag.says("The order is unknown: chance decides what a card is when it is drawn or looked at."),
		"drawn_from": name.says("The deck that its hidden cards came from.").refers("zone"),
		"init":       field.says("What is in it at the start: an expression that gives a list; for `owner: player` a list for each player."),
		"capacity":   field.says("The most that it may hold."),
		"persist":    oneOf.says("`campaign`: lives on between the games of a campaign."),
	}

	actionShape = shape{
		"pre":        field.says("When the action is legal; always unless given. `actor` is who would take it."),
		"cost":       opList.says("Ops that run before the effect."),
		"effect":     opList.says("Ops that run, from top to bottom, when the action is taken."),
		"speed":      label.says("A word of your own that windows allow; makes the action playable in windows.").refers("speed"),
		"resolution": oneOf.says("When its effect happens in a window: at once, in a window of its own, or from a stack. Goes before the window's."),
		"label":      text.says("What players read; the name unless given."),
	}
	abilityShape = actionShape.and(shape{"id": label.says("The name by which steps list the ability under `do`.")})
	triggerShape = shape{
		"id":         label.says("The name that places and events show."),
		"event":      names.says("The event, or a list of events, that sets it off.").refers("event"),
		"timing":     oneOf.says("`before` the impact of the event, `instead` of it, `when` it happens, or `after` it (unless given)."),
		"if":         field.says("Tested before it fires; always unless given."),
		"optional":   flag.says("Asks `use` or `skip`."),
		"controller": field.says("Who is asked, an expression; the local `actor` unless given."),
		"do":         opList.says("Ops that run when it fires. They see the names of the place of the event."),
	}
	modifierShape = shape{
		"id":     label.says("The name that explanations show."),
		"stat":   name.says("The stat that it changes: the first argument of `modified()`.").refers("stat"),
		"change": field.says("The new value, an expression over `value`, the one before."),
		"if":     field.says("Whether it applies; always unless given."),
		"layer":  number.says("The order in which modifiers apply, lowest first; 0 unless given."),
	}

	protocolShape = shape{
		"first":        field.says("Who has priority first: an expression that gives a player."),
		"after_action": oneOf.says("Who has priority after an action: the `next` player or the `same`."),
		"closes":       oneOf.says("What closes a window: `all_pass_in_succession` or `single_pass_each`."),
		"resolution":   oneOf.says("When effects happen: `immediate`, `nested` or `lifo_stack`."),
	}
	windowShape = protocolShape.and(shape{
		"allows": nameList.says("The speeds of the actions that may be taken in it.").refers("speed"),
	})

	outcomeModelShape = shape{"outcomes": listing.says("The outcomes, one of which is picked.").of("outcome")}
	outcomeShape      = shape{
		"id":     label.says("The name of the outcome; its number unless given."),
		"p":      field.says("The probability, or a weight."),
		"effect": opList.says("Ops that run when it is picked."),
	}

	codeShape = shape{
		"kind":     name.says("`code` or `content`: what kind of thing the code stands for."),
		"module":   text.says("Where the host finds it."),
		"function": text.says("What it is called there."),
	}
	agentShape = shape{
		"policy": field.says("Scores an `option` of a decision, an expression; the highest is taken, of equals the first."),
		"tactic": listing.says("Rules by the place of the question: the first that fits decides.").of("tactic"),
		"search": mapping.says("How far the agent looks ahead.").of("search"),
		"say":    anything.says("What the agent says; kept for hosts."),
	}
	tacticShape = shape{
		"at":     names.says("The places it is for: `step main`, with `*` for anything; without it every place."),
		"if":     field.says("Whether the rule counts, an expression."),
		"score":  field.says("The score of an `option`, an expression; the highest is taken, of equals the first."),
		"prefer": field.says("The options to take where they are offered, the dearest first: a label or an id, or a list."),
	}
	searchShape = shape{
		"playouts":    number.says("How many games are tried for each decision: 1000 unless given, or as many as the seconds let pass."),
		"depth":       number.says("How many decisions of a try are remembered, before it is played out."),
		"seconds":     number.says("How long one decision may take."),
		"tactic":      name.says("The agent by whose tactic or policy tries are played out; the agent's own unless given, else at random.").refers("agent"),
		"exploration": number.says("How much the search tries what has looked worse so far: 0.7 unless given."),
	}

	endShape = shape{
		"id":      label.says("The reason of the end."),
		"if":      field.says("When it holds, an expression. Without it the condition is ignored."),
		"result":  oneOf.says("How the game ends: `win`, `loss`, `draw`, `score`, `winners` or `rank`; or `eliminate` a player, or `continue`."),
		"who":     field.says("The player (for `winners`: the players) it is about, an expression."),
		"returns": field.says("The payoffs of `score`, an expression: a number for each player."),
		"ranks":   field.says("The places of `rank`, an expression: a number for each player, 1 the best."),
		"scope":   name.says("The flow that ends by it; the game unless given.").refers("flow"),
	}
	campaignShape = shape{
		"games":   anything.says("How many games are played; without it, no end."),
		"between": opList.says("Ops that run between two games."),
		"reset":   names.says("Variables and zones that start afresh in each game.").refers("variable"),
	}
	questionShape = shape{
		"question": text.says("What is not clear."),
		"status":   text.says("`open`, `assumed` or `answered`."),
	}
	turnsShape = shape{
		"sides":       named.says("The ways to take turns, by name, each with its phases.").of("side"),
		"seats":       nameList.says("The side of each seat, in order; not needed where there is one side.").refers("side"),
		"first_seat":  field.says("Who has the first turn, an expression; the first seat that is not eliminated unless given."),
		"next_seat":   field.says("Who has the next turn, an expression that is evaluated while `turn` is still the one that ends; the next seat that is not eliminated unless given."),
		"scores":      nameList.says("Variables; a write to one makes the checkpoint due.").refers("variable"),
		"opening":     listing.says("Flow nodes between the opening of a turn and its formal beginning.").of("flow"),
		"begin_event": name.says("Emitted when a turn formally begins; `turn_begins` unless given.").refers("event"),
		"end_event":   name.says("Emitted when a turn formally ends; `turn_ends` unless given.").refers("event"),
		"cost_window": name.says("The window for reactions to a cost: it opens when the cost of an action has been paid, before its effect.").refers("window"),
		"checkpoint":  listing.says("Objectives: who wins when a checkpoint is evaluated.").of("checkpoint"),
	}
	sideShape       = shape{"phases": nameList.says("The phases of a turn, in order.").refers("phase")}
	checkpointShape = shape{
		"id":  label.says("The name of the objective: the reason of an end by it."),
		"if":  field.says("When it is reached, an expression."),
		"who": field.says("Who wins by it, an expression that gives a player or a list of players."),
	}
)

// The parts of a content item that the engine runs; everything else in an item is the game's data.
var itemShape = shape{
	"id":        label.says("The name of the item. Every item has one."),
	"effect":    opList.says("Ops that the op `exec` runs; `self` is the item."),
	"triggers":  listing.says("Triggers that count while the item's `active_x` holds; `self` is the item.").of("trigger"),
	"modifiers": listing.says("Modifiers that count while the item's `active_x` holds; `self` is the item.").of("modifier"),
	"abilities": listing.says("Actions that the item offers; `self` is the item.").of("ability"),
	"active":    field.says("Whether its triggers, modifiers and abilities count, an expression over `self`; always unless given."),
}

// Flow nodes: what all have, and what each kind adds.
var (
	flowShape = shape{
		"id":        label.says("The name of the node, unique over the model: places and messages show it."),
		"kind":      name.says("What the node does: `sequence`, `loop`, `branch`, `subflow`, `step` or `turns`.").refers("flow kind"),
		"window":    anything.says("The window that opens after the node: a name, or `true` for every speed.").refers("window"),
		"end_event": names.says("The event, or a list of events, that is emitted after the node.").refers("event"),
	}
	flowKinds = map[string]shape{
		"sequence": {"children": listing.says("The nodes that run in order.").of("flow")},
		"loop": {
			"children": listing.says("The nodes that run in each round.").of("flow"),
			"until":    field.says("Asked before each round: the loop ends when it holds."),
			"over":     field.says("A list, one element of which each round sets `as` to."),
			"as":       name.says("The variable that holds the element of the round; declared in `state.vars`.").refers("variable"),
			"once":     flag.says("Stops after one round."),
			"order":    oneOf.says("The order of the elements: `listed` (unless given), `reversed`, or `random`, decided by chance."),
		},
		"branch":  {"cases": listing.says("Cases; the first whose `when_x` holds is gone through.").of("case")},
		"subflow": {"ref": name.says("The flow under `flows` that runs here.").refers("flow")},
		"step": {
			"actor":      field.says("Who acts, an expression that gives a player; nobody unless given."),
			"actors":     field.says("All who act at the same time, an expression that gives a list of players."),
			"do":         nameList.says("The actions and abilities to choose from.").refers("action"),
			"secret":     flag.says("Only the actor sees what was chosen."),
			"visible_to": field.says("The players who see what was chosen, an expression that gives a list."),
		},
		"turns": {
			"phases": namedLists.says("The nodes of each phase, by its name; `[]` where nothing is to be done. A phase of several sides has the same nodes for all.").of("flow"),
			"until":  field.says("Asked before each turn: no more turns are taken when it holds."),
		},
	}
	caseShape = shape{
		"when":     field.says("When the case is gone through, an expression."),
		"children": listing.says("The nodes that run in order.").of("flow"),
	}
)

// Boards: what all have, and what each kind adds.
var (
	boardShape = shape{
		"kind":    name.says("The kind of board: `grid`, `hex`, `track` or `graph`.").refers("board kind"),
		"blocked": listing.says("Cells that are not there."),
		"labels":  mapping.says("What people read for a cell."),
	}
	boardKinds = map[string]shape{
		"grid": {
			"rows":       anything.says("How many rows."),
			"cols":       anything.says("How many columns."),
			"wrap":       anything.says("Each edge meets the one across."),
			"neighbours": anything.says("How many neighbours a cell has: 4 (unless given) or 8."),
		},
		"hex": {
			"radius":      anything.says("How many steps from the middle to the edge."),
			"rows":        anything.says("How many rows."),
			"cols":        anything.says("How many columns."),
			"orientation": anything.says("`pointy` (unless given) or `flat`."),
		},
		"track": {
			"length": anything.says("How many cells; they are the numbers from 0."),
			"loop":   anything.says("The last cell meets the first."),
		},
		"graph": {
			"cells":    anything.says("The names of the cells."),
			"edges":    listing.says("Pairs of cells that are neighbours."),
			"directed": flag.says("Edges lead one way only."),
			"weights":  anything.says("The length of each edge."),
		},
	}
)

// What the same key of several ops means.
var (
	seenBy   = field.says("The players who see it, an expression that gives a list.")
	chooser  = field.says("Who is asked; the local `actor` unless given.")
	where    = label.says("Where in the zone: `top`, `bottom` or a number; the end unless given.").refers("position")
	written  = name.says("The variable, or an element of it: `gold`, `gold[actor]`, `grid[r][c]`.").refers("variable path")
	attr     = name.says("The attribute of the instance `of_x`.")
	instance = field.says("The instance whose attribute is written, an expression.")
	player   = field.says("Whose value of a player's variable is written.")
)

// Ops, each with its fields.
var opShapes = map[string]shape{
	"set": {"var": written, "attr": attr, "of": instance, "player": player,
		"value": field.says("The new value. A text under `value` is the value itself."),
	},
	"add": {"var": written, "attr": attr, "of": instance, "player": player,
		"amount": field.says("What is added, as by Python's `+`."),
	},
	"let": {
		"name":  name.says("The local name that is bound, until the action ends.").refers("local"),
		"value": field.says("Its value. A text under `value` is the value itself."),
	},
	"choose": {
		"options":    field.says("The list to choose from. A single one is taken without asking."),
		"as":         name.says("The local name of what is chosen.").refers("local"),
		"min":        field.says("The fewest to pick, one by one; the name is bound to a list."),
		"max":        field.says("The most to pick, one by one; the name is bound to a list."),
		"actor":      chooser,
		"actors":     field.says("All who choose, each in secret; the name is bound to a dict from player to pick."),
		"secret":     flag.says("Only who chooses sees what was chosen."),
		"visible_to": seenBy,
		"prompt":     text.says("The question that people read."),
	},
	"search": {
		"zone":       nameOrX.says("The zone that is searched.").refers("zone path"),
		"as":         name.says("The local name of what is chosen.").refers("local"),
		"filter":     field.says("Which of the things may be chosen, an expression over `item`."),
		"min":        field.says("The fewest to pick, one by one; the name is bound to a list."),
		"max":        field.says("The most to pick, one by one; the name is bound to a list."),
		"actor":      chooser,
		"visible_to": seenBy,
	},
	"roll": {
		"die":        field.says("A number of sides, a list of faces, or an expression such as `dice['name']` or `'2d6 + 1'`."),
		"as":         name.says("The local name of what falls.").refers("local"),
		"n":          field.says("How many are rolled, one after the other; the name is bound to a list."),
		"visible_to": seenBy,
	},
	"sample": {
		"model": name.says("The outcome model, under `outcomes`.").refers("outcome model"),
		"as":    name.says("The local name of the outcome's id.").refers("local"),
	},
	"draw": {
		"from":       nameOrX.says("The zone that is drawn from.").refers("zone path"),
		"to":         nameOrX.says("The zone where it goes.").refers("zone path"),
		"n":          field.says("How many; 1 unless given. With it, the name is bound to a list."),
		"position":   where,
		"as":         name.says("The local name of what is drawn.").refers("local"),
		"visible_to": seenBy,
	},
	"look": {
		"zone":       nameOrX.says("The zone whose top is seen.").refers("zone path"),
		"n":          field.says("How many; 1 unless given. With it, the name is bound to a list."),
		"as":         name.says("The local name of what is seen.").refers("local"),
		"actor":      field.says("Who looks; the local `actor` unless given."),
		"visible_to": seenBy,
	},
	"reveal": {"what": field.says("The thing, or list of things, that is shown."), "visible_to": seenBy},
	"move": {
		"what":     field.says("The thing, or list of things, that moves."),
		"from":     nameOrX.says("The zone where it is.").refers("zone path"),
		"to":       nameOrX.says("The zone where it goes.").refers("zone path"),
		"position": where,
	},
	"place": {
		"what":  field.says("The instance; its attribute `at` is set."),
		"at":    field.says("The cell."),
		"board": name.says("The board that must have the cell.").refers("board"),
		"zone":  nameOrX.says("The zone where it goes as well.").refers("zone path"),
	},
	"create": {
		"what":     field.says("A dict or an instance that new instances are made from."),
		"to":       nameOrX.says("The zone where they go.").refers("zone path"),
		"n":        field.says("How many; 1 unless given. With it, the name is bound to a list."),
		"position": where,
		"as":       name.says("The local name of what is made.").refers("local"),
	},
	"destroy": {
		"what": field.says("The thing, or list of things, that is taken out for good."),
		"from": nameOrX.says("The zone where it is.").refers("zone path"),
	},
	"shuffle": {"zone": nameOrX.says("The zone whose order is forgotten.").refers("zone path")},
	"emit": {
		"event":  name.says("The event: the triggers for it are looked for.").refers("event"),
		"impact": opList.says("What the event does; a trigger with `timing: instead` replaces it."),
		"with":   withX.says("Local names for the impact and the triggers, each an expression."),
	},
	"window": {"name": name.says("The window that opens; without it one for every speed.").refers("window")},
	"cancel": {"target": field.says("What is taken off the stack: an index into `stack`.")},
	"modify": {
		"stat":   name.says("The stat that is changed: the first argument of `modified()`.").refers("stat"),
		"change": field.says("The new value, an expression over `value`, the one before."),
		"layer":  label.says("The order in which modifiers apply, lowest first; 0 unless given."),
		"if":     field.says("Whether it applies; always unless given."),
		"until":  name.says("The event that ends it.").refers("event"),
	},
	"exec": {
		"content": name.says("The catalogue in which `of_x` is looked up.").refers("catalogue"),
		"of":      field.says("The id, the item or the instance whose `effect` runs, an expression."),
	},
	"run": {"flow": name.says("The flow under `flows` that runs.").refers("flow")},
	"call": {
		"code": name.says("The name under `code`.").refers("code"),
		"with": withX.says("The arguments by name, each an expression."),
		"as":   name.says("The local name of the answer.").refers("local"),
	},
	"say": {
		"agent": name.says("Who speaks.").refers("agent"),
		"text":  field.says("What is said. A text under `text` is the value itself."),
	},
	"if": {
		"cond": field.says("The condition, an expression."),
		"then": opList.says("Ops that run when it holds."),
		"else": opList.says("Ops that run when it does not."),
	},
	"for_each": {
		"items": field.says("The list, as it is at the start."),
		"as":    name.says("The local name of the element.").refers("local"),
		"do":    opList.says("Ops that run for each element. Names that they bind are forgotten after each."),
	},
	"repeat": {
		"do":    opList.says("Ops that run again and again."),
		"until": field.says("Tested after each pass: it ends when it holds."),
		"n":     field.says("How many passes."),
	},
	"reset": {"scope": name.says("`scenario` (unless given): what does not persist; `campaign`: everything.").refers("reset scope")},
	"act": {
		"ruleset":      field.says("The rules of the character."),
		"character":    field.says("The character."),
		"action":       field.says("What it does."),
		"params":       field.says("The parameters of the action."),
		"participants": field.says("The others that take part."),
		"as":           name.says("The local name of what comes of it.").refers("local"),
	},
}

// opDocs says what each op does.
var opDocs = map[string]string{
	"set":      "Writes a variable, an element of one, or an attribute of an instance.",
	"add":      "Adds to a variable, an element of one, or an attribute of an instance.",
	"let":      "Binds a local name.",
	"choose":   "Asks a player for one of a list of options, or for some of them.",
	"search":   "Asks a player for something that a zone holds. Moves nothing.",
	"roll":     "Asks chance for the face of a die.",
	"sample":   "Asks chance for an outcome of an outcome model and runs its effect.",
	"draw":     "Takes from the top of a zone and puts it into another; from a shuffled one, chance decides what it is.",
	"look":     "Sees the top of a zone, which is known from then on.",
	"reveal":   "Shows something. Moves nothing.",
	"move":     "Takes things out of a zone and puts them into another.",
	"place":    "Puts an instance on a cell.",
	"create":   "Makes new instances.",
	"destroy":  "Takes things out of the game.",
	"shuffle":  "Forgets what was known of the order of a zone.",
	"emit":     "Lets an event happen, with the triggers that hear it.",
	"window":   "Opens a window in which players may act.",
	"cancel":   "Takes something off the stack of a window.",
	"modify":   "Changes a stat for a while.",
	"exec":     "Runs the `effect` of a content item.",
	"run":      "Runs a named flow.",
	"call":     "Asks code outside the model.",
	"say":      "Lets an agent say something.",
	"if":       "Runs ops under a condition.",
	"for_each": "Runs ops once for each element of a list.",
	"repeat":   "Runs ops again and again.",
	"reset":    "Starts variables and zones afresh.",
	"act":      "Lets a character act by the rules of characters.",
}

// kindDocs says what each kind of flow node and of board is.
var kindDocs = map[string]string{
	"sequence": "Runs its children in order.",
	"loop":     "Runs its children again and again.",
	"branch":   "Runs the children of the first case that holds.",
	"subflow":  "Runs a named flow, which can be won, lost or drawn by itself.",
	"step":     "Lets somebody, or the rules, take an action.",
	"turns":    "Takes turns as the section `turns` says: each is opened, begins formally, goes through the phases of its owner, ends formally and is handed off.",
	"grid":     "Rows and columns of cells `[row, column]`.",
	"hex":      "Hexagons `[q, r]` in axial coordinates.",
	"track":    "Cells in a row, numbered from 0.",
	"graph":    "Named cells with edges between them.",
}

// words are the values of the keys that hold one of a few, by what the mapping is.
var words = map[string][]string{
	"mode":         {"competitive", "cooperative"},
	"persist":      {"campaign"},
	"scope":        {"player"},
	"owner":        {"player"},
	"visibility":   {"public", "owner", "hidden"},
	"kind":         {"list", "set", "slot"},
	"order":        {"listed", "reversed", "random"},
	"timing":       {"when", "before", "instead", "after"},
	"resolution":   {"immediate", "nested", "lifo_stack"},
	"closes":       {"all_pass_in_succession", "single_pass_each"},
	"after_action": {"next", "same"},
	"result":       {"win", "loss", "draw", "score", "eliminate", "continue", "winners", "rank"},
}

// note stands in every mapping with fixed keys.
var note = text.says("Free text for people.")

func init() {
	for kind, s := range flowKinds {
		flowKinds[kind] = s.and(flowShape)
	}
	for kind, s := range boardKinds {
		boardKinds[kind] = s.and(boardShape)
	}
	for op, s := range opShapes {
		opShapes[op] = s.and(shape{"op": name.says("What is done.").refers("op")})
	}
}
