package contentpack

import (
	"crypto/sha256"
	"fmt"
	"os"
	"slices"
	"sync"
)

// shelf keeps the zips that were opened last, since who shows a game asks for their files one by one. A folder is read
// anew each time: it may be under work, and nothing tells at once that a file in it changed.
type shelf struct {
	mu   sync.Mutex
	kept []keptPack // what was asked for last stands last
}

type keptPack struct {
	key  string
	pack *Pack
}

// A shelf has at most so many packs, with at most so many bytes together.
const (
	mostKept      = 16
	mostKeptBytes = 64 << 20
)

// at gives the pack of a key, which open opens if it is not there. Only sound packs are kept.
func (s *shelf) at(key string, open func() (*Pack, Errors)) (*Pack, Errors) {
	if p := s.find(key); p != nil {
		return p, nil
	}
	p, list := open()
	if p != nil && len(list) == 0 && p.room() <= mostKeptBytes {
		s.keep(key, p)
	}
	return p, list
}

func (s *shelf) find(key string) *Pack {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.kept, func(k keptPack) bool { return k.key == key })
	if i < 0 {
		return nil
	}
	k := s.kept[i]
	s.kept = append(slices.Delete(s.kept, i, i+1), k)
	return k.pack
}

func (s *shelf) keep(key string, p *Pack) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept = slices.DeleteFunc(s.kept, func(k keptPack) bool { return k.key == key })
	s.kept = append(s.kept, keptPack{key, p})
	bytes := 0
	for i := len(s.kept) - 1; i >= 0; i-- {
		if bytes += s.kept[i].pack.room(); bytes > mostKeptBytes || len(s.kept)-i > mostKept {
			s.kept = slices.Delete(s.kept, 0, i+1)
			return
		}
	}
}

// room is how many bytes a pack takes, about.
func (p *Pack) room() int { return p.Files.Bytes() + p.Files.Packed }

// Open is Open for a library's limits; a zip that was opened not long ago, and has not changed, is not opened again.
func (l *Library) Open(path string) (*Pack, Errors) {
	open := func() (*Pack, Errors) { return Open(path, l.Limits) }
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return open()
	}
	return l.shelf.at(fmt.Sprintf("path %s %d %d", path, info.Size(), info.ModTime().UnixNano()), open)
}

// Zip is Zip likewise.
func (l *Library) Zip(name string, text []byte) (*Pack, Errors) {
	key := fmt.Sprintf("zip %x %s", sha256.Sum256(text), name)
	return l.shelf.at(key, func() (*Pack, Errors) { return Zip(name, slices.Clone(text), l.Limits) })
}

// Forget lets go of packs that are kept for nobody.
func (l *Library) Forget() {
	l.shelf.mu.Lock()
	defer l.shelf.mu.Unlock()
	l.shelf.kept = nil
}
