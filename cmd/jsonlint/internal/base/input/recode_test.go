//go:build !js

package input

import (
	"bytes"
	"fmt"
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
		r.Pass(len(raw) * RawSize)
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

// Lines that are in UTF-8 are not converted from an encoding with one byte for each character, and a line decides by most of its characters.
func TestRecodingKeepsUTF8(t *testing.T) {
	long := strings.Repeat("x", mostLine-1)
	for _, c := range []struct {
		name, src, want string
		lines           Lines
	}{
		{"windows-1252", "für\ncaf\xe9\nabc\nfür\n", "für\ncafé\nabc\nfür\n", Lines{1, 2}},
		{"windows-1252", "caf\xe9\nabc\nna\xefve", "café\nabc\nnaïve", Lines{2, 0}},
		{"windows-1252", "\xab\xc9\xbb \xe9", "«É» é", Lines{1, 0}},
		{"windows-1252", "ü\na\xc3{für}\n\xe9\n", "ü\na<C3>{für}\né\n", Lines{1, 2}},
		{"windows-1252", "\x84MEN\xdc\x93 \n\xabCAF\xc9\xbb", "„MENÜ“ \n«CAFÉ»", Lines{2, 0}},
		{"windows-1251", "\xcc\xb8\xe4\n", "Мёд\n", Lines{1, 0}},
		{"ibm866", "\xe1\xa0\xac\n", "сам\n", Lines{1, 0}},
		{"windows-874", "\xe0\xc5\xa2\n", "เลข\n", Lines{1, 0}},
		{"windows-1252", "\x81\xe9\n", "<81>é\n", Lines{1, 0}},
		{"windows-1252", "ü\n\xff für\n", "ü\n<FF> für\n", Lines{0, 2}},
		{"windows-1251", "\xcf\xb8\xf2\xf0\n", "Пётр\n", Lines{1, 0}},
		{"koi8-r", "Пётр\n\xf0\xa3\xd4\xd2\n", "Пётр\nПётр\n", Lines{1, 1}},
		{"windows-1252", "ü\n" + long + "é\xe9\n\xe9\n", "ü\n" + long + "é<E9>\né\n", Lines{1, 2}},
		{"windows-1252", "\xe9" + long + "é\n", "é" + long + "Ã©\n", Lines{1, 0}},
		{"windows-1252", "ü" + long + "é\xe9\n\xe9\n", "ü" + long + "é<E9>\né\n", Lines{1, 1}},
		{"windows-1252", "", "", Lines{}},
	} {
		for _, in := range []io.Reader{strings.NewReader(c.src), iotest.OneByteReader(strings.NewReader(c.src)), iotest.DataErrReader(strings.NewReader(c.src))} {
			r, err := NewRecoding(c.name)
			if err != nil || !r.HasBytes() {
				t.Fatal(c.name, err)
			}
			got, err := io.ReadAll(r.Decode(in))
			if err != nil {
				t.Fatal(err)
			}
			var text strings.Builder
			for rest := got; len(rest) > 0; {
				before, raw := Raw(rest)
				text.Write(rest[:before])
				for _, b := range raw {
					fmt.Fprintf(&text, "<%X>", b)
				}
				rest = rest[before+len(raw)*RawSize:]
			}
			if text.String() != c.want || r.Lines() != c.lines {
				t.Errorf("%s: %.50q is %.50q, %v; want %.50q, %v", c.name, c.src, text.String(), r.Lines(), c.want, c.lines)
			}
			if again := back(r, got, 3); string(again) != c.src {
				t.Errorf("%s: %.50q, converted back: %.50q", c.name, c.src, again)
			}
		}
	}
}
