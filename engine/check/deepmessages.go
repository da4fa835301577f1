package check

import "github.com/astragal-engine/astragal/engine/diag"

// deepMessages are the codes of the warnings beyond the seed's table.
var deepMessages = []Message{
	{"allow-reason", diag.Warning, "A comment `# astragal: allow code` gives no reason; the warning stays.", "End it with `because ...`."},
	{"allow-unknown", diag.Warning, "A comment `# astragal: allow ...` names no message that there is.", "Write the code that stands in brackets behind the message."},
	{"allow-unused", diag.Warning, "A comment allows a warning that is not given there, or an error, which cannot be allowed.", "Take the comment away."},
	{"unbound-name", diag.Warning, "An expression reads a name that nothing can bind at its place, whatever way leads there: the game would stop with a `NameError`.", "Mend the name; keep a local name that is needed elsewhere in a variable; hand it to a function as a parameter, and to triggers by `with_x`."},
}
