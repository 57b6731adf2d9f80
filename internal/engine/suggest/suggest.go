package suggest

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longest is the length in bytes of the longest name for which there is a suggestion, and mostEdits is how much of it may change.
const (
	longest   = 64
	mostEdits = 2
)

// Name returns the element of names that is nearest to the written name. It returns "" if no
// element is near. An element is near if one or two edits lead to it, each of which inserts, removes or replaces a letter or swaps two,
// and at most a third of the letters, or one of two, have to change. The case of letters does not matter, and digits must be the same:
// nobody means 2 when writing 3. Of several that are equally near, it is the first.
func Name(written string, names []string) string {
	folded := strings.ToLower(written)
	if len(written) > longest || utf8.RuneCountInString(strings.Map(wordOnly, folded)) < 2 {
		return ""
	}
	best, least := "", min(max(len(folded)/3, 1), mostEdits)+1
	for _, name := range names {
		if d := len(name) - len(folded); d >= least || -d >= least {
			continue // as many edits, at least
		}
		if d := distance(folded, strings.ToLower(name)); d < least && strings.Map(digitsOnly, name) == strings.Map(digitsOnly, folded) {
			best, least = name, d
		}
	}
	return best
}

// digitsOnly and wordOnly return a character if it is a digit, or a letter or a digit, and otherwise -1.
func digitsOnly(c rune) rune {
	if !unicode.IsDigit(c) {
		return -1
	}
	return c
}

func wordOnly(c rune) rune {
	if !unicode.IsDigit(c) && !unicode.IsLetter(c) {
		return -1
	}
	return c
}

// Phrase returns a question for the end of a message, such as `; did you mean "rules"?`. It returns
// "" if no element of names is near.
func Phrase(written string, names []string) string {
	if name := Name(written, names); name != "" {
		return fmt.Sprintf("; did you mean %q?", name)
	}
	return ""
}

// Choice returns the end of a message about a name that is not in names. It returns the question of
// [Phrase] or, if no name is near, a list of all names, such as "; use asc, desc or natural".
func Choice(written string, names []string) string {
	if phrase := Phrase(written, names); phrase != "" {
		return phrase
	}
	return "; use " + List(names)
}

// List joins names for a message, as in "asc, desc or natural".
func List(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

// distance returns the number of edits that turn a into b. An edit inserts, removes or replaces a
// byte, or swaps two adjacent bytes.
func distance(a, b string) int {
	before, row := make([]int, len(b)+1), make([]int, len(b)+1)
	next := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			next[j+1] = min(row[j]+cost, row[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row, next = row, next, before
	}
	return row[len(b)]
}
