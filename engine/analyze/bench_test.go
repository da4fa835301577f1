package analyze

import "testing"

// One iteration of CFR+, both players.
func BenchmarkIteration(b *testing.B) {
	for _, name := range []string{"kuhn-poker", "leduc-poker"} {
		c := newCFR(grown(b, example(b, name), TreeOptions{}))
		n := 0
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				n++
				c.iterate(n)
			}
		})
	}
}

// The whole tree, built.
func BenchmarkBuild(b *testing.B) {
	for _, name := range []string{"kuhn-poker", "leduc-poker", "nim", "noughts-and-crosses"} {
		p := example(b, name)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				grown(b, p, TreeOptions{})
			}
		})
	}
}
