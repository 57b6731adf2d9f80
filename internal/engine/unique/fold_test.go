package unique

import (
	"testing"
	"unicode"
	"unicode/utf8"
)

// TestSmallestFold compares the result for each character with those for all characters that differ from it only in case.
func TestSmallestFold(t *testing.T) {
	for r := range rune(utf8.MaxRune + 1) {
		want := r
		for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
			want = min(want, other)
		}
		if got := smallestFold(r); got != want {
			t.Errorf("the smallest character that differs from %U only in case is %U, not %U", r, want, got)
		}
	}
}
