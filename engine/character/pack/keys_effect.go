package pack

var effectShapes = map[string]shape{
	"target": {doc: "What an effect works on.", one: [][]string{{"field", "fields", "rolls", "steps", "incoming", "actions"}}, keys: map[string]slot{
		"field":    word.says("A field."),
		"fields":   mapping.says("All fields that match.").of("fieldsBy"),
		"rolls":    names.says("Rolls with one of these tags."),
		"parts":    names.says("Of rolls: only parts with one of these tags."),
		"part":     word.says("Of rolls: the part that the dice of `poolDice` join."),
		"tally":    word.says("Of rolls: the tally that is added to or bounded, in place of the total."),
		"steps":    names.says("Steps with one of these tags."),
		"incoming": mapping.says("Adjustments that reach the character.").of("incoming"),
		"actions":  names.says("Actions with one of these tags."),
		"from":     oneOf.says("`self`: only what the effect's own copy does.").from("self"),
	}},
	"incoming": {one: [][]string{{"fields", "tags"}}, keys: map[string]slot{
		"fields": names.says("Of one of these fields."),
		"tags":   names.says("With one of these tags."),
	}},
	"addedOption": {doc: "An option for choice steps.", keys: map[string]slot{
		"id":      word.says("Its id; it is offered as `<content>#<id>`.").needed(),
		"to":      eitherOf("Where its changes go; `self` unless given.", word.says(""), mapping.of("toLink")),
		"when":    expr.says("Only if this holds."),
		"changes": listing.says("What picking it proposes.").of("change"),
		"flags":   formulas.says("Flags that picking it sets."),
	}},
	"addedChanges": {doc: "Changes for changes steps.", keys: map[string]slot{
		"to":      toSlot,
		"changes": listing.says("The changes.").of("change").needed(),
	}},
}

var (
	valueSlot    = expr.says("The value.")
	roundingSlot = oneOf.says("How whole numbers are rounded after it; see `settings.rounding`.").from("floor", "ceil", "round")
	boundKeys    = map[string]slot{"value": valueSlot.needed()}
	addKeys      = map[string]slot{
		"value": valueSlot.needed(), "tags": textuals.says("Tags of what it adds to a roll."),
		"multiplied": flag.says("On rolls, `false`: multipliers leave it alone."),
	}
)

var effectKind = kinded{
	key: "op", otherwise: "overflow",
	common: map[string]slot{
		"id":       word.says("A name for it."),
		"target":   mapping.says("What it works on. Of situational choices, their rolls unless given.").of("target"),
		"when":     expr.says("It is active only while this holds."),
		"stackKey": word.says("Of effects with the same key, the policy of the key says which count. `source`: one for each source."),
	},
	kinds: map[string]shape{
		"add":      {doc: "Adds.", keys: addKeys},
		"set":      {doc: "Puts a value in place of another.", keys: addKeys},
		"multiply": {doc: "Multiplies.", keys: map[string]slot{"value": valueSlot.needed(), "rounding": roundingSlot}},
		"atLeast":  {doc: "Raises to the value.", keys: boundKeys},
		"atMost":   {doc: "Lowers to the value.", keys: boundKeys},
		"tag":      {doc: "Adds a tag to a field.", keys: map[string]slot{"value": textual.says("The tag, written or computed.").needed()}},
		"rollModifier": {doc: "Changes how a roll is rolled.", keys: map[string]slot{
			"value":    mapping.says("What it changes.").of("modifier").needed(),
			"rounding": roundingSlot,
		}},
		"option":    {doc: "Adds an option to choice steps.", keys: map[string]slot{"value": mapping.says("The option.").of("addedOption").needed()}},
		"changes":   {doc: "Adds changes to changes steps.", keys: map[string]slot{"value": mapping.says("The changes.").of("addedChanges").needed()}},
		"cancel":    {doc: "Drops an incoming adjustment."},
		"absorb":    {doc: "Takes an incoming loss from another field first.", keys: map[string]slot{"value": word.says("The field.").needed()}},
		"overflow":  {doc: "Hands what a bound cuts off to another field.", keys: map[string]slot{"overflow": word.says("The field.").needed(), "by": expr.says("What the field is adjusted by, in place of `amount`, which was cut off.")}},
		"available": {doc: "Bars actions while its value is false.", keys: map[string]slot{"value": valueSlot.needed()}},
	},
}

var modifierKind = kinded{
	key: "type",
	kinds: map[string]shape{
		"advantage":      {doc: "One more die, of which the better are kept."},
		"disadvantage":   {doc: "One more die, of which the worse are kept."},
		"noAdvantage":    {doc: "Advantage does not count."},
		"noDisadvantage": {doc: "Disadvantage does not count."},
		"stepDie":        modifierOf("steps", "How many steps up d4, d6, d8, d10, d12, or down."),
		"poolDice":       modifierOf("count", "How many dice join the part's first dice."),
		"multiplyDice":   modifierOf("factor", "What the numbers of dice are multiplied by."),
		"multiply":       modifierOf("factor", "What each value is multiplied by."),
		"reroll":         modifierOf("below", "Dice that show this or less are rolled again."),
		"rerollOnce":     modifierOf("below", "Dice that show this or less are rolled again once."),
		"minimum":        modifierOf("face", "The least that a die counts."),
		"explode":        {keys: map[string]slot{"at": expr.says("Dice that show this or more explode; the highest face unless given.")}},
		"setFaces":       modifierOf("faces", "The faces that the first dice show: a list."),
	},
}

func modifierOf(key, doc string) shape {
	return shape{keys: map[string]slot{key: expr.says(doc).needed()}}
}

var kindedShapes = map[string]kinded{"step": stepKind, "effect": effectKind, "modifier": modifierKind, "change": changeKind}
