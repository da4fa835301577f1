package packfile

import (
	"bytes"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// FS gives the files as a file system.
func (f *Files) FS() fs.FS { return fileSystem{f} }

type fileSystem struct{ files *Files }

func (s fileSystem) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	if text, ok := s.files.text[name]; ok {
		return &openFile{entry{path.Base(name), int64(len(text)), 0o444}, bytes.NewReader(text)}, nil
	}
	list := s.folder(name)
	if list == nil && name != "." {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return &openFolder{entry{path.Base(name), 0, fs.ModeDir | 0o555}, list}, nil
}

// folder lists what is in a folder; nil: there is none.
func (s fileSystem) folder(name string) []fs.DirEntry {
	before := name + "/"
	if name == "." {
		before = ""
	}
	var out []fs.DirEntry
	from, _ := slices.BinarySearch(s.files.paths, before)
	for _, p := range s.files.paths[from:] {
		rest, ok := strings.CutPrefix(p, before)
		if !ok {
			break
		}
		top, _, deep := strings.Cut(rest, "/")
		e := entry{top, int64(len(s.files.text[p])), 0o444}
		if deep {
			if n := len(out); n > 0 && out[n-1].Name() == top {
				continue
			}
			e = entry{top, 0, fs.ModeDir | 0o555}
		}
		out = append(out, fs.FileInfoToDirEntry(e))
	}
	slices.SortFunc(out, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return slices.CompactFunc(out, func(a, b fs.DirEntry) bool { return a.Name() == b.Name() })
}

type entry struct {
	name string
	size int64
	mode fs.FileMode
}

func (e entry) Name() string       { return e.name }
func (e entry) Size() int64        { return e.size }
func (e entry) Mode() fs.FileMode  { return e.mode }
func (e entry) ModTime() time.Time { return time.Time{} }
func (e entry) IsDir() bool        { return e.mode.IsDir() }
func (e entry) Sys() any           { return nil }

type openFile struct {
	entry
	*bytes.Reader
}

func (f *openFile) Stat() (fs.FileInfo, error) { return f.entry, nil }
func (f *openFile) Size() int64                { return f.entry.size }
func (f *openFile) Close() error               { return nil }

type openFolder struct {
	entry
	rest []fs.DirEntry
}

func (f *openFolder) Stat() (fs.FileInfo, error) { return f.entry, nil }
func (f *openFolder) Close() error               { return nil }
func (f *openFolder) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: f.name, Err: fs.ErrInvalid}
}

func (f *openFolder) ReadDir(n int) ([]fs.DirEntry, error) {
	list := f.rest
	if n > 0 {
		if len(list) == 0 {
			return nil, io.EOF
		}
		list = list[:min(n, len(list))]
	}
	f.rest = f.rest[len(list):]
	return list, nil
}
