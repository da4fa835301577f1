package program

import "github.com/astragal-engine/astragal/engine/value"

// LabelKeys are the attributes that an item is shown by: the first of them that it has.
var LabelKeys = []value.Value{value.OfText("label"), value.OfText("id"), value.UIDKey}

// Looks are the hashes of what items of content are shown by, by the number of their face; 0 where that is no text or number.
type Looks [value.Faces + 1]uint64

// LooksOf works them out when the faces have their numbers.
func LooksOf(items []Item) *Looks {
	looks := new(Looks)
	for i := range items {
		t := items[i].Data.Template()
		if t == nil || t.Face == 0 {
			continue
		}
		for _, key := range LabelKeys {
			if at := t.Keys.Find(key); at > 0 {
				if x := t.Vals[at]; x.Kind() == value.Text || x.IsInt() {
					looks[t.Face] = value.Hash(x)
				}
				break
			}
		}
	}
	return looks
}
