package packfile

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
)

// The reading of a zip's directory is our own: archive/zip takes what other readers take otherwise (names that
// differ between directory and file, files that share bytes, more entries than are counted), and takes memory
// for all of it before anyone can say no. This one takes plain zips only, without any of that.

// entryOfZip is a file or a folder as the directory has it, held against what stands before its bytes.
type entryOfZip struct {
	name         string
	system       byte
	method       uint16
	sum          uint32
	packed, size int
	attributes   uint32
	begin, body  int // of its header, of its bytes
	end          int // behind its bytes
}

const (
	stored, deflated = 0, 8

	endSize, entrySize, headerSize = 22, 46, 30
	encrypted, described, masked   = 1 << 0, 1 << 3, 1 << 13
)

// zipError is what is wrong with a zip.
type zipError struct{ code, path, text string }

func (e *zipError) Error() string { return e.text }

func broken(format string, args ...any) *zipError {
	return &zipError{Unreadable, "", "the zip cannot be read: " + fmt.Sprintf(format, args...)}
}

// directory reads the directory of a zip, with at most so many entries.
func directory(text []byte, most int) ([]entryOfZip, error) {
	le := binary.LittleEndian
	end := -1
	for at := len(text) - endSize; at >= 0 && at >= len(text)-endSize-0xffff; at-- {
		if bytes.HasPrefix(text[at:], []byte("PK\x05\x06")) && at+endSize+int(le.Uint16(text[at+20:])) == len(text) {
			end = at
			break
		}
	}
	if end < 0 {
		return nil, broken("it has no directory at its end")
	}
	rec := text[end:]
	count, size, begin := int(le.Uint16(rec[10:])), int(le.Uint32(rec[12:])), int(le.Uint32(rec[16:]))
	switch {
	case le.Uint16(rec[4:]) != 0 || le.Uint16(rec[6:]) != 0 || le.Uint16(rec[8:]) != le.Uint16(rec[10:]):
		return nil, broken("it is a part of several")
	case count == 0xffff || size == 0xffffffff || begin == 0xffffffff:
		return nil, broken("it is in the form for very large zips")
	case begin > end || size != end-begin:
		return nil, broken("its directory is not where it says")
	case count > most:
		return nil, &zipError{Limit, "", fmt.Sprintf("the zip has %d entries, which is more than %d", count, most)}
	}
	dir := text[begin:end]
	out := make([]entryOfZip, 0, min(count, size/entrySize))
	for range count {
		if len(dir) < entrySize || !bytes.HasPrefix(dir, []byte("PK\x01\x02")) {
			return nil, broken("its directory is cut off")
		}
		long := entrySize + int(le.Uint16(dir[28:])) + int(le.Uint16(dir[30:])) + int(le.Uint16(dir[32:]))
		if len(dir) < long {
			return nil, broken("its directory is cut off")
		}
		e := entryOfZip{
			name: string(dir[entrySize : entrySize+int(le.Uint16(dir[28:]))]), system: dir[5], method: le.Uint16(dir[10:]), sum: le.Uint32(dir[16:]),
			packed: int(le.Uint32(dir[20:])), size: int(le.Uint32(dir[24:])), attributes: le.Uint32(dir[38:]), begin: int(le.Uint32(dir[42:])),
		}
		flags := le.Uint16(dir[8:])
		switch {
		case flags&(encrypted|masked) != 0:
			return nil, broken("%s is encrypted", quoted(e.name))
		case e.method != stored && e.method != deflated:
			return nil, broken("%s is packed in a way that is not known here; there are store and deflate", quoted(e.name))
		case le.Uint16(dir[34:]) != 0:
			return nil, broken("it is a part of several")
		}
		if err := e.header(text, begin, flags); err != nil {
			return nil, err
		}
		out, dir = append(out, e), dir[long:]
	}
	if len(dir) > 0 {
		return nil, broken("its directory has more than it says")
	}
	return out, nil
}

// header holds an entry against what stands before its bytes.
func (e *entryOfZip) header(text []byte, dir int, flags uint16) error {
	le := binary.LittleEndian
	if e.begin > dir-headerSize || !bytes.HasPrefix(text[e.begin:], []byte("PK\x03\x04")) {
		return broken("%s is not where the directory says", quoted(e.name))
	}
	h := text[e.begin:]
	long := headerSize + int(le.Uint16(h[26:])) + int(le.Uint16(h[28:]))
	e.body = e.begin + long
	e.end = e.body + e.packed
	if e.end > dir {
		return broken("%s reaches into the directory", quoted(e.name))
	}
	name := string(h[headerSize : headerSize+int(le.Uint16(h[26:]))])
	same := func(at, want int) bool {
		got := int(le.Uint32(h[at:]))
		return got == want || flags&described != 0 && got == 0
	}
	switch {
	case name != e.name:
		return broken("%s is called %s where its bytes are", quoted(e.name), quoted(name))
	case le.Uint16(h[8:]) != e.method || (le.Uint16(h[6:])^flags)&(encrypted|described|masked) != 0:
		return broken("%s is packed otherwise than the directory says", quoted(e.name))
	case !same(14, int(e.sum)) || !same(18, e.packed) || !same(22, e.size):
		return &zipError{Bomb, e.name, fmt.Sprintf("%s has another size or checksum than the directory says", quoted(e.name))}
	}
	return nil
}

// apart reports entries that share bytes: many small files that unpack to one large one are a bomb.
func apart(entries []entryOfZip) error {
	byPlace := make([]*entryOfZip, len(entries))
	for i := range entries {
		byPlace[i] = &entries[i]
	}
	slices.SortStableFunc(byPlace, func(a, b *entryOfZip) int { return a.begin - b.begin })
	for i := 1; i < len(byPlace); i++ {
		if a, b := byPlace[i-1], byPlace[i]; b.begin < a.end {
			return &zipError{Overlap, b.name, fmt.Sprintf("%s and %s share bytes of the zip", quoted(a.name), quoted(b.name))}
		}
	}
	return nil
}
