package utf8check

import (
	"errors"
	"testing"
)

// Numbers that UTF-8 cannot represent become U+FFFD, as documented.
func TestDecodeSurrogates(t *testing.T) {
	for _, c := range []struct {
		form     Form
		in, want string
		offset   int64 // offset of the error if want is ""
	}{
		{FSSUTF, "\xED\xA0\x80", "\uFFFD", 0},
		{FSSUTF, "a\xED\xBF\xBFb", "a\uFFFDb", 0},
		{FSSUTF, "\xED\xA0\xBD\xED\xB8\x80", "\uFFFD\uFFFD", 0}, // not a pair, because this form has no surrogates
		{FSSUTF, "\xF8\x88\x80\x80\x80", "\uFFFD", 0},
		{FSSUTF, "\xFD\xBF\xBF\xBF\xBF\xBF", "\uFFFD", 0},
		{FSSUTF, "\xF4\x90\x80\x80", "\uFFFD", 0},
		{FSSUTF, "a\xC0\x80", "", 1}, // not the shortest form
		{FSSUTF, "\xE0\x80\xAF", "", 0},
		{FSSUTF, "ab\xED\xA0", "", 2},
		{WTF8, "\xED\xA0\x80", "\uFFFD", 0},
		{WTF8, "\xED\xA0\xBD\xED\xB8\x80", "", 0}, // WTF-8 does not allow two surrogates that form a pair
		{CESU8, "\xED\xA0\xBD\xED\xB8\x80", "\U0001F600", 0},
		{MUTF8, "\xED\xA0\xBD\xED\xB8\x80\xC0\x80", "\U0001F600\x00", 0},
		{NonShortest, "\xC0\x80\xC1\x81\xE0\x80\x80", "\x00A\x00", 0},
	} {
		got, err := c.form.AppendDecode([]byte("> "), []byte(c.in))
		if string(got) != "> "+c.want || (err == nil) != (c.want != "") {
			t.Errorf("%v of % X: got %q, %v, want %q", c.form, c.in, got, err, c.want)
		}
		var bad *Error
		if err != nil && (!errors.As(err, &bad) || bad.Offset != c.offset) {
			t.Errorf("%v of % X: %v, want an error at %d", c.form, c.in, err, c.offset)
		}
	}
}

// The decoder must read what the encoder of 1992 writes.
func TestDecodeWhatFSSUTFWrites(t *testing.T) {
	for _, value := range []uint32{0, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF, 0x110000, 1 << 21, 1 << 26, MaxFSSUTF} {
		b, err := AppendFSSUTF(nil, value)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := FSSUTF.AppendDecode(nil, b); string(got) != string(toRune(value)) || err != nil {
			t.Errorf("0x%X: got %q, %v", value, got, err)
		}
	}
}
