package pack

// Limits of what Load reads, over all packs together unless said otherwise. Zero fields take the defaults.
type Limits struct {
	Bytes    int // of all texts; default 32 MiB
	File     int // bytes of one text; default 4 MiB
	Files    int // default 4,000
	Depth    int // of YAML, and of folders; default 64
	Nodes    int // YAML values after aliases; default 2,000,000
	Formula  int // bytes of one formula; default 16 KiB
	Formulas int // default 200,000
	Errors   int // that are reported; default 1,000
}

// What one thing of a pack may have: what formulas see of it is worked out for each place anew.
const (
	mostSteps = 500       // of an action, nested ones included
	mostNames = 500       // flags, params, roles of an action; fields of a role, a link, a type; states of a type
	mostTypes = 2000      // content types of a ruleset
	mostState = 2000      // different states of all types
	mostAdded = 1000      // added options that set flags
	mostOwn   = 20_000    // actions, those of content included
	mostMeet  = 1_000_000 // actions times situational choices
)

func (l Limits) orDefault() Limits {
	for n, d := range map[*int]int{
		&l.Bytes: 32 << 20, &l.File: 4 << 20, &l.Files: 4000, &l.Depth: 64, &l.Nodes: 2_000_000,
		&l.Formula: 16 << 10, &l.Formulas: 200_000, &l.Errors: 1000,
	} {
		if *n <= 0 {
			*n = d
		}
	}
	return l
}

// RunLimits bound what actions and formulas do.
type RunLimits struct {
	ActionSteps, ActionDepth, Dice, Faces, Explosions, FormulaSteps int
}

// orDefault are the runtime's caps where a program that embeds it gives none.
func (l RunLimits) orDefault() RunLimits {
	for n, d := range map[*int]int{
		&l.ActionSteps: 10_000, &l.ActionDepth: 50, &l.Dice: 10_000, &l.Faces: 100_000, &l.Explosions: 1000, &l.FormulaSteps: 10_000_000,
	} {
		if *n <= 0 {
			*n = d
		}
	}
	return l
}
