package bench

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"time"
)

// python is an interpreter that evaluates one expression so often as it is asked to, compiled beforehand
// and against a dict of names, and says how long it took.
type python struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// startPython starts python3, or gives nil where there is none.
func startPython(setup, src string) (*python, error) {
	path, err := exec.LookPath("python3")
	if err != nil {
		return nil, nil // a machine without it has rows without it
	}
	p := &python{cmd: exec.Command(path, "-u", "-c", setup+fmt.Sprintf(`
import sys, time
code, names = compile(%q, "x", "eval"), dict(globals())
def run(n):
    for _ in range(n): eval(code, names)
run(1000)
for line in sys.stdin:
    n = int(line)
    t = time.process_time_ns()
    run(n)
    print(time.process_time_ns() - t)
`, src))}
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.out = bufio.NewReader(out)
	return p, p.cmd.Start()
}

// time is a Timer.
func (p *python) time(n int) (units int, took time.Duration, err error) {
	var ns int64
	if _, err = fmt.Fprintln(p.in, n); err == nil {
		_, err = fmt.Fscanln(p.out, &ns)
	}
	if err != nil {
		err = fmt.Errorf("python3: %w", err)
	}
	return n, time.Duration(ns), err
}

func (p *python) stop() {
	_ = p.in.Close() // which ends its loop
	_ = p.cmd.Wait()
}
