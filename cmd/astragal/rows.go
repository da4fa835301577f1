package main

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// mostCells is how many cells are shown as rows, and mostLetters how much of each.
const mostCells, mostLetters = 900, 8

// board shows a variable in rows, if it looks like a board.
func (c *console) board(name string, now value.Value) string {
	g := c.s.Game()
	lines := rows(g.Program(), g.Env().Store, now)
	if lines == nil {
		return ""
	}
	return drive.OneLine(name) + ":\n  " + strings.Join(lines, "\n  ")
}

// rows gives a value as lines, where it looks like the cells of a board: a list of rows, or a flat one whose width is
// a constant of the model or the root of its length. The Python binding goes by the same rule.
func rows(p *program.Program, st *value.Store, x value.Value) []string {
	if x.Kind() != value.List || len(x.Items()) < 2 {
		return nil
	}
	var cells []value.Value
	var width int
	if first := x.Items()[0]; first.Kind() == value.List {
		width = len(first.Items())
		for _, row := range x.Items() {
			if row.Kind() != value.List || len(row.Items()) != width || width < 2 || len(cells) > mostCells {
				return nil
			}
			cells = append(cells, row.Items()...)
		}
	} else if cells = x.Items(); len(cells) >= 9 {
		width = widthOf(p, len(cells))
	}
	if width == 0 || len(cells) > mostCells {
		return nil
	}
	texts, widest := make([]string, len(cells)), 0
	for i, c := range cells {
		if c.Kind() == value.List || c.Kind() == value.Dict || c.Kind() == value.Inst {
			return nil
		}
		texts[i] = cell(st, c)
		widest = max(widest, utf8.RuneCountInString(texts[i]))
	}
	var lines []string
	for from := 0; from < len(texts); from += width {
		var line strings.Builder
		for _, t := range texts[from : from+width] {
			line.WriteString(" " + strings.Repeat(" ", widest-utf8.RuneCountInString(t)) + t)
		}
		lines = append(lines, line.String())
	}
	return lines
}

func widthOf(p *program.Program, cells int) int {
	for _, name := range []string{"columns", "cols", "width", "size", "side"} {
		for _, c := range p.Constants {
			if n := c.Value; c.Name == name && n.Kind() == value.Int && 1 < n.Int() && n.Int() < int64(cells) && int64(cells)%n.Int() == 0 {
				return int(n.Int())
			}
		}
	}
	if root := int(math.Sqrt(float64(cells))); root*root == cells {
		return root
	}
	return 0
}

func cell(st *value.Store, x value.Value) string {
	t := "·"
	if x.Kind() == value.Text {
		t = x.Text()
	} else if x.Kind() != value.None {
		t = value.Brief(st, x, 4*mostLetters)
	}
	if r := []rune(drive.OneLine(t)); len(r) > mostLetters {
		return string(r[:mostLetters-1]) + "…"
	} else {
		return string(r)
	}
}
