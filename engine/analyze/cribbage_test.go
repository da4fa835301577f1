package analyze

import (
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// counter asks the functions of a model of cribbage what a show is worth.
type counter struct {
	code *expr.Code
	env  *expr.Env
	deck []value.Value // card 13 * suit + rank - 1
}

// given resolves the names of a show, and all others as the model does.
type given struct{ p *program.Program }

func (x given) Resolve(name string) expr.Ref {
	if i := slices.Index([]string{"given", "cut"}, name); i >= 0 {
		return expr.Ref{Local: expr.NoLocal, Kind: expr.State, Index: i}
	}
	return x.p.Exprs.Resolve(name)
}

func newCounter(t testing.TB, p *program.Program) *counter {
	compiled := func(src string) *expr.Code {
		syn, err := expr.Parse(src, diag.Pos{})
		require.NoError(t, err)
		return expr.Compile(syn, given{p})
	}
	env := expr.NewEnv()
	env.Store = &value.Store{}
	deck, err := compiled("[{'rank': r, 'suit': s} for s in suits for r in range(1, 14)]").Eval(env)
	require.NoError(t, err)
	env.State = make([]value.Value, 2)
	return &counter{compiled("show(given, cut, False)"), env, value.Keep(value.NewEpoch(), deck).Items()}
}

// show counts a hand of four cards with a starter, both as sets of cards by suit.
func (c *counter) show(hand, starter [4]uint16) (int, error) {
	var cards []value.Value
	for suit := range 4 {
		for rank := range 13 {
			card := c.deck[13*suit+rank]
			if hand[suit]>>rank&1 != 0 {
				cards = append(cards, card)
			}
			if starter[suit]>>rank&1 != 0 {
				c.env.State[1] = card
			}
		}
	}
	c.env.State[0] = value.OfList(cards)
	c.env.Begin()
	v, err := c.code.Eval(c.env)
	if err != nil {
		return 0, err
	}
	return int(v.Int()), nil
}

// deal is a show as four suits in falling order, each with its cards of the hand and of the starter: two
// shows that differ by the names of the suits alone are the same.
type deal [4]uint32

func (d deal) parts() (hand, starter [4]uint16) {
	for i, s := range d {
		hand[i], starter[i] = uint16(s>>13), uint16(s&(1<<13-1))
	}
	return hand, starter
}

func dealOf(hand [4]int, starter int) deal {
	var d deal
	for _, c := range hand {
		d[c/13] |= 1 << (13 + c%13)
	}
	d[starter/13] |= 1 << (starter % 13)
	for _, p := range [][2]int{{0, 1}, {2, 3}, {0, 2}, {1, 3}, {1, 2}} {
		if d[p[0]] < d[p[1]] {
			d[p[0]], d[p[1]] = d[p[1]], d[p[0]]
		}
	}
	return d
}

// deals gives every show up to the names of the suits, and how many shows each stands for.
func deals() map[deal]int64 {
	all := map[deal]int64{}
	for a := range 52 {
		for b := range a {
			for c := range b {
				for d := range c {
					for s := range 52 {
						if s != a && s != b && s != c && s != d {
							all[dealOf([4]int{a, b, c, d}, s)]++
						}
					}
				}
			}
		}
	}
	return all
}

func TestCribbageShow(t *testing.T) {
	const clubs, diamonds, hearts, spades = 0, 13, 26, 39
	c := newCounter(t, example(t, "cribbage"))
	for name, x := range map[string]struct {
		hand    [4]int
		starter int
		want    int
	}{
		"the best":                {[4]int{clubs + 4, diamonds + 4, hearts + 4, spades + 10}, spades + 4, 29},
		"the best without nobs":   {[4]int{clubs + 4, diamonds + 4, hearts + 4, spades + 4}, clubs + 9, 28},
		"nothing":                 {[4]int{clubs + 1, diamonds + 3, hearts + 5, spades + 7}, clubs + 12, 0},
		"a double double run":     {[4]int{clubs + 6, diamonds + 6, hearts + 7, spades + 7}, clubs + 8, 24},
		"a triple run":            {[4]int{clubs + 0, diamonds + 0, hearts + 0, spades + 1}, clubs + 2, 15},
		"a run of five":           {[4]int{clubs + 0, diamonds + 1, hearts + 2, spades + 3}, clubs + 4, 7},
		"a flush of four":         {[4]int{clubs + 1, clubs + 3, clubs + 5, clubs + 7}, hearts + 12, 4},
		"a flush of five":         {[4]int{clubs + 1, clubs + 3, clubs + 5, clubs + 7}, clubs + 12, 5},
		"three cards are no suit": {[4]int{clubs + 1, clubs + 3, clubs + 5, hearts + 7}, clubs + 12, 0},
	} {
		got, err := c.show(dealOf(x.hand, x.starter).parts())
		require.NoError(t, err)
		require.Equal(t, x.want, got, name)
	}
}

// Every show there is. The model counts each once; the names of the suits make no difference.
func TestCribbageShows(t *testing.T) {
	if !prove() {
		t.Skip("make prove counts all 12,994,800")
	}
	all := deals()
	work := make(chan deal, 1024)
	var mu sync.Mutex
	points := map[int]int64{}
	var wg sync.WaitGroup
	p := example(t, "cribbage")
	for range runtime.GOMAXPROCS(0) {
		c := newCounter(t, p)
		wg.Go(func() {
			mine := map[int]int64{}
			for d := range work {
				n, err := c.show(d.parts())
				if err != nil {
					n = -1 // no show is worth that
				}
				mine[n] += all[d]
			}
			mu.Lock()
			defer mu.Unlock()
			for n, shows := range mine {
				points[n] += shows
			}
		})
	}
	for d := range all {
		work <- d
	}
	close(work)
	wg.Wait()
	shows, sum := int64(0), int64(0)
	for n, k := range points {
		shows, sum = shows+k, sum+int64(n)*k
	}
	require.Equal(t, int64(12_994_800), shows)
	require.Equal(t, int64(1_009_008), points[0])
	require.Equal(t, int64(76), points[28])
	require.Equal(t, int64(4), points[29])
	require.Zero(t, points[-1]+points[19]+points[25]+points[26]+points[27])
	require.InDelta(t, 4.769152, float64(sum)/float64(shows), 5e-7)
}
