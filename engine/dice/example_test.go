package dice_test

import (
	"fmt"

	"github.com/astragal-engine/astragal/engine/dice"
)

func Example() {
	d, err := dice.Parse("4d6 kh3+2")
	fmt.Println(err)
	d, _ = dice.Parse("4d6kh3+2")
	fmt.Println(d)

	// Chance is whatever gives a face: here, dice on a table.
	r, _ := d.Roll(dice.Given(5, 1, 6, 3).Next, dice.Options{})
	fmt.Println(r.Total)
	for _, f := range r.Terms[0].Faces {
		fmt.Println(f.Face, f.Marks.Has(dice.Kept))
	}
	// Output:
	// column 5: expected + or -, not 'k'
	// 4d6kh3 + 2
	// 16
	// 5 true
	// 1 false
	// 6 true
	// 3 true
}

func ExampleDice_Distribution() {
	d, _ := dice.Parse("4d6kh3")
	x, _ := d.Distribution()
	fmt.Println("mean", x.Mean())
	fmt.Println("18:", x.Probability(18))
	fmt.Println("15 or more:", x.AtLeast(15))
	// Output:
	// mean 15869/1296
	// 18: 7/432
	// 15 or more: 25/108
}
