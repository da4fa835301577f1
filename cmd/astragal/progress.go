package main

import (
	"fmt"
	"io"
	"time"
)

// progress is a bar on a terminal, and nothing elsewhere.
type progress struct {
	w     io.Writer // nil: no terminal
	had   int       // games that were there before
	begun time.Time
	last  time.Time
}

func newProgress(w io.Writer, had int) *progress {
	p := &progress{had: had, begun: time.Now()}
	if isTerminal(w) {
		p.w = w
	}
	return p
}

// show shows how many of so many games have been played, as far as is known how many it takes.
func (p *progress) show(done, of int) {
	if p.due() {
		p.write(bar(done, of, p.had, p.last.Sub(p.begun)))
	}
}

// say shows how far something is of which nobody knows how long it takes.
func (p *progress) say(text string) {
	if p.due() {
		p.write(text)
	}
}

func (p *progress) due() bool {
	now := time.Now()
	if p.w == nil || now.Sub(p.begun) < 300*time.Millisecond || now.Sub(p.last) < 100*time.Millisecond {
		return false
	}
	p.last = now
	return true
}

func (p *progress) write(text string) { fmt.Fprintf(p.w, "\r%s\x1b[K", text) }

func bar(done, of, had int, took time.Duration) string {
	const width = 30
	full := width * done / max(of, done, 1)
	rate := float64(done-had) / took.Seconds()
	text := fmt.Sprintf("[%-*s] %s of %s games, %s a second", width, "##############################"[:full], grouped(int64(done)), grouped(int64(of)), grouped(int64(rate)))
	if rate > 0 {
		left := time.Duration(float64(of-done) / rate * float64(time.Second))
		text += ", " + left.Round(time.Second).String() + " left"
	}
	return text
}

func (p *progress) clear() {
	if p.w != nil && !p.last.IsZero() {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
