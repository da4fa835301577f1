package main

import (
	"flag"
	"fmt"
	"io"
	"regexp"
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
			return nil, f.wrong(err)
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

// wrong is the error of the flag package in the words of the help texts, which write --games.
func (f *flags) wrong(err error) error {
	text := err.Error()
	if name, ok := strings.CutPrefix(text, "flag provided but not defined: -"); ok {
		var known []string
		f.VisitAll(func(o *flag.Flag) { known = append(known, dashed(o.Name)) })
		return usage("no option '%s'%s", dashed(name), meant(dashed(name), known))
	}
	if name, ok := strings.CutPrefix(text, "flag needs an argument: -"); ok {
		return usage("%s needs a value", dashed(name))
	}
	if m := badValue.FindStringSubmatch(text); m != nil {
		why := strings.NewReplacer("parse error", "it must be a number").Replace(m[3])
		return usage("%s cannot be %s: %s", dashed(m[2]), m[1], why)
	}
	return usage("%v", err)
}

var badValue = regexp.MustCompile(`(?s)^invalid value (".*") for flag -(\S+): (.*)$`)

func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
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
