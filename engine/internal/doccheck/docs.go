// Package doccheck keeps the documentation true: it finds the examples in Markdown files, and its
// tests load, play and evaluate them.
package doccheck

import "strings"

// Block is a fenced block of a Markdown file.
type Block struct {
	File string
	Line int    // of its first line of text
	Lang string // the word behind the opening fence
	Text string
}

// Game reports whether the block is a whole game: YAML with a main flow.
func (b Block) Game() bool {
	return b.Lang == "yaml" && strings.Contains("\n"+b.Text, "\nflow:")
}

// Test reports whether the block is a test file: a list of tests, each of which names a model.
func (b Block) Test() bool {
	return b.Lang == "yaml" && strings.HasPrefix(b.Text, "- name:") && strings.Contains(b.Text, "\n  model:")
}

// Blocks finds the fenced blocks of a Markdown text. A fence may be indented; its indent is taken off
// the lines of the block.
func Blocks(file, text string) []Block {
	var out []Block
	var open *Block
	indent := ""
	for i, line := range strings.Split(text, "\n") {
		bare := strings.TrimLeft(line, " ")
		switch fence := strings.HasPrefix(bare, "```"); {
		case fence && open == nil:
			indent = line[:len(line)-len(bare)]
			open = &Block{File: file, Line: i + 2, Lang: strings.TrimSpace(bare[3:])}
		case fence:
			out = append(out, *open)
			open = nil
		case open != nil:
			open.Text += strings.TrimPrefix(line, indent) + "\n"
		}
	}
	return out
}

// Example is a line of a block that says what an expression gives.
type Example struct {
	Line int
	Expr string
	Want string // the result's repr, or "Class: message"
}

// Examples finds the lines `expression  →  result` of a block; comments and empty lines are passed over.
// The second result lists the lines that are neither.
func (b Block) Examples() (list []Example, stray []int) {
	for i, line := range strings.Split(b.Text, "\n") {
		at := b.Line + i
		line = strings.TrimSpace(line)
		x, want, ok := strings.Cut(line, "→")
		switch {
		case line == "", strings.HasPrefix(line, "#"):
		case ok:
			list = append(list, Example{at, strings.TrimSpace(x), strings.TrimSpace(want)})
		default:
			stray = append(stray, at)
		}
	}
	return list, stray
}
