package main

import (
	"sync"
	"sync/atomic"
)

// The levels of astragal.h.
const (
	levelDebug = iota
	levelInfo
	levelWarn
	levelError
	levelOff
)

// keep is how many lines wait for a host that does not fetch them; the oldest go first.
const keep = 1000

// A line is one line of the log.
type line struct {
	level int
	text  string
}

// A journal holds the lines of a runtime until the host hears them. Lines come from any goroutine, also
// from inside locks, so adding one calls nobody: a thread of the host, on its way out of the library,
// delivers what has gathered.
type journal struct {
	waiting atomic.Int32 // len(lines), for a look without the lock

	mu         sync.Mutex
	level      int
	lines      []line
	lost       int
	hear       func(line) // nil: the host polls
	delivering bool
}

// add keeps a line, if the host wants to hear of its level.
func (j *journal) add(level int, text string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if level < j.level {
		return
	}
	if len(j.lines) == keep {
		j.lines = append(j.lines[:0], j.lines[1:]...)
		j.lost++
	}
	j.lines = append(j.lines, line{level, text})
	j.waiting.Store(int32(len(j.lines)))
}

// hears is add for those who know levels by name.
func (j *journal) hears(level, text string) {
	switch level {
	case "debug":
		j.add(levelDebug, text)
	case "info":
		j.add(levelInfo, text)
	case "warn":
		j.add(levelWarn, text)
	default:
		j.add(levelError, text)
	}
}

// listen says who hears lines, from which level on.
func (j *journal) listen(level int, hear func(line)) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.level, j.hear = level, hear
}

// next takes the oldest line, or the number of those lost before it, which comes first.
func (j *journal) next() (l line, lost int, ok bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.lost > 0 {
		lost, j.lost = j.lost, 0
		return line{}, lost, true
	}
	if len(j.lines) == 0 {
		return line{}, 0, false
	}
	return j.take(), 0, true
}

// take removes the oldest line; there is one and the lock is held.
func (j *journal) take() line {
	l := j.lines[0]
	j.lines = append(j.lines[:0], j.lines[1:]...)
	j.waiting.Store(int32(len(j.lines)))
	return l
}

// poll says the next line, or how many were lost before it; nil when there is nothing.
func (j *journal) poll(inJSON bool) []byte {
	switch l, lost, ok := j.next(); {
	case !ok:
		return nil
	case lost > 0:
		return say(inJSON, field{"kind", "lost"}, field{"lines", lost})
	default:
		return say(inJSON, field{"kind", "log"}, field{"level", l.level}, field{"text", l.text})
	}
}

// deliver hands waiting lines to the listener, one thread at a time and so in order. No lock is held
// while the listener runs; if it comes back into the library, or another thread is delivering, the
// thread that began goes on with what was added meanwhile.
func (j *journal) deliver() {
	if j.waiting.Load() == 0 {
		return
	}
	j.mu.Lock()
	if j.delivering {
		j.mu.Unlock()
		return
	}
	j.delivering = true
	for j.hear != nil && len(j.lines) > 0 {
		hear, l := j.hear, j.take()
		j.mu.Unlock()
		hear(l)
		j.mu.Lock()
	}
	j.delivering = false
	j.mu.Unlock()
}
