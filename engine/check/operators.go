package check

import (
	"github.com/astragal-engine/astragal/engine/expr"
)

func (y *typer) subscript(t *expr.Tree) ty {
	x := y.of(t.Kids[0])
	const indexed = kText | kList | kTuple | kRange
	if t.Kids[1].Kind == expr.SliceTree {
		y.parts(t.Kids[1])
		if x.k != 0 && x.k&indexed == 0 {
			y.say("bad-operands", t, "", "%s has no parts to slice", x.k)
			return anything
		}
		return x
	}
	i := y.of(t.Kids[1])
	switch {
	case x.k == 0:
	case x.k&(indexed|kDict) == 0 && x.k&kIter == 0:
		y.say("bad-operands", t, "", "%s has no elements to take by [...]", x.k)
		return anything
	case x.k&^indexed == 0 && i.k != 0 && i.k&kWhole == 0:
		y.say("bad-operands", t.Kids[1], "", "%s has no element under %s", x.k, i.k)
	}
	if x.k == kText {
		return oneText
	}
	return x.element()
}

func (y *typer) unary(t *expr.Tree) ty {
	x := y.of(t.Kids[0])
	if t.Name == "not" {
		return yesNo
	}
	if x.k != 0 && x.k&kNum == 0 {
		y.say("bad-operands", t, "", "'%s' does not go with %s", t.Name, x.k)
		return anything
	}
	return ty{k: kInt | kFloat}
}

// pairs says for each operator which kinds go together.
var pairs = map[string][][2]kinds{
	"+":  {{kNum, kNum}, {kText, kText}, {kList, kList}, {kTuple, kTuple}},
	"-":  {{kNum, kNum}, {kSet | kIter, kSet | kIter}},
	"*":  {{kNum, kNum}, {kText | kList | kTuple, kWhole}, {kWhole, kText | kList | kTuple}},
	"/":  {{kNum, kNum}},
	"//": {{kNum, kNum}}, "%": {{kNum, kNum}}, "**": {{kNum, kNum}},
	"<<": {{kWhole, kWhole}}, ">>": {{kWhole, kWhole}},
	"|": {{kWhole, kWhole}, {kSet | kIter, kSet | kIter}, {kDict, kDict}, {kFunc, kFunc}},
	"&": {{kWhole, kWhole}, {kSet | kIter, kSet | kIter}},
	"^": {{kWhole, kWhole}, {kSet | kIter, kSet | kIter}},
	"<": {{kNum, kNum}, {kText, kText}, {kList, kList}, {kTuple, kTuple}, {kSet | kIter, kSet | kIter}},
}

func fits(op string, a, b kinds) bool {
	if a == 0 || b == 0 {
		return true
	}
	for _, p := range pairs[op] {
		if a&p[0] != 0 && b&p[1] != 0 {
			return true
		}
	}
	return false
}

func (y *typer) binary(t *expr.Tree, a, b ty) ty {
	if !fits(t.Name, a.k, b.k) {
		fix := ""
		if t.Name == "+" && (a.k == kText || b.k == kText) {
			fix = "write an f-string: f'{...} {...}'"
		}
		y.say("bad-operands", t, fix, "'%s' does not go with %s and %s", t.Name, a.k, b.k)
		return anything
	}
	switch t.Name {
	case "+":
		if a.k&^kNum == 0 && b.k&^kNum == 0 && a.k != 0 && b.k != 0 {
			return ty{k: kInt | kFloat}
		}
		if a.k == kList && b.k == kList || a.k == kText && b.k == kText {
			return join(a, b)
		}
	case "/", "//", "**", "%":
		return ty{k: kInt | kFloat}
	case "-":
		if a.k&^kNum == 0 && b.k&^kNum == 0 && a.k != 0 && b.k != 0 {
			return ty{k: kInt | kFloat}
		}
	case "*":
		switch {
		case a.k == kList:
			return a
		case b.k == kList:
			return b
		case a.k&^kNum == 0 && b.k&^kNum == 0 && a.k != 0 && b.k != 0:
			return ty{k: kInt | kFloat}
		}
	}
	return anything
}

func (y *typer) comparison(t *expr.Tree) ty {
	a := y.of(t.Kids[0])
	for i, op := range t.Ops {
		b := y.of(t.Kids[i+1])
		at := &expr.Tree{Off: op.Off}
		switch op.Name {
		case "<", "<=", ">", ">=":
			if !fits("<", a.k, b.k) {
				y.say("bad-operands", at, "", "'%s' does not go with %s and %s", op.Name, a.k, b.k)
			}
		case "in", "not in":
			switch {
			case b.k != 0 && b.k&kEach == 0:
				y.say("bad-operands", at, "", "nothing can be in %s:", b.k)
			case b.k == kText && a.k != 0 && a.k&kText == 0:
				y.say("bad-operands", at, "", "in a text there are texts only, not %s:", a.k)
			}
		case "==", "!=":
			if a.k != 0 && b.k != 0 && alike(a.k)&alike(b.k) == 0 {
				always := map[string]string{"==": "False", "!=": "True"}[op.Name]
				y.say("never-equal", at, "", "%s is never equal to %s, so this is always %s", a.k, b.k, always)
			}
		}
		a = b
	}
	return yesNo
}

// alike gives the kinds that can be equal to those of k.
func alike(k kinds) kinds {
	if k&kNum != 0 {
		k |= kNum
	}
	if k&(kIter|kSet) != 0 {
		k |= kIter | kSet
	}
	return k
}
