package lsp

import (
	"regexp"
	"sort"
)

var lookupBefore = regexp.MustCompile(`\b(content|dice|modified|round_of)\s*[\[(]\s*$`)

// localDocs says what the local names of the engine are.
var localDocs = map[string]string{
	"actor":  "The player who acts.",
	"self":   "The content item, or the instance, that this belongs to.",
	"event":  "The name of the event.",
	"stack":  "What waits in the open window: a list, what was put there last comes first to be resolved.",
	"window": "The name of the open window.",
	"item":   "The thing that is looked at.",
	"value":  "The value so far.",
	"option": "The option that is scored.",
	"opts":   "All options.",
	"pool":   "What can still be picked.",
	"chosen": "What has been picked.",
	"player": "The player who decides.",
}

// builtinDocs says what the names are that every expression can read.
var builtinDocs = map[string]string{
	"players":    "`players`: the players, from 0.",
	"n_players":  "`n_players`: how many play.",
	"eliminated": "`eliminated`: the players who are out of the game.",
	"results":    "`results`: how the flows went that have ended, by their names.",
	"events":     "`events`: the events of this game, in order.",
	"turn":       "`turn`: the turn that is taken, with `owner`, `side`, `phase`, `id`, `formal_begun`, `formal_ended`, `end_reactions_done` and `begun_counts`; `None` while none is.",
	"content":    "`content['catalogue']`: the items of a catalogue.",
	"dice":       "`dice['name']`: the faces of a die.",
	"modified":   "`modified(stat, base, name=value, ...)`: the base value after all modifiers of the stat; they see the names.",
	"owner_of":   "`owner_of(item)`: the player in whose zone it is, or `None`.",
	"zone_of":    "`zone_of(item)`: the path of the zone that it is in, such as `'hand[0]'`.",
	"items_of":   "`items_of(zone)`: what is in the zone with this path.",
	"round_of":   "`round_of(loop)`: the number of the current round of the loop with this id.",
	"cells":      "`cells(board)`: all cells.",
	"neighbours": "`neighbours(board, cell)`: the cells beside it.",
	"adjacent":   "`adjacent(board, a, b)`: whether two cells are neighbours.",
	"distance":   "`distance(board, a, b)`: the steps from one cell to another; `None` if there is no way.",
	"path":       "`path(board, a, b)`: the cells of a shortest way.",
	"ray":        "`ray(board, cell, direction)`: the cells in one direction, up to the edge.",
	"directions": "`directions(board)`: the names of the directions.",
	"lines":      "`lines(board, n)`: every straight run of n cells.",
	"connected":  "`connected(board, cells)`: the cells in groups that hang together.",
	"reach":      "`reach(board, cell, n)`: the cells within n steps.",
	"region":     "`region(board, cell, allowed)`: the cells among those allowed that can be reached from the cell.",
	"on_board":   "`on_board(board, cell)`: whether the board has the cell.",
	"weight":     "`weight(board, a, b)`: the length of the edge between two cells.",
	"cost":       "`cost(board, a, b)`: the length of the cheapest way.",
	"label_of":   "`label_of(board, cell)`: what people read for the cell.",

	"abs":        "`abs(x)`: the value without its sign.",
	"all":        "`all(list)`: whether every element is true.",
	"any":        "`any(list)`: whether an element is true.",
	"bool":       "`bool(x)`: `True` or `False`.",
	"chr":        "`chr(i)`: the character with this number.",
	"dict":       "`dict(pairs, name=value, ...)`: a dict.",
	"divmod":     "`divmod(a, b)`: the pair `(a // b, a % b)`.",
	"enumerate":  "`enumerate(list, start=0)`: pairs of number and element.",
	"filter":     "`filter(function, list)`: the elements for which it holds.",
	"float":      "`float(x)`: a number with a fraction.",
	"frozenset":  "`frozenset(list)`: a set that can be an element of a set.",
	"int":        "`int(x)`: a whole number, cut towards zero.",
	"isinstance": "`isinstance(x, type)`: whether x is of a type.",
	"len":        "`len(x)`: how many elements.",
	"list":       "`list(x)`: a list of the elements.",
	"map":        "`map(function, list)`: what the function gives for each element.",
	"max":        "`max(list, key=..., default=...)`: the greatest.",
	"min":        "`min(list, key=..., default=...)`: the least.",
	"next":       "`next(iterator, default)`: the first element.",
	"ord":        "`ord(c)`: the number of a character.",
	"pow":        "`pow(a, b, mod)`: a to the power of b.",
	"range":      "`range(stop)`, `range(start, stop, step)`: whole numbers, `stop` not among them.",
	"repr":       "`repr(x)`: the value as it would be written.",
	"reversed":   "`reversed(list)`: the elements from the last to the first.",
	"round":      "`round(x, digits)`: the nearest number; halves go to the even one.",
	"set":        "`set(list)`: each element once.",
	"sorted":     "`sorted(list, key=..., reverse=False)`: a list in order.",
	"str":        "`str(x)`: a text.",
	"sum":        "`sum(list, start=0)`: the sum of the elements.",
	"tuple":      "`tuple(list)`: a tuple of the elements.",
	"type":       "`type(x)`: the type of a value.",
	"zip":        "`zip(a, b, ...)`: tuples of the elements at the same place.",
}

var builtinNames = func() []string {
	var out []string
	for name := range builtinDocs {
		out = append(out, name)
	}
	sort.Strings(out)
	return out
}()

// methods can be called behind a point.
var methods = []string{
	"count", "difference", "endswith", "find", "format", "get", "index", "intersection", "isalpha", "isdigit",
	"isdisjoint", "issubset", "issuperset", "items", "join", "keys", "lower", "lstrip", "removeprefix",
	"removesuffix", "replace", "rsplit", "rstrip", "split", "startswith", "strip", "symmetric_difference",
	"title", "union", "upper", "values", "zfill",
}
