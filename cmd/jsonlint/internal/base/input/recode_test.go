//go:build !js

package input

import (
	"bytes"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"
)

// back converts what a Recoding has returned to the encoding, in pieces of n bytes.
func back(r *Recoding, text []byte, n int) (b []byte) {
	for len(text) > 0 {
		before, raw := Raw(text)
		for part := text[:before]; len(part) > 0; part = part[min(n, len(part)):] {
			b = r.Append(b, part[:min(n, len(part))])
		}
		b = append(b, raw...)
		text = text[before+len(raw)*RawSize:]
	}
	return b
}

// A damaged text is converted to UTF-8 and back without loss, and an undamaged one is that of Decoder.
func TestRecoding(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 16))
	for _, name := range []string{"utf-16", "utf-16le", "utf-16be", "utf-32", "utf-32le", "utf-32be", "windows-1252", "iso-8859-1", "iso-8859-7", "koi8-r"} {
		for i := range 300 {
			text := strings.Repeat("[\"abc\"]\n", rng.IntN(30))
			form, isWide := unitsOf.Get()[name]
			src := []byte(text)
			if isWide {
				text = strings.Repeat("[\"aé日😀\uFFFD\"]\n", rng.IntN(30))
				src = encode(form.order, form.size, []string{"", "\uFEFF"}[i%2]+text)
			}
			damages := rng.IntN(5)
			for range damages {
				at := rng.IntN(len(src) + 1)
				switch rng.IntN(3) {
				case 0:
					src = append(src[:at:at], src[min(at+1+rng.IntN(3), len(src)):]...)
				case 1:
					src = append(src[:at:at], append([]byte{byte(rng.Uint32()), byte(0xD8 + rng.IntN(8))}[:1+rng.IntN(2)], src[at:]...)...)
				default:
					src = append(src[:at:at], append([]byte{byte(rng.Uint32())}, src[min(at+1, len(src)):]...)...)
				}
			}
			r, err := NewRecoding(name)
			if err != nil || !r.IsExact() {
				t.Fatal(name, err)
			}
			got, err := io.ReadAll(r.Decode(iotest.HalfReader(bytes.NewReader(src))))
			exact, marked := r.Encoding(name)
			var want []byte
			if again, _ := NewRecoding(exact); marked {
				want = again.Append(want, []byte("\uFEFF"))
			}
			if want = append(want, back(r, got, 1+rng.IntN(9))...); err != nil || !bytes.Equal(want, src) {
				t.Fatalf("%s: %q is not %q (%v)", name, want, src, err)
			}
			if damages == 0 && string(got) != text {
				t.Fatalf("%s: %q, want %q", name, got, text)
			}
			for len(got) > 0 {
				before, raw := Raw(got)
				if !utf8.Valid(got[:before]) {
					t.Fatalf("%s: %q is not UTF-8", name, got[:before])
				}
				got = got[before+len(raw)*RawSize:]
			}
		}
	}
}

// After a byte of UTF-16 is lost, the next line is read again.
func TestRecodingAfterALostByte(t *testing.T) {
	for _, name := range []string{"utf-16le", "utf-16be"} {
		src := encode(unitsOf.Get()[name].order, 2, "line 1\nline 2\nline 3\n")
		r, _ := NewRecoding(name)
		got, err := io.ReadAll(r.Decode(bytes.NewReader(append(src[:5:5], src[6:]...))))
		if err != nil || !bytes.HasSuffix(got, []byte("line 2\nline 3\n")) || !bytes.HasPrefix(got, []byte("li")) {
			t.Errorf("%s: %q %v", name, got, err)
		}
	}
}

func TestRecodingUnknown(t *testing.T) {
	if r, err := NewRecoding("utf-8"); r != nil || err != nil {
		t.Error(r, err)
	}
	if r, err := NewRecoding("none"); r != nil || err == nil {
		t.Error(r, err)
	}
	if r, err := NewRecoding("shift_jis"); err != nil || r.IsExact() {
		t.Error(r, err)
	}
}
