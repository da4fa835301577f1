package report

import (
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/simulate"
)

// mostRequests is after how many a test game is given up (seed: Limits).
const mostRequests = 5000

// TestGames is how test games went.
type TestGames struct {
	Seed  uint64 `json:"seed" doc:"of all of them"`
	Asked int    `json:"asked" doc:"how many were asked for; fewer were played where time ran out"`
	Limit int    `json:"limit" doc:"of requests of one game"`
	simulate.Data
	Stops []Stop `json:"stops" doc:"where games stopped, the most frequent first"`
}

// Stop is an error that stopped games, with the place of the first.
type Stop struct {
	Error string `json:"error" doc:"what the engine said"`
	Games int    `json:"games" doc:"how many games it stopped"`
	Seed  uint64 `json:"seed" doc:"of the first of them: run --agents random --seed repeats it"`
	Source

	CannotEnd *game.Cycle `json:"cannot_end,omitempty" doc:"of a game that is known never to end: how the first of them goes round"`
}

func (r *Report) games(t *simulate.Tally, o *simulate.Options) *TestGames {
	out := &TestGames{Seed: o.Seed, Asked: o.Games, Limit: o.Requests, Data: t.Data(), Stops: []Stop{}}
	for _, s := range t.Stops() {
		out.Stops = append(out.Stops, Stop{s.Error, s.Games, s.Seed, r.source(s.At), s.CannotEnd})
	}
	return out
}

// Fine reports whether a model has no errors and no test game stopped.
func (r *Report) Fine() bool {
	return r.Errors == 0 && (r.TestGames == nil || r.TestGames.Stopped == 0)
}

func (s Source) pos() diag.Pos {
	if s.At == nil {
		return diag.Pos{}
	}
	return *s.At
}
