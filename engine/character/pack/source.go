package pack

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/astragal-engine/astragal/engine/diag"
)

// Source is a pack before it is read. Name begins the places of its files: the path of the folder or
// of the zip.
type Source struct {
	Name string
	FS   fs.FS

	root *os.Root
}

// largestZip is how many bytes a zip may have; what it unpacks to is bounded by Limits.
const largestZip = 64 << 20

// Open opens a pack: a folder, or a zip with the same inside. Nothing outside of it can be reached
// through it, by no link and by no name. The error is the operating system's, or says what is wrong
// with the zip. Who opened it closes it, after Load.
func Open(name string) (Source, error) {
	info, err := os.Stat(name)
	if err != nil {
		return Source{}, err
	}
	if info.IsDir() {
		root, err := os.OpenRoot(name)
		if err != nil {
			return Source{}, err
		}
		return Source{Name: name, FS: root.FS(), root: root}, nil
	}
	if !info.Mode().IsRegular() || !strings.HasSuffix(strings.ToLower(name), ".zip") {
		return Source{}, fmt.Errorf("%s is no pack: a pack is a folder or a .zip", name)
	}
	f, err := os.Open(name)
	if err != nil {
		return Source{}, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, largestZip+1))
	if err != nil {
		return Source{}, err
	}
	return Zip(name, text)
}

// Zip gives the pack in a zip's bytes. Where all files stand in one folder, that is the pack.
func Zip(name string, text []byte) (Source, error) {
	if len(text) > largestZip {
		return Source{}, fmt.Errorf("%s has more than %d bytes", name, largestZip)
	}
	z, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		return Source{}, fmt.Errorf("%s cannot be read as a zip: %w", name, err)
	}
	seen, tops := map[string]bool{}, map[string]bool{}
	for _, f := range z.File {
		at := strings.TrimSuffix(f.Name, "/")
		switch {
		case !fs.ValidPath(at) || strings.Contains(at, `\`) || strings.Contains(at, ":"):
			return Source{}, fmt.Errorf("%s has a file with the path %q, which leads out of it", name, clip(f.Name))
		case seen[at] && !strings.HasSuffix(f.Name, "/"):
			return Source{}, fmt.Errorf("%s has two files with the path %q", name, clip(f.Name))
		case !f.Mode().IsRegular() && !f.Mode().IsDir():
			return Source{}, fmt.Errorf("%s has %q, which is neither a file nor a folder", name, clip(f.Name))
		}
		seen[at] = true
		top, _, deep := strings.Cut(at, "/")
		if deep || !strings.HasSuffix(f.Name, "/") {
			tops[top] = true
		}
	}
	src := Source{Name: name, FS: z}
	if !seen["pack.yaml"] && len(tops) == 1 {
		for top := range tops {
			if seen[top+"/pack.yaml"] {
				src.FS, err = fs.Sub(z, top)
			}
		}
	}
	return src, err
}

// Close gives back what Open took.
func (s Source) Close() error {
	if s.root == nil {
		return nil
	}
	return s.root.Close()
}

// paths lists the files of a pack that are read, in the order of their paths, whatever order the disk
// has; and the YAML files that are not read.
func (l *loader) paths(src Source) (read, stray []string, err error) {
	count, most := 0, 4*l.limits.Files+100
	err = fs.WalkDir(src.FS, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if count++; count > most {
			return fmt.Errorf("there are more than %d files and folders", most)
		}
		if strings.Count(p, "/") > l.limits.Depth {
			return fmt.Errorf("folders are nested more than %d deep", l.limits.Depth)
		}
		if strings.HasPrefix(d.Name(), ".") && p != "." {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		switch ext := path.Ext(p); {
		case d.IsDir(), ext != ".yaml" && ext != ".yml":
		case ext == ".yaml" && l.isRead(p):
			read = append(read, p)
		case p != "pack.yaml" && misplaced(p):
			stray = append(stray, p)
		}
		return nil
	})
	slices.Sort(read)
	slices.Sort(stray)
	return read, stray, err
}

// isRead reports whether a file is one of a pack's.
func (l *loader) isRead(p string) bool {
	top, rest, deep := strings.Cut(p, "/")
	return deep && (top == "rules" || top == "content" || top == "i18n" && !strings.Contains(rest, "/"))
}

// misplaced reports whether a YAML file stands where its author may think that it is read. Packs have
// folders of their own beside ours, such as characters.
func misplaced(p string) bool {
	top, _, deep := strings.Cut(p, "/")
	return !deep || diag.Nearest(top, []string{"rules", "content", "i18n"}) != ""
}

// text reads one file of a pack.
func (l *loader) text(src Source, p string) (string, error) {
	f, err := src.FS.Open(p)
	if err != nil {
		return "", err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil {
		return "", err
	} else if !info.Mode().IsRegular() {
		return "", fmt.Errorf("it is no file")
	}
	most := min(l.limits.File, l.limits.Bytes-l.bytes)
	text, err := io.ReadAll(io.LimitReader(f, int64(most)+1))
	if err == nil && len(text) > most {
		err = fmt.Errorf("it has more than %d bytes, or all files together more than %d", l.limits.File, l.limits.Bytes)
	}
	l.bytes += len(text)
	return string(text), err
}
