package utf8check

import (
	"bytes"
	"testing"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/utf8check/utf8test"
)

func TestRecognize(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"\xED\xA0\xBD\xED\xB8\x80", "ED A0 BD ED B8 80 is CESU-8 for U+1F600; in UTF-8 it is F0 9F 98 80"},
		{"\xED\xA0\x80\xED\xB0\x80 and more", "ED A0 80 ED B0 80 is CESU-8 for U+10000; in UTF-8 it is F0 90 80 80"},
		{"\xED\xAF\xBF\xED\xBF\xBF", "ED AF BF ED BF BF is CESU-8 for U+10FFFF; in UTF-8 it is F4 8F BF BF"},
		{"\xC0\x80", "C0 80 is MUTF-8 for U+0000; in UTF-8 it is 00"},
		{"\xED\xA0\x80", "ED A0 80 is WTF-8 for the lone surrogate U+D800, which UTF-8 cannot encode"},
		{"\xED\xA0\x80x", "ED A0 80 is WTF-8 for the lone surrogate U+D800, which UTF-8 cannot encode"},
		{"\xED\xB8\x80\xED\xA0\xBD", "ED B8 80 is WTF-8 for the lone surrogate U+DE00, which UTF-8 cannot encode"},
		{"\xED\xA0\x80\xED\xA0\x80", "ED A0 80 is WTF-8 for the lone surrogate U+D800, which UTF-8 cannot encode"},
		{"\xF4\x90\x80\x80", "F4 90 80 80 is the obsolete 4-byte form of 0x110000; UTF-8 ends at U+10FFFF"},
		{"\xF8\x88\x80\x80\x80", "F8 88 80 80 80 is the obsolete 5-byte form of 0x200000; UTF-8 ends at U+10FFFF"},
		{"\xFD\xBF\xBF\xBF\xBF\xBF", "FD BF BF BF BF BF is the obsolete 6-byte form of 0x7FFFFFFF; UTF-8 ends at U+10FFFF"},
		{"\xC1\x81", "C1 81 is an overlong form of U+0041; in UTF-8 it is 41"},
		{"\xE0\x80\x80", "E0 80 80 is an overlong form of U+0000; in UTF-8 it is 00"},
		{"\xF0\x82\x82\xAC", "F0 82 82 AC is an overlong form of U+20AC; in UTF-8 it is E2 82 AC"},
		{"\xF8\x80\x80\x80\xAF", "F8 80 80 80 AF is an overlong form of U+002F; in UTF-8 it is 2F"},
		{"\xF0\x8D\xA0\x80", "F0 8D A0 80 is non-shortest form for the lone surrogate U+D800, which UTF-8 cannot encode"},

		{"", ""}, {"a", ""}, {"é", ""}, {"€", ""}, {"😀", ""},
		{"\x80", ""}, {"\xC3", ""}, {"\xC3a", ""}, {"\xED\xA0", ""}, {"\xF8\x88\x80\x80", ""}, {"\xFE", ""}, {"\xFF", ""},
	} {
		legacy, ok := Recognize([]byte(c.in))
		if ok != (c.want != "") || ok && legacy.String() != c.want {
			t.Errorf("%q: got %v, %v; want %q", c.in, legacy, ok, c.want)
		}
	}
}

// Recognize must never recognize well-formed UTF-8, nor read beyond its slice.
func TestRecognizeExhaustive(t *testing.T) {
	utf8test.EachString(func(b []byte) {
		_, kind := Sequence(b)
		if legacy, ok := Recognize(b); ok && (kind == WellFormed || len(legacy.Bytes) > len(b)) {
			t.Errorf("% X, %v: recognised as %v", b, kind, legacy)
		}
	})
}

func TestFSSUTFRoundTrip(t *testing.T) {
	edges := []uint32{0, 1<<7 - 1, 1 << 7, 1<<11 - 1, 1 << 11, 1<<16 - 1, 1 << 16, 0x10FFFF, 0x110000,
		1<<21 - 1, 1 << 21, 1<<26 - 1, 1 << 26, MaxFSSUTF}
	for _, want := range edges {
		b, err := AppendFSSUTF(nil, want)
		if err != nil {
			t.Fatal(err)
		}
		if got, n := DecodeFSSUTF(append(b, 'x')); got != want || n != len(b) {
			t.Errorf("0x%X: % X decodes to 0x%X, length %d", want, b, got, n)
		}
		for cut := range b {
			if _, n := DecodeFSSUTF(b[:cut]); n != 0 {
				t.Errorf("% X, a part of % X, decodes", b[:cut], b)
			}
		}
		if want <= utf8.MaxRune && !utf8.Valid(b) {
			t.Errorf("0x%X: % X is not UTF-8", want, b)
		}
	}
	if b, err := AppendFSSUTF([]byte("dst"), 1<<31); err == nil || string(b) != "dst" {
		t.Errorf("32 bits: %q, %v", b, err)
	}
}

func TestAppendDecode(t *testing.T) {
	for _, c := range []struct {
		form     Form
		in, want string
	}{
		{CESU8, "a\xED\xA0\xBD\xED\xB8\x80b", "a😀b"},
		{CESU8, "both 😀 and \xED\xA0\xBD\xED\xB8\x80", "both 😀 and 😀"},
		{MUTF8, "nul\xC0\x80\xED\xA0\xBD\xED\xB8\x80", "nul\x00😀"},
		{WTF8, "x\xED\xA0\x80y\xED\xB0\x80", "x\uFFFDy\uFFFD"},
		{FSSUTF, "\xFD\xBF\xBF\xBF\xBF\xBFz", "\uFFFDz"},
		{NonShortest, "\xC0\xAE\xC0\xAE/", "../"},
		{NonShortest, "\xF0\x8D\xA0\x80", "\uFFFD"},
	} {
		got, err := c.form.AppendDecode([]byte("> "), []byte(c.in))
		if err != nil || string(got) != "> "+c.want {
			t.Errorf("%v %q: got %q, %v; want %q", c.form, c.in, got, err, c.want)
		}
	}
}

func TestAppendDecodeRefuses(t *testing.T) {
	for _, c := range []struct {
		form Form
		in   string
		want Error
	}{
		{CESU8, "a\xC0\x80", Error{1, 1, Overlong}},
		{CESU8, "\xED\xA0\xBD\xED\xB8\x80\xED\xA0\x80", Error{6, 1, Surrogate}},
		{MUTF8, "ok\xFF", Error{2, 1, ImpossibleByte}},
		{WTF8, "\xED\xA0\xBD\xED\xB8\x80", Error{0, 1, Surrogate}}, // a pair is CESU-8
		{FSSUTF, "\xF8\x88\x80\x80", Error{0, 1, ImpossibleByte}},
	} {
		got, err := c.form.AppendDecode([]byte("> "), []byte(c.in))
		if string(got) != "> " || err == nil || *err.(*Error) != c.want {
			t.Errorf("%v %q: got %q, %v; want %+v", c.form, c.in, got, err, c.want)
		}
	}
}

func TestAppendEncode(t *testing.T) {
	for _, c := range []struct {
		form     Form
		in, want string
	}{
		{CESU8, "a😀\x00€", "a\xED\xA0\xBD\xED\xB8\x80\x00€"},
		{MUTF8, "a😀\x00€", "a\xED\xA0\xBD\xED\xB8\x80\xC0\x80€"},
		{WTF8, "a😀\x00€", "a😀\x00€"},
	} {
		if got, err := c.form.AppendEncode(nil, []byte(c.in)); err != nil || string(got) != c.want {
			t.Errorf("%v %q: got %q, %v; want %q", c.form, c.in, got, err, c.want)
		}
		if got, err := c.form.AppendEncode([]byte("dst"), []byte("\xFF")); err == nil || string(got) != "dst" {
			t.Errorf("%v of FF: got %q, %v", c.form, got, err)
		}
	}
}

// Decoding must reverse encoding, for every scalar value and form.
func TestEveryScalarThroughEveryForm(t *testing.T) {
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		for _, f := range []Form{CESU8, MUTF8} {
			checkForm(t, f, utf8.AppendRune(nil, r))
		}
	}
}

func checkForm(t *testing.T, f Form, text []byte) {
	t.Helper()
	legacy, err := f.AppendEncode(nil, text)
	if err != nil {
		t.Fatalf("%v: %q: %v", f, text, err)
	}
	back, err := f.AppendDecode(nil, legacy)
	if err != nil || !bytes.Equal(back, text) {
		t.Fatalf("%v: %q became % X and then %q, %v", f, text, legacy, back, err)
	}
}

func TestDescribe(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""}, {"é", ""},
		{"\x80", "80 is a continuation byte with no lead byte before it"},
		{"\xE2\x82A", "E2 82 is followed by 41, not by a continuation byte"},
		{"\xE2\x82", "E2 82 is cut off by the end of the input"},
		{"\xFF", "byte FF never occurs in UTF-8"},
		{"\xF5", "F5 begins a code point above U+10FFFF"},
		{"\xF4\x90", "F4 90 begins a code point above U+10FFFF"},
		{"\xC0\x80", "C0 begins an overlong form (C0 80 is MUTF-8 for U+0000; in UTF-8 it is 00)"},
		{"\xE0\x80", "E0 80 begins an overlong form"},
		{"\xED\xA0\xBD\xED\xB8\x80", "ED A0 begins an encoded surrogate (ED A0 BD ED B8 80 is CESU-8 for U+1F600; in UTF-8 it is F0 9F 98 80)"},
	} {
		if got := Describe([]byte(c.in)); got != c.want {
			t.Errorf("%q: got %q, want %q", c.in, got, c.want)
		}
	}
	for _, c := range cases {
		if got := Describe([]byte(c.in)[max(c.offset, 0):]); (got != "") != (c.offset >= 0) {
			t.Errorf("%q: %q", c.in, got)
		}
	}
}

func FuzzForms(t *testing.F) {
	f := fuzzing.Of(t)
	for _, c := range cases {
		f.Add([]byte(c.in))
	}
	f.Add([]byte("\xED\xA0\xBD\xED\xB8\x80\xC0\x80\xFD\xBF\xBF\xBF\xBF\xBF"))
	f.Fuzz(func(t *testing.T, b []byte) {
		Describe(b)
		Detect(b)
		for form := CESU8; form <= NonShortest; form++ {
			if Valid(b) {
				checkForm(t, form, b)
			}
			if got, err := form.AppendDecode(nil, b); err == nil && !Valid(got) {
				t.Errorf("%v: % X decodes to % X, which is not UTF-8", form, b, got)
			}
		}
	})
}
