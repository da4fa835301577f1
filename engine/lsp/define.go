package lsp

// mostFound bounds the places of an answer.
const mostFound = 10_000

func (s *server) locations(r *reading, list []*entry) any {
	out := []location{}
	for _, e := range list {
		if l, ok := s.span(r, e); ok && len(out) < mostFound {
			out = append(out, l)
		}
	}
	return out
}

// definition gives where the name at a position is declared.
func (s *server) definition(p positionParams) any {
	v := s.view(p)
	if v == nil {
		return nil
	}
	e := v.entry()
	if e == nil {
		return nil
	}
	_, decls := v.reading.index.same(e)
	if list, _ := v.reading.bound(e); e.kind == "local" && len(list) > 0 {
		decls = list
	}
	return s.locations(v.reading, decls)
}

// references gives where the name at a position stands.
func (s *server) references(p positionParams) any {
	v := s.view(p)
	if v == nil {
		return nil
	}
	e := v.entry()
	if e == nil {
		return nil
	}
	all, _ := v.reading.index.same(e)
	var list []*entry
	for _, e := range all {
		if p.Context.IncludeDeclaration || e.role != isDecl {
			list = append(list, e)
		}
	}
	return s.locations(v.reading, list)
}
