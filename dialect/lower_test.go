package dialect

import (
	"bytes"
	"io"
	"math/rand/v2"
	"reflect"
	"testing"
)

// lowerByToken is lower without skimming: every token is examined.
func lowerByToken(src []byte, d Dialect) (json []byte, m Map, errs []*Error) {
	l := lowerer{src: src, dialect: d, rewrites: new(rewriteList), comma: -1}
	lexer := Lexer{src: src, dialect: d}
	for {
		token, err := l.next(&lexer)
		if err == io.EOF {
			return l.text(), Map{src, *l.rewrites}, l.errs
		}
		if err != nil && len(l.errs) < mostErrors {
			l.errs = append(l.errs, err.(*Error))
		}
		l.token(token, err == nil)
	}
}

// checkSkim checks that skimming changes nothing.
func checkSkim(t *testing.T, src []byte, d Dialect) {
	t.Helper()
	want, places, errs := lowerByToken(src, d)
	got, m, errors := lower(src, d, nil)
	if !bytes.Equal(got, want) || !reflect.DeepEqual(m.rewrites, places.rewrites) || !reflect.DeepEqual(errors, errs) {
		t.Fatalf("%q in %v is %q with %v and %v, want %q with %v and %v", src, d, got, m.rewrites, errors, want, places.rewrites, errs)
	}
}

// The texts are random sequences of tokens and of parts of tokens, most of them invalid.
func TestSkimIsLowerByToken(t *testing.T) {
	parts := []string{"{", "}", "[", "]", ":", ",", ",]", ",}", " ", "\n", "\t\r", "\v", "\u00a0", "0", "12", "012", "0x1F", "0XabcdefABCDEF0123", "0x", "-1", "+2", "1.5", "1.", ".5", "1e5", "7_",
		`"text"`, `"`, `"\x41"`, `"\`, `'single'`, `'`, "\"\u2028\"", "\"\x01\"", "\"\xff\"", "name", "n\\u0061me", "$_1", "true", "null", "NaN", "-Infinity", "Infinity1", "/", "a-b", "1a", "@", "#", "`", "/* comment */", "// comment\n", "é", "\xff", "x"}
	r := rand.New(rand.NewPCG(3, 14))
	for range 20_000 {
		var src []byte
		for range r.IntN(12) {
			src = append(src, parts[r.IntN(len(parts))]...)
		}
		for _, d := range dialects[1:] {
			checkSkim(t, src, d)
		}
	}
}
