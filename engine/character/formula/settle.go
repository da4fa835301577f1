package formula

// Settled gives a value with every object in it read to its end: it holds nothing of where it came from,
// and stays as it is now. What it reads is spent from the budget. It fails where a member fails, and with
// SafetyLimit where objects and lists stand too deep in one another or the budget is used up.
func (v Value) Settled(b *Budget) (Value, *Error) { return v.settled(b, 0) }

// charsPerStep is how much of a text costs a step; stepsPerMember what a member of an object costs, which is kept
// with its name.
const (
	charsPerStep   = 4
	stepsPerMember = 8
)

func (v Value) settled(b *Budget, depth int) (out Value, err *Error) {
	switch {
	case v.kind == StringKind:
		if !b.Spend(len(v.Text()) / charsPerStep) {
			return Absent, tooLarge()
		}
		return v, nil
	case v.kind != ListKind && v.kind != ObjectKind:
		return v, nil
	case depth > deepestValue:
		return Absent, Failed(SafetyLimit, "the value is nested too deeply")
	case v.kind == ListKind:
		list := make([]Value, len(v.List()))
		if !b.Spend(len(list)) {
			return Absent, tooLarge()
		}
		for i, item := range v.List() {
			if list[i], err = item.settled(b, depth+1); err != nil {
				return Absent, err
			}
		}
		return ListValue(list), nil
	}
	names := v.Object().Members()
	if !b.Spend(stepsPerMember * len(names)) {
		return Absent, tooLarge()
	}
	r := make(Record, len(names))
	for i, name := range names {
		member, err := v.Object().Member(name)
		if err == nil {
			member, err = member.settled(b, depth+1)
		}
		if err != nil {
			return Absent, err
		}
		r[i] = Entry{name, member}
	}
	return ObjectValue(r), nil
}

func tooLarge() *Error {
	return Failed(SafetyLimit, "the value is too large: the limit of steps is used up")
}
