package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// replace writes a file in full, or leaves the one that is there as it was: a full disk costs nobody
// the work of yesterday. A link is followed, a file keeps its mode, and a device or pipe is written to
// as it stands.
func replace(path string, b []byte) error {
	if to, err := filepath.EvalSymlinks(path); err == nil {
		path = to
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return create(path, b)
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return os.WriteFile(path, b, 0)
	}
	part, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	_, err = part.Write(b)
	err = errors.Join(err, part.Chmod(info.Mode().Perm()), part.Close())
	if err == nil {
		err = os.Rename(part.Name(), path)
	}
	if err != nil {
		_ = os.Remove(part.Name()) // made above
	}
	return err
}

// create writes a file that is not there yet; of one that could not be written in full nothing stays.
func create(path string, b []byte) error {
	err := os.WriteFile(path, b, 0o644)
	if err != nil {
		_ = os.Remove(path) // made above, or never
	}
	return err
}
