package dice

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCanonicalNotation(t *testing.T) {
	for text, want := range map[string]string{
		"4d6kh3 + 2":            "4d6kh3 + 2",
		"d20":                   "1d20",
		"D%":                    "1d100",
		"2D6K1":                 "2d6kh1",
		"2d20kh":                "2d20kh1",
		"4df":                   "4dF",
		"1d10Z":                 "1d10z",
		"1 + 2d6+ 3":            "2d6 + 4",
		"-1d4+2":                "-1d4 + 2",
		"+2d6":                  "2d6",
		"2d6 - (1d4 - 1)":       "2d6 - 1d4 + 1",
		"-(1d4 - (2 - d6))":     "-1d4 - 1d6 + 2",
		"7 - 7":                 "0",
		"1d6 + 1d6":             "1d6 + 1d6",
		"3d6!kh2r<2":            "3d6r<=1!kh2",
		"3d6dl1kh2!p>4min2ro=1": "3d6ro1min2!p>=5kh2dl1",
		"5d10cf=1cs>7":          "5d10cs>=8cf1",
		"4dFr-1":                "4dFr-1",
		"4dF!<0":                "4dF!<=-1",
		"4dF!>=0":               "4dF!>=0",
		"2d6!-1":                "2d6! - 1",
		"2d6!5-1":               "2d6!5 - 1",
		"0d6kh1":                "0d6kh1",
		"\t2d6\n":               "2d6",
		"1d1":                   "1d1",
		"1 + d8 - 3d6kh2r<2":    "1d8 - 3d6r<=1kh2 + 1",
	} {
		d, err := Parse(text)
		require.NoError(t, err, text)
		require.Equal(t, want, d.String(), text)
		again, err := Parse(want)
		require.NoError(t, err, want)
		require.Equal(t, want, again.String())
	}
}

func TestWhatIsWrongAndWhere(t *testing.T) {
	for text, want := range map[string]string{
		"":                      "column 1: expected dice such as 2d6, or a number, not the end",
		"2d6 +":                 "column 6: expected dice such as 2d6, or a number, not the end",
		"2d6 + gold":            "column 7: expected dice such as 2d6, or a number, not 'g'",
		"2d":                    "column 3: expected the sides of a die: a number, % or F, not the end",
		"3d6 2":                 "column 5: expected + or -, not '2'",
		"2d6 × 2":               "column 5: expected + or -, not '×'",
		"(2d6 + 1":              "column 9: expected ')', + or -, not the end",
		"2d6)":                  "column 4: ')' has no '('",
		"2d6 * 2":               "column 5: dice can be added and taken off, not multiplied or divided",
		"2d6 >= 7":              "column 5: dice are not compared here; dice that reach a number are counted by cs, as in 5d10cs>=8",
		"2d6!=5":                "column 4: '!=' is no modifier; a die that explodes on a face is written !5",
		"4d6d1":                 "column 4: which dice are dropped? dl drops the lowest, dh the highest",
		"4d6q":                  "column 4: there is no modifier 'q'; there are r, ro, min, !, !!, !p, kh, kl, dh, dl, cs and cf",
		"4d6kh0":                "column 4: kh0 does nothing or leaves nothing; give at least 1",
		"4d6kh1k2":              "column 7: k is given twice",
		"4d6r":                  "column 4: r needs a face or a comparison, as in r1 or r<=2",
		"4d6ro<=":               "column 8: expected a face, not the end",
		"4d6r1r2":               "column 6: r is given twice",
		"4d6!!!":                "column 6: the dice explode twice",
		"4d6r7":                 "column 4: no face of a d6 is meant; it has 1 to 6",
		"4d6!>6":                "column 4: no face of a d6 is meant; it has 1 to 6",
		"4d6min7":               "column 4: 7 is not on a d6; it has 1 to 6",
		"4d6min":                "column 4: min needs a number, as in min2",
		"1d1!":                  "column 4: every face of a d1 explodes, so it never comes to rest",
		"2 + 1d6!>=1":           "column 8: every face of a d6 explodes, so it never comes to rest",
		"1d6r<6!":               "column 4: every face of a d6 explodes, so it never comes to rest",
		"1d6r<=6":               "column 4: every face of a d6 is rerolled, so it never comes to rest",
		"1d0":                   "column 1: a die has at least one side",
		"1001d6":                "column 1: 1001 dice; at most 1000 can be rolled",
		"600d6 + 600d6":         "column 9: 1200 dice; at most 1000 can be rolled",
		"d10001":                "column 1: a die of 10001 sides; at most 10000 are allowed",
		"99999999999999999999":  "column 1: the number is too large; at most 9007199254740991 can be written",
		"9007199254740991 + 1":  "column 18: the numbers add up to more than 9007199254740991",
		strings.Repeat("(", 60): "column 52: parentheses are nested more than 50 deep",
	} {
		_, err := Parse(text)
		require.EqualError(t, err, want, text)
	}
	for _, text := range []string{"1001d6", "d10001", "99999999999999999999", strings.Repeat("1+", 9999)} {
		_, err := Parse(text)
		require.ErrorIs(t, err, ErrLimit)
	}
	_, err := ParseWithin("5d6", Limits{Dice: 4})
	require.ErrorIs(t, err, ErrLimit)
}

// A formula takes dice out of what it reads, and leaves the rest.
func TestScanTerm(t *testing.T) {
	for text, want := range map[string]string{
		"2d6 + 1":      "2d6",
		"2d6!=x":       "2d6",
		"2d6!>=5 && y": "2d6!>=5",
		"2d6! == 5":    "2d6!",
		"4d6kh3>=10":   "4d6kh3",
		"4dF)":         "4dF",
		"d6":           "",
		"2 d6":         "",
		"2":            "",
		"2d":           "",
		"2days":        "",
		"x":            "",
	} {
		term, n, err := ScanTerm(text, Limits{})
		require.NoError(t, err, text)
		require.Equal(t, want, text[:n], text)
		if n > 0 {
			require.Equal(t, want, term.String())
		}
	}
	_, _, err := ScanTerm("2d6kx", Limits{})
	require.EqualError(t, err, "column 5: there is no modifier 'x'; there are r, ro, min, !, !!, !p, kh, kl, dh, dl, cs and cf")
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"4d6kh3 + 2", "3d6dl1kh2!p>4min2ro=1", "-(1d4 - (2 - d%))", "5d10cs>=8cf1", "4dFr-1!<0", "1d10z!!0", "2d6!=5", "1d1!", "99999999999d9"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := Parse(text)
		if err != nil {
			e := err.(*Error)
			require.True(t, e.At >= 0 && e.At <= e.End && e.End <= len(text))
			require.NotEmpty(t, e.Message)
			return
		}
		require.NoError(t, d.Check(Limits{}))
		printed := d.String()
		if len(printed) > longest {
			return
		}
		back, err := Parse(printed)
		require.NoError(t, err, printed)
		require.Equal(t, printed, back.String())
		if term, n, err := ScanTerm(text, Limits{}); err == nil && n > 0 {
			require.Equal(t, term, d.Terms[0])
		}
	})
}
