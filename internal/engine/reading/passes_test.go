package reading

import (
	"io"
	"slices"
	"testing"
)

// Passes of any lengths over two texts notice each difference between what has been read of them, and nothing
// else.
func TestPassesNoticeChanges(t *testing.T) {
	texts := []string{"", "a", "ab", "abc", "abcd", "b", "aXcd", "abcX", "abcdabcd"}
	for _, old := range texts {
		for _, new := range texts {
			for first := range len(old) + 2 { // one more than the text is long: the pass notices the end
				for second := range len(new) + 2 {
					for _, step := range []int{1, 2, 100} {
						var s Passes
						if err := readPass(&s, old, first, step); err != nil {
							t.Fatalf("%q up to %d: %v", old, first, err)
						}
						s.Again()
						err := readPass(&s, new, second, step)
						a, b := old[:min(first, len(old))], new[:min(second, len(new))]
						want := len(b) >= len(a) && b[:len(a)] != a || first > len(old) && len(b) > len(a) || second > len(new) && len(b) < len(a)
						if got := err == ErrChanged; got != want {
							t.Fatalf("%q up to %d, then %q up to %d by %d: %v", old, first, new, second, step, err)
						}
					}
				}
			}
		}
	}
}

// A third pass is compared with both passes before it, whichever is longer.
func TestPassesAreAllCompared(t *testing.T) {
	for _, texts := range [][]string{{"abcd", "aX", "abcd"}, {"aX", "abcd", "abcd"}, {"abcd", "ab", "abXd"}, {"abcd", "ab", "aXcd"}, {"ab", "", "aX"}} {
		var s Passes
		var err error
		for i, text := range texts {
			if i > 0 {
				s.Again()
			}
			err = readPass(&s, text, len(text), 3)
		}
		if err != ErrChanged {
			t.Errorf("%q: %v", texts, err)
		}
	}
}

// readPass adds the first n bytes of a text, a few at a time, and its end if n is larger than its length.
func readPass(s *Passes, text string, n, step int) error {
	for part := range slices.Chunk([]byte(text)[:min(n, len(text))], step) {
		if _, err := s.Add(part, nil); err != nil {
			return err
		}
	}
	if n > len(text) {
		if _, err := s.Add(nil, io.EOF); err != io.EOF {
			return err
		}
	}
	return nil
}
