package value

// Budget bounds how much one evaluation may make: a unit is a byte of text or an element of a
// container. A nil *Budget bounds nothing.
type Budget struct{ Left int64 }

// Charge takes n units off the budget and throws the ExprError "value too large" once it is spent.
func (b *Budget) Charge(n int) {
	if b == nil {
		return
	}
	b.Left -= int64(n)
	if b.Left < 0 {
		Throw("ExprError", "value too large")
	}
}

// Bounds that hold without a Budget.
const (
	maxDepth = 900        // nested containers that a comparison, hash or repr descends into
	maxWork  = 10_000_000 // elements that one comparison or Keep visits, bytes that one repr writes
)

func tooLarge() { Throw("ExprError", "value too large") }

// deep guards a recursive walk; what says which, in Python's words.
func deep(depth int, what string) {
	if depth > maxDepth {
		Throw("RecursionError", "maximum recursion depth exceeded%s", what)
	}
}
