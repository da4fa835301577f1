package bench

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"

	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/simulate"
)

// neighbour is another process of this program that simulates on one core: what several of them come to at once is what the
// machine has to give to programs that share nothing.
type neighbour struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// startNeighbours starts so many for a model.
func startNeighbours(n int, model string) (all neighbours, err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	for range n {
		x := &neighbour{cmd: exec.Command(self, "-beside", model)}
		x.cmd.Stderr = os.Stderr
		if x.in, err = x.cmd.StdinPipe(); err != nil {
			return all, err
		}
		out, err := x.cmd.StdoutPipe()
		if err != nil {
			return all, err
		}
		x.out = bufio.NewReader(out)
		if err := x.cmd.Start(); err != nil {
			return all, err
		}
		all = append(all, x)
	}
	return all, nil
}

type neighbours []*neighbour

// simulate has each of them simulate so many games, and gives how many these are together.
func (all neighbours) simulate(games int) (done int, err error) {
	for _, x := range all {
		if _, err := fmt.Fprintln(x.in, games); err != nil {
			return 0, err
		}
	}
	for _, x := range all {
		n := 0
		if _, err := fmt.Fscanln(x.out, &n); err != nil {
			return 0, fmt.Errorf("a simulation in a process of its own: %w", err)
		}
		done += n
	}
	return done, nil
}

func (all neighbours) stop() {
	for _, x := range all {
		_ = x.in.Close() // which ends its loop
		_ = x.cmd.Wait()
	}
}

// simulateBeside is what such a process does: for each line it simulates as many games as that says, and says how many
// these were.
func simulateBeside(model string, in io.Reader, out io.Writer) error {
	p, err := Load(model)
	if err != nil {
		return err
	}
	for seed := uint64(1); ; seed++ {
		games := 0
		if _, err := fmt.Fscanln(in, &games); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		if games, err = simulated(p, games, 1, seed); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(out, games); err != nil {
			return err
		}
	}
}

func simulated(p *program.Program, games, workers int, seed uint64) (int, error) {
	r, err := simulate.Run(context.Background(), simulate.Options{Games: games, Workers: workers, Seed: seed}, p)
	if err != nil {
		return 0, err
	}
	return r.Variants[0].Games, nil
}
