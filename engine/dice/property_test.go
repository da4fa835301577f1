package dice

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// terms draws any term that Parse can give, of at most so many dice and sides.
func terms(dice, sides int) *rapid.Generator[Term] {
	return rapid.Custom(func(t *rapid.T) Term {
		x := Term{Minus: rapid.Bool().Draw(t, "minus"), Count: rapid.IntRange(0, dice).Draw(t, "count")}
		x.Sides = rapid.IntRange(2, sides).Draw(t, "sides")
		x.Kind = Kind(rapid.IntRange(0, 2).Draw(t, "kind"))
		if x.Kind == Fate {
			x.Sides = 3
		}
		face := rapid.IntRange(x.Low(), x.High())
		condition := func(name string) Condition {
			if rapid.IntRange(0, 2).Draw(t, name) > 0 {
				return Condition{}
			}
			return Condition{Op(rapid.IntRange(1, 3).Draw(t, "op")), face.Draw(t, "face")}
		}
		x.Reroll, x.RerollOnce = condition("r"), condition("ro")
		if rapid.IntRange(0, 3).Draw(t, "min") == 0 {
			x.Minimum = Minimum{true, face.Draw(t, "face")}
		}
		if x.Explode.How = Burst(max(0, rapid.IntRange(-3, 3).Draw(t, "burst"))); x.Explode.How != NoBurst {
			x.Explode.When = condition("when")
			if x.Explode.When.N < 0 && x.Explode.When.Op == Exactly {
				x.Explode.When.Op = AtMost
			}
		}
		for _, n := range []*int{&x.Keep.High, &x.Keep.Low, &x.Keep.DropHigh, &x.Keep.DropLow} {
			*n = max(0, rapid.IntRange(-3, 3).Draw(t, "keep"))
		}
		x.Success, x.Failure = condition("cs"), condition("cf")
		if x.Check(Limits{}) != nil {
			x.Reroll, x.Explode = Condition{}, Explode{}
		}
		return x
	})
}

func values(dice, sides int) *rapid.Generator[Dice] {
	return rapid.Custom(func(t *rapid.T) Dice {
		return Dice{
			rapid.SliceOfN(terms(dice, sides), 0, 3).Draw(t, "terms"),
			rapid.IntRange(-20, 20).Draw(t, "flat"),
		}
	})
}

func TestPrintedNotationReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := values(200, 30).Draw(t, "dice")
		back, err := Parse(d.String())
		require.NoError(t, err, d.String())
		require.Equal(t, d.String(), back.String())
		if len(d.Terms) > 0 {
			require.Equal(t, d, back)
		}
	})
}

func TestRecordAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := values(8, 8).Draw(t, "dice")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		r, err := d.Roll(func(die Die) (int, error) { return die.Low() + rng.IntN(die.Sides), nil }, Options{})
		if errors.Is(err, ErrLimit) { // more explosions or rerolls of a die than are allowed: there is no record
			require.Nil(t, r)
			require.True(t, slices.ContainsFunc(d.Terms, func(x Term) bool { return x.Explode.How != NoBurst || x.Reroll.Op != Never }), "%s", d)
			return
		}
		require.NoError(t, err)
		total := r.Flat
		for _, x := range r.Terms {
			value, compound := 0, map[int32]int{}
			for _, f := range x.Faces {
				switch {
				case !f.Marks.Has(Kept):
				case x.Explode.How == Compound:
					compound[f.Die] += int(f.Value)
				case x.counts():
					value += score(f.Marks)
				default:
					value += int(f.Value)
				}
				require.False(t, f.Marks.Has(Kept|Rerolled))
			}
			if x.Explode.How == Compound {
				for _, sum := range compound {
					value += x.score(sum)
				}
			}
			require.Equal(t, value, x.Value)
			if x.Minus {
				value = -value
			}
			total += value
		}
		require.Equal(t, total, r.Total)

		// The same faces give the same record.
		given := Given(r.Asked()...)
		again, err := d.Roll(given.Next, Options{})
		require.NoError(t, err)
		require.Zero(t, given.Left())
		again.order, again.sums, r.order, r.sums = nil, nil, nil, nil
		require.Equal(t, r, again)
	})
}

func score(m Marks) int {
	n := 0
	if m.Has(Success) {
		n++
	}
	if m.Has(Failure) {
		n--
	}
	return n
}

// enumerated rolls all faces that there are, up to so many in one roll. Of what would need more faces
// it gives the probability.
func enumerated(t require.TestingT, d Dice, most int) (totals map[int]*big.Rat, left *big.Rat) {
	totals, left = map[int]*big.Rat{}, new(big.Rat)
	var visit func(faces []int, p *big.Rat)
	visit = func(faces []int, p *big.Rat) {
		var asked Die
		given := Given(faces...)
		r, err := d.Roll(func(die Die) (int, error) { asked = die; return given.Next(die) }, Options{})
		if err == nil {
			if totals[r.Total] == nil {
				totals[r.Total] = new(big.Rat)
			}
			totals[r.Total].Add(totals[r.Total], p)
			return
		}
		require.ErrorIs(t, err, ErrEmpty)
		if len(faces) == most {
			left.Add(left, p)
			return
		}
		p = new(big.Rat).Mul(p, big.NewRat(1, int64(asked.Sides)))
		for f := asked.Low(); f <= asked.High(); f++ {
			visit(append(faces[:len(faces):len(faces)], f), p)
		}
	}
	visit(nil, big.NewRat(1, 1))
	return totals, left
}

// agrees holds a distribution against all faces, up to so many in one roll.
func agrees(t require.TestingT, d Dice, most int) {
	all, err := d.Distribution()
	require.NoError(t, err, d.String())
	totals, left := enumerated(t, d, most)
	slack := new(big.Rat).Add(left, all.Beyond())
	low, high := all.Min(), all.Max()
	for v := range totals {
		low, high = min(low, v), max(high, v)
	}
	for v := low; v <= high; v++ {
		want := totals[v]
		if want == nil {
			want = new(big.Rat)
		}
		diff := new(big.Rat).Sub(all.Probability(v), want)
		require.LessOrEqual(t, diff.Abs(diff).Cmp(slack), 0, "%s: P(%d) = %s, enumerated %s, open %s", d, v, all.Probability(v), want, slack)
	}
	if left.Sign() == 0 {
		mean := new(big.Rat)
		for v, p := range totals {
			mean.Add(mean, new(big.Rat).Mul(p, big.NewRat(int64(v), 1)))
		}
		require.Zero(t, mean.Cmp(all.Mean()), "%s: mean %s, enumerated %s", d, all.Mean().RatString(), mean.RatString())
	}
	require.GreaterOrEqual(t, all.Variance().Sign(), 0)
}

// The distribution is what all faces give. Where rolls can go on without end, it lies within what the
// longest of them leave open.
func TestDistributionIsTheEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		agrees(t, Dice{Terms: []Term{terms(3, 4).Draw(t, "term")}, Flat: 1}, 5)
	})
	// Long rolls of explosions, which leave little open.
	for _, text := range []string{"2d3!pkh2", "2d3!pdl1", "2d3!kh1", "3d3!kl2", "2d3!!kh1", "2d3!!cs>=4"} {
		agrees(t, parse(t, text), 9)
	}
}

// The mean and variance of the closed form are those of the table, whose tail is too thin to be seen.
func TestClosedFormsAgreeWithTheTable(t *testing.T) {
	for _, text := range []string{"1d6!", "3d6!", "2d8!p>=7", "2d6!!", "4d10r1ro<=3!>=9min2", "5d6!cs>=5cf1", "3d6!pcs>=5", "2d4 - 1d6!"} {
		d := distribution(t, text)
		require.False(t, d.Partial())
		m := d.s.moments()
		for _, pair := range [][2]*big.Rat{{m.mean, d.Mean()}, {m.variance, d.Variance()}} {
			a, _ := pair[0].Float64()
			b, _ := pair[1].Float64()
			require.InDelta(t, b, a, 1e-9, text)
		}
	}
}

// Many rolls come out as the distribution has them.
func TestRollsFollowTheDistribution(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	chance := func(die Die) (int, error) { return die.Low() + rng.IntN(die.Sides), nil }
	for _, text := range []string{"4d6kh3 + 2", "2d20kl1", "3d6!kh2", "4d6!pdl1", "3d6!!kh1", "4dFkh3", "6d10cs>=8cf1", "2d6ro<=2min3 - 1d4", "5d6!!cs>=7", "4d4!dh1kl2"} {
		d, all := parse(t, text), distribution(t, text)
		const n = 10_000
		sum := 0.0
		var r Roll
		count := map[int]int{}
		for range n {
			require.NoError(t, d.RollInto(&r, chance, Options{}))
			sum += float64(r.Total)
			count[r.Total]++
		}
		mean, _ := all.Mean().Float64()
		require.InDelta(t, mean, sum/n, 5*all.Deviation()/math.Sqrt(n), text)
		for v := all.Min(); v <= all.Max(); v++ {
			p, _ := all.Probability(v).Float64()
			require.InDelta(t, p, float64(count[v])/n, 5.5*math.Sqrt(p*(1-p)/n)+1e-4, "%s: %d", text, v)
		}
	}
}
