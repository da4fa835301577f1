package compile

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"sort"

	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/value"
)

// hashRules is the identity of a model's rules: its whole tree and the constants that were set,
// without notes, prompts and the text twins of expressions, so that correcting a comment keeps
// every save. Inside content and constants everything counts.
func hashRules(m *model.Model, set map[string]value.Value) [32]byte {
	h := hasher{sha256.New()}
	h.mapping(m.Root, rootRule)
	names := make([]string, 0, len(set))
	for n := range set {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		h.text("set")
		h.text(n)
		h.text(value.Repr(nil, set[n]))
	}
	var out [32]byte
	h.Sum(out[:0])
	return out
}

type hasher struct{ hash.Hash }

// rule says how the keys of a mapping count.
type rule uint8

const (
	fixedKeys rule = iota // notes and twins are left out; below, the same
	rootRule              // the top level
	nameKeys              // keys are names and all count; below, fixed keys
	stateRule             // vars and zones
	turnsRule             // the sides have names
	allCounts             // data
)

var rootRules = map[string]rule{
	"constants": allCounts, "content": allCounts, "dice": allCounts, "boards": allCounts,
	"functions": nameKeys, "derived": nameKeys, "actions": nameKeys, "flows": nameKeys,
	"outcomes": nameKeys, "code": nameKeys, "agents": nameKeys, "state": stateRule, "priority": stateRule, "turns": turnsRule,
}

var unread = map[string]bool{"note": true, "prompt": true, "source": true, "open_questions": true, "version": true, "name": true}

func (h hasher) text(s string) {
	var n [8]byte
	binary.LittleEndian.PutUint64(n[:], uint64(len(s)))
	h.Write(n[:])
	h.Write([]byte(s))
}

func (h hasher) node(n *model.Node, r rule) {
	if n == nil {
		h.text("-")
		return
	}
	h.Write([]byte{byte(n.Kind)})
	switch n.Kind {
	case model.MapNode:
		h.mapping(n, r)
	case model.ListNode:
		h.text("[")
		for _, x := range n.Items {
			h.node(x, r)
		}
		h.text("]")
	default:
		h.text(n.Text)
	}
}

func (h hasher) mapping(n *model.Node, r rule) {
	h.text("{")
	for i, k := range n.Keys {
		below := fixedKeys
		switch r {
		case rootRule:
			if unread[k.Text] {
				continue
			}
			below = rootRules[k.Text]
		case fixedKeys:
			if k.Text == "note" || k.Text == "prompt" || n.Get(k.Text+"_x") != nil {
				continue
			}
		case stateRule:
			below = nameKeys
			if k.Text == "protocol" {
				below = fixedKeys
			}
		case turnsRule:
			if k.Text == "sides" {
				below = nameKeys
			} else if k.Text == "note" || n.Get(k.Text+"_x") != nil {
				continue
			}
		case allCounts:
			below = allCounts
		}
		h.node(k, allCounts)
		h.node(n.Items[i], below)
	}
	h.text("}")
}
