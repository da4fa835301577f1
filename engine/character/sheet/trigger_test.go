package sheet

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// What a content type's follow-up offers is stored under the id by which the ruleset finds it, and is
// offered for the copy that it came from.
func TestFollowUpsOfTypes(t *testing.T) {
	r := rulesOf(t, `
fields: [{id: din, type: integer, default: 0}]
contentTypes:
  - id: alarm
    actions: [{id: wake, steps: []}]
    followUps: [{id: rung, action: wake, on: {fields: [din]}}, {id: loud, action: wake, when: din > 5}]
`, `[{id: bell, type: alarm}]`)
	c := characterOf(t, `{"inventory":[{"id":"b","item":"p:bell"}]}`)
	got := applied(t, r, c, `[{"type":"adjust","field":"p:din","by":7}]`)
	var offers []string
	for _, o := range r.Compute(got.Character, nil).Offers() {
		offers = append(offers, o.ID+" "+o.FollowUp+" "+o.Action+" "+o.Entry)
	}
	require.Equal(t, []string{"p:alarm#loud@b p:alarm#loud p:bell#wake b", "rung-1 p:alarm#rung p:bell#wake b"}, offers)
}
