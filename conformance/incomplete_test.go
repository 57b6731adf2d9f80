package conformance

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/partial"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// beforeCharacters are beginnings of documents after which no character outside ASCII may follow. The
// byte \x01 could not follow either.
var beforeCharacters = []string{
	"", " ", "\n", "[", "[ ", "[1", "[1 ", "[1,", "[true", "[true ", `["a"`, `["a",`, "[[]", "[{}", "{", "{ ", `{"a"`, `{"a" `, `{"a":`, `{"a": `, `{"a":1`, `{"a":1 `, `{"a":1,`, `{"a":[]`,
	"[t", "[tru", "[fals", "n", "nul", "true", "-", "[-", "1.", "[1.", "1e", "[1e+", "[1.5E-2", "0", "1", "1 ", `"a"`, `"a" `, `{"a":1}`, "{\"a\":1}\n", "[]", "[] ",
	`"\`, `"a\`, `"\u`, `"\u0`, `"\u00e`, `"\ud83d\`, `"\ud83d\u`, `{"\`, `{"a":"\u12`,
}

// beginningsOfStrings are beginnings of documents that end in a string, where any character may follow.
var beginningsOfStrings = []string{`"`, `"a`, `["`, `{"`, `{"a`, `{"a":"`, `{"a":"b`, `"\n`, `"\u00e9`, `"\ud83d\ude00`, `"é`}

// cutCharacters are the beginnings of characters.
var cutCharacters = []string{"\xc2", "\xdf", "\xe0", "\xe0\xa0", "\xe2", "\xe2\x80", "\xed", "\xed\x9f", "\xef", "\xef\xbb", "\xf0", "\xf0\x9f", "\xf0\x9f\x98", "\xf4\x8f"}

// A readerOutcome is what a caller learns from an error.
type readerOutcome struct{ isErr, isSyntax, isIncomplete, isOfReader bool }

func outcomeOf(err error) readerOutcome {
	var bad *tokenizer.SyntaxError
	return readerOutcome{err != nil, errors.As(err, &bad), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, errReader)}
}

// Outside strings, nothing can complete a character that is cut off, so such a text is as invalid as
// one with a control character in the same place: for every function, whether the text ends there or
// the reader fails.
func TestCharactersCutOffOutsideStrings(t *testing.T) {
	all := map[string]func(r io.Reader) error{}
	for name, consume := range consumers {
		if !strings.HasPrefix(name, "leb128") {
			all[name] = consume
		}
	}
	for name, check := range inMemory {
		all[name] = func(r io.Reader) error {
			text, err := io.ReadAll(r)
			if err == nil {
				err = check(text)
			}
			return err
		}
	}
	for name, consume := range all {
		for _, before := range beforeCharacters {
			for end, reader := range waysToEnd {
				want := outcomeOf(consume(reader(before + "\x01")))
				for _, cut := range cutCharacters {
					if err := consume(reader(before + cut)); outcomeOf(err) != want {
						t.Errorf("%s, %q, %s: %+v (%v), want %+v", name, before+cut, end, outcomeOf(err), err, want)
					}
				}
			}
		}
	}
}

// waysToEnd return readers of a text, which end in different ways.
var waysToEnd = map[string]func(text string) io.Reader{
	"the text ends": func(text string) io.Reader { return strings.NewReader(text) },
	"byte by byte":  func(text string) io.Reader { return iotest.OneByteReader(strings.NewReader(text)) },
	"the reader fails": func(text string) io.Reader {
		return io.MultiReader(strings.NewReader(text), iotest.ErrReader(errReader))
	},
	"it fails at once": func(text string) io.Reader {
		return iotest.DataErrReader(io.MultiReader(strings.NewReader(text), iotest.ErrReader(errReader)))
	},
	"byte by byte, and it fails": func(text string) io.Reader {
		return iotest.OneByteReader(io.MultiReader(strings.NewReader(text), iotest.ErrReader(errReader)))
	},
}

// inMemory are functions that check a text in memory.
var inMemory = map[string]func(text []byte) error{
	"tokenizer.Check":             func(text []byte) error { return tokenizer.Check(text) },
	"tokenizer.Check, I-JSON":     func(text []byte) error { return tokenizer.Check(text, tokenizer.IJSON()) },
	"tokenizer.New":               func(text []byte) error { return lastError(tokenizer.New(text)) },
	"document.Parse":              func(text []byte) error { _, err := document.Parse(text); return err },
	"records.Check":               func(text []byte) error { return records.Check(text) },
	"records.Check, concatenated": func(text []byte) error { return records.Check(text, records.Concatenated()) },
	"tokenizer.Checker": func(text []byte) error {
		c := tokenizer.NewChecker()
		for i := range text {
			if _, err := c.Write(text[i : i+1]); err != nil {
				return err
			}
		}
		return c.Close()
	},
	"partial":               func(text []byte) error { return arrive(text, len(text)) },
	"partial, byte by byte": func(text []byte) error { return arrive(text, 1) },
}

// arrive writes a text to a Parser in chunks of the given size.
func arrive(text []byte, size int) error {
	var p partial.Parser
	for ; len(text) > 0; text = text[min(size, len(text)):] {
		if _, err := p.Write(text[:min(size, len(text))]); err != nil {
			return err
		}
	}
	return p.Close()
}

// In a string, and in a byte order mark that is allowed, a character may go on, so the text is
// incomplete.
func TestCharactersCutOffInStrings(t *testing.T) {
	for name, check := range inMemory {
		for _, before := range beginningsOfStrings {
			for _, cut := range cutCharacters {
				if err := check([]byte(before + cut)); !outcomeOf(err).isIncomplete {
					t.Errorf("%s, %q: %v, which is not io.ErrUnexpectedEOF", name, before+cut, err)
				}
			}
		}
	}
	for _, mark := range []string{"\xef", "\xef\xbb"} {
		for _, opts := range [][]tokenizer.Option{{tokenizer.AllowBOM()}, nil} {
			want := len(opts) > 0
			for name, err := range map[string]error{
				"Check":       tokenizer.Check([]byte(mark), tokenizer.JoinOptions(opts...)),
				"CheckReader": tokenizer.CheckReader(t.Context(), bytes.NewReader([]byte(mark)), tokenizer.JoinOptions(opts...)),
				"New":         lastError(tokenizer.New([]byte(mark), tokenizer.JoinOptions(opts...))),
				"NewReader":   lastError(tokenizer.NewReader(strings.NewReader(mark), tokenizer.JoinOptions(opts...))),
			} {
				if outcomeOf(err).isIncomplete != want {
					t.Errorf("%s, %q, mark allowed: %v: %v", name, mark, want, err)
				}
			}
		}
	}
}
