package compile

import (
	"math/big"
	"strconv"

	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/value"
)

// NodeValue gives the value that a piece of YAML stands for.
func NodeValue(n *model.Node) value.Value {
	c := compiler{nodes: map[*model.Node]value.Value{}}
	return c.node(n)
}

// node gives the value of a YAML node; a node that aliases repeat is made once.
func (c *compiler) node(n *model.Node) value.Value {
	if n == nil {
		return value.Value{}
	}
	if v, ok := c.nodes[n]; ok {
		return v
	}
	v := c.makeNode(n)
	if v.IsHeap() {
		c.nodes[n] = v
	}
	return v
}

func (c *compiler) makeNode(n *model.Node) value.Value {
	switch n.Kind {
	case model.Bool:
		return value.OfBool(n.Text == "true")
	case model.Int:
		if i, err := strconv.ParseInt(n.Text, 10, 64); err == nil {
			return value.OfInt(i)
		}
		if b, ok := new(big.Int).SetString(n.Text, 10); ok {
			return value.OfBig(b)
		}
	case model.Float:
		f, _ := strconv.ParseFloat(n.Text, 64)
		return value.OfFloat(f)
	case model.Text:
		return value.Intern(n.Text)
	case model.ListNode:
		items := make([]value.Value, len(n.Items))
		for i, x := range n.Items {
			items[i] = c.node(x)
		}
		return value.OfList(items)
	case model.MapNode:
		var keys value.KeysBuilder
		vals := make([]value.Value, 0, len(n.Items))
		for i, k := range n.Keys {
			key := c.node(k)
			if key.Kind() == value.List || key.Kind() == value.Dict {
				continue // reported when it was read: a key is a single value
			}
			if at := keys.Add(key); at < len(vals) {
				vals[at] = c.node(n.Items[i])
			} else {
				vals = append(vals, c.node(n.Items[i]))
			}
		}
		return value.OfDict(keys.Keys(), vals)
	}
	return value.Value{}
}
