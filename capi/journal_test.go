package main

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestJournalKeepsTheNewestAndCountsTheRest(t *testing.T) {
	var j journal
	for i := range keep + 3 {
		j.add(levelInfo, fmt.Sprint(i))
	}
	_, lost, ok := j.next()
	require.True(t, ok)
	require.Equal(t, 3, lost)
	for i := range keep {
		l, lost, ok := j.next()
		require.True(t, ok)
		require.Zero(t, lost)
		require.Equal(t, line{levelInfo, fmt.Sprint(i + 3)}, l)
	}
	_, _, ok = j.next()
	require.False(t, ok)
}

func TestJournalHearsByLevel(t *testing.T) {
	j := journal{level: levelWarn}
	j.hears("debug", "no")
	j.hears("info", "no")
	j.hears("warn", "yes")
	j.hears("error", "yes")
	j.hears("a level of later days", "yes")
	require.Len(t, j.lines, 3)
	j.listen(levelOff, nil)
	j.hears("error", "no")
	require.Len(t, j.lines, 3)
}

// Lines of many goroutines are delivered once each, those of one goroutine in its order, and never two
// at a time, also when the listener comes back in.
func TestJournalDeliversInOrder(t *testing.T) {
	j := journal{}
	var inside, heard int
	last := map[int]int{}
	j.listen(levelDebug, func(l line) {
		inside++
		require.Equal(t, 1, inside)
		j.deliver()
		var who, n int
		_, err := fmt.Sscan(l.text, &who, &n)
		require.NoError(t, err)
		require.Equal(t, last[who]+1, n)
		last[who] = n
		heard++
		inside--
	})
	var all sync.WaitGroup
	for who := range 4 {
		all.Go(func() {
			for n := range 200 {
				j.add(levelInfo, fmt.Sprint(who, n+1))
				j.deliver()
			}
		})
	}
	all.Wait()
	j.deliver()
	require.Equal(t, 800, heard)
}

func TestJournalWithoutListenerWaits(t *testing.T) {
	var j journal
	j.add(levelError, "first")
	j.deliver()
	require.Equal(t, `{"kind":"log","level":3,"text":"first"}`, string(j.poll(true)))
	require.Nil(t, j.poll(true))
}
