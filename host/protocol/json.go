package protocol

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"
)

// packJSON turns a request in JSON into msgpack, so that there is one way on from here. Whole numbers
// become ints, those with a point or an exponent floats.
func packJSON(frame []byte) ([]byte, error) {
	d := json.NewDecoder(bytes.NewReader(frame))
	d.UseNumber()
	w := &writer{b: make([]byte, 0, len(frame))}
	p := packer{d: d, w: w}
	if err := p.next(0); err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = errors.New("the JSON ends too early")
		}
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("more follows behind the JSON object")
	}
	return w.b, nil
}

type packer struct {
	d     *json.Decoder
	w     *writer
	nodes int
}

func (p *packer) next(depth int) error {
	t, err := p.d.Token()
	if err != nil {
		return err
	}
	if p.nodes++; p.nodes > maxNodes {
		return fmt.Errorf("the frame has more than %d values", maxNodes)
	}
	switch t := t.(type) {
	case nil:
		p.w.Nil()
	case bool:
		p.w.Bool(t)
	case string:
		p.w.Text(t)
	case json.Number:
		return p.number(string(t))
	case json.Delim:
		if depth == maxDepth {
			return fmt.Errorf("the frame is nested more than %d deep", maxDepth)
		}
		return p.container(t, depth)
	}
	return nil
}

// container writes a list or map with the long head, in which the number is put at the end.
func (p *packer) container(t json.Delim, depth int) error {
	at, n := len(p.w.b), uint32(0)
	c := byte(0xdd)
	if t == '{' {
		c = 0xdf
	}
	p.w.b = append(p.w.b, c, 0, 0, 0, 0)
	for ; p.d.More(); n++ {
		if t == '{' {
			k, err := p.d.Token()
			if err != nil {
				return err
			}
			name, ok := k.(string)
			if !ok {
				return errors.New("a JSON object has a key that is no text")
			}
			p.w.Text(name)
		}
		if err := p.next(depth + 1); err != nil {
			return err
		}
	}
	if _, err := p.d.Token(); err != nil {
		return err
	}
	binary.BigEndian.PutUint32(p.w.b[at+1:], n)
	return nil
}

func (p *packer) number(s string) error {
	if strings.ContainsAny(s, ".eE") {
		x, err := strconv.ParseFloat(s, 64)
		if err != nil {
			return fmt.Errorf("the number %.40s is too large", s)
		}
		p.w.Float(x)
		return nil
	}
	if i, err := strconv.ParseInt(s, 10, 64); err == nil {
		p.w.Int(i)
		return nil
	}
	const digits = 1300 // somewhat more than the 4,096 bits that an integer may have
	x, ok := new(big.Int), false
	if len(s) <= digits {
		x, ok = x.SetString(s, 10)
	}
	if !ok {
		return fmt.Errorf("the number %.40s... is too large", s)
	}
	p.w.Big(x)
	return nil
}
