package compile

import (
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/value"
)

// Value gives the value of a YAML node on its own, as a constant has it.
func Value(n *model.Node) value.Value {
	c := &compiler{nodes: map[*model.Node]value.Value{}}
	return c.node(n)
}
