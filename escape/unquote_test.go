package escape

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/utf8check"
)

// faults holds quoted strings with the first fault in each.
var faults = []struct {
	in     string
	fault  Fault
	offset int
	length int
	at     int // offset of the byte that revealed the fault
}{
	{``, Truncated, 0, 0, 0},
	{`"`, Truncated, 1, 0, 0},
	{`"abc`, Truncated, 4, 0, 3},
	{`"abc\"`, Truncated, 6, 0, 5},
	{`"abc\`, Truncated, 5, 0, 4},
	{`"abc\u12`, Truncated, 8, 0, 7},
	{`abc"`, MissingQuote, 0, 1, 0},
	{` "abc"`, MissingQuote, 0, 1, 0},
	{`'abc'`, MissingQuote, 0, 1, 0},
	{`"abc" `, AfterString, 5, 1, 5},
	{`"abc""`, AfterString, 5, 1, 5},
	{`"a"b"`, AfterString, 3, 1, 3},
	{"\"a\nb\"", ControlCharacter, 2, 1, 2},
	{"\"\x00\"", ControlCharacter, 1, 1, 1},
	{"\"a\x1F", ControlCharacter, 2, 1, 2},
	{`"\q"`, BadCharacter, 1, 1, 2},
	{`"\U0041"`, BadCharacter, 1, 1, 2},
	{`"\'"`, BadCharacter, 1, 1, 2},
	{"\"\\\n\"", BadCharacter, 1, 1, 2},
	{`"ab\u00G1"`, BadHex, 3, 4, 7},
	{`"\u"`, BadHex, 1, 2, 3},
	{`"\u123"`, BadHex, 1, 5, 6},
	{`"\ud800"`, LoneSurrogate, 1, 6, 7},
	{`"\uDC00x"`, LoneSurrogate, 1, 6, 7},
	{`"\ud800\ud800"`, LoneSurrogate, 1, 6, 7},
	{`"\ud800\n"`, LoneSurrogate, 1, 6, 7},
	{`"\ud83d\ude00\ud83d"`, LoneSurrogate, 13, 6, 19},
	{"\"\xFF\"", InvalidUTF8, 1, 1, 1},
	{"\"abc\xE2\x82\"", InvalidUTF8, 4, 2, 6},
	{"\"abc\xE2\x82", InvalidUTF8, 4, 2, 5},
	{"\"\xC3\\u00e9\"", InvalidUTF8, 1, 1, 2},
	{"\"\xED\xA0\x80\"", InvalidUTF8, 1, 1, 2},
	{"\"\\n\x80\\q\"", InvalidUTF8, 3, 1, 3},
	{"\"\\q\x80\"", BadCharacter, 1, 1, 2},
}

func TestAppendUnquoteFaults(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, c := range faults {
			checkFault(t, c.in, Error{Fault: c.fault, Offset: int64(c.offset), Length: c.length, ByteOffset: int64(c.at)})
		}
	})
}

// The same faults must be found after valid text of every length, because kernels process such
// text.
func TestAppendUnquoteFaultsEverywhere(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		for n := range 200 {
			for _, c := range faults {
				if !strings.HasPrefix(c.in, `"`) || c.in == `"` {
					continue
				}
				in := `"` + strings.Repeat("a", n) + c.in[1:]
				checkFault(t, in, Error{Fault: c.fault, Offset: int64(c.offset + n), Length: c.length, ByteOffset: int64(c.at + n)})
			}
		}
	})
}

// checkFault checks that AppendUnquote returns the error want. It sets Byte and Kind of want from
// the input.
func checkFault(t *testing.T, in string, want Error) {
	t.Helper()
	if in != "" {
		want.Byte = in[want.ByteOffset]
	}
	if want.Fault == InvalidUTF8 {
		_, want.Kind = utf8check.Sequence([]byte(in[want.Offset:]))
	}
	got, err := AppendUnquote([]byte("dst"), in)
	var e *Error
	if !errors.As(err, &e) || *e != want || string(got) != "dst" {
		t.Errorf("%q: got %q, %#v; want %#v", in, got, err, want)
	}
	isEnd := want.Fault == Truncated || want.Kind == utf8check.Truncated
	if errors.Is(err, io.ErrUnexpectedEOF) != isEnd {
		t.Errorf("%q: %v is io.ErrUnexpectedEOF: %v", in, err, !isEnd)
	}
}

func TestErrorTexts(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`"abc`, "unexpected end of input at byte 4"},
		{`abc`, "missing opening quote at byte 0: 'a'"},
		{`"a"b`, "unexpected data after the closing quote at byte 3: 'b'"},
		{"\"a\n\"", "control character in a string at byte 2: byte 0A"},
		{`"\q"`, "invalid escape sequence at byte 1: 'q'"},
		{`"\u12x4"`, `invalid \u escape sequence at byte 1: 'x'`},
		{`"\ud800"`, "lone surrogate at byte 1"},
		{"\"\xFF\"", "invalid UTF-8 at byte 1: FF, impossible byte"},
		{"\"\xE2\x82\"", "invalid UTF-8 at byte 1: missing continuation byte, byte 3 is 22"},
		{"\"\xE2\x82", "incomplete UTF-8 at byte 1: the input ends with 82, inside a character"},
	} {
		if _, err := AppendUnquote(nil, c.in); err == nil || err.Error() != c.want {
			t.Errorf("%q: got %v, want %s", c.in, err, c.want)
		}
	}
	for f := None; f < numFaults; f++ {
		if f.String() == "" {
			t.Errorf("fault %d has no name", f)
		}
	}
}

func TestSurrogates(t *testing.T) {
	for _, c := range []struct{ in, replaced, kept string }{
		{`"\ud800"`, "\uFFFD", "\xED\xA0\x80"},
		{`"\udfff"`, "\uFFFD", "\xED\xBF\xBF"},
		{`"a\ud83d\ud83d\ude00b"`, "a\uFFFD😀b", "a\xED\xA0\xBD😀b"},
		{`"\ude00\ud83d"`, "\uFFFD\uFFFD", "\xED\xB8\x80\xED\xA0\xBD"},
		{`"\ud83d\u0041\n"`, "\uFFFDA\n", "\xED\xA0\xBDA\n"},
		{`"\ud83d\ude00"`, "😀", "😀"},
	} {
		for lone, want := range map[Surrogates]string{ReplaceSurrogates: c.replaced, KeepSurrogates: c.kept} {
			if got, err := AppendUnquoteAs(nil, c.in, lone); err != nil || string(got) != want {
				t.Errorf("%s, %d: got %q, %v; want %q", c.in, lone, got, err, want)
			}
		}
	}
	// A policy for surrogates does not apply to other faults.
	for _, in := range []string{`"\ud800`, `"\ud800\u12"`, `"\ud800\q"`, "\"\\ud800\xFF\"", `"\ud800""`} {
		for lone := ReplaceSurrogates; lone <= KeepSurrogates; lone++ {
			if got, err := AppendUnquoteAs([]byte("dst"), in, lone); err == nil || string(got) != "dst" {
				t.Errorf("%q: got %q, %v", in, got, err)
			}
		}
	}
}

// checkUnquote compares AppendUnquote with jsontext, which is equally strict.
func checkUnquote(t *testing.T, quoted string) {
	t.Helper()
	want, wantErr := jsontext.AppendUnquote([]byte("dst"), quoted)
	got, err := AppendUnquote([]byte("dst"), quoted)
	fromBytes, errBytes := AppendUnquote([]byte("dst"), []byte(quoted))
	if string(fromBytes) != string(got) || fmt.Sprint(errBytes) != fmt.Sprint(err) {
		t.Errorf("%q: %q, %v for bytes; %q, %v for a string", quoted, fromBytes, errBytes, got, err)
	}
	if (err == nil) != (wantErr == nil) {
		t.Errorf("%q: got %v, jsontext says %v", quoted, err, wantErr)
	}
	if err != nil {
		want = []byte("dst")
	}
	if string(got) != string(want) {
		t.Errorf("%q: got %q, want %q", quoted, got, want)
	}
}

// escapes holds parts from which the contents of strings are made. The last of these parts contain
// faults.
var escapes = append([]string{
	`\"`, `\\`, `\/`, `\b`, `\f`, `\n`, `\r`, `\t`, `\\\\`, `\u0041`, `\u00e9`, `\u20AC`, `\u0000`, `\uFFFF`, `\ud83d\ude00`, `\uDBFF\uDFFF`,
	"plain", "more plain text, some 30 bytes", "é", "日本語", "😀",
}, `\ud83d`, `\ude00`, `\u12`, `\x`, `\`, `"`, "\n", "\x80", "\xE2\x82")

func TestAppendUnquoteRandom(t *testing.T) {
	count := 60_000
	if longtest.Off() {
		count = 6_000
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(3, 4))
		for range count {
			size := 1 << r.IntN(11)
			kinds := make([]string, 1+r.IntN(5))
			for i := range kinds {
				kinds[i] = escapes[r.IntN(len(escapes)-9*min(1, r.IntN(5)))]
			}
			checkUnquote(t, `"`+mixture(r, kinds, size)+`"`)
		}
	})
}

// Every \u escape is decoded, in lower case and in upper case, alone and in a sequence of escapes.
func TestAppendUnquoteEveryUnit(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		for unit := range 0x10000 {
			lower := fmt.Sprintf(`\u%04x`, unit)
			checkUnquote(t, `"`+lower+`"`)
			checkUnquote(t, `"`+strings.Repeat(fmt.Sprintf(`\u%04X`, unit), 3+unit%16)+`"`)
		}
	})
}

func TestAppendUnquoteAllocates(t *testing.T) {
	const quoted = `"The quick brown fox said \"jump\" \u0422\ud83d\ude00\n"`
	dst := make([]byte, 0, len(quoted))
	raw := []byte(quoted)
	if n := testing.AllocsPerRun(100, func() {
		if _, err := AppendUnquote(dst, quoted); err != nil {
			t.Error(err)
		}
		if _, err := AppendUnquoteAs(dst, raw, ReplaceSurrogates); err != nil {
			t.Error(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// AppendUnescaped copies unchanged what it cannot decode.
func TestAppendUnescaped(t *testing.T) {
	for in, want := range map[string]string{
		``: ``, `a\nb`: "a\nb", `\ud800x`: "\uFFFDx", `\q\n`: "\\q\n", `a"b\`: `a"b\`, "\xFF\\t\n\\u0041": "\xFF\t\nA", `\u12`: `\u12`,
	} {
		if got := AppendUnescaped([]byte("> "), []byte(in)); string(got) != "> "+want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func FuzzAppendUnquote(t *testing.F) {
	f := fuzzing.Of(t)
	for _, c := range faults {
		f.Add(c.in)
	}
	for _, piece := range escapes {
		f.Add(`"` + piece + `"`)
		f.Add(`"` + strings.Repeat("a", 60) + strings.Repeat(piece, 30) + `"`)
	}
	f.Fuzz(func(t *testing.T, quoted string) {
		checkUnquote(t, quoted)
		text, err := AppendUnquoteAs(nil, quoted, ReplaceSurrogates)
		if isString := strings.HasPrefix(quoted, `"`) && strings.HasSuffix(quoted, `"`); err == nil {
			var want string
			if json.Unmarshal([]byte(quoted), &want) != nil || string(text) != want {
				t.Errorf("%q: got %q, want %q", quoted, text, want)
			}
		} else if isString && utf8.ValidString(quoted) && json.Valid([]byte(quoted)) {
			t.Errorf("%q: %v", quoted, err)
		}
	})
}
