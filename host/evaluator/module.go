package evaluator

import (
	"context"
	"errors"

	"github.com/astragal-engine/astragal/engine/program"
)

// Module is a sandboxed module: the same input gives the same output, and takes as many instructions, on every
// machine. An error that is a HostFault says nothing of it.
type Module interface {
	Call(ctx context.Context, input []byte) (output []byte, instructions int64, err error)
}

// perOp is how many instructions count as one op of a game between two requests.
const perOp = 50

// Of gives what a program calls a module by.
func Of(m Module) func(*program.Asked) (program.Answer, error) {
	return func(q *program.Asked) (program.Answer, error) {
		in, err := Asked(q)
		if err != nil {
			return program.Answer{}, err
		}
		out, instructions, err := m.Call(context.Background(), in)
		work := int(instructions / perOp)
		if err != nil {
			var host interface{ HostFault() bool }
			if errors.As(err, &host) && host.HostFault() {
				err = &program.HostFault{Err: err}
			}
			return program.Answer{Work: work}, err
		}
		a, err := Answer(out)
		a.Work = work
		return a, err
	}
}
