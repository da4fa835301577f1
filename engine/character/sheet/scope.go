package sheet

import (
	"sync"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
)

// passedOn is the scope of formulas that are passed on with a change. They come without a pack: of two
// packs' fields with one local id the first pack's is meant.
type passedOn struct {
	once  sync.Once
	scope *formula.Scope
}

func (r *Rules) passed() *formula.Scope {
	r.passedOn.once.Do(func() {
		scope := formula.NewScope(nil)
		for i := len(r.Fields) - 1; i >= 0; i-- {
			f := r.Fields[i]
			scope.Declare(f.Name, f.Slot(), r.types[i])
		}
		scope.Declare("character", pack.SlotCharacter, formula.OpenObjectOf())
		scope.Declare("links", pack.SlotLinks, formula.OpenObjectOf())
		scope.Declare("item", pack.SlotItem, formula.Any)
		scope.Declare("self", pack.SlotSelf, formula.Any)
		scope.Declare("batch", pack.SlotBatch, formula.OpenObjectOf())
		scope.SetLibrary(library{r})
		r.passedOn.scope = scope
	})
	return r.passedOn.scope
}

// library tells the compiler what the ids in character functions mean.
type library struct{ r *Rules }

func (l library) Field(id string) (formula.Slot, *formula.Type, bool) {
	f := l.r.Field(id)
	if f == nil {
		return 0, nil, false
	}
	return f.Slot(), l.r.types[f.N], true
}

func (l library) Copies(what string) (string, *formula.Type, *formula.Type, bool) {
	return what, formula.Any, formula.Any, l.r.Type(what) != nil || l.r.Item(what) != nil
}
