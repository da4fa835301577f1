package engine

import (
	"fmt"
	"math/big"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/value"
)

// ParseScript reads a list of answers in YAML or JSON: a number is the index of an option, a text a
// label, {pick: label} a label that may look like a number, {random: n} so many random answers and
// {until: place} random answers until that place asks. name stands for the file in errors.
func ParseScript(name, text string) (Script, error) {
	root, err := model.ParseData(name, text, model.Options{})
	if err != nil {
		return nil, err
	}
	return ScriptOf(root)
}

// ScriptOf reads a script from a piece of YAML.
func ScriptOf(n *model.Node) (Script, error) {
	if n.Kind == model.Null {
		return nil, nil
	}
	if n.Kind != model.ListNode {
		return nil, scriptError(n, "a script is a list of answers")
	}
	out := make(Script, len(n.Items))
	for i, x := range n.Items {
		e, err := entry(x)
		if err != nil {
			return nil, err
		}
		e.Pos = x.Pos
		out[i] = e
	}
	return out, nil
}

func entry(n *model.Node) (drive.Entry, error) {
	switch {
	case n.Kind == model.Int:
		i, err := count(n)
		return drive.Entry{Kind: drive.ByIndex, N: i}, err
	case n.Kind == model.Text:
		return drive.Entry{Kind: drive.ByLabel, Text: n.Text}, nil
	case n.Kind == model.MapNode && len(n.Keys) == 1 && n.Items[0].Scalar():
		x := n.Items[0]
		switch n.Keys[0].Text {
		case "pick":
			return drive.Entry{Kind: drive.ByLabel, Text: value.Str(nil, compile.NodeValue(x))}, nil
		case "random":
			i, err := count(x)
			return drive.Entry{Kind: drive.AtRandom, N: i}, err
		case "until":
			return drive.Entry{Kind: drive.UntilAsks, Text: x.Text}, nil
		}
	}
	return drive.Entry{}, scriptError(n, "an answer is a number, a text, {pick: label}, {random: n} or {until: place}")
}

func count(n *model.Node) (int, error) {
	i, ok := new(big.Int).SetString(n.Text, 10)
	if n.Kind != model.Int || !ok || i.Sign() < 0 || i.BitLen() > 31 {
		return 0, scriptError(n, "'%s' is no count", n.Text)
	}
	return int(i.Int64()), nil
}

func scriptError(n *model.Node, format string, args ...any) error {
	return diag.Diagnostic{Code: "script", Pos: n.Pos, Text: fmt.Sprintf(format, args...)}
}

// ParseValue reads a value in YAML's writing, as for a constant that is set: 3, true, [1, 2], red.
func ParseValue(text string) (value.Value, error) {
	n, err := model.ParseData("value", text, model.Options{})
	if err != nil {
		return value.Value{}, err
	}
	return compile.NodeValue(n), nil
}
