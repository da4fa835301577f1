// Command bad does what a stranger's evaluator might: args {do: ...} names the deed. What a runtime must bear, and a test
// of one can use.
package main

import "github.com/astragal-engine/astragal/examples/evaluators/go/astragal"

func init() {
	astragal.Raw(func(call []byte) (at, n uint32) {
		answer := astragal.Run(evaluate, call)
		if lie != nil {
			return lie()
		}
		return astragal.Placed(answer)
	})
}

func main() {}

var (
	lie  func() (at, n uint32) // what is answered instead
	kept [][]byte
	turn int
)

// grow takes memory until there is no more.
func grow() {
	for {
		kept = append(kept, make([]byte, 1<<16))
	}
}

//go:noinline
func recurse(n int64) int64 { return recurse(n+1) + n }

func loop() {
	for {
		turn++
	}
}

func storm() {
	for {
		astragal.Log("the same again")
	}
}

// lies are answers that are none, byte for byte.
var lies = map[string]string{
	"empty":    "",
	"garbage":  "\xc1\xc1\xc1",
	"cut":      "\x81\xa5value\xcb\x40",
	"trailing": "\x81\xa5value\x01\x02",
	"huge":     "\x81\xa5value\xdd\xff\xff\xff\xff",
	"number":   "\x2a",
	"nothing":  "\x80",
	"unknown":  "\x81\xa6secret\x01",
	"both":     "\x82\xa3ops\x90\xa5value\x01",
	"twice":    "\x82\xa5value\x01\xa5value\x02",
	"key":      "\x81\x01\x02",
	"text":     "\x81\xa5value\xa2\xff\xfe",
}

func evaluate(call astragal.Value, answer *astragal.Answer) {
	args := call.Get("args")
	deed, _ := args.Get("do").Text()
	lie = nil
	if text, ok := lies[deed]; ok {
		lie = func() (at, n uint32) { return astragal.Placed([]byte(text)) }
		return
	}
	value := func() {
		answer.Map(1)
		answer.Text("value")
	}
	switch deed {
	case "loop":
		loop()
	case "grow":
		grow()
	case "trap":
		panic("trapped")
	case "recurse":
		answer.Int(recurse(0))
	case "storm":
		storm()
	case "pointer":
		lie = func() (at, n uint32) { return 0xfffff000, 16 }
	case "length":
		lie = func() (at, n uint32) { return 8, 0xfffffff0 }
	case "null":
		lie = func() (at, n uint32) { return 0, 0 }
	case "deep": // lists in lists far beyond what anybody reads
		value()
		for range 100_000 {
			answer.List(1)
		}
		answer.Nil()
	case "big": // more than anybody keeps
		value()
		answer.Text(string(make([]byte, 2<<20)))
	case "nan": // computed, so that its bits are the processor's choice
		zero, _ := args.Get("zero").Float()
		value()
		answer.Float(zero / zero)
	case "chance":
		answer.Map(1)
		answer.Text("chance")
		answer.List(1)
		answer.List(2)
		answer.Text("sure")
		answer.Float(-1)
	case "ops": // what it was told to, which its manifest may not allow
		answer.Map(1)
		answer.Text("ops")
		answer.Value(args.Get("ops"))
	case "fine": // after a bad call a good one must still work
		value()
		answer.Value(args.Get("value"))
	default:
		answer.Refuse("args.do: no such deed")
	}
}
