package session

// Limits of a runtime; zero fields take the defaults (docs/limits.md).
type Limits struct {
	Models      int64 // open at once
	Games       int64
	Batches     int64
	BatchGames  int64 // of all open batches together
	Simulations int64
	Rulesets    int64
	Warm        int64 // games kept ready; the others wait as bytes
	Answers     int64 // of one game
	FrameBytes  int64 // of a request, and of an answer
	Played      int64 // games of one simulation
	Explored    int64 // states of one exploration

	ExploredBytes int64 // that they take, about
	Ops           int64 // these four: see game.Limits
	ZoneItems     int64
	Steps         int64
	Size          int64
}

// Limit is one of the Limits by the name that hosts use.
type Limit struct {
	Name string
	At   *int64
	Def  int64
	Most int64 // a host may not set more
	Doc  string
}

const many = 1 << 31

// List gives the limits by name, in a fixed order.
func (l *Limits) List() []Limit {
	return []Limit{
		{"models", &l.Models, 1_000, 1 << 20, "models open at once"},
		{"games", &l.Games, 200_000, 1 << 27, "games open at once"},
		{"batches", &l.Batches, 64, 1 << 16, "batches open at once"},
		{"batch_games", &l.BatchGames, 100_000, 1 << 24, "games of all open batches together"},
		{"simulations", &l.Simulations, 64, 1 << 16, "simulations open at once, finished ones included"},
		{"rulesets", &l.Rulesets, 1_000, 1 << 20, "rulesets open at once"},
		{"warm", &l.Warm, 1_024, 1 << 27, "games kept ready to go on; the others wait as bytes, which costs a fraction of a millisecond when one is used again"},
		{"answers", &l.Answers, 1_000_000, many, "answers of one game"},
		{"frame_bytes", &l.FrameBytes, 16 << 20, 1 << 30, "bytes of one request, and of one answer"},
		{"simulated", &l.Played, 100_000_000, 1 << 40, "games of one simulation"},
		{"explored", &l.Explored, 1_000_000, 1 << 30, "states of one exploration"},
		{"explored_bytes", &l.ExploredBytes, 1 << 30, 1 << 40, "bytes that they take, about"},
		{"ops", &l.Ops, 10_000_000, 1 << 40, "ops of a game between two requests"},
		{"zone_items", &l.ZoneItems, 100_000, many, "items of one zone"},
		{"steps", &l.Steps, 10_000_000, 1 << 40, "steps of one evaluation"},
		{"size", &l.Size, 10_000_000, 1 << 40, "values and bytes that one evaluation makes"},
	}
}

func (l Limits) withDefaults() Limits {
	for _, x := range l.List() {
		if *x.At <= 0 {
			*x.At = x.Def
		}
	}
	return l
}
