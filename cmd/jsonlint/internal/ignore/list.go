package ignore

import "strings"

// A List is the rules of one folder.
type List []Rule

// Parse returns the rules of a text like that of a .gitignore.
func Parse(text string) List {
	text = strings.TrimPrefix(text, "\uFEFF")
	var l List
	for line := range strings.SplitSeq(text, "\n") {
		if r, ok := ParseRule(line); ok {
			l = append(l, r)
		}
	}
	return l
}

// ParseAll returns the rules of lines.
func ParseAll(lines []string) List { return Parse(strings.Join(lines, "\n")) }

// A verdict is what a list says of a path.
type verdict uint8

const (
	silent verdict = iota
	kept
	ignored
)

func (l List) verdict(name string, folder bool) verdict {
	for i := len(l) - 1; i >= 0; i-- {
		if l[i].Matches(name, folder) {
			if l[i].kept {
				return kept
			}
			return ignored
		}
	}
	return silent
}

// Matches reports whether the path is ignored, or by the other reading of a list, chosen. It
// is relative to the folder of the list. The folders above it are not asked: see [List.Covers].
func (l List) Matches(name string, folder bool) bool { return l.verdict(name, folder) == ignored }

// Covers reports whether the file or folder, or one that it lies in, is ignored.
func (l List) Covers(name string, folder bool) bool {
	for i := range len(name) {
		if name[i] == '/' && i > 0 && l.Matches(name[:i], true) {
			return true
		}
	}
	return l.Matches(name, folder)
}

// A Stack is the lists of a folder and of those above it. A nil Stack ignores nothing.
type Stack struct {
	above  *Stack
	folder string // the path of its folder, with a slash at the end, or ""
	list   List
}

// Push returns the stack of a folder. Its path, like those that are asked for later, is one
// from wherever the paths of the stack begin; it ends with a slash or is "".
func (s *Stack) Push(folder string, list List) *Stack {
	if len(list) == 0 {
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
