package mark_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/mark"
	"github.com/assayjson/assay/internal/engine/token"
)

// read returns the kinds and texts of the tokens that c has left.
func read(c *mark.Cursor) string {
	var all []string
	for k := c.Next(); k != 0; k = c.Next() {
		all = append(all, fmt.Sprintf("%c %s %v", k, c.Text[c.Begin:c.End], c.Escaped))
	}
	return strings.Join(all, ", ")
}

// The marks of these texts are those of kernels, and the cursor has as many of them as the table says.
func TestCursorWithFewMarks(t *testing.T) {
	if !jsonsimd.HasKernel() {
		t.Skip("no kernel finds marks on this machine")
	}
	for _, test := range []struct {
		text  string
		marks int
		want  string
		next  token.Kind // of the token that lacks a mark
	}{
		{`null`, 2, "n null false", 0},
		{`["a",1]`, 0, "", 0},
		{`["a",1]`, 1, "", token.BeginArray},
		{`["a",1]`, 2, "[ [ false", token.String},
		{`["a",1]`, 3, `[ [ false, " "a" false`, 0},
		{`["a",1]`, 4, `[ [ false, " "a" false`, token.Number},
		{`["a",1]`, 5, `[ [ false, " "a" false, 0 1 false, ] ] false`, 0},
		{`["\\",1 ]`, 3, `[ [ false`, token.String},
		{`["\\",1 ]`, 4, `[ [ false, " "\\" true`, 0},
		{`["\\",1 ]`, 6, `[ [ false, " "\\" true, 0 1 false`, 0},
		{`{"\"":[] }`, 7, `{ { false, " "\"" true, [ [ false, ] ] false, } } false`, 0},
		{"[]\n1\n{}", 9, "[ [ false, ] ] false, \n \n false, 0 1 false, { { false, } } false", 0},
	} {
		rules := jsonsimd.Rules(0)
		if strings.Contains(test.text, "\n") {
			rules = jsonsimd.Records
		}
		var kernels jsonsimd.Checker
		kernels.Reset(10, rules)
		marks, valid, known := kernels.Index(nil, []byte(test.text))
		if !valid || !known {
			t.Fatalf("%q: valid %v, known %v", test.text, valid, known)
		}
		c := mark.Cursor{Text: []byte(test.text), Marks: marks[:min(test.marks, len(marks))]}
		if got := read(&c); got != test.want || c.Peek() != test.next {
			t.Errorf("%q, %d marks: %s, then %v; want %s, then %v", test.text, test.marks, got, c.Peek(), test.want, test.next)
		}
	}
}

func TestClosingBracket(t *testing.T) {
	text := "[[],{}]]x"
	marks := []uint32{0, 1, 2, 4, 5, 6, 7, 9} // the last one is the end of a text
	for levels, want := range map[int]int{1: 6, 2: len(marks)} {
		if i, left := mark.ClosingBracket(text, marks, levels); i != want || left != levels-1 {
			t.Errorf("%d levels: %d, %d; want %d, %d", levels, i, left, want, levels-1)
		}
	}
}

func ExampleCursor() {
	text := []byte(`{"id": 7, "tags": ["a"]}`)
	marks := []uint32{0, 1, 4, 7, 8, 10, 15, 18, 19, 21, 22, 23} // see jsonsimd.Checker.Index
	c := mark.Cursor{Text: text, Marks: marks}
	for k := c.Next(); k != 0; k = c.Next() {
		fmt.Printf("%v %s\n", k, text[c.Begin:c.End])
		if k == token.BeginArray && c.Skip() {
			fmt.Println("skipped")
		}
	}
	// Output:
	// { {
	// string "id"
	// number 7
	// string "tags"
	// [ [
	// skipped
	// } }
}
