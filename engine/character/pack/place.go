package pack

import "github.com/astragal-engine/astragal/engine/character/formula"

// roots are the names by their slots.
var roots = [...]string{
	SlotCharacter: "character", SlotLinks: "links", SlotItem: "item", SlotSelf: "self", SlotParams: "params", SlotSituational: "situational",
	SlotParticipants: "participants", SlotParticipant: "participant", SlotSteps: "steps", SlotFlags: "flags", SlotAction: "action", SlotRoll: "roll",
	SlotPicks: "picks", SlotPicked: "picked", SlotOptions: "options", SlotChoice: "choice", SlotSlot: "slot", SlotX: "x", SlotBatch: "batch",
	SlotAmount: "amount", SlotTag: "tag", SlotField: "field", SlotChange: "change", SlotOwner: "owner",
}

var rootNames = map[string]bool{}

func init() {
	for _, name := range roots {
		rootNames[name] = true
	}
}

// Root names a slot that is no field's.
func Root(s formula.Slot) string {
	if s >= 0 && int(s) < len(roots) {
		return roots[s]
	}
	return ""
}

// wanted is what a formula of a place has to give; its zero value is anything.
type wanted struct {
	t    *formula.Type
	name string // in messages; empty: the type's
	not  bool   // nothing fits: the formula was reported already
}

var (
	aCondition = wanted{t: formula.Bool}
	aWhole     = wanted{t: formula.Int}
	aNumber    = wanted{t: formula.Number}
	aText      = wanted{t: formula.String}
	someDice   = wanted{t: formula.Dice}
	anything   = wanted{t: formula.Any}
	aList      = wanted{t: formula.ListOf(formula.Any)}
	theTexts   = wanted{t: formula.ListOf(formula.String)}
)

// place is where a formula stands: it decides which names the formula sees beside the fields, the
// character, the links and the functions, and what it has to give.
type place uint8

const (
	_ place = iota
	fieldFormula
	fieldTags
	creationDone
	whenCarried
	useParam
	followUpParam
	triggerWhen
	choiceWhen
	choiceCount
	choiceWhere
	choiceValues
	choiceRecommend
	optionWhen
	fieldEffectWhen
	fieldEffectValue
	effectTag
	effectFields
	rollEffectWhen
	rollEffectValue
	rollTags
	stepEffectWhen
	addedOptionWhen
	addedFlag
	incomingWhen
	incomingValue
	actionBarWhen
	actionBarValue
	situationalAvailable
	bandValue
	bandWhen
	actionAvailable
	paramWhere
	stepWhen
	stepTags
	stepFlag
	stepText
	stepCount
	stepOptionWhen
	candidateWhere
	candidatePrefer
	stepRecommend
	stepRandom
	rollDice
	rollValue
	rollSource
	allocateFields
	allocateCost
	allocateLimit
	releaseWhere
	runParam
	runParticipants
	runSituational
	outcomeResult
	outcomeData
	changeForEach
	changeWhen
	changeField
	changeTags
	changeEntry
	changeValue
	aimedValue
	aimedWhere
	changeEquipped
	changeActive
	changeOption
	changeContent
	changeQuantity
	changeState
	changeParam
	changePath
	pickOption
	places
)

// Place says of a kind of place in a pack what its formulas see and give.
type Place struct {
	Name  string // as docs/packs.md names it
	Gives wanted
	Sees  []formula.Slot
}

type sees = []formula.Slot

var (
	inAction  = sees{SlotItem, SlotSelf, SlotParams, SlotSituational, SlotParticipants, SlotParticipant, SlotSteps, SlotFlags, SlotAction}
	inChanges = also(inAction, SlotPicked, SlotX)
)

func also(s sees, more ...formula.Slot) sees { return append(append(sees(nil), s...), more...) }

// placeTable is the one place that says what formulas see.
var placeTable = [places]Place{
	fieldFormula: {"a field's formula, default, min and max", anything, nil},
	fieldTags:    {"a field's tags", anything, nil},
	creationDone: {"settings.creation.complete", aCondition, nil},

	whenCarried:   {"when of a grant, when of a follow-up", aCondition, sees{SlotItem, SlotSelf}},
	useParam:      {"params of a use", anything, sees{SlotItem, SlotSelf}},
	followUpParam: {"params of a follow-up", anything, sees{SlotItem, SlotSelf, SlotAmount, SlotChange}},
	triggerWhen:   {"on.when of a follow-up", aCondition, sees{SlotItem, SlotSelf, SlotAmount, SlotChange}},

	choiceWhen:      {"when of a choice", aCondition, sees{SlotItem, SlotSelf, SlotSlot}},
	choiceCount:     {"count of a choice", aWhole, sees{SlotItem, SlotSelf, SlotSlot}},
	choiceWhere:     {"options.content.where of a choice", aCondition, sees{SlotItem, SlotSelf, SlotOwner, SlotSlot}},
	choiceValues:    {"options.values of a choice", aList, sees{SlotItem, SlotSelf, SlotSlot}},
	choiceRecommend: {"recommend of a choice", anything, sees{SlotItem, SlotSelf, SlotSlot, SlotOptions}},
	optionWhen:      {"when of an option of a choice", aCondition, sees{SlotItem, SlotSelf, SlotSlot}},

	fieldEffectWhen:  {"when of an effect on fields", aCondition, sees{SlotItem, SlotSelf}},
	fieldEffectValue: {"value of an effect on fields", anything, sees{SlotItem, SlotSelf}},
	effectTag:        {"value of an effect that adds a tag", anything, sees{SlotItem, SlotSelf}},
	effectFields:     {"target.fields.where of an effect", aCondition, sees{SlotItem}},
	rollEffectWhen:   {"when of an effect on rolls", aCondition, also(inAction, SlotRoll)},
	rollEffectValue:  {"value of an effect on rolls, and of its modifier", anything, also(inAction, SlotRoll)},
	rollTags:         {"tags of an effect on rolls", anything, also(inAction, SlotRoll)},
	stepEffectWhen:   {"when of an effect on steps", aCondition, also(inAction, SlotPicks)},
	addedOptionWhen:  {"when of an added option", aCondition, also(inAction, SlotPicks)},
	addedFlag:        {"flags of an added option", anything, also(inAction, SlotPicked)},
	incomingWhen:     {"when of an effect on incoming adjustments", aCondition, sees{SlotItem, SlotSelf, SlotAmount, SlotChange}},
	incomingValue:    {"value and by of an effect on incoming adjustments", anything, sees{SlotItem, SlotSelf, SlotAmount, SlotChange}},
	actionBarWhen:    {"when of an effect on actions", aCondition, sees{SlotItem, SlotSelf, SlotAction}},
	actionBarValue:   {"value of an effect on actions", anything, sees{SlotItem, SlotSelf, SlotAction}},

	situationalAvailable: {"available of a situational choice", aCondition, sees{SlotAction}},
	bandValue:            {"value of a band set", anything, also(inAction, SlotRoll)},
	bandWhen:             {"when of a band", aCondition, also(inAction, SlotRoll)},
	actionAvailable:      {"available of an action", aCondition, sees{SlotItem, SlotSelf}},
	paramWhere:           {"where of a param", aCondition, sees{SlotItem, SlotAction}},

	stepWhen:        {"when of a step, a case and a roll's part; random of an allocate step", aCondition, inAction},
	stepTags:        {"tags of a step and a roll's part", anything, inAction},
	stepFlag:        {"flags of a case and of a written option (which also sees picked)", anything, also(inAction, SlotPicked)},
	stepText:        {"source and entry of an action step, entry of pending choices", aText, inAction},
	stepCount:       {"repeat of a choice step; budget, values and recommend of an allocate step", aWhole, inAction},
	stepOptionWhen:  {"when of a written option", aCondition, also(inAction, SlotPicks)},
	candidateWhere:  {"options.content.where and options.copies.where of a choice step", aCondition, also(inAction, SlotPicks)},
	candidatePrefer: {"prefer of a choice step", aNumber, also(inAction, SlotPicks)},
	stepRecommend:   {"recommend of a choice step", wanted{t: formula.OrNull(formula.String)}, also(inAction, SlotOptions, SlotChoice, SlotPicks)},
	stepRandom:      {"random of a choice step", aCondition, also(inAction, SlotOptions, SlotChoice, SlotPicks)},
	rollDice:        {"dice and ifEmpty of a roll's part", someDice, inAction},
	rollValue:       {"value of a roll's part", aNumber, inAction},
	rollSource:      {"source of a roll's part", anything, inAction},
	allocateFields:  {"fields.where of an allocate step", aCondition, inAction},
	allocateCost:    {"cost of an allocate step", aWhole, also(inAction, SlotField, SlotAmount)},
	allocateLimit:   {"limit of an allocate step", aWhole, also(inAction, SlotField)},
	releaseWhere:    {"release.where of a changes step", aCondition, also(inAction, SlotChange)},
	runParam:        {"params of an action step", anything, inAction},
	runParticipants: {"participants of an action step", theTexts, inAction},
	runSituational:  {"situational of an action step", anything, inAction},
	outcomeResult:   {"result of an outcome", aText, inAction},
	outcomeData:     {"data of an outcome", anything, inAction},

	changeForEach:  {"forEach of a change", aList, also(inAction, SlotPicked)},
	changeWhen:     {"when of a change", aCondition, inChanges},
	changeField:    {"a computed field of a change", aText, inChanges},
	changeTags:     {"tags of a change", anything, inChanges},
	changeEntry:    {"a computed entry of a change", aText, inChanges},
	changeValue:    {"value and by of a change", anything, also(inChanges, SlotAmount, SlotTag)},
	aimedValue:     {"value and by of a change over copies or applied entries", anything, also(inChanges, SlotBatch)},
	aimedWhere:     {"copies.where and applied.where of a change", aCondition, sees{SlotItem, SlotSelf, SlotParams, SlotSteps, SlotFlags, SlotAction, SlotBatch}},
	changeEquipped: {"equipped of a change", aCondition, inChanges},
	changeActive:   {"active of a change", aCondition, inChanges},
	changeOption:   {"option of a change", anything, inChanges},
	changeContent:  {"item, source, template and id of a change", aText, inChanges},
	changeQuantity: {"quantity of an added copy", aWhole, inChanges},
	changeState:    {"state of a change", anything, also(inChanges, SlotBatch)},
	changeParam:    {"params of an offered follow-up", anything, inChanges},
	changePath:     {"path.choice of a change", theTexts, inChanges},
	pickOption:     {"a computed option of a new copy's choices", anything, inChanges},
}

var effectWhen = map[Target]place{OnFields: fieldEffectWhen, OnRolls: rollEffectWhen, OnSteps: stepEffectWhen, OnIncoming: incomingWhen, OnActions: actionBarWhen}
var effectValue = map[Target]place{OnFields: fieldEffectValue, OnRolls: rollEffectValue, OnSteps: rollEffectValue, OnIncoming: incomingValue, OnActions: actionBarValue}
