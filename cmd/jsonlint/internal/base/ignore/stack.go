package ignore

import "strings"

// A Stack holds the lists of a folder and of the folders above it. A nil Stack ignores nothing.
type Stack struct {
	above  *Stack
	folder string // the path of its folder, with a slash at the end, or ""
	list   List
}

// Push returns the stack for a folder that is inside the folder of s. The path of the folder ends
// with a slash or is empty. All paths that are passed to a stack must be relative to the same
// folder.
func (s *Stack) Push(folder string, list List) *Stack {
	if list.Empty() {
		return s
	}
	return &Stack{s, folder, list}
}

// Ignores reports whether the file or folder with the given path is ignored. The path must be
// inside the last pushed folder. Ignores does not test the folders that contain the path.
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
