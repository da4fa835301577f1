package main

import "io"

// stickyWriter keeps the first error of what is written, for the many lines that nobody checks one by one:
// after it nothing more is written. Only one goroutine at a time writes to it.
type stickyWriter struct {
	io.Writer
	err error
}

func (o *stickyWriter) Write(b []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.Writer.Write(b)
	o.err = err
	return n, err
}
