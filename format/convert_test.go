package format

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/tokenizer"
)

func TestConvert(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"// a\n{\"a\": 1, // b\n\n\"b\": 2,\n// c\n\"c\": [3,], /* d */\n}\n// e", "{\n  \"a\": 1,\n\n  \"b\": 2,\n  \"c\": [3]\n}\n"},
		{"[1,\n\n// a\n2, /* b\n\n */ 3,\n// c\n\n4]", "[\n  1,\n\n  2, 3, 4\n]\n"},
		{"{a: 'it\\'s \"x\"', b\\u0063: +.5, $_: 0xFF, 'é': -0x10, c: 1., d: 'a\\\nb\\x41\\v\\0'}", "{\n  \"a\": \"it's \\\"x\\\"\",\n  \"b\\u0063\": 0.5,\n  \"$_\": 255,\n  \"é\": -16,\n  \"c\": 1,\n  \"d\": \"ab\\u0041\\u000b\\u0000\"\n}\n"},
		{"'x'", "\"x\"\n"},
		{"\ufeff/**/[/**/]\u00a0", "[]\n"},
		{"{\r\n\ta: 1 // b\r\n}", "{\r\n\t\"a\": 1\r\n}\r\n"},
	} {
		o := Options{Dialect: dialect.JSON5, Convert: DropComments, Style: Prettier, Width: 90, Detect: true, LineEnd: KeepLineEnd}
		got, err := Append(nil, []byte(c.src), o)
		if err != nil || string(got) != c.want {
			t.Errorf("%q: %v, got %q, want %q", c.src, err, got, c.want)
		}
		var copied bytes.Buffer
		if err := Copy(t.Context(), &copied, bytes.NewReader([]byte(c.src)), o); err != nil || copied.String() != c.want {
			t.Errorf("%q: Copy has written %q (%v)", c.src, &copied, err)
		}
	}
}

func TestConvertFails(t *testing.T) {
	for _, c := range []struct {
		src  string
		how  Conversion
		want error
	}{
		{"[1, // x\n2]", RefuseComments, &CommentError{4, 4}},
		{"[1, /* x */ NaN]", RefuseComments, &CommentError{4, 7}},
		{"[1, /* x */ NaN]", DropComments, &NotFiniteError{12, "NaN"}},
		{"[-Infinity]", DropComments, &NotFiniteError{1, "-Infinity"}},
		{"{a: +Infinity}", RefuseComments, &NotFiniteError{4, "Infinity"}},
	} {
		got, err := Append([]byte("x"), []byte(c.src), Options{Dialect: dialect.JSON5, Convert: c.how})
		if !reflect.DeepEqual(err, c.want) || string(got) != "x" {
			t.Errorf("%q: %q, %v, want %v", c.src, got, err, c.want)
		}
	}
}

// The result is JSON with the same value as the text.
func checkConvert(t *testing.T, src []byte) {
	t.Helper()
	for _, d := range dialect.Dialects() {
		got, err := Append(nil, src, Options{Dialect: d, Convert: DropComments})
		var infinite *NotFiniteError
		if dialect.Check(src, d) != nil || errors.As(err, &infinite) {
			continue
		}
		if err != nil || !tokenizer.Valid(got) || !reflect.DeepEqual(valueOf(t, got, dialect.JSON), valueOf(t, src, d)) {
			t.Fatalf("%v %q: %q (%v)", d, src, got, err)
		}
	}
}

func FuzzConvert(t *testing.F) {
	f := fuzzing.Of(t)
	for _, c := range layouts {
		f.Add([]byte(c.src))
	}
	f.Fuzz(func(t *testing.T, src []byte) { checkConvert(t, src) })
}

func TestConvertRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(27, 8))
	for range 300 {
		checkConvert(t, randomText(random, nil, 4))
	}
}
