package randommodel

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/model"
)

// Every model compiles without a complaint.
func TestModelsAreValid(t *testing.T) {
	for seed := range uint64(200) {
		m, list, err := model.Parse("random.yaml", Model(seed), model.Options{})
		require.NoError(t, err, "seed %d", seed)
		_, more := compile.Compile(m, compile.Options{})
		for _, d := range append(list, more...) {
			t.Error(fmt.Sprint("seed ", seed, ": "), d)
		}
	}
}
