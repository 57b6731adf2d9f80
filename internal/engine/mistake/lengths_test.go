package mistake

import (
	"strings"
	"testing"
)

// The search for a name without quotes ends after a few bytes: each character of a line of a megabyte may be an error.
func TestLongNamesWithoutQuotes(t *testing.T) {
	for _, part := range []string{"@", "@/", "%\xff", "a/"} {
		for _, n := range []int{1, 10, 20, 500, 1 << 20} {
			name := strings.Repeat(part, n)
			want := len(name)
			if n >= 500 {
				want = 0
			}
			if got := bareNameLen([]byte(name + ": 1")); got != want {
				t.Errorf("%d times %q: %d bytes, want %d", n, part, got, want)
			}
		}
	}
}
