package sheet

import (
	"strconv"
	"strings"
)

// idSet holds ids that are in use, and finds free ones without trying all.
type idSet struct {
	ids  map[string]bool
	next map[string]int // by name: <name>-<n> is taken for every n from 1 that is less
}

func (t *idSet) add(id string) {
	if t.ids == nil {
		t.ids, t.next = map[string]bool{}, map[string]int{}
	}
	t.ids[id] = true
}

func (t *idSet) remove(id string) {
	delete(t.ids, id)
	if at := strings.LastIndexByte(id, '-'); at >= 0 {
		if n, err := strconv.Atoi(id[at+1:]); err == nil && n < t.next[id[:at]] {
			t.next[id[:at]] = max(n, 1)
		}
	}
}

// free is <name>-<n> with the least n from 1 that is free, dots written as hyphens. It is taken then.
func (t *idSet) free(name string) string {
	name = strings.ReplaceAll(name, ".", "-")
	n := max(t.next[name], 1)
	id := name + "-" + strconv.Itoa(n)
	for t.ids[id] {
		n++
		id = name + "-" + strconv.Itoa(n)
	}
	t.add(id)
	t.next[name] = n + 1
	return id
}

// ids gives the ids of copies and applied entries.
func (b *batch) ids() *idSet {
	if b.copyIDs == nil {
		b.copyIDs = &idSet{}
		b.ch.copies(func(one *Copy) bool {
			b.copyIDs.add(one.ID)
			return true
		})
		for _, e := range b.ch.Applied {
			b.copyIDs.add(e.ID)
		}
	}
	return b.copyIDs
}

// followUpIDs gives the ids of stored follow-ups.
func (b *batch) followUpIDs() *idSet {
	if b.offerIDs == nil {
		b.offerIDs = &idSet{}
		for _, one := range b.ch.FollowUps {
			b.offerIDs.add(one.ID)
		}
	}
	return b.offerIDs
}

// newName gives content's new copy or applied entry its id, or refuses one that is given and taken.
func (b *batch) newName(id *string, local, member string) *Error {
	if *id == "" {
		*id = b.ids().free(local)
		return nil
	}
	if b.ids().ids[*id] {
		return duplicate(member, *id)
	}
	b.ids().add(*id)
	return nil
}
