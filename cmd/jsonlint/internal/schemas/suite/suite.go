package suite

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assayjson/assay/lint"
)

// A Suite is a schema with the results of its tests.
type Suite struct {
	Schema string // its path
	Tests  []Test
	Others []string // files that have not been tested, because they are in other formats
	Gaps   *Gaps    // nil if the coverage is not asked for
}

// A Test is a document that a schema must accept or reject.
type Test struct {
	File        string // of the document, or of the cases
	Line        int    // of the case; 0 for a document of its own
	Description string // of the case
	IsValid     bool   // the schema must accept the document
	Failures    []Failure
}

// A Failure is why a test has failed.
type Failure struct {
	File string
	lint.Diagnostic
}

// Gaps are the parts of a schema that no document has tested.
type Gaps struct {
	Subschemas, Reached     int // schemas inside the schema, and how many of them have been reached
	Keywords, Rejecting     int // keywords that can reject a value by themselves, and how many of them have rejected one
	Alternatives, Accepting int // alternatives and conditions, and how many of them have accepted a value
	List                    []Failure
	Uncovered               int // documents that are too complex to be covered completely
}

// Failed returns how many tests have failed.
func (s *Suite) Failed() (n int) {
	for i := range s.Tests {
		if len(s.Tests[i].Failures) > 0 {
			n++
		}
	}
	return n
}

// Name returns what a test is called: the path of the document, or the description of the case.
func (t *Test) Name() string {
	if t.Line == 0 {
		return t.File
	}
	return strings.TrimSuffix(fmt.Sprintf("%s:%d: %s", filepath.Base(t.File), t.Line, t.Description), ": ")
}

// Untested states how many files have not been tested, and in which formats they are, or "" if there are none.
func Untested(others []string) string {
	if len(others) == 0 {
		return ""
	}
	count := map[string]int{}
	for _, path := range others {
		count[cmp.Or(filepath.Ext(path), filepath.Base(path))]++
	}
	var formats []string
	for _, extension := range slices.Sorted(maps.Keys(count)) {
		formats = append(formats, fmt.Sprintf("%d %s", count[extension], extension))
	}
	are := "files are not JSON and were not tested"
	if len(others) == 1 {
		are = "file is not JSON and was not tested"
	}
	return fmt.Sprintf("%d %s (%s)", len(others), are, strings.Join(formats, ", "))
}
