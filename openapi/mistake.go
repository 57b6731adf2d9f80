package openapi

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/openapi/internal/source"
)

// A Mistake is something in an OpenAPI document that is wrong.
type Mistake struct {
	File    string // the path in the file system
	Line    int    // from 1; 0 if the file cannot be read
	Column  int    // from 1, in code points
	Pointer string // the JSON Pointer of the value, or of the member whose name is wrong
	Message string
}

// String returns the mistake on one line, in the form FILE:LINE:COLUMN: MESSAGE.
func (m Mistake) String() string {
	if m.Line == 0 {
		return m.File + ": " + m.Message
	}
	return fmt.Sprintf("%s:%d:%d: %s", m.File, m.Line, m.Column, m.Message)
}

// MaxMistakes is the largest number of mistakes in an [Error].
const MaxMistakes = 1000

// An Error lists the mistakes in an OpenAPI document, ordered by file and position.
type Error struct {
	Mistakes []Mistake // at least one, and at most [MaxMistakes]
	Warnings []Mistake // see [Document].Warnings
}

// Error returns the first mistake, and the number of the others, on one line.
func (e *Error) Error() string {
	if len(e.Mistakes) == 0 {
		return "openapi: the document has mistakes"
	}
	text := "openapi: " + e.Mistakes[0].String()
	if n := len(e.Mistakes) - 1; n > 0 {
		text += fmt.Sprintf(" (and %d more)", n)
	}
	return text
}

// mostCollected limits how many mistakes are collected.
const mostCollected = 10 * MaxMistakes

// mistakes collects what is wrong in a document.
type mistakes struct {
	list    []Mistake
	areMany bool // there are more than mostCollected
}

// add adds a mistake at a value, unless the value is missing because of another mistake.
func (m *mistakes) add(f *source.File, v document.Value, format string, args ...any) {
	if m.areMany = m.areMany || len(m.list) == mostCollected; f == nil || m.areMany {
		return
	}
	line, column := f.Place(v.Offset())
	m.list = append(m.list, Mistake{f.Name, line, column, v.Pointer(), fmt.Sprintf(format, args...)})
}

// sorted returns at most [MaxMistakes] mistakes, without those that occur twice.
func (m *mistakes) sorted() []Mistake {
	slices.SortStableFunc(m.list, func(a, b Mistake) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	m.list = slices.Compact(m.list)
	return m.list[:min(len(m.list), MaxMistakes)]
}
