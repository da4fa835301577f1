package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/astragal-engine/astragal/engine/diag"
)

// Message is one code that a diagnostic can carry: what causes it and how to mend it.
type Message struct {
	Code     string
	Severity diag.Severity
	Cause    string
	Mend     string
}

// Messages are all codes that loading, compiling and checking a model can give, sorted by code.
var Messages = table(
	loading,
	compiling,
	checking,
	deepMessages,
)

func table(parts ...[]Message) []Message {
	all := slices.Concat(parts...)
	slices.SortFunc(all, func(a, b Message) int { return strings.Compare(a.Code, b.Code) })
	return all
}

// MessagesPage writes the table as the page docs/messages.md.
func MessagesPage() string {
	var b strings.Builder
	b.WriteString("# Messages\n\nWhat `astragal check` says of a model, by the code in brackets behind each message. An error must be mended: only a\n" +
		"model without errors gets test games. A warning is either a slip or a choice.\n\n" +
		"This page is made from the table in `engine/check` (`ASTRAGAL_UPDATE=1 go test ./engine/check -run TestMessagesPage`).\n")
	for _, sev := range []diag.Severity{diag.Error, diag.Warning} {
		fmt.Fprintf(&b, "\n## %ss\n\n| Code | Cause | Mend |\n|---|---|---|\n", strings.ToUpper(sev.String()[:1])+sev.String()[1:])
		for _, m := range Messages {
			if m.Severity == sev {
				fmt.Fprintf(&b, "| `%s` | %s | %s |\n", m.Code, m.Cause, m.Mend)
			}
		}
	}
	return b.String()
}
