package astragal

// serve gives the place and the length of the answer to a call.
var serve func(call []byte) (at, n uint32)

// Evaluator names the function that answers; call it in an init.
func Evaluator(evaluate func(call Value, answer *Answer)) {
	Raw(func(call []byte) (at, n uint32) { return Placed(Run(evaluate, call)) })
}

// Raw names a function that answers with any place in memory, for those who test a runtime.
func Raw(answer func(call []byte) (at, n uint32)) { serve = answer }
