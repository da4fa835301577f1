package lsp

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Limits of what a client may send. A text of 8 MiB with every character escaped fits a message.
const (
	mostMessage = 64 << 20
	mostHeader  = 8 << 10
)

// readMessage reads the next message: header lines, an empty line, and as many bytes as they say. After an error
// other than io.EOF the beginning of the next message is not known.
func readMessage(in *bufio.Reader) ([]byte, error) {
	length, size := -1, 0
	for {
		line, err := headerLine(in, mostHeader-size)
		if err != nil {
			if errors.Is(err, io.EOF) && size == 0 && len(line) == 0 {
				return nil, io.EOF
			}
			return nil, err
		}
		size += len(line)
		text := strings.TrimRight(string(line), "\r\n")
		if text == "" {
			if length < 0 {
				return nil, errors.New("a message without Content-Length")
			}
			return body(in, length)
		}
		name, value, ok := strings.Cut(text, ":")
		if !ok {
			return nil, errors.New("a header line without a colon")
		}
		if strings.EqualFold(strings.TrimSpace(name), "Content-Length") {
			n, err := strconv.ParseUint(strings.TrimSpace(value), 10, 63)
			if err != nil {
				return nil, errors.New("a Content-Length that is no number")
			}
			if n > mostMessage {
				return nil, fmt.Errorf("a message of %d bytes; the most is %d", n, mostMessage)
			}
			length = int(n)
		}
	}
}

func headerLine(in *bufio.Reader, left int) ([]byte, error) {
	var line []byte
	for {
		c, err := in.ReadByte()
		if err != nil {
			return line, err
		}
		if line = append(line, c); c == '\n' {
			return line, nil
		}
		if len(line) > left {
			return nil, fmt.Errorf("a header of more than %d bytes", mostHeader)
		}
	}
}

// body makes room as the bytes come: a length alone costs nothing.
func body(in io.Reader, n int) ([]byte, error) {
	var out bytes.Buffer
	if m, err := io.CopyN(&out, in, int64(n)); err != nil {
		return nil, fmt.Errorf("the input ends after %d of %d bytes of a message", m, n)
	}
	return out.Bytes(), nil
}

func writeMessage(out io.Writer, message []byte) error {
	_, err := out.Write(append(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", len(message)), message...))
	return err
}
