package bench

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"
)

func TestMinRates(t *testing.T) {
	if os.Getenv("MINB") == "" {
		t.Skip()
	}
	best := func(f func(n int), n int) float64 {
		b := 1e18
		for range 40 {
			s := clock()
			f(n)
			d := float64((clock() - s).Nanoseconds()) / float64(n)
			b = min(b, d)
		}
		return b
	}
	_ = time.Now
	for i, name := range []string{"noughts-and-crosses", "four-in-a-row"} {
		p, err := Load("../../examples/" + name + "/model.yaml")
		if err != nil {
			t.Fatal(err)
		}
		pl, _ := NewPlayer(p, 0, 1)
		rng := rand.NewPCG(1, 0)
		n := []int{4000, 1500}[i]
		ours := best(func(n int) { pl.Play(n) }, n)
		hand := best(func(n int) { Baselines[i].Play(n, rng) }, n*10)
		fmt.Printf("%s ours %.0f hand %.0f ratio %.3f\n", name, ours, hand, hand/ours)
	}
}
