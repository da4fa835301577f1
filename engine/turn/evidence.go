package turn

// Evidence is what whoever plays supplies: what it says is so, and what a relation is to take. No relation can
// find it out by itself, and each reads what is its own alone.
type Evidence struct {
	Permitted bool     `json:"permitted,omitempty"`
	Drained   bool     `json:"drained,omitempty"`  // no work is open
	Complete  bool     `json:"complete,omitempty"` // the phase, or for a handoff the old turn's procedure, is complete
	Events    []string `json:"events,omitempty"`   // of a handoff: what it is said to emit

	Seat   *int  `json:"seat,omitempty"`   // Open: the owner. Handoff: who follows, where that is computed. Eliminate, Readmit: who is out
	ID     int   `json:"id,omitempty"`     // Open
	Counts []int `json:"counts,omitempty"` // Open

	To string `json:"to,omitempty"` // Advance: a phase

	Action    string   `json:"action,omitempty"`    // Declare: its name, for people
	Effects   int      `json:"effects,omitempty"`   // Declare: how many it has
	Terminal  bool     `json:"terminal,omitempty"`  // CostCheckpoint: the costs have ended the game
	Structure string   `json:"structure,omitempty"` // Nest
	Receipt   *Receipt `json:"receipt,omitempty"`   // NestedReturn
	Dropped   bool     `json:"dropped,omitempty"`   // NestedReturn, Cancel: cancelled while it waited. They and Leave: what it was part of has ended

	Scored       string `json:"scored,omitempty"`       // Due: what was written
	Objective    []int  `json:"objective,omitempty"`    // Evaluate: who has won by objective,
	Simultaneous []int  `json:"simultaneous,omitempty"` // and who at the same moment otherwise

	Procedure string `json:"procedure,omitempty"` // EndBy: its name, for people
	Guard     bool   `json:"guard,omitempty"`     // EndBy: the procedure's own guard holds
	Winners   []int  `json:"winners,omitempty"`   // EndBy
	Nobody    bool   `json:"nobody,omitempty"`    // EndBy: nobody has won
}

// Receipt is what a nested structure returns with.
type Receipt struct {
	Structure string `json:"structure"`
	Completed bool   `json:"completed,omitempty"`
	Cancelled bool   `json:"cancelled,omitempty"` // given up, since the owner or what it was part of is gone
}

func (e *Evidence) back() Receipt {
	if e.Receipt == nil {
		return Receipt{}
	}
	return *e.Receipt
}

// Step is one relation with all that is supplied to it. What a relation does not read is left out.
type Step struct {
	Relation string `json:"relation"`
	Evidence `json:"evidence"`
}
