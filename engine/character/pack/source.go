package pack

import (
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/packfile"
)

// Source is a pack before it is read. Name begins the places of its files: the path of the folder or
// of the zip.
type Source struct {
	Name string
	FS   fs.FS

	files *packfile.Files // nil: not read yet
}

// Open opens a pack: a folder, or a zip with the same inside. Its files are read once, here; what is wrong with
// them as files is a diag.List.
func Open(name string) (Source, error) {
	f, list := packfile.Open(name, packfile.Limits{})
	if list != nil {
		return Source{}, list
	}
	return SourceOf(f), nil
}

// SourceOf gives the pack that files make.
func SourceOf(f *packfile.Files) Source { return Source{Name: f.Name, FS: f.FS(), files: f} }

// paths lists the files of a pack that are read, in the order of their paths, whatever order the disk
// has; and the YAML files that are not read. Others are those that the manifest names: they are of models.
func (l *loader) paths(src Source, others map[string]bool) (read, stray []string, err error) {
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
		case d.IsDir(), ext != ".yaml" && ext != ".yml", others[p]:
		case ext == ".yaml" && l.isRead(p):
			read = append(read, p)
		case p != manifestFile && misplaced(p):
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
