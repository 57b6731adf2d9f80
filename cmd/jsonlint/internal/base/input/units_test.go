package input

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/transform"

	"github.com/assayjson/assay/internal/testing/longtest"
)

func decoded(t *testing.T, name string, src []byte) (string, error) {
	t.Helper()
	decode, err := Decoder(name)
	if err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(decode(bytes.NewReader(src)))
	slow, slowErr := io.ReadAll(decode(iotest.OneByteReader(bytes.NewReader(src))))
	if !bytes.Equal(all, slow) || (err == nil) != (slowErr == nil) {
		t.Errorf("%s: %q %v at once, %q %v byte by byte", name, all, err, slow, slowErr)
	}
	return string(all), err
}

func encode(order binary.ByteOrder, size int, text string) (b []byte) {
	for _, r := range text {
		if size == 4 {
			b = append(b, 0, 0, 0, 0)
			order.PutUint32(b[len(b)-4:], uint32(r))
			continue
		}
		for _, u := range utf16.AppendRune(nil, r) {
			b = append(b, 0, 0)
			order.PutUint16(b[len(b)-2:], u)
		}
	}
	return b
}

func TestUnits(t *testing.T) {
	text := strings.Repeat("[\"aé日😀\uFFFD\"]", 1000)
	for name, form := range unitsOf.Get() {
		for _, mark := range []string{"", "\uFEFF"} {
			got, err := decoded(t, name, encode(form.order, form.size, mark+text))
			if got != text || err != nil {
				t.Errorf("%s %q: %.40q %v", name, mark, got, err)
			}
		}
		if form.guess {
			if got, err := decoded(t, name, encode(binary.LittleEndian, form.size, "\uFEFF"+text)); got != text || err != nil {
				t.Errorf("%s, the other order: %.40q %v", name, got, err)
			}
		}
	}
}

// TestEachUnit converts each code unit of UTF-16 at each place in a run of ASCII characters.
func TestEachUnit(t *testing.T) {
	orders := map[string]binary.AppendByteOrder{"utf-16le": binary.LittleEndian, "utf-16be": binary.BigEndian}
	for name, order := range orders {
		u := &units{form: unitsOf.Get()[name], name: name}
		dst := make([]byte, 100)
		for unit := range 1 << 16 {
			for place := range 9 {
				text := utf16.Encode([]rune("[\"12345678"))
				text[1+place] = uint16(unit)
				var src []byte
				for _, v := range text {
					src = order.AppendUint16(src, v)
				}
				u.Reset()
				n, read, err := u.Transform(dst, src, true)
				want := string(utf16.Decode(text))
				if utf16.IsSurrogate(rune(unit)) {
					want = want[:1+place]
				}
				if string(dst[:n]) != want || (err == nil) != (read == len(src)) || (err == nil) == utf16.IsSurrogate(rune(unit)) {
					t.Fatalf("%s: %#04x at %d: %q, want %q; %d bytes read, %v", name, unit, place, dst[:n], want, read, err)
				}
			}
		}
	}
}

// TestUnitsOfRandomTexts compares the conversion with package utf16, whatever the sizes of the
// buffers.
func TestUnitsOfRandomTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	alphabets := []string{"abcdefgh", "abcdefghé", "бцде ", "日本語 ", "a😀é日"}
	texts := 100_000
	if longtest.Off() {
		texts = 5_000
	}
	for range texts {
		var text []rune
		for range r.IntN(5) {
			letters := []rune(alphabets[r.IntN(len(alphabets))])
			for range r.IntN(30) {
				text = append(text, letters[r.IntN(len(letters))])
			}
		}
		name, order := "utf-16le", binary.ByteOrder(binary.LittleEndian)
		if r.IntN(2) == 0 {
			name, order = "utf-16be", binary.BigEndian
		}
		src := encode(order, 2, string(text))
		u := &units{form: unitsOf.Get()[name], name: name}
		var got []byte
		for begin := 0; begin < len(src); {
			end := min(begin+4+r.IntN(60), len(src))
			dst := make([]byte, utf8.UTFMax+r.IntN(60))
			n, read, err := u.Transform(dst, src[begin:end], end == len(src))
			if err != nil && err != transform.ErrShortDst && err != transform.ErrShortSrc || n+read == 0 {
				t.Fatalf("%s %q at %d: %v", name, string(text), begin, err)
			}
			got, begin = append(got, dst[:n]...), begin+read
		}
		if string(got) != string(text) {
			t.Fatalf("%s: %q, want %q", name, got, string(text))
		}
	}
}

func TestUnitsThatAreWrong(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"utf-16be", "\x00a\xD8\x00\x00b", "invalid utf-16be at byte 2"},
		{"utf-16be", "\x00a\xDC\x00", "invalid utf-16be at byte 2"},
		{"utf-16be", "\x00a\xD8\x00", "invalid utf-16be at byte 2"},
		{"utf-16le", "a\x00b", "invalid utf-16le at byte 2"},
		{"utf-32be", "\x00\x11\x00\x00", "invalid utf-32be at byte 0"},
		{"utf-32be", "\x00\x00\xD8\x00", "invalid utf-32be at byte 0"},
		{"utf-32le", "a\x00\x00\x00\xff\xff\xff\xff", "invalid utf-32le at byte 4"},
		{"windows-1252", "", ""},
		{"shift_jis", "ab\xff", "invalid shift_jis at byte 2 of the decoded text"},
	} {
		_, err := decoded(t, c.name, []byte(c.src))
		if got := errors.Join(err); (c.want == "") != (got == nil) || got != nil && got.Error() != c.want {
			t.Errorf("%s %q: %v, want %s", c.name, c.src, err, c.want)
		}
	}
}

func TestDecoder(t *testing.T) {
	for name, want := range map[string]string{"windows-1251": "Д", "ISO-8859-1": "Ä", "latin1": "Ä", "koi8-r": "д", "iso-8859-15": "Ä"} {
		if got, err := decoded(t, name, []byte{0xC4}); got != want || err != nil {
			t.Errorf("%s: %q %v", name, got, err)
		}
	}
	if d, err := Decoder("UTF-8"); d != nil || err != nil {
		t.Error("UTF-8 is decoded")
	}
	for _, name := range []string{"", "utf-9", "iso-2022-kr"} {
		if _, err := Decoder(name); err == nil {
			t.Errorf("%q is an encoding", name)
		}
	}
}
