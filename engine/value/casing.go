package value

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

func digitLike(r rune) bool {
	if r < 128 {
		return r >= '0' && r <= '9'
	}
	for _, run := range digitRuns {
		if r >= run[0] && r <= run[1] {
			return true
		}
	}
	return unicode.IsDigit(r)
}

func isCased(r rune) bool {
	return unicode.In(r, unicode.Lu, unicode.Ll, unicode.Lt, unicode.Other_Lowercase, unicode.Other_Uppercase)
}

func isCaseIgnorable(r rune) bool {
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk) ||
		strings.ContainsRune("'.:\u00b7\u0387\u055f\u05f4\u2018\u2019\u2024\u2027\ufe13\ufe52\ufe55\uff07\uff0e\uff1a", r)
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func upper(s string) string {
	if isASCII(s) {
		return strings.ToUpper(s)
	}
	var b strings.Builder
	for _, r := range s {
		if long, ok := longUpper[r]; ok {
			b.WriteString(long)
		} else {
			b.WriteRune(unicode.ToUpper(r))
		}
	}
	return b.String()
}

func lower(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	all := []rune(s)
	var b strings.Builder
	for i := range all {
		lowerAt(&b, all, i)
	}
	return b.String()
}

// lowerAt writes the lower case of all[i], which for sigma and dotted I is not one for one.
func lowerAt(b *strings.Builder, all []rune, i int) {
	switch r := all[i]; {
	case r == 'İ':
		b.WriteString("i\u0307")
	case r == 'Σ' && finalSigma(all, i):
		b.WriteRune('ς')
	default:
		b.WriteRune(unicode.ToLower(r))
	}
}

// finalSigma reports whether the sigma at i ends a word.
func finalSigma(all []rune, i int) bool {
	j := i - 1
	for j >= 0 && isCaseIgnorable(all[j]) {
		j--
	}
	if j < 0 || !isCased(all[j]) {
		return false
	}
	for j = i + 1; j < len(all) && isCaseIgnorable(all[j]); j++ {
	}
	return j == len(all) || !isCased(all[j])
}

func title(s string) string {
	all := []rune(s)
	var b strings.Builder
	inWord := false
	for i, r := range all {
		if inWord {
			lowerAt(&b, all, i)
		} else if long, ok := longTitle[r]; ok {
			b.WriteString(long)
		} else {
			b.WriteRune(unicode.ToTitle(r))
		}
		inWord = isCased(r)
	}
	return b.String()
}
