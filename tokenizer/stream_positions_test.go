package tokenizer

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"testing/iotest"
)

// A comma is missing where an index ends. One of the names that the index has found occurs again
// later. When the missing comma is found, the scanner has already moved past the first occurrence
// of that name, but the position of that occurrence must still be known.
func TestEqualNameAfterMissingComma(t *testing.T) {
	for name, in := range map[string]string{
		"in one line":   `{"t":1,` + strings.Repeat(" ", 1011) + `"n":2 "u":3,"t":4}`,
		"in some lines": "{\n \"t\":1,\n" + strings.Repeat(" ", 1008) + `"n":2 "u":3,` + "\n\"t\":4}",
		"in 150 KiB":    "{\n\"t\":1,\n" + strings.Repeat("\n", 1009) + `"n":2 "u":3,"list":[` + strings.Repeat("\n1,", 50_000) + `1],"t":4}`,
	} {
		b := []byte(in)
		for _, faults := range faultsOfEqualNames(t, b) {
			checkEqualName(t, name, b, faults)
		}
	}
}

// The test is like the previous one, but the name occurs again right where the comma is missing. In
// this case, only the missing comma is an error.
func TestEqualNameAtMissingComma(t *testing.T) {
	for in, want := range map[string]string{
		`{"t":1,` + strings.Repeat(" ", 1011) + `"n":2 "t":3}`:                         "missing-comma 1024",
		"[" + strings.Repeat("1,", 476) + `{"k":"` + strings.Repeat("x", 64) + `" "k"`: "missing-comma 1025 /476",
	} {
		for _, faults := range faultsOfEqualNames(t, []byte(in)) {
			if got := listOf(faults); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		}
	}
}

// faultsOfEqualNames returns the errors of b in memory and in streams.
func faultsOfEqualNames(t *testing.T, b []byte) [3][]*SyntaxError {
	t.Helper()
	memory, _ := errorsOf(t, New(b, KeepGoing(), UniqueNames()))
	streamed, _ := errorsOf(t, NewReader(bytes.NewReader(b), KeepGoing(), UniqueNames()))
	slow, _ := errorsOf(t, NewReader(iotest.HalfReader(bytes.NewReader(b)), KeepGoing(), UniqueNames()))
	return [...][]*SyntaxError{memory, streamed, slow}
}

// checkEqualName checks that the errors are a missing comma and then a duplicate name. The message
// and the Related method of the second error must both give the position of the first name.
func checkEqualName(t *testing.T, name string, b []byte, faults []*SyntaxError) {
	t.Helper()
	if len(faults) < 2 || faults[0].Kind != MissingComma || faults[1].Kind != DuplicateName {
		t.Fatalf("%s: %s", name, listOf(faults))
	}
	e := faults[1]
	first, ok := e.Related()
	begin, end := first.Offset, first.Offset+int64(first.Length)
	if want := Locate(b, begin); !ok || first.Start != want || !strings.Contains(e.Message(), fmt.Sprintf("line %d, column %d", want.Line, want.Rune)) {
		t.Errorf("%s: first at %+v, want %+v; %s", name, first.Start, want, e.Message())
	}
	if want := Locate(b, end); first.End != want {
		t.Errorf("%s: first up to %+v, want %+v", name, first.End, want)
	}
	if string(b[begin:end]) != string(b[e.Offset:][:e.Length]) {
		t.Errorf("%s: %d is not where the first name is", name, begin)
	}
}
