package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/value"
)

func init() {
	register(&command{
		name: "eval", args: "EXPR", summary: "evaluate an expression", run: runEval,
		help: `Prints the value of an expression of the model language as Python's repr would.

Options:
  --with FILE   names and their values: a mapping in JSON or YAML
  --json        {"repr": "3"} or {"error": "TypeError", "message": "..."}; a refusal when the
                expression is compiled is a SyntaxError
  --batch       instead of EXPR, reads lines {"expr": "...", "env": {...}} from standard input and
                answers each with a line as --json does; names of --with hold for every line

Examples:
  astragal eval 'sum(x * x for x in range(4))'
  echo 'gold: [3, 5]' > env.yaml; astragal eval --with env.yaml 'max(gold)'
  echo '{"expr": "a // 2", "env": {"a": -7}}' | astragal eval --batch`,
	})
}

func runEval(std stdio, args []string) error {
	f := newFlags("eval")
	with := f.String("with", "", "")
	asJSON := f.Bool("json", false, "")
	batch := f.Bool("batch", false, "")
	rest, err := f.parse(args, 0, 1)
	if err != nil {
		return err
	}
	if *batch != (len(rest) == 0) {
		return usage("give either an expression or --batch")
	}
	names := namespace{}
	if *with != "" {
		if err := names.readFile(*with); err != nil {
			return err
		}
	}
	if *batch {
		return names.batch(std)
	}
	text, fail := names.eval(rest[0])
	switch {
	case *asJSON:
		if err := writeLine(std.out, answer(text, fail)); err != nil {
			return err
		}
	case fail != nil:
		fmt.Fprintf(std.err, "%s: %s\n", fail.Class, fail.Message)
	default:
		fmt.Fprintln(std.out, text)
	}
	if fail != nil {
		return errShown
	}
	return nil
}

// namespace is what the names of an expression stand for. They are read as a game's state is, so
// nothing that depends on them is folded.
type namespace struct {
	index  map[string]int
	values []value.Value
}

func (n *namespace) set(name string, v value.Value) {
	if i, ok := n.index[name]; ok {
		n.values[i] = v
		return
	}
	if n.index == nil {
		n.index = map[string]int{}
	}
	n.index[name] = len(n.values)
	n.values = append(n.values, v)
}

func (n *namespace) setAll(dict value.Value) error {
	if dict.Kind() != value.Dict {
		return fmt.Errorf("the names must be a mapping, not a %s", dict.Kind())
	}
	for i, k := range dict.Keys().List() {
		if k.Kind() != value.Text {
			return fmt.Errorf("%s is not a name", value.Repr(nil, k))
		}
		n.set(k.Text(), dict.Items()[i])
	}
	return nil
}

// readFile takes the names of a JSON or YAML file. JSON is told by its text: to YAML, 1e5 is one
// thing more, and large files are slower.
func (n *namespace) readFile(path string) error {
	text, err := readFile(path)
	if err != nil {
		return err
	}
	v, err := decodeJSON(text)
	if err != nil {
		node, err := model.ParseData(path, string(text), model.Options{})
		if err != nil {
			return err
		}
		v = compile.NodeValue(node)
	}
	if err := n.setAll(v); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

func (n *namespace) Resolve(name string) expr.Ref {
	if i, ok := n.index[name]; ok {
		return expr.Ref{Local: expr.NoLocal, Kind: expr.State, Index: i}
	}
	return expr.Ref{Local: expr.NoLocal}
}

// eval gives the repr of an expression's value.
func (n *namespace) eval(src string) (string, *expr.Error) {
	var fail *expr.Error
	syntax, err := expr.Parse(src, diag.Pos{})
	if errors.As(err, &fail) {
		return "", fail
	}
	store := value.NewStore(value.NewEpoch())
	env := expr.NewEnv()
	env.Store, env.State = &store, n.values
	v, err := expr.Compile(syntax, n).Eval(env)
	if errors.As(err, &fail) {
		return "", fail
	}
	return value.Repr(&store, v), nil
}

// reply is what a program reads of an evaluation.
type reply struct {
	Repr    *string `json:"repr,omitempty"`
	Error   string  `json:"error,omitempty"`
	Message *string `json:"message,omitempty"`
}

func answer(text string, fail *expr.Error) reply {
	if fail != nil {
		return reply{Error: fail.Class, Message: &fail.Message}
	}
	return reply{Repr: &text}
}

func writeLine(w io.Writer, r reply) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(r)
}

// batch answers line by line. A line that is no question is answered as such and makes the whole
// call one of wrong usage.
func (n *namespace) batch(std stdio) error {
	in := bufio.NewReader(std.in)
	out := bufio.NewWriter(std.out)
	bad := 0
	for number := 1; ; number++ {
		line, err := in.ReadBytes('\n')
		if line = bytes.TrimSpace(line); len(line) > 0 {
			r, ok := n.question(line)
			if !ok {
				bad = number
			}
			if err := writeLine(out, r); err != nil {
				return err
			}
		}
		// What is asked one at a time is answered at once.
		if in.Buffered() == 0 {
			if err := out.Flush(); err != nil {
				return err
			}
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if bad > 0 {
		return usage(`line %d of the input is not {"expr": "...", "env": {...}}`, bad)
	}
	return nil
}

func (n *namespace) question(line []byte) (reply, bool) {
	q, err := decodeJSON(line)
	if err == nil && q.Kind() != value.Dict {
		err = errors.New("the line is not a mapping")
	}
	if err != nil {
		return badLine(err), false
	}
	src, ok := value.DictGet(nil, q, value.OfText("expr"))
	if !ok || src.Kind() != value.Text {
		return badLine(errors.New("the line has no text 'expr'")), false
	}
	names := namespace{}
	for name, i := range n.index {
		names.set(name, n.values[i])
	}
	if env, ok := value.DictGet(nil, q, value.OfText("env")); ok {
		if err := names.setAll(env); err != nil {
			return badLine(err), false
		}
	}
	return answer(names.eval(src.Text())), true
}

func badLine(err error) reply {
	text := err.Error()
	return reply{Error: "BadLine", Message: &text}
}
