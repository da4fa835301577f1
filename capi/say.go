package main

import (
	"encoding/binary"
	"encoding/json"
	"strconv"
)

// A field is one entry of what a poll brings: a text, a whole number or a truth.
type field struct {
	key   string
	value any
}

// say writes fields as a map, in JSON or in msgpack.
func say(inJSON bool, fields ...field) []byte {
	if inJSON {
		return sayJSON(fields)
	}
	b := []byte{0x80 | byte(len(fields))}
	for _, f := range fields {
		b = packText(b, f.key)
		switch v := f.value.(type) {
		case string:
			b = packText(b, v)
		case int:
			b = packInt(b, v)
		case bool:
			b = append(b, 0xc2)
			if v {
				b[len(b)-1] = 0xc3
			}
		}
	}
	return b
}

func sayJSON(fields []field) []byte {
	b := []byte{'{'}
	for i, f := range fields {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(strconv.AppendQuote(b, f.key), ':')
		text, _ := json.Marshal(f.value) // texts, numbers and truths always can be
		b = append(b, text...)
	}
	return append(b, '}')
}

func packText(b []byte, s string) []byte {
	switch n := len(s); {
	case n < 32:
		b = append(b, 0xa0|byte(n))
	case n < 1<<8:
		b = append(b, 0xd9, byte(n))
	case n < 1<<16:
		b = binary.BigEndian.AppendUint16(append(b, 0xda), uint16(n))
	default:
		b = binary.BigEndian.AppendUint32(append(b, 0xdb), uint32(n))
	}
	return append(b, s...)
}

// packInt writes a number that is not negative.
func packInt(b []byte, n int) []byte {
	switch {
	case n < 1<<7:
		return append(b, byte(n))
	case n < 1<<8:
		return append(b, 0xcc, byte(n))
	case n < 1<<16:
		return binary.BigEndian.AppendUint16(append(b, 0xcd), uint16(n))
	case n < 1<<32:
		return binary.BigEndian.AppendUint32(append(b, 0xce), uint32(n))
	}
	return binary.BigEndian.AppendUint64(append(b, 0xcf), uint64(n))
}
