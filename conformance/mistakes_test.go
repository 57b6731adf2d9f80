package conformance

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/tokenizer"
)

// A commonMistake is a text with a mistake that people make, together with what a good message about it contains.
type commonMistake struct {
	name   string
	text   []byte
	places []int    // the acceptable offsets for a message, all equally good
	causes []string // a message that contains one of these words names the cause
	count  int      // number of mistakes in the text
}

// placeMark precedes each acceptable position in the archive.
const placeMark = "▸"

// commonMistakes returns the mistakes in testdata/mistakes.txtar, which describes its format.
func commonMistakes(t *testing.T) (all []commonMistake) {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/mistakes.txtar")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, f := range archive.Files {
		m, err := parseCommonMistake(f)
		if err != nil || seen[f.Name] || bytes.Contains(m.text, []byte(placeMark)) {
			t.Fatalf("%s: malformed, or another mistake has this name: %v", f.Name, err)
		}
		seen[f.Name] = true
		all = append(all, m)
	}
	if len(all) < 100 {
		t.Fatalf("%d mistakes, want 100 or more", len(all))
	}
	return all
}

func parseCommonMistake(f txtar.File) (commonMistake, error) {
	m := commonMistake{name: f.Name, count: 1}
	head, text, found := strings.Cut(string(f.Data), "\n\n")
	if !found {
		return m, errors.New("no empty line")
	}
	for line := range strings.Lines(head) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		value = strings.TrimSpace(value)
		var err error
		switch key {
		case "cause":
			m.causes = strings.Split(value, " | ")
		case "mistakes":
			m.count, err = strconv.Atoi(value)
		case "quoted":
			text, err = unquoteLines(text)
		default:
			err = fmt.Errorf("unknown key %q", key)
		}
		if err != nil {
			return m, err
		}
	}
	if rest, found := strings.CutSuffix(text, "\n"+placeMark+"\n"); found {
		text = rest + "\n" + placeMark
	}
	for {
		before, after, found := strings.Cut(text, placeMark)
		if !found {
			break
		}
		m.places, text = append(m.places, len(before)), before+after
	}
	m.text = []byte(text)
	if len(m.places) == 0 || len(m.causes) == 0 {
		return m, errors.New("no place or no cause")
	}
	return m, nil
}

// unquoteLines returns the concatenation of Go string literals. Each line is one literal, and "* N" after a literal repeats it N times.
func unquoteLines(lines string) (string, error) {
	var b strings.Builder
	for line := range strings.Lines(lines) {
		line = strings.TrimSpace(line)
		literal, err := strconv.QuotedPrefix(line)
		if err != nil {
			return "", fmt.Errorf("%s: %w", line, err)
		}
		times := 1
		if rest := strings.TrimSpace(line[len(literal):]); rest != "" {
			if times, err = strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(rest, "*"))); err != nil {
				return "", err
			}
		}
		s, err := strconv.Unquote(literal)
		if err != nil {
			return "", err
		}
		b.WriteString(strings.Repeat(s, times))
	}
	return b.String(), nil
}

// doubtfulMistakes violate no rule of RFC 8259. A Tokenizer accepts their texts, and lint has rules that report them.
var doubtfulMistakes = []string{"duplicate names", "number beyond binary64", "half a surrogate pair"}

// cascades are the mistakes for which several errors are reported, with the number of errors.
var cascades = map[string]int{"missing bracket in the middle": 2, "missing bracket, with a comma": 2, "CESU-8": 6}

// TestMessagesAboutMistakes checks that lint finds each mistake, that its message is at one of the places and names the cause, and
// that it reports no more errors than there are.
func TestMessagesAboutMistakes(t *testing.T) {
	linter := lint.New(lint.Options{})
	for _, m := range commonMistakes(t) {
		found := linter.Check(m.text).Diagnostics
		if len(found) == 0 {
			t.Errorf("%s: not found", m.name)
			continue
		}
		first := found[0]
		if !slices.Contains(m.places, int(first.Offset)) {
			t.Errorf("%s: the message is at %d, want one of %d", m.name, first.Offset, m.places)
		}
		message := strings.ToLower(first.Message)
		if !slices.ContainsFunc(m.causes, func(word string) bool { return strings.Contains(message, strings.ToLower(word)) }) {
			t.Errorf("%s: %q has none of the words %q", m.name, first.Message, m.causes)
		}
		if len(found) > max(m.count, cascades[m.name]) {
			t.Errorf("%s: %d findings, and %d mistakes", m.name, len(found), m.count)
		}
	}
}

func TestErrorsAfterMistakes(t *testing.T) {
	for _, m := range commonMistakes(t) {
		want := m.count
		switch n, known := cascades[m.name]; {
		case known:
			want = n
		case slices.Contains(doubtfulMistakes, m.name):
			want = 0
		}
		got := 0
		for tokens := tokenizer.New(m.text, tokenizer.KeepGoing()); ; {
			_, err := tokens.Next()
			if errors.Is(err, io.EOF) && !errors.As(err, new(*tokenizer.SyntaxError)) {
				break
			}
			if err != nil {
				got++
			}
		}
		if got != want {
			t.Errorf("%s: %d errors, want %d", m.name, got, want)
		}
	}
}
