package pack

var actionShapes = map[string]shape{
	"action": {doc: "Something that a character can do.", keys: map[string]slot{
		"id":           word.says("Its id.").needed(),
		"tags":         names.says("Its tags."),
		"available":    expr.says("It is listed only while this holds."),
		"params":       named.says("What has to be said when it is started.").of("param"),
		"participants": named.says("The other characters that take part, by role.").of("role"),
		"results":      eitherOf("The results that it may have.", names.says(""), mapping.of("resultBands")),
		"steps":        listing.says("What happens, in order.").of("step").needed(),
	}},
	"resultBands": {keys: map[string]slot{"bands": word.says("A band set: the results are its bands.").needed()}},
	"role": {keys: map[string]slot{
		"min":    count.says("The fewest who take part; 0 unless given."),
		"max":    count.says("The most who take part; without it there is no bound."),
		"fields": named.says("What is read of them.").of("prop"),
	}},
	"part": {doc: "A part of a roll.", one: [][]string{{"dice", "value", "field"}}, keys: map[string]slot{
		"id":         word.says("A name for it."),
		"when":       expr.says("Only if this holds."),
		"dice":       expr.says("Dice."),
		"value":      expr.says("A number."),
		"field":      word.says("A numeric field: its value, and where it came from."),
		"ifEmpty":    expr.says("The dice that are rolled instead where there are none."),
		"tags":       textuals.says("Its tags, written or computed."),
		"source":     expr.says("What it is said to come from."),
		"multiplied": flag.says("`false`: multipliers leave it alone."),
	}},
	"repeat": {keys: map[string]slot{
		"max": expr.says("The most picks.").needed(),
		"min": expr.says("The fewest picks; 0 unless given."),
	}},
	"stepOption": {doc: "An option of a choice step.", keys: map[string]slot{
		"id":      word.says("Its id.").needed(),
		"when":    expr.says("Only if this holds."),
		"to":      eitherOf("Where its changes go; `self` unless given.", word.says(""), mapping.of("toLink")),
		"changes": listing.says("What picking it proposes.").of("change"),
		"flags":   formulas.says("Flags that picking it sets."),
	}},
	"stepSource": {one: [][]string{{"content", "copies", "pending"}}, keys: map[string]slot{
		"content": mapping.says("Content of a type that matches.").of("contentQuery"),
		"copies":  mapping.says("The character's copies that match.").of("copyQuery"),
		"pending": mapping.says("The choices that the character has pending.").of("pending"),
	}},
	"pending":   {keys: map[string]slot{"entry": expr.says("Only those of this copy.")}},
	"fieldsBy":  {keys: map[string]slot{"where": expr.says("Which fields; `item` is the candidate.").needed()}},
	"case":      {keys: map[string]slot{"when": expr.says("The case runs if this holds.").needed(), "flags": formulas.says("Flags that it sets."), "steps": listing.says("Its steps.").of("step")}},
	"otherwise": {keys: map[string]slot{"flags": formulas.says("Flags that it sets."), "steps": listing.says("Its steps.").of("step")}},
	"release": {keys: map[string]slot{
		"steps":   names.says("Action steps that hold changes.").needed(),
		"where":   expr.says("Only changes for which this holds; `change` is the change."),
		"combine": flag.says("Adjustments that are equal but for their amount become one."),
	}},
	"toLink": {keys: map[string]slot{"link": word.says("A link slot.").needed()}},
}

var stepKind = kinded{
	key: "kind",
	common: map[string]slot{
		"id":    word.says("Its id.").needed(),
		"when":  expr.says("It runs only if this holds."),
		"sheet": oneOf.says("`proposed`: it reads the character as the changes so far would leave it.").from("given", "proposed"),
	},
	kinds: map[string]shape{
		"roll": {doc: "Rolls, or classifies an earlier roll again.", one: [][]string{{"parts", "of"}}, keys: map[string]slot{
			"each": eachSlot, "tags": tagsSlot,
			"parts":  listing.says("What is rolled and added.").of("part"),
			"better": oneOf.says("Which dice advantage keeps; `high` unless given.").from("high", "low"),
			"bands":  word.says("The band set that classifies it."),
			"of":     word.says("An earlier roll, by its path, that is classified again."),
		}},
		"choice": {doc: "Asks for a choice.", keys: map[string]slot{
			"each": eachSlot, "tags": tagsSlot,
			"options":   eitherOf("What there is to choose from.", listing.of("stepOption"), mapping.of("stepSource")).needed(),
			"repeat":    mapping.says("Asks several times.").of("repeat"),
			"prefer":    expr.says("Of content and copies: the candidate with the highest is recommended."),
			"recommend": expr.says("The option that is recommended; formulas see `options`."),
			"random":    expr.says("If this holds, the recommendation is drawn."),
			"changes":   listing.says("What each pick proposes.").of("change"),
		}},
		"allocate": {doc: "Hands amounts to fields.", one: [][]string{{"budget", "values"}}, keys: map[string]slot{
			"fields":    mapping.says("The fields.").of("fieldsBy").needed(),
			"budget":    expr.says("What is spent."),
			"spend":     oneOf.says("Whether all of it is spent; `all` unless given.").from("all", "upTo"),
			"cost":      expr.says("What an amount costs; the amount unless given."),
			"limit":     expr.says("The most that a field takes."),
			"values":    formulaList.says("Values, each for one field."),
			"recommend": formulas.says("The amounts that are recommended, by field."),
			"random":    expr.says("If this holds, the recommendation is drawn."),
		}},
		"branch": {doc: "Runs the first case that holds.", keys: map[string]slot{
			"each":  eachSlot,
			"cases": listing.says("The cases.").of("case").needed(),
			"else":  mapping.says("What runs if no case holds.").of("otherwise"),
		}},
		"changes": {doc: "Proposes changes.", keys: map[string]slot{
			"each": eachSlot, "tags": tagsSlot,
			"to":      toSlot,
			"changes": listing.says("The changes.").of("change"),
			"release": mapping.says("First proposes what action steps hold.").of("release"),
		}},
		"action": {doc: "Runs another action.", keys: map[string]slot{
			"each": eachSlot, "tags": tagsSlot,
			"use":          word.says("The action.").needed(),
			"params":       formulas.says("Its params."),
			"source":       expr.says("The content whose action it is."),
			"entry":        expr.says("The copy whose action it is."),
			"participants": formulas.says("For its roles, lists of ids of those who take part here."),
			"situational":  formulas.says("Situational choices as if they had been selected."),
			"hold":         flag.says("Its changes wait for a changes step to release them."),
			"as":           oneOf.says("`participant`: each participant runs it on its own character.").from("participant"),
		}},
		"outcome": {doc: "Ends the action.", keys: map[string]slot{
			"result": expr.says("What came of it, a text."),
			"data":   eitherOf("More about it, by name.", expr.says(""), formulas.says("")),
		}},
	},
}

var (
	eachSlot = word.says("Runs once for each participant of this role.")
	tagsSlot = textuals.says("Its tags, written or computed.")
	toSlot   = eitherOf("Where the changes go: `self` (unless given), `target`, a role, or `{link: slot}`.", word.says(""), mapping.of("toLink"))
)
