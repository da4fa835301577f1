package check

import "github.com/astragal-engine/astragal/engine/model"

// deep is what the warnings beyond the seed's table share: every expression with its place.
type deep struct {
	sites  []*site
	scopes *scopes
	world  *world
	truths map[*phrase]truth        // of conditions of the flow and of ops
	goesOn map[*model.FlowNode]bool // whether it is endless
}

// deepRules are the warnings beyond the seed's table, each on the same sites.
var deepRules = []func(c *checker){
	(*checker).unbound,
	(*checker).types,
	(*checker).twins,
	(*checker).conditions,
	(*checker).unreachable,
	(*checker).unread,
	(*checker).loops,
	(*checker).choices,
	(*checker).lettered,
	(*checker).leaks,
	(*checker).peeks,
}

func (c *checker) deeper() {
	c.truths, c.goesOn = map[*phrase]truth{}, map[*model.FlowNode]bool{}
	c.findSites()
	for _, rule := range deepRules {
		rule(c)
	}
}
