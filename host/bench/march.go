package main

import (
	"fmt"
	"strings"
)

// marches is a model that asks for one of 20 actions, so many times.
func marches(times int) string {
	var names []string
	var b strings.Builder
	b.WriteString("name: marches\nnum_players: 2\nstate: {vars: {n: {init: 0}}}\nactions:\n")
	for i := range 20 {
		names = append(names, fmt.Sprintf("march_to_%d", i))
		fmt.Fprintf(&b, "  march_to_%d: {effect: [{op: add, var: n, amount: 1}]}\n", i)
	}
	fmt.Fprintf(&b, "flow: {kind: loop, id: l, until_x: 'n >= %d', children: [{kind: step, id: march, actor_x: n %% 2, do: [%s]}]}\n", times, strings.Join(names, ", "))
	return b.String()
}

// march is the first request of such a game by hand, its keys written beforehand.
type march struct {
	player int
	place  string
	labels []string
}

func newMarch() *march {
	m := &march{place: "step march"}
	for i := range 20 {
		m.labels = append(m.labels, fmt.Sprintf("march_to_%d", i))
	}
	return m
}

func (m *march) appendRequest(b []byte) []byte {
	b = append(b, "\x85\xa4kind\xa8decision\xa6player"...)
	b = append(b, byte(m.player))
	b = append(b, "\xa5place"...)
	b = appendText(b, m.place)
	b = append(b, "\xa7options\xdc"...)
	b = append(b, byte(len(m.labels)>>8), byte(len(m.labels)))
	for _, l := range m.labels {
		b = appendText(b, l)
	}
	return append(b, "\xa3all\xc3"...)
}

// appendText writes a text of less than 32 bytes.
func appendText(b []byte, s string) []byte {
	return append(append(b, 0xa0|byte(len(s))), s...)
}
