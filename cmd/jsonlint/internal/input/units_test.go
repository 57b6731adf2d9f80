package input

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"
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
	for name, form := range unitsOf {
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
