package bench

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestASimulationBesideSaysHowManyItPlayed(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, simulateBeside("../../examples/nim/model.yaml", strings.NewReader("300\n5\n"), &out))
	require.Equal(t, "300\n5\n", out.String())
	require.Error(t, simulateBeside("../../examples/nim/model.yaml", strings.NewReader("many\n"), &out))
	require.Error(t, simulateBeside("nowhere.yaml", strings.NewReader(""), &out))
}
