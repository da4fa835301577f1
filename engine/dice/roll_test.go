package dice

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// story writes a term's faces as they fell: the die, the face, what it counts for, what became of it.
func story(t *TermRoll) string {
	var out []string
	for _, f := range t.Faces {
		s := fmt.Sprintf("%d:%d", f.Die, f.Face)
		if f.Value != f.Face && !f.Marks.Has(Rerolled) {
			s += fmt.Sprintf("=%d", f.Value)
		}
		for _, m := range []struct {
			mark Marks
			sign string
		}{{Kept, "k"}, {Set, "*"}, {Rerolled, "r"}, {Exploded, "!"}, {Extra, "x"}, {Raised, "^"}, {Success, "s"}, {Failure, "f"}} {
			if f.Marks.Has(m.mark) {
				s += m.sign
			}
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

func TestWhatBecomesOfEachFace(t *testing.T) {
	for _, c := range []struct {
		text  string
		faces []int
		total int
		want  string
	}{
		{"4d6kh3", []int{4, 1, 6, 3}, 13, "0:4k 1:1 2:6k 3:3k"},
		{"3d6kh2dl1", []int{4, 2, 2}, 6, "0:4k 1:2k 2:2"},
		{"2d20kh1", []int{9, 9}, 9, "0:9k 1:9"},
		{"2d20kl1", []int{9, 9}, 9, "0:9 1:9k"},
		{"4d6dh1dl1", []int{3, 3, 3, 3}, 6, "0:3 1:3k 2:3k 3:3"},
		{"4d6kh3dl2", []int{1, 2, 3, 4}, 7, "0:1 1:2 2:3k 3:4k"},
		{"4d6kl3dh2", []int{1, 2, 3, 4}, 3, "0:1k 1:2k 2:3 3:4"},
		{"4d6kh1kl1", []int{1, 2, 3, 4}, 0, "0:1 1:2 2:3 3:4"},
		{"1d6kh3", []int{2}, 2, "0:2k"},
		{"1d6dl2", []int{2}, 0, "0:2"},
		// Everything falls first; then each die goes on.
		{"2d6ro<=2", []int{1, 2, 5, 1}, 6, "0:1r 1:2r 0:5k 1:1k"},
		{"1d6r<=2", []int{1, 2, 2, 3}, 3, "0:1r 0:2r 0:2r 0:3k"},
		{"1d6r1ro2", []int{1, 2, 1, 2}, 2, "0:1r 0:2r 0:1r 0:2k"},
		{"2d6min3", []int{1, 4}, 7, "0:1=3k^ 1:4k"},
		{"2d6!", []int{6, 2, 6, 1}, 15, "0:6k! 1:2k 0:6k!x 0:1kx"},
		{"2d6!kh2", []int{6, 2, 6, 1}, 12, "0:6k! 1:2 0:6k!x 0:1x"},
		{"2d6!pkh2", []int{6, 4, 5}, 10, "0:6k! 1:4k 0:5=4x"},
		{"2d6!!kh1", []int{6, 5, 1}, 7, "0:6k! 1:5 0:1kx"},
		{"2d6!!cs>=7", []int{6, 5, 1}, 1, "0:6k! 1:5k 0:1kxs"},
		// Another die that an explosion brought has a reroll of its own.
		{"1d6ro1!", []int{1, 6, 1, 3}, 9, "0:1r 0:6k! 0:1rx 0:3kx"},
		{"5d10cs>=8cf1", []int{8, 10, 1, 5, 7}, 1, "0:8ks 1:10ks 2:1kf 3:5k 4:7k"},
		{"2dF + 3", []int{-1, 1}, 3, "0:-1k 1:1k"},
		{"2d10z", []int{0, 9}, 9, "0:0k 1:9k"},
		{"10 - 1d4", []int{3}, 7, "0:3k"},
	} {
		given := Given(c.faces...)
		r, err := parse(t, c.text).Roll(given.Next, Options{})
		require.NoError(t, err, c.text)
		require.Zero(t, given.Left(), c.text)
		require.Equal(t, c.total, r.Total, c.text)
		require.Equal(t, c.want, story(&r.Terms[0]), c.text)
		require.Equal(t, c.faces, r.Asked(), c.text)
	}
}

// All terms fall before anything goes on, so a table can roll all dice in one go.
func TestTermsFallTogether(t *testing.T) {
	var asked []string
	faces := Given(6, 1, 4, 2, 3)
	r, err := parse(t, "1d6! + 2d4ro1").Roll(func(d Die) (int, error) {
		asked = append(asked, d.String())
		return faces.Next(d)
	}, Options{})
	require.NoError(t, err)
	require.Equal(t, []string{"d6", "d4", "d4", "d6", "d4"}, asked)
	require.Equal(t, "0:6k! 0:2kx", story(&r.Terms[0]))
	require.Equal(t, "0:1r 1:4k 0:3k", story(&r.Terms[1]))
	require.Equal(t, 15, r.Total)
}

func TestFacesThatAreSet(t *testing.T) {
	d := parse(t, "1d4 + 3d6!")
	r, err := d.Roll(Given(2, 3, 1, 5).Next, Options{Set: [][]int{nil, {6}}})
	require.NoError(t, err)
	require.Equal(t, "0:6k*! 1:3k 2:1k 0:5kx", story(&r.Terms[1]))
	require.Equal(t, 17, r.Total)
	require.Equal(t, []int{2, 3, 1, 5}, r.Asked())

	_, err = d.Roll(Given().Next, Options{Set: [][]int{{5}}})
	require.ErrorIs(t, err, ErrFace)
	require.EqualError(t, err, "a d4 has no face 5; it has 1 to 4")
	_, err = d.Roll(Given(1, 1, 1, 1).Next, Options{Set: [][]int{{1, 2}}})
	require.ErrorIs(t, err, ErrFace)
}

func TestRollsThatCannotBe(t *testing.T) {
	one := func(d Die) (int, error) { return 1, nil }
	six := func(d Die) (int, error) { return 6, nil }
	for _, c := range []struct {
		text   string
		chance Chance
		is     error
		want   string
	}{
		{"2d6", Given(3).Next, ErrEmpty, "a d6 is asked for, and no face is left"},
		{"2d6", Given(3, 7).Next, ErrFace, "a d6 has no face 7; it has 1 to 6"},
		{"1d10z", Given(10).Next, ErrFace, "a d10z has no face 10; it has 0 to 9"},
		{"1dF", Given(2).Next, ErrFace, "a dF has no face 2; it has -1 to 1"},
		{"1d6!", six, ErrLimit, "a d6 exploded more than 100 times"},
		{"1d6r1", one, ErrLimit, "a d6 was rerolled more than 1000 times"},
		{"200d6!", six, ErrLimit, "a d6 exploded more than 100 times"},
		{"1000d6r1", one, ErrLimit, "a d6 was rerolled more than 1000 times"},
	} {
		_, err := parse(t, c.text).Roll(c.chance, Options{})
		require.ErrorIs(t, err, c.is, c.text)
		require.EqualError(t, err, c.want, c.text)
	}
	_, err := parse(t, "10d6ro1").Roll(one, Options{Limits: Limits{Faces: 15}})
	require.EqualError(t, err, "more than 15 faces in one roll")
	require.ErrorIs(t, err, ErrLimit)
	_, err = Of(1001, 6).Roll(six, Options{})
	require.ErrorIs(t, err, ErrLimit)
	_, err = Of(-1, 6).Roll(six, Options{})
	require.Error(t, err)

	broken := errors.New("the table has fallen over")
	_, err = Of(1, 6).Roll(func(Die) (int, error) { return 0, broken }, Options{})
	require.ErrorIs(t, err, broken)
}

func TestArithmetic(t *testing.T) {
	a, b := parse(t, "2d6kh1 + 3"), parse(t, "1d4 - 1")
	require.Equal(t, "2d6kh1 + 1d4 + 2", a.Plus(b).String())
	require.Equal(t, "2d6kh1 - 1d4 + 4", a.Minus(b).String())
	require.Equal(t, "-2d6kh1 - 3", a.Negated().String())
	require.Equal(t, "2d6kh1 + 3", a.String())
	require.Equal(t, "3d8 + 5", Of(3, 8).Plus(Number(5)).String())
	require.Equal(t, 3, a.Plus(b).Count())
	require.ErrorIs(t, Of(600, 6).Plus(Of(600, 6)).Check(Limits{}), ErrLimit)
}

// A record that is used again holds nothing of the roll before, and needs no new memory.
func TestRollIntoUsedMemory(t *testing.T) {
	long, short := parse(t, "5d6! + 2d4"), parse(t, "4d6dl1 + 2")
	var r Roll
	require.NoError(t, long.RollInto(&r, Given(6, 6, 1, 2, 3, 4, 4, 5, 5).Next, Options{}))
	require.NoError(t, short.RollInto(&r, Given(1, 2, 3, 4).Next, Options{}))
	require.Equal(t, 11, r.Total)
	require.Len(t, r.Terms, 1)
	require.Equal(t, "0:1 1:2k 2:3k 3:4k", story(&r.Terms[0]))
	chance := func(Die) (int, error) { return 3, nil }
	require.Zero(t, testing.AllocsPerRun(100, func() { _ = short.RollInto(&r, chance, Options{}) }))
}

func BenchmarkRoll(b *testing.B) {
	d := parse(b, "4d6dl1 + 2")
	var r Roll
	n := 0
	chance := func(Die) (int, error) { n++; return n*7%6 + 1, nil }
	b.ReportAllocs()
	for b.Loop() {
		_ = d.RollInto(&r, chance, Options{})
	}
}
