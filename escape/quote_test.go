package escape

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/utf8check"
	"github.com/assayjson/assay/utf8check/utf8test"
)

// quoteNaive is the oracle: what Append writes with each policy except Keep, one code point at a
// time.
func quoteNaive(src string, opts Options) string {
	var out strings.Builder
	out.WriteByte('"')
	points, bad := utf8test.Decode([]byte(src))
	for i, r := range points {
		if !bad[i] || opts.Invalid == Replace {
			out.WriteString(quoteRuneNaive(r, opts))
		}
	}
	out.WriteByte('"')
	return out.String()
}

func quoteRuneNaive(r rune, opts Options) string {
	if short, ok := map[rune]string{
		'"': `\"`, '\\': `\\`, '\b': `\b`, '\f': `\f`, '\n': `\n`, '\r': `\r`, '\t': `\t`,
	}[r]; ok {
		return short
	}
	isHTML := r == '<' || r == '>' || r == '&'
	isSeparator := r == '\u2028' || r == '\u2029'
	if r >= 0x20 && (r < 0x7F || !opts.ASCII) && (!isHTML || !opts.HTML) && (!isSeparator || !opts.JS) {
		return string(r)
	}
	var out string
	for _, unit := range utf16.Encode([]rune{r}) {
		out += fmt.Sprintf(`\u%04x`, unit)
	}
	return out
}

// eachOptions calls f with every combination of options.
func eachOptions(f func(opts Options)) {
	for i := range 32 {
		f(Options{Invalid: Policy(i % 4), ASCII: i&4 != 0, HTML: i&8 != 0, JS: i&16 != 0})
	}
}

// checkAppend compares Append with the oracle, and AppendQuote too if it should do the same.
func checkAppend(t *testing.T, src string, opts Options) {
	t.Helper()
	const before = "dst"
	got, err := Append([]byte(before), src, opts)
	valid := utf8.ValidString(src)
	switch {
	case opts.Invalid == Keep && !valid:
		checkKept(t, src, opts, got, err)
	case opts.Invalid == Strict && !valid:
		if string(got) != before {
			t.Errorf("%q, %+v: got %q, want dst unchanged", src, opts, got)
		}
		checkInvalid(t, src, err)
	default:
		if want := before + quoteNaive(src, opts); string(got) != want || err != nil {
			t.Errorf("%q, %+v: got %q, %v; want %q", src, opts, got, err, want)
		}
	}
	if opts == (Options{}) {
		fromString, errString := AppendQuote([]byte(before), src)
		fromBytes, errBytes := AppendQuote([]byte(before), []byte(src))
		if string(fromString) != string(got) || string(fromBytes) != string(got) || (errString == nil) != valid || (errBytes == nil) != valid {
			t.Errorf("%q: AppendQuote gives %q, %v for a string and %q, %v for bytes; want %q",
				src, fromString, errString, fromBytes, errBytes, got)
		}
	}
}

// checkInvalid compares the error err with that of utf8check, and the fields of err with the bytes
// of src.
func checkInvalid(t *testing.T, src string, err error) {
	t.Helper()
	var want *utf8check.Error
	errors.As(utf8check.Check([]byte(src)), &want)
	var got *Error
	if !errors.As(err, &got) || got.Fault != InvalidUTF8 || got.Offset != want.Offset || got.Length != want.Length || got.Kind != want.Kind {
		t.Errorf("%q: got %#v, want %#v", src, err, want)
		return
	}
	if got.Byte != src[got.ByteOffset] || errors.Is(err, io.ErrUnexpectedEOF) != (want.Kind == utf8check.Truncated) {
		t.Errorf("%q: got %#v", src, got)
	}
}

// checkKept checks the result of quoting src with the Keep policy: ill-formed bytes are unchanged,
// and all other characters are written as opts requires.
func checkKept(t *testing.T, src string, opts Options, got []byte, err error) {
	t.Helper()
	var want strings.Builder
	for rest := src; rest != ""; {
		r, size := utf8.DecodeRuneInString(rest)
		if r == utf8.RuneError && size == 1 {
			want.WriteByte(rest[0])
		} else {
			want.WriteString(quoteRuneNaive(r, opts))
		}
		rest = rest[size:]
	}
	if text := `dst"` + want.String() + `"`; string(got) != text || err != nil {
		t.Errorf("%q, %+v: got %q, %v; want %q", src, opts, got, err, text)
	}
}

// For 346,200 strings, Replace must write the text of the WHATWG decoder as a JSON string. The other
// policies are compared with the oracle, too.
func TestAppendExhaustive(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		i := 0
		count := utf8test.EachString(func(b []byte) {
			for policy := Strict; policy <= Keep; policy++ {
				if longtest.Off() && Policy(i%4) != policy {
					continue
				}
				checkAppend(t, string(b), Options{Invalid: policy, ASCII: i&1 != 0, HTML: i&2 != 0, JS: i&4 != 0})
			}
			i++
		})
		if count != 346_200 {
			t.Errorf("tried %d strings", count)
		}
	})
}

// quotable holds the parts of strings to be quoted.
var quotable = []string{
	"a", "text ", "The quick brown fox jumps over the lazy dog. ", `"`, `\`, "/", "\n", "\r\n", "\t", "\b\f", "\x00", "\x1F", "\x7F",
	"<b>&", "é", "Привет", "€", "日本語", "\u2027\u2028\u2029\u202A", "😀", "\U0010FFFF", "\uFFFD",
	"\x80", "\xC3", "\xE2\x80", "\xED\xA0\x80", "\xF0\x9F\x98", "\xFF",
}

// randomText returns a string of a few kinds of pieces, most of them UTF-8.
func randomText(r *rand.Rand) string {
	size := 1 << r.IntN(12)
	kinds := make([]string, 1+r.IntN(5))
	for i := range kinds {
		kinds[i] = quotable[r.IntN(len(quotable)-6*min(1, r.IntN(4)))]
	}
	return mixture(r, kinds, size)
}

// mixture returns a string of pieces of the given kinds, in which the first kinds are more
// frequent.
func mixture(r *rand.Rand, kinds []string, size int) string {
	var s strings.Builder
	for s.Len() < size {
		s.WriteString(kinds[r.IntN(1+r.IntN(len(kinds)))])
	}
	return s.String()
}

func TestAppendRandom(t *testing.T) {
	count := 1000
	if longtest.Off() {
		count = 300 / longtest.OneIn(3)
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(1, 2))
		for range count {
			text := randomText(r)
			eachOptions(func(opts Options) { checkAppend(t, text, opts) })
		}
	})
}

// Each of the 1,112,064 scalar values is read back, even if it is written with escapes.
func TestEveryScalarComesBack(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		var out, back []byte
		count := 0
		for r := rune(0); r <= utf8.MaxRune; r++ {
			if !utf8.ValidRune(r) {
				continue
			}
			count++
			text := string(r)
			for _, opts := range []Options{{}, {ASCII: true, HTML: true, JS: true}} {
				var err error
				if out, err = Append(out[:0], text, opts); err != nil {
					t.Fatalf("%U: %v", r, err)
				}
				if back, err = AppendUnquote(back[:0], out); err != nil || string(back) != text {
					t.Fatalf("%U: %s comes back as %q, %v", r, out, back, err)
				}
			}
		}
		if count != 1_112_064 {
			t.Errorf("tried %d scalar values", count)
		}
	})
}

// If a slice has room, it is used, and nothing beyond the result is overwritten.
func TestAppendQuoteUsesTheRoom(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		for n := range 300 {
			text := strings.Repeat("x", n)
			backing := make([]byte, n+100)
			for i := range backing {
				backing[i] = '#'
			}
			got, err := AppendQuote(backing[:3], text)
			if err != nil || string(got) != `###"`+text+`"` || &got[0] != &backing[0] {
				t.Fatalf("%d bytes: %q, %v", n, got, err)
			}
			if rest := string(backing[n+5:]); rest != strings.Repeat("#", 95) {
				t.Fatalf("%d bytes: behind them %q", n, rest)
			}
			tight, _ := AppendQuote(backing[:0:n+2], text)
			if &tight[0] != &backing[0] {
				t.Fatalf("%d bytes: moved, though there was room", n)
			}
		}
	})
}

func TestAppendQuoteAllocates(t *testing.T) {
	const text = "The quick brown fox said \"jump\"\n"
	dst := make([]byte, 0, 1000)
	raw := []byte(text)
	for name, f := range map[string]func() error{
		"string":  func() error { _, err := AppendQuote(dst, text); return err },
		"bytes":   func() error { _, err := AppendQuote(dst, raw); return err },
		"options": func() error { _, err := Append(dst, raw, Options{Replace, true, true, true}); return err },
	} {
		if n := testing.AllocsPerRun(100, func() {
			if err := f(); err != nil {
				t.Error(err)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

func FuzzAppend(t *testing.F) {
	f := fuzzing.Of(t)
	for _, s := range quotable {
		f.Add(s, uint8(0))
		f.Add(strings.Repeat(s, 40)+"and so on", uint8(29))
	}
	f.Fuzz(func(t *testing.T, src string, n uint8) {
		opts := Options{Policy(n & 3), n&4 != 0, n&8 != 0, n&16 != 0}
		checkAppend(t, src, opts)
		if quoted, err := Append(nil, src, opts); err == nil && (opts.Invalid != Keep || utf8.ValidString(src)) {
			checkReadBack(t, src, opts, quoted)
		}
	})
}

// checkReadBack reads the JSON string in quoted with encoding/json, and compares the result with
// src.
func checkReadBack(t *testing.T, src string, opts Options, quoted []byte) {
	t.Helper()
	var text string
	want := utf8test.Replace([]byte(src))
	if opts.Invalid == Ignore {
		want = utf8test.Ignore([]byte(src))
	}
	if err := json.Unmarshal(quoted, &text); err != nil || text != want {
		t.Errorf("%q, %+v: encoding/json reads %q, %v in %s", src, opts, text, err, quoted)
	}
}

// Quoting a long text stops early at invalid UTF-8, except if that is kept.
func TestLongInvalidText(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(3, 8))
		bodies := make([][]byte, 256)
		for c := range bodies {
			quoted, _ := Append(nil, []byte{byte(c)}, Options{Invalid: Keep})
			bodies[c] = quoted[1 : len(quoted)-1]
		}
		for round := range 20 {
			src := make([]byte, 200_000+r.IntN(100))
			want := []byte{'"'}
			for i := range src {
				if src[i] = 'a'; round%2 == 0 || r.IntN(50_000) == 0 {
					src[i] = byte(r.Uint32())
				}
				want = append(want, bodies[src[i]]...)
			}
			want = append(want, '"')
			for _, room := range []int{0, len(src) + 2, len(want), len(want) + 1000} {
				got, err := Append(make([]byte, 0, room), src, Options{Invalid: Keep})
				if err != nil || !bytes.Equal(got, want) {
					t.Fatalf("with room for %d bytes: %d bytes, want %d, %v", room, len(got), len(want), err)
				}
				got, err = AppendQuote(make([]byte, 0, room), src)
				if valid := utf8.Valid(src); valid != (err == nil) || valid && !bytes.Equal(got, want) || !valid && len(got) > 0 {
					t.Fatalf("with room for %d bytes: %d bytes, want %d, %v", room, len(got), len(want), err)
				}
				mended, err := Append(make([]byte, 0, room), src, Options{Invalid: Replace})
				text, _ := utf8check.AppendValid(nil, src, utf8check.Replace)
				if want, _ := AppendQuote(nil, text); err != nil || !bytes.Equal(mended, want) {
					t.Fatalf("with room for %d bytes: %d bytes, want %d, %v", room, len(mended), len(want), err)
				}
			}
		}
	})
}
