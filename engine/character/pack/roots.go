package pack

import "github.com/astragal-engine/astragal/engine/character/formula"

// The slots of the names that formulas read beside fields. One name means one thing wherever it may be
// read; the place says which names there are. docs/characters.md describes what each holds.
const (
	SlotCharacter    formula.Slot = iota // {id, creating}
	SlotLinks                            // by local id: the views, with the fields that the slot declares
	SlotItem                             // {id, type, tags, <the type's fields>}; of a field query: {id, type, tags}
	SlotSelf                             // {id, item, quantity, equipped, <state>}; of an applied entry: {id, <state>}
	SlotOwner                            // the content whose choice is asked, where item is the candidate
	SlotSlot                             // the number of a choice's slot
	SlotChange                           // {field, by, tags}: the change that comes in, or came
	SlotAmount                           // its size so far, without its sign; of an allocation's formulas: the amount
	SlotBatch                            // {index, size, adjusted}
	SlotParams                           // of an action
	SlotSituational                      // by local id
	SlotParticipants                     // by role
	SlotParticipant                      // the current one of an each step
	SlotSteps                            // results by step
	SlotFlags                            // by name
	SlotAction                           // {item, self, step}: the action's own where item and self are another's
	SlotRoll                             // a roll's result, or the roll being built: {item, self, tags}
	SlotTag                              // of a split's group
	SlotPicked                           // {id, path}
	SlotPicks                            // how often the candidate was picked
	SlotOptions                          // ids that are offered
	SlotChoice                           // {path, owner, id, slot}
	SlotField                            // {id, value} of an allocation's field
	SlotX                                // the element of a forEach
	slotFields
)

// Slot is the slot of a field's name.
func (f *Field) Slot() formula.Slot { return slotFields + formula.Slot(f.N) }

// FieldOfSlot is the number of the field that a slot stands for; negative when it stands for another name.
func FieldOfSlot(s formula.Slot) int { return int(s - slotFields) }
