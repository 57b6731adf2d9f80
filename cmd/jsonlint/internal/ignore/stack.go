package ignore

import "strings"

// A Stack is the lists of a folder and of those above it. A nil Stack ignores nothing.
type Stack struct {
	above  *Stack
	folder string // the path of its folder, with a slash at the end, or ""
	list   List
}

// Push returns the stack of a folder. Its path, like those that are asked for later, is one
// from wherever the paths of the stack begin; it ends with a slash or is "".
func (s *Stack) Push(folder string, list List) *Stack {
	if list.Empty() {
		return s
	}
	return &Stack{s, folder, list}
}

// Ignores reports whether the path is ignored; it lies in the folder that was pushed last, or
// below. Whether a folder above it is ignored has been asked before.
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
