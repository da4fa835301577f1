package simulate

import (
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/value"
)

// recorder counts the options of the games of one worker and variant. What it knows of places and labels
// stays from game to game, so that it takes no new memory when it is warm; a game counts when it is over.
type recorder struct {
	places map[string]int32
	spots  []spot
	met    []touch // what the game in play has counted
	start  []touch // what happens in every game before its first request
	tracer game.Tracer
	now    uint64
	text   []byte
}

type spot struct {
	name          string
	asked, asking int // in games that are over, in the one in play
	ids           map[string]int32
	labels        []label
	many          bool
}

type label struct {
	name         string
	over, inPlay counts
	seen         uint64 // the last request that offered it
}

// touch is a label of a spot (-1: the spot alone) whose counts of the game in play are not 0.
type touch struct{ spot, label int32 }

func newRecorder() *recorder {
	r := &recorder{places: map[string]int32{}}
	r.tracer.Forced = r.forced
	return r
}

// begin begins a game, with what happens in all of them before the first request.
func (r *recorder) begin() {
	for _, t := range r.met {
		s := &r.spots[t.spot]
		if s.asking = 0; t.label >= 0 && !s.many {
			s.labels[t.label].inPlay = counts{}
		}
	}
	r.met = r.met[:0]
	for _, t := range r.start {
		s := r.ask(t.spot)
		if t.label >= 0 && !s.many {
			r.touch(t.spot, t.label).add(counts{1, 1, 1})
		}
	}
}

// over counts the game in play.
func (r *recorder) over() {
	for _, t := range r.met {
		s := &r.spots[t.spot]
		s.asked += s.asking
		s.asking = 0
		if t.label >= 0 && !s.many {
			l := &s.labels[t.label]
			l.over.add(l.inPlay)
			l.inPlay = counts{}
		}
	}
	r.met = r.met[:0]
}

func (c *counts) add(o counts) {
	c.legal += o.legal
	c.taken += o.taken
	c.forced += o.forced
}

func (r *recorder) at(place string) int32 {
	id, ok := r.places[place]
	if !ok {
		id = int32(len(r.spots))
		r.places[place] = id
		r.spots = append(r.spots, spot{name: place, ids: map[string]int32{}})
	}
	return id
}

func (r *recorder) ask(id int32) *spot {
	s := &r.spots[id]
	if s.asking == 0 {
		r.met = append(r.met, touch{id, -1})
	}
	s.asking++
	return s
}

func (r *recorder) touch(spot, id int32) *counts {
	l := &r.spots[spot].labels[id]
	if l.inPlay == (counts{}) {
		r.met = append(r.met, touch{spot, id})
	}
	return &l.inPlay
}

// label gives the number of the text in r.text among the labels of a spot; -1 where they are too many.
func (r *recorder) label(spot int32) int32 {
	s := &r.spots[spot]
	if s.many {
		return -1
	}
	id, ok := s.ids[string(r.text)]
	if !ok {
		if len(s.labels) == mostOptions {
			s.many, s.labels, s.ids = true, nil, nil
			return -1
		}
		id = int32(len(s.labels))
		name := string(r.text)
		s.ids[name] = id
		s.labels = append(s.labels, label{name: name})
	}
	return id
}

// decided counts the options of the decision that g waits for, of which pick is taken. Options that
// look alike count as one.
func (r *recorder) decided(g *game.Game, pick int) {
	at := r.at(g.PlaceName(g.At()))
	r.ask(at)
	r.now++
	for i, n := 0, g.Len(); i < n && !r.spots[at].many; i++ {
		r.text = g.AppendOptionLabel(r.text, i)
		id := r.label(at)
		if id < 0 {
			return
		}
		if l := &r.spots[at].labels[id]; l.seen != r.now {
			l.seen = r.now
			r.touch(at, id).legal++
		}
		if i == pick {
			r.touch(at, id).taken++
		}
	}
}

func (r *recorder) forced(g *game.Game, place, action int32, x value.Value) {
	at := r.at(g.PlaceName(place))
	r.ask(at)
	r.text = g.AppendForcedLabel(r.text, action, x)
	if id := r.label(at); id >= 0 {
		r.touch(at, id).add(counts{1, 1, 1})
	}
}

// started keeps what was forced before the first request, once, for all games to come.
func (r *recorder) started() {
	for _, t := range r.met {
		s := &r.spots[t.spot]
		if t.label < 0 || s.many {
			continue
		}
		for range s.labels[t.label].inPlay.taken {
			r.start = append(r.start, t)
			s.asking--
		}
	}
	for i := range r.spots {
		for range r.spots[i].asking { // of too many options
			r.start = append(r.start, touch{int32(i), -1})
		}
	}
	for i := range r.spots {
		r.spots[i].asking = 0
		for k := range r.spots[i].labels {
			r.spots[i].labels[k].inPlay = counts{}
		}
	}
	r.met = r.met[:0]
}

// hand adds what has been counted to t, and begins anew.
func (r *recorder) hand(t *Tally) {
	for i := range r.spots {
		s := &r.spots[i]
		if s.asked == 0 {
			continue
		}
		p := t.placed(s.name)
		p.asked += s.asked
		s.asked = 0
		if s.many {
			p.crowd()
		}
		for k := range s.labels {
			if l := &s.labels[k]; l.over != (counts{}) {
				p.count(l.name, l.over)
				l.over = counts{}
			}
		}
	}
}
