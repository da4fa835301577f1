package game

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// sees says who sees something: everyone, or the players of a set (at most 64).
type sees struct {
	all  bool
	mask uint64
}

var everyone = sees{all: true}

func only(p int32) sees { return sees{mask: 1 << uint(p)} }

// optionKind says what the values of an ask's options stand for.
type optionKind uint8

const (
	plainOptions  optionKind = iota // any value
	subsetOptions                   // an index into the pool, or None for done
	actionOptions                   // an action, or None for pass
	useOptions                      // True: use, False: skip
)

// ask is one question to one player, or to chance.
type ask struct {
	player  int32
	kind    optionKind
	options []value.Value
	shared  bool          // the memory of options is another holder's too: it is read only
	room    []value.Value // memory of the question's own, while options are shared
	pick    int32         // -1: not yet answered
	few     uint64        // the options as bits, where they are not listed yet: of others, or whole numbers
	others  []value.Value
}

// pending is what the game waits for.
type pending struct {
	kind    Kind
	asks    []ask     // one; several in a simultaneous step
	weights []float64 // of a chance; empty: uniform
	place   int32
	suffix  int32 // of a subset choice, from 1; 0: none
	model   int32 // outcome model of a sample, -1: none
	vis     sees
	pool    value.Value // of a subset choice
	chosen  value.Value // indexes into pool
	sealed  bool
	prompt  string
	by      *program.Choose // asked last, and nothing else since: what it asks the same each time is there already
}

// Option is one possible answer.
type Option struct {
	Label string
	Item  value.Value // what is behind it; of an action its name; None for done, pass, skip
	P     float64     // of a chance outcome
}

// Request is what the game waits for, spelled out. It stays true until the next answer.
type Request struct {
	Kind    Kind
	Player  int // of a decision; else -1
	Place   string
	Code    string // of a call; Called has its arguments
	Options []Option
	All     bool  // everyone sees the answer
	Seen    []int // else these players do
	Subset  bool  // inside a subset choice
	Pool    []value.Value
	Chosen  []value.Value
	Prompt  string
	Payoffs []float64 // of an end
	Reason  string
	Err     *Error
}

// begin starts a request; the caller fills asks.
func (g *Game) begin(kind Kind, f *frame, vis sees) *pending {
	p := &g.pend
	p.kind, p.place, p.suffix, p.model, p.vis = kind, f.place, 0, -1, vis
	p.weights, p.asks, p.sealed, p.by = p.weights[:0], p.asks[:0], false, nil
	if p.prompt = ""; p.pool.IsHeap() {
		p.pool, p.chosen = value.Value{}, value.Value{}
	}
	return p
}

// addAsk appends a question, reusing its memory.
func (p *pending) addAsk(player int32, kind optionKind) *ask {
	if len(p.asks) < cap(p.asks) {
		p.asks = p.asks[:len(p.asks)+1]
	} else {
		p.asks = append(p.asks, ask{})
	}
	a := &p.asks[len(p.asks)-1]
	if !a.shared {
		a.room = a.options
	}
	a.player, a.kind, a.options, a.shared, a.pick, a.few, a.others = player, kind, a.room[:0], false, -1, 0, nil
	return a
}

// unshare gives each question memory of its own, since what it shares is about to change.
func (p *pending) unshare() {
	for i := range p.asks {
		a := &p.asks[i]
		if a.list(); a.shared {
			a.options, a.shared = slices.Clone(a.options), false
		}
	}
}

// list lists the options of all questions.
func (p *pending) list() {
	for i := range p.asks {
		p.asks[i].list()
	}
}

// list lists the options for who looks at them.
func (a *ask) list() {
	for ; a.few != 0; a.few &= a.few - 1 {
		a.options = append(a.options, a.lowest(a.few))
	}
	a.others = nil
}

// lowest is the first option of those that few are.
func (a *ask) lowest(few uint64) value.Value {
	i := bits.TrailingZeros64(few)
	if a.others != nil {
		return a.others[i]
	}
	return value.OfInt(int64(i))
}

// count is how many options there are, listed or not.
func (a *ask) count() int {
	if a.few != 0 {
		return bits.OnesCount64(a.few)
	}
	return len(a.options)
}

// picked is the option that was taken, listed or not.
func (a *ask) picked(pick int32) value.Value {
	few := a.few
	if few == 0 {
		return a.options[pick]
	}
	for ; pick > 0; pick-- {
		few &= few - 1
	}
	return a.lowest(few)
}

// current is the first question without an answer, with its options listed.
func (p *pending) current() *ask {
	a := p.open()
	if a != nil && a.few != 0 {
		a.list()
	}
	return a
}

// open is current for who does not look at the options.
func (p *pending) open() *ask {
	if len(p.asks) > 0 && p.asks[0].pick < 0 {
		return &p.asks[0]
	}
	return p.later()
}

func (p *pending) later() *ask {
	for i := range p.asks {
		if p.asks[i].pick < 0 {
			return &p.asks[i]
		}
	}
	return nil
}

// Len counts the options of the current question; 0 when there is none.
func (g *Game) Len() int {
	if g.pend.kind != Decision && g.pend.kind != Chance {
		return 0
	}
	return g.pend.open().count()
}

// Player is who must decide now; -1 when it is no decision.
func (g *Game) Player() int {
	if g.pend.kind != Decision {
		return -1
	}
	return int(g.pend.open().player)
}

// Weights gives the probabilities of the outcomes of a chance; empty when they are all alike. It
// must not be changed.
func (g *Game) Weights() []float64 { return g.pend.weights }

// Place names where the current request comes from.
func (g *Game) Place() string {
	p := &g.pend
	if p.kind != Decision && p.kind != Chance && p.kind != Call {
		return ""
	}
	text := g.places[p.place]
	if p.suffix > 0 {
		text = fmt.Sprintf("%s · %d", text, p.suffix)
	}
	if p.model >= 0 {
		text += " · " + g.prog.Outcomes[p.model].Name
	}
	return text
}

// Request spells out the current question.
func (g *Game) Request() *Request {
	r := &Request{Kind: g.pend.kind, Player: -1, Place: g.Place(), Payoffs: g.payoffs, Reason: g.reason, Err: g.err}
	if g.Over() {
		return r
	}
	if r.Kind == Call {
		r.Code = g.calling().Code
		return r
	}
	g.fill(r, g.pend.current())
	return r
}

// Requests lists all open questions: one, or those of a simultaneous step that are not yet answered.
func (g *Game) Requests() []*Request {
	if g.Over() || g.pend.kind == Call {
		return []*Request{g.Request()}
	}
	var all []*Request
	for i := range g.pend.asks {
		if a := &g.pend.asks[i]; a.pick < 0 {
			a.list()
			r := &Request{Kind: g.pend.kind, Player: -1, Place: g.Place()}
			g.fill(r, a)
			all = append(all, r)
		}
	}
	return all
}

func (g *Game) fill(r *Request, a *ask) {
	p := &g.pend
	if p.kind == Decision {
		r.Player = int(a.player)
	}
	for i := range a.options {
		o := Option{Label: g.optionLabel(a, i), Item: g.optionItem(a, i)}
		if p.kind == Chance {
			o.P = 1 / float64(len(a.options))
			if len(p.weights) > 0 {
				o.P = p.weights[i]
			}
		}
		r.Options = append(r.Options, o)
	}
	vis := p.vis
	if p.sealed {
		vis = only(a.player)
	}
	r.All, r.Seen, r.Prompt = vis.all, vis.list(g.players), p.prompt
	if p.suffix > 0 {
		r.Subset = true
		r.Pool = p.pool.Items()
		for _, c := range p.chosen.Items() {
			r.Chosen = append(r.Chosen, r.Pool[c.Int()])
		}
	}
}

func (s sees) list(players int) []int {
	out := []int{}
	for p := 0; !s.all && p < players; p++ {
		if s.mask>>uint(p)&1 == 1 {
			out = append(out, p)
		}
	}
	return out
}

func (g *Game) optionItem(a *ask, i int) value.Value {
	v := a.options[i]
	switch {
	case v.IsNone() || a.kind == useOptions:
		return value.Value{}
	case a.kind == subsetOptions:
		return g.pend.pool.Items()[v.Int()]
	case a.kind == actionOptions:
		return value.OfText(g.prog.Actions[v.Int()].Name)
	}
	return v
}

func (g *Game) optionLabel(a *ask, i int) string {
	v := a.options[i]
	switch a.kind {
	case subsetOptions:
		if v.IsNone() {
			return "done"
		}
		v = g.pend.pool.Items()[v.Int()]
	case actionOptions:
		if v.IsNone() {
			return "pass"
		}
		return g.actionLabel(int32(v.Int()))
	case useOptions:
		if v.Bool() {
			return "use"
		}
		return "skip"
	}
	return g.label(v)
}

// Steady are the words of options that every model has, in the order of their numbers behind the actions.
var Steady = [...]string{"pass", "done", "use", "skip"}

// Steadily gives option i of the current question the number that it has in every game of the model: of an
// action that of the program, and behind these the Steady words. Other options (ok false) are values.
func (g *Game) Steadily(i int) (number int, ok bool) {
	a := g.pend.current()
	v, actions := a.options[i], len(g.prog.Actions)
	switch a.kind {
	case actionOptions:
		if v.IsNone() {
			return actions, true
		}
		return int(v.Int()), true
	case subsetOptions:
		return actions + 1, v.IsNone()
	case useOptions:
		if v.Bool() {
			return actions + 2, true
		}
		return actions + 3, true
	}
	return 0, false
}

func (g *Game) actionLabel(a int32) string {
	if act := &g.prog.Actions[a]; act.Label != "" {
		return act.Label
	}
	return g.prog.Actions[a].Name
}

// Answer takes option i of the current question and runs the game to its next request. An error
// means that the answer does not fit; the game is then as it was.
func (g *Game) Answer(i int) error {
	if g.pend.kind == Call {
		return fmt.Errorf("%s waits for code, not for an answer", g.Place())
	}
	if g.Over() {
		return fmt.Errorf("the game is over (%s): it takes no answer", g.pend.kind)
	}
	return g.answer(g.pend.current(), i)
}

// AnswerFor answers the open question of one player of a simultaneous step.
func (g *Game) AnswerFor(player, i int) error {
	for k := range g.pend.asks {
		if a := &g.pend.asks[k]; g.pend.kind == Decision && a.player == int32(player) && a.pick < 0 {
			a.list()
			return g.answer(a, i)
		}
	}
	return fmt.Errorf("player %d is not asked now", player)
}

func (g *Game) answer(a *ask, i int) error {
	if i < 0 || i >= len(a.options) {
		return fmt.Errorf("%s has options 0 to %d, not %d", g.Place(), len(a.options)-1, i)
	}
	if g.accept(a, i) {
		g.advance(nil)
	}
	return g.lost
}

// accept notes answer i to a; it reports whether the game goes on, since no other question is open.
func (g *Game) accept(a *ask, i int) bool {
	a.pick = int32(i)
	if g.log.on {
		a.list()
		g.noteAnswer(a)
	}
	if len(g.pend.asks) > 1 && g.pend.later() != nil {
		return false
	}
	g.pick = a.pick
	g.pend.kind = running
	return true
}

// Play has who answer, request after request, until the game is over or waits for code, or until who gives
// a number below 0. It is Answer again and again, for less: playouts are made of it. An error means that an
// answer does not fit; a fault of the model stops the game, as ever.
func (g *Game) Play(who func(*Game) int) (err error) {
	asking := true // a panic of who's own is no fault of the model
	defer func() {
		if !asking {
			if p := recover(); p != nil {
				g.stop(p)
				err = g.lost
			}
		}
	}()
	for g.pend.kind == Decision || g.pend.kind == Chance {
		i := who(g)
		if i < 0 {
			return nil
		}
		a := g.pend.open()
		if i >= a.count() {
			return g.answer(g.pend.current(), i)
		}
		if asking = false; g.accept(a, i) {
			g.ops = 0
			g.steps()
		}
		asking = true
	}
	return g.lost
}

// maxLabel is how many bytes of a value are shown: requests are shown outside of any step that could
// stop.
const maxLabel = 1000

// label shows a value to a player: of a dict its label, else its id, else its uid, else ?.
func (g *Game) label(v value.Value) string {
	if v, ok := g.labelled(v); ok {
		return value.Brief(&g.store, v, maxLabel)
	}
	return "?"
}

func (g *Game) appendLabel(b []byte, v value.Value) []byte {
	if v, ok := g.labelled(v); ok {
		return value.AppendBrief(b, &g.store, v, maxLabel)
	}
	return append(b[:0], '?')
}

// labelled is what stands for a value where it is shown.
func (g *Game) labelled(v value.Value) (value.Value, bool) {
	if v.Kind() != value.Dict && !v.IsInst() {
		return v, true
	}
	for _, key := range program.LabelKeys {
		if x, ok := g.attr(v, key); ok {
			return x, true
		}
	}
	return value.Value{}, false
}

// attr reads a key of a dict or instance.
func (g *Game) attr(v, key value.Value) (value.Value, bool) {
	if v.IsInst() {
		return g.store.Attr(v.Inst(), key)
	}
	if i := v.Keys().Find(key); i >= 0 {
		return v.Items()[i], true
	}
	return value.Value{}, false
}

// visible works out who sees an outcome.
func (g *Game) visible(f *frame, v program.Visible, standard sees) sees {
	if v.X == nil {
		return standard
	}
	return g.playersOf(v.X.Run(g.env), "visible_to_x")
}

// playersOf reads a player index or a collection of them.
func (g *Game) playersOf(v value.Value, field string) sees {
	var s sees
	if v.IsInt() {
		return only(g.playerIn(v, field))
	}
	for _, x := range g.elems(v, field) {
		s.mask |= 1 << uint(g.playerIn(x, field))
	}
	return s
}

// playerIn reads one player index.
func (g *Game) playerIn(v value.Value, field string) int32 {
	if (v.IsInt() || v.IsBool()) && uint64(v.Int()) < uint64(g.players) {
		return int32(v.Int())
	}
	g.failHere("%s gives %s, which is no player (0 to %d)", field, value.Repr(&g.store, v), g.players-1)
	return 0
}
