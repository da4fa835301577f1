package check

import (
	"regexp"
	"strings"

	"github.com/astragal-engine/astragal/engine/diag"
)

var (
	link   = regexp.MustCompile(`\[([^]]*)\]\([^)]*\)`)
	advice = advices()
)

// advices are the Mend of all messages, in the words of a Fix.
func advices() map[string]string {
	out := map[string]string{}
	for _, m := range Messages {
		text := strings.ReplaceAll(link.ReplaceAllString(m.Mend, "$1"), "`", "'")
		out[m.Code] = strings.ToLower(text[:1]) + strings.TrimSuffix(text[1:], ".")
	}
	return out
}

// Advise gives every diagnostic that has no suggestion of its own the one of its code. Model and With do
// so; it is for what was found in a text that is no model.
func Advise(list diag.List) {
	for i := range list {
		if list[i].Fix == "" {
			list[i].Fix = advice[list[i].Code]
		}
	}
}
