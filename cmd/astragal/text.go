package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/astragal-engine/astragal/engine/drive"
)

// mostText is how long a file of answers, tests, names or a record can be.
const mostText = 64 << 20

// readFile is os.ReadFile, for files that are not without end.
func readFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readAll(f, path)
}

func readAll(r io.Reader, name string) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(r, mostText+1))
	if err == nil && len(b) > mostText {
		err = fmt.Errorf("%s is longer than %d bytes", name, mostText)
	}
	return b, err
}

// printable shows what would steer a terminal as an escape, line by line.
func printable(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = drive.OneLine(lines[i])
	}
	return strings.Join(lines, "\n")
}
