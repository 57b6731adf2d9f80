package config

import (
	"fmt"

	"github.com/assayjson/assay/tokenizer"
)

// An Error is what is wrong with a settings file.
type Error struct {
	Path    string // as it was given
	Line    int    // from 1
	Column  int    // from 1, in characters
	Message string
}

// Error tells where and what, in one line.
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.Path, e.Line, e.Column, e.Message)
}

// A fault is what is wrong with a node.
type fault struct {
	offset  int64
	message string
}

func (f *fault) Error() string { return f.message }

// at returns a fault at n.
func at(n *node, format string, args ...any) error {
	return &fault{n.offset, fmt.Sprintf(format, args...)}
}

// errorAt returns the error at an offset of a file.
func errorAt(path string, src []byte, offset int64, message string) *Error {
	p := tokenizer.Locate(src, offset)
	return &Error{path, p.Line, p.Rune, message}
}
