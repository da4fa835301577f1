package bench

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// steady takes so long for a unit, but now and then a slice is disturbed.
func steady(each time.Duration, calls *int, disturbed func(call int) time.Duration) Timer {
	return func(n int) (int, time.Duration, error) {
		*calls++
		return n, time.Duration(n) * (each + disturbed(*calls)), nil
	}
}

// Of works of several threads all slices count: one that is slow every other time is as slow as on average.
func TestAllSlicesCount(t *testing.T) {
	calls := 0
	uneven := func(n int) (int, time.Duration, error) {
		calls++
		return n, time.Duration(n) * time.Duration(1+2*(calls%2)) * time.Microsecond, nil
	}
	p := Pace{Block: 100 * time.Millisecond, Slice: time.Millisecond}
	fastest, err := Side(p, uneven)
	require.NoError(t, err)
	p.All = true
	all, err := Side(p, uneven)
	require.NoError(t, err)
	require.InDelta(t, 1000, fastest.Of(0).Value, 1)
	require.InDelta(t, 2000, all.Of(0).Value, 100)
}

func TestSideSeesThroughNoise(t *testing.T) {
	var a, b int
	noise := func(call int) time.Duration { return time.Duration(call*7919%5) * 40 } // a slice in five has none
	times, err := Side(Pace{Block: 20 * time.Millisecond, Slice: time.Millisecond}, steady(100, &a, noise), steady(1000, &b, noise))
	require.NoError(t, err)
	require.Equal(t, Figure{100, 100, 100}, times.Of(0))
	require.Equal(t, Figure{0.1, 0.1, 0.1}, times.Ratio(0, 1))
	require.Greater(t, a, Blocks*10)
}

// A disturbance that lasts for whole blocks is outvoted, and shows in the spread.
func TestSideOutvotesABadBlock(t *testing.T) {
	var a, b int
	times, err := Side(Pace{Block: 10 * time.Millisecond, Slice: time.Millisecond},
		steady(100, &a, func(call int) time.Duration {
			if call < 30 {
				return 100
			}
			return 0
		}), steady(100, &b, func(int) time.Duration { return 0 }))
	require.NoError(t, err)
	require.Equal(t, 1.0, times.Ratio(0, 1).Value)
	require.Positive(t, times.Ratio(0, 1).Spread())
}

// Works whose units are many more than asked for, and such as take longer than a slice, are measured once a block.
func TestSideTakesWhatAWorkDoes(t *testing.T) {
	calls := 0
	times, err := Side(Pace{Block: time.Millisecond, Slice: time.Millisecond}, func(int) (int, time.Duration, error) {
		calls++
		return 1000, 5 * time.Millisecond, nil
	})
	require.NoError(t, err)
	require.Equal(t, 5000.0, times.Of(0).Value)
	require.Equal(t, Blocks+3, calls)
}

// A work that is slow at first is measured in slices that are full all the same.
func TestSideIsNotTakenInByTheFirstTime(t *testing.T) {
	calls, least := 0, 1<<30
	_, err := Side(Pace{Block: 10 * time.Millisecond, Slice: time.Millisecond}, func(n int) (int, time.Duration, error) {
		if calls++; calls <= 2 {
			return n, 2 * time.Millisecond, nil
		}
		if calls > 30 {
			least = min(least, n)
		}
		return n, time.Duration(n) * 100, nil
	})
	require.NoError(t, err)
	require.Greater(t, least, 9_000)
}

func TestSideStopsAtAFault(t *testing.T) {
	fault := errors.New("broken")
	_, err := Side(Pace{Block: time.Millisecond, Slice: time.Millisecond}, Processor(func(int) (int, error) { return 0, fault }))
	require.ErrorIs(t, err, fault)
}
