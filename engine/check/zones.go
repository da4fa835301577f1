package check

import (
	"fmt"

	"github.com/astragal-engine/astragal/engine/model"
)

// drawnFrom looks at zones whose hidden cards are dealt again before an agent looks ahead: there must be cards of
// unknown order to mix them with, and something to hide.
func drawnFrom(c *checker) {
	zones := map[string]*model.Zone{}
	for i := range c.m.Zones {
		zones[c.m.Zones[i].Name] = &c.m.Zones[i]
	}
	for i := range c.m.Zones {
		z := &c.m.Zones[i]
		if z.DrawnFrom == "" {
			continue
		}
		if from := zones[z.DrawnFrom]; from != nil && !from.Shuffled {
			c.warn("drawn-from-order", z.DrawnPos, fmt.Sprintf("add shuffled: true to zone %s", quote(from.Name)),
				fmt.Sprintf("drawn_from: zone %s is not shuffled, so its order hides nothing", quote(from.Name)))
		}
		if z.Visibility == "public" {
			c.warn("drawn-from-public", z.DrawnPos, "add visibility: hidden or owner, or leave drawn_from out",
				fmt.Sprintf("drawn_from on zone %s, which is public: everybody knows its cards", quote(z.Name)))
		}
	}
}
