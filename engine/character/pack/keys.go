package pack

// The tables of this file and its neighbours are the shape of a pack: for every mapping which keys it
// has, what they hold and what they mean. Reading follows them, and so do the JSON schemas.

var shapes = map[string]shape{
	"rules": {doc: "A file under rules/.", keys: map[string]slot{
		"tags":         names.says("Tags. One declares those above it: `attack.melee` is under `attack`."),
		"fields":       listing.says("Values of a character.").of("field"),
		"contentTypes": listing.says("Kinds of content.").of("contentType"),
		"actions":      listing.says("What characters can do.").of("action"),
		"bands":        named.says("Band sets by id: they classify rolls.").of("bandSet"),
		"tallies":      listing.says("Numbers that rolls add up beside their total.").of("tally"),
		"situational":  listing.says("Choices that the player makes for one action.").of("situational"),
		"links":        listing.says("Slots for other characters that stay: a crew, a mount.").of("link"),
		"effects":      listing.says("Effects that every character has.").of("effect"),
		"choices":      listing.says("Choices that every character has.").of("choice"),
		"followUps":    listing.says("Actions that are offered by themselves.").of("followUp"),
		"settings":     mapping.says("How things are done; of several packs the last one that says so wins.").of("settings"),
	}},
	"settings": {keys: map[string]slot{
		"rounding":      oneOf.says("How whole numbers are rounded after they were multiplied; `floor` unless given.").from("floor", "ceil", "round"),
		"limits":        mapping.says("How much an action may do. The program that runs the rules may allow less.").of("limits"),
		"stacking":      namedWords.says("For each stack key, which effects count.").from(stackings...),
		"competing":     mapping.says("Effects of which one has to be chosen.").of("competing"),
		"rollModifiers": mapping.says("How modifiers of rolls go together.").of("rollModifiers"),
		"creation":      mapping.says("How a character is made.").of("creation"),
	}},
	"limits": {keys: map[string]slot{
		"maxActionSteps":  count.says("Steps of an action, each run and pick counted; 1,000 unless given."),
		"maxActionDepth":  count.says("Actions within actions; 20 unless given."),
		"maxDice":         count.says("Dice of a roll; 1,000 unless given."),
		"maxFaces":        count.says("Faces of a die; 10,000 unless given."),
		"maxExplosions":   count.says("Explosions of a die; 100 unless given."),
		"maxFormulaSteps": count.says("What a formula may do."),
	}},
	"competing":     {keys: map[string]slot{"recommend": oneOf.says("Which one is recommended and used until the player chose; `highest` unless given.").from("highest", "lowest", "first", "latest")}},
	"rollModifiers": {keys: map[string]slot{"advantage": oneOf.says("What advantage does with disadvantage; `cancel` unless given.").from("cancel", "net", "stack")}},
	"creation": {keys: map[string]slot{
		"complete": expr.says("What must hold, beside choices that are made, before creation can be finished."),
		"action":   word.says("The action that leads through creation."),
	}},
	"field": {doc: "A value of the character: an input, or computed by its formula.", keys: map[string]slot{
		"id":      word.says("Its id: a name, or several with dots. Formulas read it by this name.").needed(),
		"type":    oneOf.says("What its values are.").from(types...).needed(),
		"of":      word.says("Of type `id`: `field`, or a content type; of type `list`: the type of the elements."),
		"default": eitherOf("Of an input: the value until the character has one.", literal.says(""), mapping.of("formulaOnly")),
		"options": names.says("Of type `enum`: its values."),
		"min":     expr.says("Of an input: the least value."),
		"max":     expr.says("Of an input: the greatest value."),
		"formula": expr.says("Makes it a computed field."),
		"tags":    textuals.says("Its tags, written or computed."),
		"label":   prose.says("A name for people, where no text of i18n says otherwise."),
	}},
	"formulaOnly": {keys: map[string]slot{"formula": expr.says("The formula.").needed()}},
	"prop": {doc: "A typed name. The type alone may stand in place of the mapping.", keys: map[string]slot{
		"type":    oneOf.says("What its values are.").from(types...).needed(),
		"of":      word.says("Of type `id`: `field`, or a content type; of type `list`: the type of the elements."),
		"default": literal.says("The value where none is given."),
		"options": names.says("Of type `enum`: its values."),
	}},
	"param": {doc: "A parameter. The type alone may stand in place of the mapping.", keys: map[string]slot{
		"type":     oneOf.says("What its values are.").from(types...).needed(),
		"of":       word.says("Of type `id`: `field`, or a content type; of type `list`: the type of the elements."),
		"where":    expr.says("Of type `id`: which fields or which content; `item` is the candidate."),
		"default":  literal.says("The value where none is given."),
		"options":  names.says("Of type `enum`: its values."),
		"required": flag.says("It must be given; so it is unless there is a default or this is `false`."),
	}},
	"contentType": {doc: "A kind of content.", keys: map[string]slot{
		"id":        word.says("Its id.").needed(),
		"kind":      oneOf.says("`template`: content that is laid over copies; `item` unless given.").from("item", "template"),
		"list":      oneOf.says("Where its copies live; `inventory` unless given.").from("inventory", "features"),
		"fields":    named.says("What its items have.").of("prop"),
		"state":     named.says("What its copies, and applied entries of its items, remember.").of("prop"),
		"uses":      listing.says("Actions of the rules that every item of the type lists.").of("use"),
		"actions":   listing.says("Actions that every item of the type has.").of("action"),
		"effects":   listing.says("Effects that every item of the type has.").of("effect"),
		"choices":   listing.says("Choices that every item of the type brings.").of("choice"),
		"followUps": listing.says("Follow-ups that every item of the type brings.").of("followUp"),
		"grants":    listing.says("Content that every item of the type brings along.").of("grant"),
	}},
	"content": {doc: "A file under content/: a list of items, or this mapping.", keys: map[string]slot{
		"items": listing.says("The items.").of("item").needed(),
	}},
	"item": {doc: "A piece of content. Beside these keys it has those that its type declares under `fields`.", open: true, keys: map[string]slot{
		"id":        word.says("Its id.").needed(),
		"type":      word.says("Its content type.").needed(),
		"tags":      names.says("Its tags."),
		"effects":   listing.says("What it does to those who have it.").of("effect"),
		"actions":   listing.says("Its own actions.").of("action"),
		"uses":      listing.says("Actions of the rules that it lists.").of("use"),
		"choices":   listing.says("Choices that it brings.").of("choice"),
		"followUps": listing.says("Follow-ups that it brings.").of("followUp"),
		"grants":    listing.says("Content that it brings along.").of("grant"),
		"templates": names.says("Templates that a new copy has."),
		"state":     namedAny.says("What the state of a new copy is, where it differs from the type's defaults."),
		"hidden":    flag.says("Queries over content leave it out."),
	}},
	"use": {keys: map[string]slot{
		"id":     word.says("A name for it."),
		"action": word.says("The action.").needed(),
		"params": formulas.says("Params that are fixed."),
	}},
	"grant": {keys: map[string]slot{
		"content": word.says("The content.").needed(),
		"when":    expr.says("Only while this holds."),
	}},
	"choice": {doc: "Something that has to be chosen.", keys: map[string]slot{
		"id":        word.says("Its id.").needed(),
		"count":     eitherOf("How many are picked: a number, or `{min, max}`; 1 unless given.", expr.says(""), mapping.of("count")),
		"options":   eitherOf("What there is to choose from.", listing.of("option"), mapping.of("optionSource")).needed(),
		"slots":     counts.says("Numbers, mostly levels, each a choice of its own under `<id>-<number>`; formulas see the number as `slot`."),
		"unique":    flag.says("No option is picked twice, over all slots."),
		"recommend": expr.says("The option that is recommended."),
		"when":      expr.says("Only while this holds."),
	}},
	"count": {keys: map[string]slot{
		"min": expr.says("The fewest picks; 0 unless given."),
		"max": expr.says("The most picks; without it there is no bound."),
	}},
	"option": {doc: "An option of a choice, with what having picked it brings.", keys: map[string]slot{
		"id":        word.says("Its id.").needed(),
		"when":      expr.says("It can be picked only while this holds."),
		"effects":   listing.says("Its effects.").of("effect"),
		"choices":   listing.says("Choices that it brings.").of("choice"),
		"grants":    listing.says("Content that it brings along.").of("grant"),
		"actions":   listing.says("Its own actions.").of("action"),
		"uses":      listing.says("Actions that it lists.").of("use"),
		"followUps": listing.says("Follow-ups that it brings.").of("followUp"),
	}},
	"optionSource": {one: [][]string{{"content", "values"}}, keys: map[string]slot{
		"content": mapping.says("Content of a type that matches.").of("contentQuery"),
		"values":  expr.says("A list of texts or numbers."),
	}},
	"contentQuery": {keys: map[string]slot{
		"type":  word.says("A content type.").needed(),
		"where": expr.says("Only those for which this holds; `item` is the candidate."),
	}},
	"copyQuery": {keys: map[string]slot{
		"type":  word.says("A content type; all unless given."),
		"where": expr.says("Only those for which this holds; `item` and `self` are the candidate's."),
	}},
	"followUp": {doc: "An action that is offered: while something holds, when a change triggers it, or when a change offers it.", keys: map[string]slot{
		"id":     word.says("Its id.").needed(),
		"action": word.says("The action.").needed(),
		"params": formulas.says("The action's params."),
		"when":   expr.says("It is offered while this holds."),
		"on":     mapping.says("It is offered when a change does this.").of("trigger"),
	}},
	"trigger": {keys: map[string]slot{
		"fields": names.says("A change of one of these fields."),
		"tags":   names.says("An adjustment with one of these tags."),
		"when":   expr.says("Only if this holds then; `change` is what changed."),
	}},
	"situational": {doc: "A choice that the player makes for one action.", keys: map[string]slot{
		"id":        word.says("Its id; formulas read `situational.<id>`.").needed(),
		"type":      oneOf.says("What its values are.").from("boolean", "integer", "enum").needed(),
		"options":   names.says("Of type `enum`: its values."),
		"default":   literal.says("The value unless selected; false, 0 or the first option unless given."),
		"available": expr.says("It can be selected only while this holds."),
		"rolls":     names.says("The tags of the rolls that it is offered for."),
		"effects":   listing.says("Effects on those rolls while it is selected.").of("effect"),
	}},
	"link": {keys: map[string]slot{
		"id":     word.says("Its id; formulas read `links.<id>`.").needed(),
		"fields": named.says("What is read of the other character.").of("prop"),
	}},
	"bandSet": {keys: map[string]slot{
		"value": expr.says("Worked out first; the bands see it as `roll.value`."),
		"bands": listing.says("The bands; the first that holds is the roll's.").of("band").needed(),
	}},
	"band": {keys: map[string]slot{
		"id":   word.says("Its id.").needed(),
		"when": expr.says("It holds if this does; always unless given."),
	}},
	"tally": {keys: map[string]slot{"id": word.says("Its name.").needed()}},
}

var types = []string{"integer", "number", "boolean", "string", "enum", "dice", "id", "list"}

var stackings = []string{"all", "highest", "lowest", "highestBonusLowestPenalty", "first", "latest", "playerChooses"}

func init() {
	for _, more := range []map[string]shape{manifestShapes, actionShapes, effectShapes, changeShapes} {
		for name, s := range more {
			shapes[name] = s
		}
	}
}
