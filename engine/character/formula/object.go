package formula

// Object is a value with members. It is asked only for the members that a formula reads, so a view of
// a sheet need not hold them ready; it answers the same whenever it is asked during a call.
type Object interface {
	// Member gives a member, Absent when there is none.
	Member(name string) (Value, *Error)
	// Members names all members that are there, in the order in which they are written as JSON.
	Members() []string
}

// Record is an object with a few members in order. It is not to be written once it is in use.
type Record []Entry

// Entry is a member of a record.
type Entry struct {
	Name  string
	Value Value
}

func (r Record) Member(name string) (Value, *Error) {
	for i := range r {
		if r[i].Name == name {
			return r[i].Value, nil
		}
	}
	return Absent, nil
}

func (r Record) Members() []string {
	names := make([]string, 0, len(r))
	for i := range r {
		if !r[i].Value.IsAbsent() {
			names = append(names, r[i].Name)
		}
	}
	return names
}
