package remote

import (
	"fmt"
	"testing"

	"github.com/assayjson/assay/internal/testing/fuzzing"
)

func TestParseContentRange(t *testing.T) {
	for value, want := range map[string]contentRange{
		"bytes 0-0/1": {0, 0, 1}, "bytes 2-9/10": {2, 9, 10}, "Bytes 0-4/9223372036854775807": {0, 4, 1<<63 - 1}, "bytes 14-13/14": {14, 13, 14},
	} {
		if got, ok := parseContentRange(value); got != want || !ok {
			t.Errorf("%s: %v, %v", value, got, ok)
		}
	}
	for _, value := range []string{
		"", "bytes", "bytes 0-4", "bytes */10", "bytes 0-4/*", "bytes 0-10/10", "bytes 5-3/10", "bytes +0-4/10", "bytes -0-4/10", "bytes 0--4/10",
		"bytes  0-4/10", "bytes=0-4/10", "lines 0-4/10", "bytes 0-4/9223372036854775808", "bytes 0-4/10 ", "bytes 0x0-4/10",
	} {
		if got, ok := parseContentRange(value); ok {
			t.Errorf("%q is accepted: %v", value, got)
		}
	}
}

// What is accepted is consistent, and means the same when it is written again.
func FuzzParseContentRange(t *testing.F) {
	f := fuzzing.Of(t)
	for _, value := range []string{"bytes 0-4/10", "bytes */10", "bytes 14-13/14", "bytes 1-18446744073709551615/2"} {
		f.Add(value)
	}
	f.Fuzz(func(t *testing.T, value string) {
		r, ok := parseContentRange(value)
		if !ok {
			return
		}
		if r.first < 0 || r.last < r.first-1 || r.last >= r.size {
			t.Errorf("%q is accepted: %v", value, r)
		}
		if again, ok := parseContentRange(fmt.Sprintf("bytes %d-%d/%d", r.first, r.last, r.size)); again != r || !ok {
			t.Errorf("%q: %v, and again %v", value, r, again)
		}
	})
}

func TestEscapePath(t *testing.T) {
	if got, want := EscapePath("/a b+c/é~%2F*?._-"), "/a%20b%2Bc/%C3%A9~%252F%2A%3F._-"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
