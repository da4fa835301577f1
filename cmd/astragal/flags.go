package main

import (
	"flag"
	"fmt"
	"io"
	"strings"
)

// flags reads options that may stand before, between and behind the other arguments.
type flags struct {
	*flag.FlagSet
}

func newFlags(name string) *flags {
	f := &flags{flag.NewFlagSet(name, flag.ContinueOnError)}
	f.SetOutput(io.Discard)
	f.Usage = func() {}
	return f
}

// parse gives the arguments that are no options. At least min of them must be there, and at most
// max (-1: any number). An error is one of usage.
func (f *flags) parse(args []string, min, max int) ([]string, error) {
	var rest []string
	for len(args) > 0 {
		if err := f.Parse(args); err != nil {
			return nil, usage("%v", err)
		}
		read := len(args) - f.NArg()
		ended := read > 0 && args[read-1] == "--"
		args = f.Args()
		if ended {
			rest = append(rest, args...)
			break
		}
		if len(args) > 0 {
			rest, args = append(rest, args[0]), args[1:]
		}
	}
	switch {
	case len(rest) < min:
		return nil, usage("an argument is missing")
	case max >= 0 && len(rest) > max:
		return nil, usage("one argument too many: '%s'", rest[max])
	}
	return rest, nil
}

// settings collects a repeated --set name=value.
type settings []string

func (s *settings) String() string { return strings.Join(*s, " ") }

func (s *settings) Set(text string) error {
	name, _, ok := strings.Cut(text, "=")
	if !ok || name == "" {
		return fmt.Errorf("'%s' is not name=value", text)
	}
	*s = append(*s, text)
	return nil
}
