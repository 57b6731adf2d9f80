package lint

// scopes are tables of names, one for each object that is open.
type scopes[T any] struct {
	tables []map[string]T // nil as long as there are no names
	unused []map[string]T // of objects that have been closed
}

func (s *scopes[T]) open() { s.tables = append(s.tables, nil) }

func (s *scopes[T]) close() {
	const mostKept = 64 // so that clearing costs no more than filling
	last := len(s.tables) - 1
	if t := s.tables[last]; t != nil && len(t) <= mostKept {
		clear(t)
		s.unused = append(s.unused, t)
	}
	s.tables[last] = nil
	s.tables = s.tables[:last]
}

// table returns that of the innermost object.
func (s *scopes[T]) table() map[string]T {
	last := len(s.tables) - 1
	if s.tables[last] == nil {
		if n := len(s.unused) - 1; n >= 0 {
			s.tables[last], s.unused = s.unused[n], s.unused[:n]
		} else {
			s.tables[last] = map[string]T{}
		}
	}
	return s.tables[last]
}
