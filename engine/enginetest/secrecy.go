package enginetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/astragal-engine/astragal/engine/agent"
	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/drive/prng"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/observe"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/search"
	"github.com/astragal-engine/astragal/engine/value"
)

// secrecy looks at the game from every seat, and from none. What the seat cannot know is then changed in
// clones, by dealing it anew and by swapping it without any regard for what goes together: the seat must
// see the same bytes.
type secrecy struct {
	plain
	src     prng.Source
	spare   *game.Game
	asked   int            // decisions of a seat that looked for itself
	players []drive.Player // who must choose the same from games that look the same
	search  drive.Player
}

// searchEvery is how many decisions lie between two that a search is asked too, which takes long.
const searchEvery = 12

// byView is a host's player: whatever it is shown decides what it chooses.
type byView struct{}

func (byView) ChooseFrom(v *observe.View, _ *prng.Source) (int, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return 0, err
	}
	h := fnv.New32a()
	h.Write(b)
	return int(h.Sum32()) % max(1, len(v.Request.Options)), nil
}

func (s *secrecy) init() error {
	search, err := search.New(search.Options{Playouts: 3, Depth: 4})
	s.players, s.search = []drive.Player{drive.Random{}, drive.First{}, agent.Seeing{Viewer: byView{}}}, search
	return err
}

func (s *secrecy) before(g *game.Game) (*game.Game, error) {
	for seat := observe.Spectator; seat < g.Players(); seat++ {
		if err := s.look(g, seat); err != nil {
			return nil, fmt.Errorf("seat %d: %w", seat, err)
		}
	}
	return g, nil
}

func (s *secrecy) look(g *game.Game, seat int) error {
	was, err := sight(g, seat)
	if err != nil {
		return err
	}
	same := func(how string, other *game.Game) error {
		now, err := sight(other, seat)
		if err != nil {
			return err
		}
		if now != was {
			return fmt.Errorf("%s changes what is seen:\n%s", how, difference(was, now))
		}
		return nil
	}
	s.spare = g.CloneInto(s.spare)
	if err := same("cloning", s.spare); err != nil {
		return err
	}
	if err := observe.Redistribute(s.spare, seat, &s.src); err != nil {
		return err
	}
	if err := same("redistribution", s.spare); err != nil {
		return err
	}
	if _, _, err := inZones(s.spare); err != nil {
		return fmt.Errorf("after redistribution: %w", err)
	}
	if err := s.alike(g, s.spare, seat); err != nil {
		return err
	}
	if err := s.goOn(s.spare); err != nil {
		return fmt.Errorf("after redistribution: %w", err)
	}
	s.spare = g.CloneInto(s.spare)
	Confuse(s.spare, seat)
	return same("another secret", s.spare)
}

// alike demands that players choose the same from two games that look the same: those who look at nothing
// but their question, one of a host that is given views, and a search.
func (s *secrecy) alike(a, b *game.Game, seat int) error {
	if seat < 0 || a.Player() != seat || b.Player() != seat {
		return nil
	}
	if s.players == nil {
		if err := s.init(); err != nil {
			return err
		}
	}
	players := s.players
	if s.asked++; s.asked%searchEvery == 1 {
		players = append(players[:len(players):len(players)], s.search)
	}
	for _, player := range players {
		one, two := s.src, s.src
		x, err := player.Choose(a, &one)
		if err != nil {
			return err
		}
		y, err := player.Choose(b, &two)
		if err != nil {
			return err
		}
		if x != y {
			return fmt.Errorf("%T chooses option %d, and %d where what the seat cannot know is otherwise", player, x, y)
		}
	}
	return nil
}

// goOn plays a little of a game that was dealt anew: it must be a game.
func (s *secrecy) goOn(g *game.Game) error {
	for range 4 {
		if g.Over() || g.Kind() == game.Call {
			break
		}
		if err := g.Answer(s.src.Intn(g.Len())); err != nil {
			return err
		}
	}
	if g.Kind() == game.Stopped && g.Err().Kind == "internal" {
		return g.Err()
	}
	_, _, err := inZones(g)
	return err
}

// sight is all that a seat is given.
func sight(g *game.Game, seat int) (string, error) {
	v, err := observe.New(g, seat)
	if err != nil {
		return "", err
	}
	b, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	info := observe.InfoState(g, seat)
	if info == "" {
		return "", errors.New("there is no information state")
	}
	return string(b) + "\n" + info + observe.Failure(g, seat), nil
}

func difference(a, b string) string {
	at := 0
	for at < len(a) && at < len(b) && a[at] == b[at] {
		at++
	}
	from := max(0, at-120)
	return fmt.Sprintf("%s\nbecomes\n%s", a[from:min(len(a), at+120)], b[from:min(len(b), at+120)])
}

// Confuse changes all that a seat does not know: the faces of all instances it does not know go round,
// wherever they lie, heaps that it cannot look into turn round, and variables that it cannot read get
// another value.
func Confuse(g *game.Game, seat int) {
	st, env, p := g.Env().Store, g.Env(), g.Program()
	var uids []int64
	for uid := int64(1); uid < st.Next(); uid++ {
		if st.Get(uid) != nil && !g.Knows(value.OfInst(uid), seat) {
			uids = append(uids, uid)
		}
	}
	if len(uids) > 1 {
		first := st.Mark(uids[0]).Face
		for i := range uids[1:] {
			st.Reface(uids[i], st.Mark(uids[i+1]).Face)
		}
		st.Reface(uids[len(uids)-1], first)
	}
	for i := 0; i < g.Zones(); i++ {
		l := g.Lie(i)
		from, to := 0, 0
		switch {
		case l.Zone.Shuffled:
			from, to = l.Top, len(l.Items)-l.Bottom
		case !l.SeenBy(seat) && (l.Zone.Visibility == program.Owner || l.Zone.Kind == program.SetZone):
			to = len(l.Items)
		}
		if to-from > 1 {
			turnRound(g, &l, from, to)
		}
	}
	for i := range p.Vars {
		d := &p.Vars[i]
		v := env.State[d.Slot]
		switch {
		case d.Visibility == program.Hidden || d.Visibility == program.Owner && !d.PerPlayer:
			env.State[d.Slot] = value.OfText("something else")
		case d.Visibility == program.Owner && v.Kind() == value.List:
			for k := range v.Items() {
				if k != seat {
					v = new(value.Owner).SetItem(v, k, value.OfText("something else"))
				}
			}
			env.State[d.Slot] = v
		}
	}
}

// turnRound turns the order of some items of a zone round.
func turnRound(g *game.Game, l *game.Lie, from, to int) {
	slot := &g.Env().State[l.Zone.Slot]
	items := append([]value.Value(nil), l.Items...)
	slices.Reverse(items[from:to])
	if l.Player < 0 {
		*slot = value.OfList(items)
		return
	}
	*slot = new(value.Owner).SetItem(*slot, l.Player, value.OfList(items))
}
