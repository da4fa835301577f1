package value

import "sync"

// interned are the short texts that models and expressions write down, one object each, so that a key
// is mostly found by its address.
var interned = struct {
	sync.RWMutex
	texts map[string]Value
}{texts: map[string]Value{}}

// What is interned at most; beyond it a text is just made.
const (
	internedTexts = 1 << 16
	internedBytes = 64
)

// Intern is OfText for a text that is written down, not computed: the same text gives the same object.
func Intern(s string) Value {
	if len(s) > internedBytes {
		return OfText(s)
	}
	interned.RLock()
	v, ok := interned.texts[s]
	interned.RUnlock()
	if ok {
		return v
	}
	interned.Lock()
	defer interned.Unlock()
	if v, ok := interned.texts[s]; ok {
		return v
	}
	v = OfText(s)
	if len(interned.texts) < internedTexts {
		interned.texts[s] = v
	}
	return v
}
