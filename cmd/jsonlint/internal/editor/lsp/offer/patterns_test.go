package offer

import (
	"math/rand/v2"
	"regexp"
	"testing"
)

// The patterns are those of these regular expressions.
func TestPatterns(t *testing.T) {
	logged := regexp.MustCompile(`^\[?[0-9]+[-:/][0-9]+`)
	escapes := regexp.MustCompile("\x1b\\[[0-9;]*[A-Za-z]")
	numbered := regexp.MustCompile(`^ *([0-9]+)(?:\t|[:|.)] ?| )?(.*)$`)
	pieces := []string{"1", "23", "456", "7890", ",", ",123", ",000", ".", "-", ":", "/", "|", ")", " ", "\t", "[", "\x1b", "\x1b[", ";", "m", "Z", "{", "@", "é", "\xff"}
	rng := rand.New(rand.NewPCG(1, 1))
	var found [3]int
	for range 50_000 {
		s := ""
		for range 1 + rng.IntN(7) {
			s += pieces[rng.IntN(len(pieces))]
		}
		if got := looksLogged(s); got != logged.MatchString(s) {
			t.Fatalf("%q: logged %t", s, got)
		}
		plain := escapes.ReplaceAllString(s, "")
		if got := withoutEscapes(s); got != plain {
			t.Fatalf("%q: without escapes %q, want %q", s, got, plain)
		}
		number, rest := cutNumber(s)
		parts := numbered.FindStringSubmatch(s)
		if (number == "") != (parts == nil) || parts != nil && (number != parts[1] || rest != parts[2]) {
			t.Fatalf("%q: number %q, rest %q, want %q", s, number, rest, parts)
		}
		for i, ok := range []bool{logged.MatchString(s), plain != s, parts != nil} {
			if ok {
				found[i]++
			}
		}
	}
	for i, n := range found {
		if n < 100 {
			t.Errorf("pattern %d was found only %d times", i, n)
		}
	}
}
