package session

import (
	"github.com/astragal-engine/astragal/engine/explore"
	"github.com/astragal-engine/astragal/engine/turn"
)

// Explore visits every state of a small game, within the limits of the runtime. It ends with the call.
func (c *Call) Explore(m *Model, o explore.Options) (_ *explore.Report, err error) {
	defer c.rt.guard(&err)
	p, limits := m.Program, &c.rt.conf.Limits
	switch {
	case o.Players != 0 && (o.Players < p.MinPlayers || o.Players > p.MaxPlayers):
		return nil, errorf(BadParams, "players: %s takes %d to %d players, not %d", p.Name, p.MinPlayers, p.MaxPlayers, o.Players)
	case o.States < 0 || o.Depth < 0:
		return nil, errorf(BadParams, "states and depth must not be below 0")
	case int64(o.States) > limits.Explored:
		return nil, errorf(Limited, "states: at most %d states of one exploration", limits.Explored)
	}
	if o.States == 0 {
		o.States = int(limits.Explored)
	}
	o.Bytes, o.Limits = limits.ExploredBytes, c.rt.machine
	r, err := explore.Run(c.Context(), p, o)
	if err != nil {
		return nil, errorf(BadParams, "%v", err)
	}
	return r, c.whole(r.States)
}

// ExploreTurns does so with the turns of a profile: that of a model, or without one the reference profile.
func (c *Call) ExploreTurns(m *Model, players int, b turn.Bounds) (_ *turn.Report, err error) {
	defer c.rt.guard(&err)
	limits, profile := &c.rt.conf.Limits, turn.Reference()
	if m != nil {
		p := m.Program
		if players == 0 {
			players = p.DefPlayers
		}
		switch {
		case p.Turns == nil:
			return nil, errorf(BadParams, "model has no section 'turns'")
		case players < p.MinPlayers || players > p.MaxPlayers:
			return nil, errorf(BadParams, "players: %s takes %d to %d players, not %d", p.Name, p.MinPlayers, p.MaxPlayers, players)
		}
		profile = p.Turns.Profile(p, players)
	}
	const most = 1000 // of a turn, effects, actions and so on: beyond any that could be explored
	for _, n := range []int{b.Turns, b.Effects, b.Depth, b.Out, b.States} {
		if n < 0 {
			return nil, errorf(BadParams, "a bound must not be below 0")
		}
	}
	switch {
	case max(b.Turns, b.Effects, b.Depth, b.Out) > most:
		return nil, errorf(Limited, "turns, effects, actions and out are at most %d", most)
	case int64(b.States) > limits.Explored:
		return nil, errorf(Limited, "states: at most %d states of one exploration", limits.Explored)
	}
	if b.States == 0 {
		b.States = int(limits.Explored)
	}
	b.Bytes = limits.ExploredBytes
	r, err := turn.Over(profile).Explore(c.Context(), b)
	if err != nil {
		return nil, errorf(BadParams, "%v", err)
	}
	return r, c.whole(r.States)
}

// whole says that the call was cancelled before its exploration came to an end.
func (c *Call) whole(states int) error {
	if c.Context().Err() != nil {
		return errorf(Cancelled, "the exploration was cancelled after %d states", states)
	}
	return nil
}
