package packfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/astragal-engine/astragal/engine/diag"
)

// Open opens a pack by its path: a folder, or a file that ends with .zip. Nothing outside of it is reached, by no
// link and by no name. Either the list is empty or there are no files.
func Open(name string, lim Limits) (*Files, diag.List) {
	lim = lim.orDefault()
	g := gatherer{lim: lim, files: newFiles(name)}
	info, err := os.Stat(name)
	if err != nil {
		return g.unreadable(err)
	}
	if info.IsDir() {
		root, err := os.OpenRoot(name)
		if err != nil {
			return g.unreadable(err)
		}
		defer root.Close()
		return Folder(name, root.FS(), lim)
	}
	if !info.Mode().IsRegular() || !strings.HasSuffix(strings.ToLower(name), ".zip") {
		g.fault(Unreadable, "", "name a folder, or a file that ends with .zip", "this is no pack")
		return g.done()
	}
	f, err := os.Open(name)
	if err != nil {
		return g.unreadable(err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, int64(lim.Zip)+1))
	if err != nil {
		return g.unreadable(err)
	}
	return Zip(name, text, lim)
}

func (g *gatherer) unreadable(err error) (*Files, diag.List) {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	g.fault(Unreadable, "", "name a folder that can be read, or a zip", "the pack cannot be read: %v", err)
	return g.done()
}

// Folder reads the pack in a folder. What begins with a dot is left out.
func Folder(name string, folder fs.FS, lim Limits) (*Files, diag.List) {
	g := gatherer{lim: lim.orDefault(), files: newFiles(name)}
	err := fs.WalkDir(folder, ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case g.full:
			return fs.SkipAll
		case p == ".":
			return err
		case strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case err != nil:
			g.fault(Unreadable, p, "see who may read it", "it cannot be read: %v", plain(err))
			return fs.SkipDir
		case d.Type()&fs.ModeSymlink != 0:
			g.fault(Link, p, "put a copy in its place", "%s is a link, and a pack holds none", quoted(p))
			return nil
		case !d.IsDir() && !d.Type().IsRegular():
			g.fault(Link, p, "take it away", "%s is neither a file nor a folder", quoted(p))
			return nil
		}
		switch {
		case !g.name(p, d.IsDir()):
			if d.IsDir() {
				return fs.SkipDir
			}
		case !d.IsDir():
			g.file(folder, p)
		}
		return nil
	})
	if err != nil {
		return g.unreadable(err)
	}
	return g.done()
}

func (g *gatherer) file(folder fs.FS, p string) {
	f, err := folder.Open(p)
	if err != nil {
		g.fault(Unreadable, p, "see who may read it", "it cannot be read: %v", plain(err))
		return
	}
	defer f.Close()
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("it is no file any more")
	}
	if err != nil {
		g.fault(Unreadable, p, "see who may read it", "it cannot be read: %v", plain(err))
		return
	}
	if !g.room(p, int(min(info.Size(), 1<<40))) {
		return
	}
	text, err := io.ReadAll(io.LimitReader(f, info.Size()+1))
	switch {
	case err != nil:
		g.fault(Unreadable, p, "see who may read it", "it cannot be read: %v", plain(err))
	case int64(len(text)) > info.Size():
		g.fault(Unreadable, p, "open the pack again", "it grew while it was read")
	default:
		g.put(p, text)
	}
}

// plain is an error of the operating system without the path, which stands before it.
func plain(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
