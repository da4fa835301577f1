package session

import "sync"

// Handle names a model, game, simulation or batch of a runtime. It holds what it is of, a place in a
// table and a generation, so that one that was closed or made up is told from every live one. It is
// above 0 and below 2^53: every language keeps it whole.
type Handle uint64

const (
	kindModel Handle = iota
	kindGame
	kindSimulation
	kindBatch

	kindBits, placeBits, generationBits = 2, 28, 23
	lastGeneration                      = 1<<generationBits - 1
)

var nouns = [...]string{"model", "game", "simulation", "batch"}

// table holds things of one kind by handle.
type table[T any] struct {
	noun string
	kind Handle
	most int

	mu    sync.RWMutex
	slots []slot[T]
	free  []uint32
	n     int
}

type slot[T any] struct {
	generation uint32 // of the thing that is here, or that was here last
	thing      *T
}

func (t *table[T]) init(noun string, kind Handle, most int) {
	t.noun, t.kind, t.most = noun, kind, most
}

func (t *table[T]) count() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.n
}

// room reports an error where the table is full: ask before doing work in vain.
func (t *table[T]) room() error {
	if n := t.count(); n >= t.most {
		return errorf(Limited, "%d %s open: no more at once", n, plural(t.noun))
	}
	return nil
}

func (t *table[T]) put(thing *T) (Handle, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.n >= t.most {
		return 0, errorf(Limited, "%d %s open: no more at once", t.n, plural(t.noun))
	}
	var place uint32
	if k := len(t.free); k > 0 {
		place = t.free[k-1]
		t.free = t.free[:k-1]
	} else {
		place = uint32(len(t.slots))
		if place >= 1<<placeBits {
			return 0, errorf(Limited, "too many handles were used")
		}
		t.slots = append(t.slots, slot[T]{})
	}
	s := &t.slots[place]
	s.generation++
	s.thing = thing
	t.n++
	return Handle(s.generation)<<(placeBits+kindBits) | Handle(place)<<kindBits | t.kind, nil
}

// find gives the slot of a live handle.
func (t *table[T]) find(h Handle) (*slot[T], error) {
	place, generation := uint64(h>>kindBits)&(1<<placeBits-1), uint64(h>>(placeBits+kindBits))
	if h&(1<<kindBits-1) == t.kind && generation > 0 && place < uint64(len(t.slots)) {
		s := &t.slots[place]
		if uint64(s.generation) == generation && s.thing != nil {
			return s, nil
		}
		if generation <= uint64(s.generation) {
			return nil, errorf(NotFound, "%s %d has been closed", t.noun, h)
		}
	}
	if kind := h & (1<<kindBits - 1); kind != t.kind && h >= 1<<(placeBits+kindBits) {
		return nil, errorf(NotFound, "%d is no %s: it looks like a %s", h, t.noun, nouns[kind])
	}
	return nil, errorf(NotFound, "there is no %s %d", t.noun, h)
}

func (t *table[T]) get(h Handle) (*T, error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	s, err := t.find(h)
	if err != nil {
		return nil, err
	}
	return s.thing, nil
}

func (t *table[T]) remove(h Handle) (*T, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s, err := t.find(h)
	if err != nil {
		return nil, err
	}
	thing := s.thing
	s.thing = nil
	t.n--
	if s.generation < lastGeneration {
		t.free = append(t.free, uint32(uint64(h>>kindBits)&(1<<placeBits-1)))
	}
	return thing, nil
}

// clear removes and gives everything.
func (t *table[T]) clear() []*T {
	t.mu.Lock()
	defer t.mu.Unlock()
	var all []*T
	for i := range t.slots {
		if t.slots[i].thing != nil {
			all = append(all, t.slots[i].thing)
		}
	}
	t.slots, t.free, t.n = nil, nil, 0
	return all
}

func plural(noun string) string {
	if noun == "batch" {
		return "batches are"
	}
	return noun + "s are"
}
