package effort

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Ten times the work is several times the units, whatever else the machine does.
func TestWorkIsCounted(t *testing.T) {
	text := make([]byte, 1<<20)
	of := func(n int) Units {
		return Of(func() {
			for range n {
				work(text)
			}
		})
	}
	few, many := of(50), of(500)
	require.Greater(t, few, Units(25))
	require.Greater(t, many, 3*few)
}
