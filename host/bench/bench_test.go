package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/bench"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/host/protocol"
)

// The request that is written by hand is the one that is measured against it.
func TestMarchIsTheRequest(t *testing.T) {
	p, err := bench.Parse(marches(5))
	require.NoError(t, err)
	g, err := game.New(p, game.Options{})
	require.NoError(t, err)
	require.Equal(t, string(protocol.AppendRequest(nil, g)), string(newMarch().appendRequest(nil)))
}

func TestRequestRowsAreMeasured(t *testing.T) {
	rows, err := requestRows(bench.Setting{Root: "../..", Pace: bench.Pace{Block: time.Millisecond, Slice: time.Millisecond}})
	require.NoError(t, err)
	require.Equal(t, "a request of 20 options to msgpack", rows[0].Name)
	for _, r := range rows {
		require.Equal(t, r.Unit != "allocations", r.Value > 0, "%+v", r)
	}
}

func TestPythonRows(t *testing.T) {
	rows := pythonRowsOf(bench.Times{{0.1, 4, 0.2}, {0.2, 4, 0.4}, {0.1, 5, 0.3}})
	require.Equal(t, 40.0, rows[0].Value)
	require.Equal(t, 300.0, rows[1].Value)
	require.Len(t, pythonRowsOf(bench.Times{{0.1, 4, 0}}), 1)
}

// Answers go on beyond the end of a game, and past the games that are kept ready.
func TestOpenGamesNeverEnd(t *testing.T) {
	for _, games := range []int{1, 1500} {
		work, err := open(games, func(n int) int { return n % games })
		require.NoError(t, err)
		n, err := work(2*marchLength + 10)
		require.NoError(t, err)
		require.Equal(t, 2*marchLength+10, n)
	}
}
