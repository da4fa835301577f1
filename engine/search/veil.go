package search

import "github.com/astragal-engine/astragal/engine/game"

// veil is what the tree has where not everything is open: a node for what a seat has seen.
type veil struct {
	at     places   // node by what was seen
	seen   []uint64 // by seat
	sealed []answer // those not yet shown
	keys   []uint64 // of the options of the current question
	looks  []uint64 // how they look to who is asked
	slots  []slot
	coarse []int32 // arm of each option
	fine   []int32
}

// answer is one that the others see later.
type answer struct {
	player int
	key    uint64
}

// slot counts how many options look alike, by open addressing.
type slot struct {
	key  uint64
	many uint64
	turn uint32
}

func (v *veil) reset(players int) {
	v.at.clear()
	v.seen = append(v.seen[:0], make([]uint64, players)...)
}

// descendVeiled is descend by what seats have seen.
func (t *tree) descendVeiled() error {
	g, v := t.game, &t.veil
	clear(v.seen)
	v.sealed = v.sealed[:0]
	for decided := 0; ; {
		var pick int
		fresh := false
		switch g.Kind() {
		case game.Decision:
			if decided++; decided > t.o.Depth {
				return nil
			}
			pick, fresh = t.chooseVeiled(g.Player(), decided == 1)
		case game.Chance:
			pick = t.sampleVeiled()
		default:
			return nil
		}
		v.tell(g, pick)
		if err := g.Answer(pick); err != nil {
			return err
		}
		if fresh {
			return nil
		}
	}
}

// look works out how each option looks to a seat: of several that look alike, the second is another than the
// first.
func (v *veil) look(g *game.Game, seat int) {
	v.looks = g.OptionTokens(v.looks[:0], seat)
	v.keys = v.keys[:0]
	if len(v.looks) <= fewLooks {
		for i := range v.looks {
			v.keys = append(v.keys, v.keyOf(i))
		}
		return
	}
	size := 16
	for size < 2*len(v.looks) {
		size *= 2
	}
	if len(v.slots) < size {
		v.slots = make([]slot, size)
	}
	v.slots[0].turn++ // the first slot holds the turn, and no key
	turn := v.slots[0].turn
	mask := uint64(len(v.slots) - 1)
	for _, token := range v.looks {
		at := game.Stir(token, 0) & mask
		for at == 0 || v.slots[at].turn == turn && v.slots[at].key != token {
			at = (at + 1) & mask
		}
		s := &v.slots[at]
		if s.turn != turn {
			*s = slot{key: token, turn: turn}
		}
		v.keys = append(v.keys, game.Stir(token, s.many))
		s.many++
	}
}

// fewLooks are so many options that each is best compared with those before it.
const fewLooks = 8

// keyOf is what look finds out of one option; looks are there.
func (v *veil) keyOf(i int) uint64 {
	many := uint64(0)
	for _, token := range v.looks[:i] {
		if token == v.looks[i] {
			many++
		}
	}
	return game.Stir(v.looks[i], many)
}

// tell lets seats see an answer, as far as they do.
func (v *veil) tell(g *game.Game, pick int) {
	where := g.PlaceToken()
	open := g.Sealed()
	for p := range v.seen {
		x := uint64(1)
		if g.Sees(p) {
			x = game.Stir(2, g.OptionToken(pick, p))
		}
		v.seen[p] = game.Stir(v.seen[p]^where, x)
	}
	if open == 0 {
		return
	}
	v.sealed = append(v.sealed, answer{g.Player(), g.OptionToken(pick, g.Player())})
	if open > 1 {
		return
	}
	for p := range v.seen {
		if g.SeesLater(p) {
			for _, a := range v.sealed {
				v.seen[p] = game.Stir(v.seen[p]^uint64(a.player), a.key)
			}
		}
	}
	v.sealed = v.sealed[:0]
}

// chooseVeiled chooses by the statistics of what a seat has seen; fresh says that there were none.
func (t *tree) chooseVeiled(seat int, root bool) (pick int, fresh bool) {
	v, g := &t.veil, t.game
	v.look(g, seat)
	key := game.Stir(v.seen[seat]^g.PlaceToken(), uint64(seat)+3)
	if root {
		v.coarse = v.coarse[:0]
		for i := range v.keys {
			v.coarse = append(v.coarse, int32(i))
		}
		pick = t.best(0, v.coarse)
		t.path = append(t.path, visit{0, int32(pick), int32(seat)})
		return pick, false
	}
	coarse, known := t.find(key)
	v.coarse = t.match(coarse, v.coarse)
	fine := int32(0)
	if t.nodes[coarse].visits >= int32(len(v.keys)) {
		fine, _ = t.find(game.Stir(key, g.KnownToken(seat)))
		v.fine = t.match(fine, v.fine)
	}
	at, arms := coarse, v.coarse
	if fine > 0 && t.nodes[fine].visits >= 2*int32(len(v.keys)) {
		at, arms = fine, v.fine
	}
	pick = t.best(at, arms)
	t.visit(coarse, v.coarse, pick, seat)
	t.visit(fine, v.fine, pick, seat)
	return pick, !known
}

// visit puts an arm of a node, if there is one, on the way.
func (t *tree) visit(node int32, arms []int32, pick, seat int) {
	if node > 0 && arms[pick] >= 0 {
		t.path = append(t.path, visit{node, arms[pick], int32(seat)})
	}
}

// find gives the node for what was seen, 0 where there is no room for a new one; known says that it was
// there.
func (t *tree) find(key uint64) (at int32, known bool) {
	p := t.veil.at.of(key)
	if p.node > 0 {
		return p.node, true
	}
	if at = t.node(0); at > 0 {
		*p = place{key, at}
		t.veil.at.added()
	}
	return at, false
}

// match finds the arm of each option in a node other than the root, and adds those that are new; -1 where
// there is no room.
func (t *tree) match(at int32, into []int32) []int32 {
	into = into[:0]
	for i, key := range t.veil.keys {
		into = append(into, t.armOf(at, i, key))
	}
	return into
}

func (t *tree) armOf(at int32, i int, key uint64) int32 {
	if at == 0 {
		return -1
	}
	n := &t.nodes[at]
	arms := t.arms[n.first : n.first+n.size]
	if i < len(arms) && arms[i].key == key {
		return int32(i)
	}
	for k := range arms {
		if arms[k].key == key {
			return int32(k)
		}
	}
	if n.size == n.room {
		room := max(2*n.room, int32(len(t.veil.keys)))
		if len(t.arms)+int(room) > t.most {
			return -1
		}
		first := int32(len(t.arms))
		t.arms = append(t.arms, t.arms[n.first:n.first+n.size]...)
		for range room - n.size {
			t.arms = append(t.arms, arm{})
		}
		n.first, n.room = first, room
	}
	t.arms[n.first+n.size] = arm{key: key}
	n.size++
	return n.size - 1
}

// best gives the option to try at a node.
func (t *tree) best(at int32, of []int32) int {
	n := &t.nodes[at]
	arms := t.arms[n.first : n.first+n.size]
	untried := 0
	for _, k := range of {
		if k < 0 {
			continue
		}
		arms[k].avail++
		if arms[k].visits == 0 {
			untried++
		}
	}
	if untried > 0 {
		left := t.src.Intn(untried)
		for i, k := range of {
			if k >= 0 && arms[k].visits == 0 {
				if left == 0 {
					return i
				}
				left--
			}
		}
	}
	c := float64(t.o.Exploration * t.scale)
	sealed := t.game.Sealed() > 0
	best, most := -1, 0.0
	for i, k := range of {
		if k < 0 {
			continue
		}
		c := c
		if sealed {
			// Who answers together must not answer in step: two that count alike would, for ever.
			c = float64(2 * c * t.src.Float())
		}
		if x := arms[k].bound(ln(arms[k].avail), c); best < 0 || x > most {
			best, most = i, x
		}
	}
	if best < 0 {
		return t.src.Intn(len(of))
	}
	return best
}

// sampleVeiled draws an outcome, of few where the seat that searches sees which it is. A card that it does not know yet is as
// good as any other that it does not know.
func (t *tree) sampleVeiled() int {
	v, g := &t.veil, t.game
	pick := t.draw(g.Len(), g.Weights())
	if !g.Sees(t.seat) || g.Len() <= 2 || g.Veiled(pick, t.seat) {
		return pick
	}
	at, _ := t.find(game.Stir(v.seen[t.seat]^g.PlaceToken(), 1))
	if at == 0 {
		return pick
	}
	n := &t.nodes[at]
	var key uint64
	if n.size < width(n.visits) {
		v.looks = g.OptionTokens(v.looks[:0], t.seat)
		key = v.keyOf(pick)
	} else {
		v.look(g, t.seat)
		pick = t.among(n, pick)
		key = v.keys[pick]
	}
	if k := t.armOf(at, pick, key); k >= 0 {
		t.path = append(t.path, visit{at, k, -1})
	}
	return pick
}

// among draws from the outcomes that a node tells apart already; where none of them can happen, the one that
// was drawn from all counts.
func (t *tree) among(n *node, drawn int) int {
	v, weights := &t.veil, t.game.Weights()
	arms := t.arms[n.first : n.first+n.size]
	total := 0.0
	v.fine = v.fine[:0]
	for i, key := range v.keys {
		known := int32(-1)
		for k := range arms {
			if arms[k].key == key {
				known = int32(k)
				total += weight(weights, i)
				break
			}
		}
		v.fine = append(v.fine, known)
	}
	if v.fine[drawn] >= 0 || total == 0 {
		return drawn
	}
	target := float64(t.src.Float() * total)
	for i, k := range v.fine {
		if k >= 0 {
			drawn = i
			if target -= weight(weights, i); target < 0 {
				break
			}
		}
	}
	return drawn
}
