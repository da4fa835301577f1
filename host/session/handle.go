package session

import (
	"sync"
	"sync/atomic"
)

// Handle names a model, game, simulation or batch of a runtime. It holds what it is of, a place in a
// table and a generation, so that one that was closed or made up is told from every live one. It is
// above 0 and below 2^53: every language keeps it whole.
type Handle uint64

const (
	kindModel Handle = iota
	kindGame
	kindSimulation
	kindBatch
	kindRuleset

	kindBits, placeBits, generationBits = 3, 27, 23
	lastGeneration                      = 1<<generationBits - 1
)

var nouns = [...]string{"model", "game", "simulation", "batch", "ruleset"}

// table holds things of one kind by handle. Finding takes no lock: threads that each use a game of their
// own would wait for each other's cache lines, not for each other.
type table[T any] struct {
	noun string
	kind Handle
	most int

	places atomic.Pointer[[]*slot[T]] // grows only; a longer list replaces it

	mu   sync.RWMutex // over what follows, and over every change
	free []uint32
	n    int
}

// slot is a place of a table. It is written under the table's lock: the generation before the thing, so
// that whoever read a thing reads the generation of it or of a later one.
type slot[T any] struct {
	generation atomic.Uint32 // of the thing that is here, or that was here last
	thing      atomic.Pointer[T]
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
		slots := t.slots()
		place = uint32(len(slots))
		if place >= 1<<placeBits {
			return 0, errorf(Limited, "too many handles were used")
		}
		slots = append(slots, &slot[T]{})
		t.places.Store(&slots)
	}
	s := t.slots()[place]
	generation := s.generation.Add(1)
	s.thing.Store(thing)
	t.n++
	return Handle(generation)<<(placeBits+kindBits) | Handle(place)<<kindBits | t.kind, nil
}

func (t *table[T]) slots() []*slot[T] {
	if list := t.places.Load(); list != nil {
		return *list
	}
	return nil
}

// get gives what a live handle names.
func (t *table[T]) get(h Handle) (*T, error) {
	place, generation := uint64(h>>kindBits)&(1<<placeBits-1), uint64(h>>(placeBits+kindBits))
	if slots := t.slots(); h&(1<<kindBits-1) == t.kind && generation > 0 && place < uint64(len(slots)) {
		s := slots[place]
		thing := s.thing.Load()
		now := uint64(s.generation.Load())
		if now == generation && thing != nil {
			return thing, nil
		}
		if generation <= now {
			return nil, errorf(NotFound, "%s %d has been closed", t.noun, h)
		}
	}
	if kind := h & (1<<kindBits - 1); kind != t.kind && h >= 1<<(placeBits+kindBits) {
		return nil, errorf(NotFound, "%d is no %s: it looks like a %s", h, t.noun, nounOf(kind))
	}
	return nil, errorf(NotFound, "there is no %s %d", t.noun, h)
}

func nounOf(kind Handle) string {
	if int(kind) < len(nouns) {
		return nouns[kind]
	}
	return "handle of another runtime"
}

func (t *table[T]) remove(h Handle) (*T, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	thing, err := t.get(h)
	if err != nil {
		return nil, err
	}
	place := uint32(uint64(h>>kindBits) & (1<<placeBits - 1))
	s := t.slots()[place]
	s.thing.Store(nil)
	t.n--
	if s.generation.Load() < lastGeneration {
		t.free = append(t.free, place)
	}
	return thing, nil
}

// clear removes and gives everything.
func (t *table[T]) clear() []*T {
	t.mu.Lock()
	defer t.mu.Unlock()
	var all []*T
	for _, s := range t.slots() {
		if thing := s.thing.Swap(nil); thing != nil {
			all = append(all, thing)
		}
	}
	t.places.Store(nil)
	t.free, t.n = nil, 0
	return all
}

func plural(noun string) string {
	if noun == "batch" {
		return "batches are"
	}
	return noun + "s are"
}
