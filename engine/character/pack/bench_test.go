package pack

import "testing"

// BenchmarkLoad loads the largest pack that ships: files, checks and every formula.
func BenchmarkLoad(b *testing.B) {
	packs := shipped(b)["srd-5.1"]
	for b.Loop() {
		if rs, list := Load(packs, Options{}); rs == nil {
			b.Fatal(list)
		}
	}
}
