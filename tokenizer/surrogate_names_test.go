package tokenizer

import (
	"context"
	"strings"
	"testing"
	"testing/iotest"
)

// Names with different lone surrogates are different, as in JavaScript, Java and Python. They are
// also different from names with U+FFFD. Equal names are equal whether or not they are written with
// escapes.
func TestNamesWithLoneSurrogates(t *testing.T) {
	many := strings.Builder{} // an object with this many names has a hash table
	for i := range 300 {
		many.WriteString(`"\ud8` + string("0123456789abcdef"[i/16%16]) + string("0123456789abcdef"[i%16]) + strings.Repeat("x", i/256) + `":0,`)
	}
	for in, isUnique := range map[string]bool{
		`{"\ud800":1,"\ud801":2}`:                           true,
		`{"\ud800":1,"\udc00":2}`:                           true,
		`{"\ud800":1,"\ufffd":2}`:                           true,
		"{\"\\ud800\":1,\"\uFFFD\":2}":                      true,
		`{"\udc00\ud800":1,"\ud800\udc00":2}`:               true,
		`{"\ud800\ud800":1,"\ud800":2,"\ud800\ud800\ud8":2`: true,
		`{"\ud800":1,"\ud800":2}`:                           false,
		`{"\ud800":1,"\uD800":2}`:                           false,
		`{"a\ud800":1,"\u0061\uD800":2}`:                    false,
		`{"\ud83d\ude00":1,"😀":2}`:                          false,
		`{` + many.String() + `"\ud900":1}`:                 true,
		`{` + many.String() + `"\ud805":1}`:                 false,
	} {
		memory := Check([]byte(in), UniqueNames())
		streamed := CheckReader(context.Background(), iotest.HalfReader(strings.NewReader(in)), UniqueNames())
		_, tokens := lastOf(NewReader(strings.NewReader(in), UniqueNames()))
		for _, err := range []error{memory, streamed, tokens} {
			bad, _ := err.(*SyntaxError)
			if isDuplicate := bad != nil && bad.Kind == DuplicateName; isDuplicate == isUnique {
				t.Errorf("%.100s: %v", in, err)
			}
		}
	}
}

// lastOf returns the last token and the error after it.
func lastOf(tokens *Tokenizer) (last Token, err error) {
	for token, failed := range tokens.All() {
		last, err = token, failed
	}
	return last, err
}
