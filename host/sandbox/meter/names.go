package meter

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longestName is how many bytes of the name of a function are kept.
const longestName = 100

// custom keeps the names of functions, for errors. A section that is broken is left out: it says nothing
// about what the module does.
func (m *module) custom(s *reader) {
	defer func() {
		if p := recover(); p != nil {
			if _, ours := p.(refusal); !ours {
				panic(p)
			}
		}
	}()
	if s.name() != "name" {
		return
	}
	for s.left() > 0 {
		id := s.byte()
		part := s.sub(int(s.u32()))
		if id != 1 {
			continue
		}
		for range part.u32() {
			i, name := part.u32(), part.name()
			if int64(i) < int64(len(m.imports)+len(m.funcs)) && utf8.ValidString(name) {
				m.names[i] = plain(name)
			}
		}
	}
}

// plain is a name without anything that would break a line or pass for something else.
func plain(name string) string {
	name = strings.Map(func(r rune) rune {
		if r == ' ' || !unicode.IsGraphic(r) {
			return '_'
		}
		return r
	}, name)
	if len(name) > longestName {
		name = strings.ToValidUTF8(name[:longestName], "") + "…"
	}
	return name
}

// nameOf is how errors speak of a function.
func (m *module) nameOf(f uint32) string {
	if name := m.names[f]; name != "" {
		return fmt.Sprintf("function %s", name)
	}
	return fmt.Sprintf("function %d", f)
}

// nameSection gives the functions their names again, which the engine tells when it stops.
func (m *module) nameSection() []byte {
	var names []byte
	indexes := make([]uint32, 0, len(m.names))
	for i := range m.names {
		indexes = append(indexes, i)
	}
	slices.Sort(indexes)
	names = uleb(names, uint64(len(indexes)))
	for _, i := range indexes {
		names = text(uleb(names, m.moved(i)), m.names[i])
	}
	out := text(nil, "name")
	out = append(out, 1)
	out = uleb(out, uint64(len(names)))
	return append(out, names...)
}
