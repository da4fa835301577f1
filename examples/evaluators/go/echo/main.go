// Command echo is the smallest evaluator: its value is its args.
package main

import "github.com/astragal-engine/astragal/examples/evaluators/go/astragal"

func init() { astragal.Evaluator(evaluate) }

func main() {}

func evaluate(call astragal.Value, answer *astragal.Answer) {
	answer.Map(1)
	answer.Text("value")
	answer.Value(call.Get("args"))
}
