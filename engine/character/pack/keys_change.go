package pack

var changeShapes = map[string]shape{
	"split": {keys: map[string]slot{
		"step": word.says("The roll whose items are grouped.").needed(),
		"by":   word.says("Each item goes with its first tag at or below this one.").needed(),
	}},
	"applied": {keys: map[string]slot{
		"where": expr.says("Which applied entries; `item` is the source and `self` the entry."),
		"limit": count.says("The most entries."),
	}},
	"newCopy": {doc: "The copy that is added.", keys: map[string]slot{
		"id":        word.says("Its id; the engine gives one unless it is given."),
		"item":      expr.says("The content: a formula that gives an id.").needed(),
		"quantity":  expr.says("How many."),
		"equipped":  expr.says("Whether it is equipped."),
		"state":     formulas.says("Its state."),
		"templates": names.says("Its templates."),
		"choices":   namedLists.says("Its picks, by choice.").of("pick"),
	}},
	"pick": {keys: map[string]slot{
		"option":  eitherOf("The option, written or computed.", literal.says(""), mapping.of("formulaOnly")).needed(),
		"choices": namedLists.says("The picks of the choices that the option brings.").of("pick"),
	}},
	"path": {keys: map[string]slot{
		"entry":  textual.says("A copy's id, `self` or `picked`, or computed; a rules-level choice has none."),
		"choice": eitherOf("Choice, option, choice and so on; or a formula that gives this list.", names.says(""), expr.says("")).needed(),
	}},
}

var (
	entrySlot   = textual.says("An instance's id, `self` or `picked`, or computed.")
	copiesSlot  = mapping.says("All copies that match, on the character that the change reaches.").of("copyQuery")
	appliedSlot = mapping.says("All applied entries that match, on the character that the change reaches.").of("applied")
	fieldSlot   = textual.says("The field, written or computed.").needed()
	keySlot     = word.says("The key of the state.").needed()

	onCopies  = [][]string{{"entry", "copies"}}
	onApplied = [][]string{{"entry", "applied"}}
	onAny     = [][]string{{"entry", "copies", "applied"}}
)

var changeKind = kinded{
	key: "type",
	common: map[string]slot{
		"when":    expr.says("It is proposed only if this holds."),
		"forEach": expr.says("A list: the change is proposed for each element, which formulas see as `x`."),
	},
	kinds: map[string]shape{
		"set": {doc: "Sets a field.", keys: map[string]slot{"field": fieldSlot, "value": valueSlot.needed()}},
		"adjust": {doc: "Adds to a field.", keys: map[string]slot{
			"field": fieldSlot, "by": expr.says("What is added.").needed(),
			"tags":  textuals.says("Tags: what kind of gain or loss it is."),
			"split": mapping.says("One change for each group of a roll's items.").of("split"),
		}},
		"addItem":     {doc: "Adds a copy.", keys: map[string]slot{"entry": mapping.says("The copy.").of("newCopy").needed()}},
		"removeItem":  {doc: "Removes copies.", one: onCopies, keys: map[string]slot{"entry": entrySlot, "copies": copiesSlot}},
		"setQuantity": {doc: "Sets how many there are.", one: onCopies, keys: map[string]slot{"entry": entrySlot, "copies": copiesSlot, "value": valueSlot.needed()}},
		"equip":       {doc: "Equips copies, or not.", one: onCopies, keys: map[string]slot{"entry": entrySlot, "copies": copiesSlot, "equipped": expr.says("Whether they are equipped.").needed()}},
		"setState":    {doc: "Sets a state.", one: onAny, keys: map[string]slot{"entry": entrySlot, "copies": copiesSlot, "applied": appliedSlot, "key": keySlot, "value": valueSlot.needed()}},
		"adjustState": {doc: "Adds to a state.", one: onAny, keys: map[string]slot{"entry": entrySlot, "copies": copiesSlot, "applied": appliedSlot, "key": keySlot, "by": expr.says("What is added.").needed()}},
		"choose":      {doc: "Picks an option.", keys: choosingKeys},
		"unchoose":    {doc: "Takes a pick back.", keys: choosingKeys},
		"applyEffect": {doc: "Applies content.", keys: map[string]slot{
			"id":     word.says("The id of the applied entry; the engine gives one unless it is given."),
			"source": expr.says("The content: a formula that gives an id.").needed(),
			"active": expr.says("Whether it acts; true unless given."),
			"state":  formulas.says("Its state."),
		}},
		"removeEffect":   {doc: "Removes applied entries.", one: onApplied, keys: map[string]slot{"entry": entrySlot, "applied": appliedSlot}},
		"toggleEffect":   {doc: "Switches applied entries.", one: onApplied, keys: map[string]slot{"entry": entrySlot, "applied": appliedSlot, "active": expr.says("Whether they act; turned over unless given.")}},
		"applyTemplate":  {doc: "Lays a template over a copy, or over the whole character.", keys: templatingKeys},
		"removeTemplate": {doc: "Takes a template off.", keys: templatingKeys},
		"offerFollowUp": {doc: "Offers a follow-up.", keys: map[string]slot{
			"followUp": word.says("The follow-up.").needed(),
			"params":   formulas.says("Its action's params."),
		}},
		"clearFollowUp":  {doc: "Drops an offer.", keys: map[string]slot{"id": expr.says("Its id.").needed()}},
		"finishCreation": {doc: "Ends creation."},
	},
}

var (
	choosingKeys = map[string]slot{
		"path":   mapping.says("The choice.").of("path").needed(),
		"option": expr.says("The option.").needed(),
	}
	templatingKeys = map[string]slot{
		"entry":    entrySlot,
		"template": expr.says("The template: a formula that gives an id.").needed(),
	}
)
