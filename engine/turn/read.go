package turn

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// MostRow is how long a line of a trace may be, in bytes.
const MostRow = 1 << 20

// reader reads the rows of a trace one by one, with the memory of one.
type reader struct {
	in  *bufio.Reader
	row int // of the file, from 1
}

func newReader(r io.Reader) *reader { return &reader{in: bufio.NewReaderSize(r, 1<<16)} }

// next gives the next row without its end; io.EOF behind the last.
func (r *reader) next() ([]byte, error) {
	var row []byte
	for {
		part, err := r.in.ReadSlice('\n')
		row = append(row, part...)
		if len(row) > MostRow {
			r.row++
			return nil, r.fault("too-long", 0, "a line is longer than %d bytes", MostRow)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil && (!errors.Is(err, io.EOF) || len(row) == 0) {
			return nil, err
		}
		r.row++
		return bytes.TrimSuffix(bytes.TrimSuffix(row, []byte("\n")), []byte("\r")), nil
	}
}

func (r *reader) fault(kind string, column int, format string, args ...any) *Fault {
	return &Fault{Kind: kind, Row: r.row, Column: column, Text: short(fmt.Sprintf(format, args...))}
}

// decode reads a row into a struct: keys that it does not have are refused, and so is anything behind it.
func (r *reader) decode(row []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(row))
	d.DisallowUnknownFields()
	err := d.Decode(into)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case err == nil:
		if rest := bytes.TrimSpace(row[d.InputOffset():]); len(rest) > 0 {
			return r.fault("unreadable", int(d.InputOffset())+1, "something stands behind the step")
		}
		return nil
	case errors.As(err, &syntax):
		return r.fault("unreadable", int(syntax.Offset), "this is no JSON: %v", syntax)
	case errors.As(err, &kind):
		name := strings.TrimPrefix(kind.Field, "Line.")
		if name == "" {
			return r.fault("unreadable", 1, "a line is a map, and here it is: %s", kind.Value)
		}
		return r.fault("unreadable", int(kind.Offset), "'%s' cannot be this: %s", name, kind.Value)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return r.fault("unreadable", len(row)+1, "the line breaks off")
	}
	return r.fault("unreadable", 1, "%s", strings.TrimPrefix(err.Error(), "json: "))
}

// head reads the first row.
func (r *reader) head() (*head, error) {
	row, err := r.next()
	if errors.Is(err, io.EOF) {
		r.row = 1
		return nil, r.fault("format", 0, "this is no trace: nothing is there")
	}
	if err != nil {
		return nil, err
	}
	h := &head{}
	if err := r.decode(row, h); err != nil {
		return nil, err
	}
	if h.Format != Format {
		return nil, r.fault("format", 0, "this is no trace that can be read: its format is %q, not %q", h.Format, Format)
	}
	if err := h.Profile.Check(); err != nil {
		return nil, r.fault("profile", 0, "%v", err)
	}
	if s := h.From; s != nil && (s.Kernel == nil || s.Step < 1 || len(s.Kernel.Out) > len(h.Profile.Seats)) {
		return nil, r.fault("profile", 0, "where the trace begins is no kernel with the number of a step, or more seats are out than there are")
	}
	return h, nil
}

// line reads the next step, or the foot: then the line is nil and n its number of steps.
func (r *reader) line() (line *Line, n int, err error) {
	row, err := r.next()
	if errors.Is(err, io.EOF) {
		return nil, 0, r.fault("cut-off", 0, "the trace is cut off: its last line, which says how many steps there are, is missing")
	}
	if err != nil {
		return nil, 0, err
	}
	var either struct {
		Line
		foot
	}
	if err := r.decode(row, &either); err != nil {
		return nil, 0, err
	}
	if either.Steps != nil {
		return nil, *either.Steps, nil
	}
	if either.After == nil {
		return nil, 0, r.fault("unreadable", 0, "the step says not what it led to: 'after' is missing")
	}
	return &either.Line, 0, nil
}

// Read reads a trace as it was written and holds it against nothing; [Check] does. What is wrong with its form is a
// [Fault], what is wrong with r the error that it gives. It takes as much memory as the trace has.
func Read(in io.Reader) (*Trace, error) {
	r := newReader(in)
	h, err := r.head()
	if err != nil {
		return nil, err
	}
	t := &Trace{Name: h.Name, Profile: h.Profile, From: h.From}
	for {
		line, n, err := r.line()
		switch {
		case err != nil:
			return nil, err
		case line != nil:
			t.Lines = append(t.Lines, *line)
			continue
		case n != len(t.Lines):
			return nil, r.miscounted(n, len(t.Lines))
		}
		return t, r.end()
	}
}

func (r *reader) miscounted(said, have int) *Fault {
	return r.fault("cut-off", 0, "%d steps are there, and the last line says %d", have, said)
}

// end holds that nothing is behind the foot.
func (r *reader) end() error {
	_, err := r.next()
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err == nil {
		err = r.fault("behind", 0, "something stands behind the last line")
	}
	return err
}
