package ignore

import "strings"

// A Stack holds the lists of a folder and of the folders above it. A nil Stack ignores nothing.
type Stack struct {
	above  *Stack
	folder string // the path of its folder, with a slash at the end, or ""
	list   List
}

// Push returns the stack of a folder. The path of the folder ends with a slash or is empty. All
// paths that are passed to a stack must be relative to the same folder.
func (s *Stack) Push(folder string, list List) *Stack {
	if list.Empty() {
		return s
	}
	return &Stack{s, folder, list}
}

// Ignores reports whether the path is ignored. It must lie in the last pushed folder or below it.
// The caller must have checked the folders above it.
func (s *Stack) Ignores(name string, folder bool) bool {
	for ; s != nil; s = s.above {
		switch s.list.verdict(strings.TrimPrefix(name, s.folder), folder) {
		case kept:
			return false
		case ignored:
			return true
		}
	}
	return false
}
