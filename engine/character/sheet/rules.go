package sheet

import "github.com/astragal-engine/astragal/engine/character/pack"

// Rules is a ruleset made ready for sheets. It never changes and is safe for any number of threads.
type Rules struct {
	*pack.Ruleset
}
