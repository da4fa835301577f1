package sheet

import "github.com/astragal-engine/astragal/engine/character/formula"

// Done is what a change came to.
type Done struct {
	Index         int
	Type          string
	Field         string
	By            formula.Value // of adjust: what was asked for
	Before, After formula.Value // of set and adjust: the input value
	Clamped       bool          // a bound took part of it
	Incoming      []Met
	Entries       []string // ids of copies, applied entries and follow-ups that it made or reached
}

// Met is an incoming effect that acted on an adjust, or a field that took part of it.
type Met struct {
	Source        Source
	Op            string
	Value         formula.Value
	Field         string        // of absorb and overflow
	Before, After formula.Value // the size of the adjust before and after it
}

func (d Done) appendJSON(dst []byte) []byte {
	w := object(dst)
	w.int("index", d.Index)
	w.text("type", d.Type)
	if d.Field != "" {
		w.text("field", d.Field)
		w.valueIf("by", d.By)
		w.value("before", d.Before)
		w.value("after", d.After)
		if d.Clamped {
			w.bool("clamped", true)
		}
	}
	if len(d.Incoming) > 0 {
		w.part("incoming", func(dst []byte) []byte { return appendEach(dst, d.Incoming, Met.appendJSON) })
	}
	if d.Entries != nil {
		w.texts("entries", d.Entries)
	}
	return w.close()
}

func (m Met) appendJSON(dst []byte) []byte {
	w := object(dst)
	w.part("source", m.Source.appendJSON)
	w.text("op", m.Op)
	w.valueIf("value", m.Value)
	w.textIf("field", m.Field)
	w.value("before", m.Before)
	w.value("after", m.After)
	return w.close()
}

// AppendJSON appends {character, applied, followUps}.
func (r *Result) AppendJSON(dst []byte) []byte {
	w := object(dst)
	w.part("character", r.Character.AppendJSON)
	w.part("applied", func(dst []byte) []byte { return appendEach(dst, r.Applied, Done.appendJSON) })
	w.part("followUps", func(dst []byte) []byte { return appendEach(dst, r.FollowUps, Offer.appendJSON) })
	return w.close()
}
