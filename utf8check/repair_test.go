package utf8check

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/utf8check/utf8test"
)

func TestAppendValidExhaustive(t *testing.T) {
	utf8test.EachString(func(b []byte) { checkRepair(t, b) })
}

// After many ill-formed sequences, texts are mended in parts. The strings are put at every position
// of a part, and at its end.
func TestAppendValidMended(t *testing.T) {
	i := 0
	utf8test.EachString(func(b []byte) {
		before := strings.Repeat("\xFF", 4+i%3) + strings.Repeat("a", i%(2*mendedPart))
		if i%2 == 0 {
			before = strings.Repeat("\xFF", 4+i%(2*mendedPart))
		}
		checkRepair(t, append([]byte(before), b...))
		if i%5 == 0 {
			checkRepair(t, append([]byte(before+string(b)), "\xE2\x82A\xFF\xF0\x9F\x98"...))
		}
		i++
	})
}

// The texts consist of ill-formed sequences and of characters in any mixture.
func TestAppendValidRandom(t *testing.T) {
	count := 20_000
	if longtest.Off() {
		count = 3_000
	}
	pieces := []string{
		"a", "text ", "é", "語", "😀", "\x80", "\xBF", "\xC0\xAF", "\xC3", "\xE2", "\xE2\x82", "\xED\xA0\x80",
		"\xF0\x9F\x98", "\xF0\x9F", "\xF4\x90", "\xFF", "\xE0\x80", strings.Repeat("plain ", 20),
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range count {
		kinds := make([]string, 1+r.IntN(6))
		for i := range kinds {
			kinds[i] = pieces[r.IntN(len(pieces))]
		}
		var b []byte
		for size := r.IntN(400); len(b) < size; {
			b = append(b, kinds[r.IntN(len(kinds))]...)
			if r.IntN(4) == 0 {
				b = append(b, byte(r.Uint32()))
			}
		}
		checkRepair(t, b)
	}
}

// AppendValid does not allocate if dst has room for the result, and never writes beyond dst.
func TestAppendValidUsesTheRoom(t *testing.T) {
	for n := range 400 {
		src := bytes.Repeat([]byte("\xFF\xE2\x82a"), n/4+1)[:n]
		want := utf8test.Replace(src)
		memory := bytes.Repeat([]byte("#"), len(want)+600)
		for _, spare := range []int{0, 1, 263, 264, 500} {
			dst := memory[: 0 : len(want)+spare]
			got, err := AppendValid(dst, src, Replace)
			if err != nil || string(got) != want || n > 0 && &got[0] != &memory[0] {
				t.Fatalf("%d bytes, %d to spare: %q, %v", n, spare, got, err)
			}
			if past := memory[len(want)+spare:]; bytes.Count(past, []byte("#")) != len(past) {
				t.Fatalf("%d bytes, %d to spare: wrote beyond dst", n, spare)
			}
		}
	}
}

// checkRepair compares AppendValid with the WHATWG decoder.
func checkRepair(t *testing.T, b []byte) {
	t.Helper()
	const before = "dst"
	check := func(p Policy, want string) {
		t.Helper()
		got, err := AppendValid([]byte(before), b, p)
		if err != nil || string(got) != before+want {
			t.Errorf("% X, policy %d: got %q, %v; want %q", b, p, got, err, before+want)
		}
		if len(b) < 64 {
			return // too short for the kernel, which also needs room for more than the result
		}
		got, err = AppendValid(append(make([]byte, 0, 3*len(b)+400), before...), b, p)
		if err != nil || string(got) != before+want {
			t.Errorf("% X, policy %d, with room: got %q, %v; want %q", b, p, got, err, before+want)
		}
	}
	check(Replace, utf8test.Replace(b))
	check(Ignore, utf8test.Ignore(b))
	if Valid(b) {
		check(Strict, string(b))
		return
	}
	if got, err := AppendValid([]byte(before), b, Strict); string(got) != before || err == nil || *err.(*Error) != *Check(b).(*Error) {
		t.Errorf("% X, strict: got %q, %v; want dst and the error of Check", b, got, err)
	}
}

// Cases in which the WHATWG rule differs from similar rules.
func TestAppendValidKnown(t *testing.T) {
	for _, c := range []struct{ in, replace, ignore string }{
		{"\xE2\x82A", "\uFFFDA", "A"},
		{"\xED\xA0\x80", "\uFFFD\uFFFD\uFFFD", ""},
		{"\xFF\xFF", "\uFFFD\uFFFD", ""},
		{"\xF0\x9F\x98", "\uFFFD", ""},
		{"a\xC0\xAFb", "a\uFFFD\uFFFDb", "ab"},
		{"\xE0\x80\x80", "\uFFFD\uFFFD\uFFFD", ""},
		{"\xF4\x90\x80\x80", "\uFFFD\uFFFD\uFFFD\uFFFD", ""},
		{"\uFFFD\xFF", "\uFFFD\uFFFD", "\uFFFD"},
	} {
		for p, want := range map[Policy]string{Replace: c.replace, Ignore: c.ignore} {
			if got, _ := AppendValid(nil, []byte(c.in), p); string(got) != want {
				t.Errorf("%q, policy %d: got %q, want %q", c.in, p, got, want)
			}
		}
	}
}
