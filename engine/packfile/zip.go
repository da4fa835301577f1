package packfile

import (
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"strings"

	"github.com/astragal-engine/astragal/engine/diag"
)

// Zip reads the pack in a zip's bytes. Where all files stand in one folder that has pack.yaml, that is the pack.
func Zip(name string, text []byte, lim Limits) (*Files, diag.List) {
	g := gatherer{lim: lim.orDefault(), files: newFiles(name)}
	g.files.Zipped, g.files.Packed = true, len(text)
	if len(text) > g.lim.Zip {
		g.fault(Limit, "", "make it smaller", "the zip has more than %d bytes", g.lim.Zip)
		return g.done()
	}
	entries, err := directory(text, g.lim.Files)
	if err == nil {
		err = apart(entries)
	}
	var bad *zipError
	if errors.As(err, &bad) {
		g.fault(bad.code, bad.path, "make the zip anew", "%s", bad.text)
		return g.done()
	}
	strip := common(entries)
	for i := range entries {
		g.entry(text, &entries[i], strip)
	}
	return g.done()
}

// common gives the folder that all files of a zip stand in, with a slash, where pack.yaml is in it and not above.
func common(entries []entryOfZip) string {
	if len(entries) == 0 {
		return ""
	}
	top, _, deep := strings.Cut(entries[0].name, "/")
	if !deep {
		return ""
	}
	found := false
	for i := range entries {
		rest, ok := strings.CutPrefix(entries[i].name, top+"/")
		if !ok {
			return ""
		}
		found = found || rest == "pack.yaml"
	}
	if !found {
		return ""
	}
	return top + "/"
}

// entry takes one entry of a zip.
func (g *gatherer) entry(text []byte, e *entryOfZip, strip string) {
	folder := strings.HasSuffix(e.name, "/")
	p := strings.TrimSuffix(strings.TrimPrefix(e.name, strip), "/")
	if folder && p == "" && e.name == strip {
		return
	}
	if mode := e.mode(); mode.Type() != 0 && !(folder && mode.IsDir()) {
		g.fault(Link, p, "put a copy in its place", "%s is a link, or something else that is neither a file nor a folder", quoted(e.name))
		return
	}
	if !g.name(p, folder) {
		return
	}
	switch {
	case folder && (e.size != 0 || e.packed != 0):
		g.fault(Unreadable, p, "make the zip anew", "%s is a folder and has bytes", quoted(p))
	case folder:
	case e.size > smallFile && e.size/g.lim.Ratio > e.packed:
		g.fault(Bomb, p, "leave it out", "%s unpacks to more than %d times its packed size", quoted(p), g.lim.Ratio)
	case g.room(p, e.size):
		body, err := e.unpack(text)
		if err != nil {
			g.fault(err.code, p, "make the zip anew", "%s %s", quoted(p), err.text)
			return
		}
		g.put(p, body)
	}
}

// unpack gives a file's bytes. No more memory is taken than the entry says it needs, and no more than there is.
func (e *entryOfZip) unpack(text []byte) ([]byte, *zipError) {
	packed := text[e.body : e.body+e.packed]
	if e.method == stored {
		if e.packed != e.size {
			return nil, &zipError{Bomb, "", fmt.Sprintf("says that it has %d bytes and has %d", e.size, e.packed)}
		}
		if crc32.ChecksumIEEE(packed) != e.sum {
			return nil, &zipError{Unreadable, "", "does not have the checksum that the zip says"}
		}
		return packed, nil
	}
	src := bytes.NewReader(packed)
	r := flate.NewReader(src)
	var out bytes.Buffer
	n, err := io.Copy(&out, io.LimitReader(r, int64(e.size)+1))
	switch {
	case n > int64(e.size):
		return nil, &zipError{Bomb, "", fmt.Sprintf("says that it has %d bytes and has more", e.size)}
	case err != nil:
		return nil, &zipError{Unreadable, "", fmt.Sprintf("cannot be unpacked: %v", err)}
	case n < int64(e.size):
		return nil, &zipError{Bomb, "", fmt.Sprintf("says that it has %d bytes and has %d", e.size, n)}
	case src.Len() > 0:
		return nil, &zipError{Unreadable, "", "has bytes behind its end"}
	case crc32.ChecksumIEEE(out.Bytes()) != e.sum:
		return nil, &zipError{Unreadable, "", "does not have the checksum that the zip says"}
	}
	return out.Bytes(), nil
}

// mode is what the system that made the zip said of the file; anything but a file or a folder is refused.
func (e *entryOfZip) mode() fs.FileMode {
	const link, fifo, device, block, socket, folder, file = 0xa000, 0x1000, 0x2000, 0x6000, 0xc000, 0x4000, 0x8000
	if e.system != 3 && e.system != 19 { // not Unix, not macOS
		if e.attributes&0x10 != 0 {
			return fs.ModeDir
		}
		return 0
	}
	switch e.attributes >> 16 & 0xf000 {
	case folder:
		return fs.ModeDir
	case file, 0:
		return 0
	}
	return fs.ModeIrregular
}
