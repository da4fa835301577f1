package pack

import (
	"strings"

	"github.com/astragal-engine/astragal/engine/model"
)

// lost is what stands in packs and could not be read, which was reported. That it is not found is no fault of
// those that name it.
type lost struct {
	all   bool            // of a pack it is not known which it is, or reading ended early
	files map[*Pack]bool  // packs that have a file which could not be read
	names map[string]bool // ids and flags in what could not be read
}

// unread says of a file that cannot be read what is not said for its sake.
func unread(name string) string {
	if strings.HasPrefix(name, "i18n/") {
		return ""
	}
	return "; until it can be read, names that are not found are not reported"
}

// node notes the ids and flags in a part of a file that is left out.
func (x *lost) node(n *model.Node) {
	if n == nil {
		return
	}
	for i, k := range n.Keys {
		switch item := n.Items[i]; {
		case k.Raw() == "id" && item.Scalar():
			x.names[item.Raw()] = true
		case k.Raw() == "flags":
			for _, flag := range item.Keys {
				x.names[flag.Raw()] = true
			}
		}
	}
	for _, item := range n.Items {
		x.node(item)
	}
}

// hides reports whether a name that is not found may stand in what could not be read.
func (x *lost) hides(e *env, name string) bool {
	if x.all || x.names[name] {
		return true
	}
	first, _, _ := strings.Cut(name, ".")
	local := name[strings.LastIndexAny(name, ":#")+1:]
	if x.names[first] || x.names[local] {
		return true
	}
	for _, p := range e.pack.Visible {
		if x.files[p] {
			return true
		}
	}
	return false
}
