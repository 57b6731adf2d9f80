package utf8check

import (
	"encoding/binary"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"
)

func TestDetect(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     Detection
	}{
		{"empty", "", Detection{UTF8, 0}},
		{"ASCII", `{"a":1}`, Detection{UTF8, 0}},
		{"UTF-8", `{"имя":"Ёжик"}`, Detection{UTF8, 0}},
		{"UTF-8 cut off", `"Ёжи` + "\xD0", Detection{UTF8, 0}},
		{"UTF-8 mark", "\xEF\xBB\xBF{}", Detection{UTF8, 3}},
		{"UTF-16LE mark", "\xFF\xFE{\x00}\x00", Detection{UTF16LE, 2}},
		{"UTF-16BE mark", "\xFE\xFF\x00{\x00}", Detection{UTF16BE, 2}},
		{"UTF-32LE mark", "\xFF\xFE\x00\x00{\x00\x00\x00", Detection{UTF32LE, 4}},
		{"UTF-32BE mark", "\x00\x00\xFE\xFF\x00\x00\x00{", Detection{UTF32BE, 4}},
		{"mark alone", "\xFF\xFE", Detection{UTF16LE, 2}},
		{"UTF-16LE", "{\x00}\x00", Detection{UTF16LE, 0}},
		{"UTF-16BE", "\x00{\x00}", Detection{UTF16BE, 0}},
		{"NUL before UTF-8", "\x00{\"id\":4}", Detection{UTF8, 0}},
		{"NUL in UTF-8", "{\x00\"id\":4}\n\x00\x00\x00\x00\x00", Detection{UTF8, 0}},
		{"NUL before UTF-8, not ASCII", "\x00{\"name\":\"\u6f22\u5b57\"}", Detection{UTF8, 0}},
		{"three NULs before UTF-8", "\x00\x00\x00{\"id\":4}", Detection{UTF8, 0}},
		{"three NULs in UTF-8", "{\x00\x00\x00\"id\":4}", Detection{UTF8, 0}},
		{"UTF-16LE Chinese", "\"\x00\x2D\x4E\xFD\x56\"\x00", Detection{UTF16LE, 0}},
		{"UTF-16LE digit", "1\x00", Detection{UTF16LE, 0}},
		{"UTF-16BE digit", "\x001", Detection{UTF16BE, 0}},
		{"UTF-16LE Cyrillic string", "\"\x00\x1F\x04", Detection{UTF16LE, 0}},
		{"UTF-32LE", "{\x00\x00\x00", Detection{UTF32LE, 0}},
		{"UTF-32BE", "\x00\x00\x00{", Detection{UTF32BE, 0}},
		{"zeros", "\x00\x00\x00\x00", Detection{UTF8, 0}}, // not text, but valid UTF-8
		{"windows-1251", "\"\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0\"", Detection{Windows1251, 0}},
		{"Latin-1", "\"caf\xE9, na\xEFve\"", Detection{Latin1, 0}},
		{"noise", "\xFF\x81\x90", Detection{UnknownEncoding, 0}},
		{"UTF-8 with lead bytes alone", "\"Съешь ещё \xD0\xD0\xD0 булок\"", Detection{UnknownEncoding, 0}},
		{"UTF-8 with one bad byte", `"Съешь ещё этих мягких булок` + "\xFF" + `"`, Detection{UnknownEncoding, 0}},
	} {
		if got := Detect([]byte(c.in)); got != c.want {
			t.Errorf("%s: %q: got %+v, want %+v", c.name, c.in, got, c.want)
		}
	}
}

// Real sentences, converted to each encoding by golang.org/x/text and unicode/utf16.
func TestDetectSentences(t *testing.T) {
	russian := []string{
		`{"город":"Санкт-Петербург","улица":"Невский проспект"}`,
		`{"text": "Съешь ещё этих мягких французских булок, да выпей чаю", "id": 17}`,
	}
	for _, s := range russian {
		checkDetect(t, encode(t, charmap.Windows1251, s), Windows1251)
		checkDetect(t, encodeUTF16(s, binary.LittleEndian), UTF16LE)
		checkDetect(t, encodeUTF16(s, binary.BigEndian), UTF16BE)
	}
	western := []string{
		`{"Straße":"Königsallee","Stadt":"Düsseldorf","Gruß":"schöne Grüße"}`,
		`{"phrase":"Voilà l'été, déjà passé à l'école"}`,
		`{"frase":"El niño comió piñas mañana por la mañana"}`,
	}
	for _, s := range western {
		checkDetect(t, encode(t, charmap.ISO8859_1, s), Latin1)
	}
}

// A long text is judged by its first thousands of bytes outside ASCII, however far apart they are.
func TestDetectLongTexts(t *testing.T) {
	cyrillic := strings.Repeat("\xCF\xF0\xE8\xE2\xE5\xF2 ", 1000)
	western := strings.Repeat("caf\xE9 ", 8000)
	ascii := strings.Repeat("plain text ", 100_000)
	for _, c := range []struct {
		text string
		want Encoding
	}{
		{ascii + "\xCF\xF0\xE8\xE2\xE5\xF2", Windows1251},
		{ascii + "caf\xE9.", Latin1},
		{cyrillic + western, Windows1251},
		{western + cyrillic, Latin1},
		{strings.Repeat("\xCF", 1<<20) + western, Windows1251},
		{strings.Repeat("ё", 1<<20) + cyrillic, UnknownEncoding},
		{strings.Repeat("\xFF\x81\x90 ", 1<<20), UnknownEncoding},
		{strings.Repeat("café\xE9 ", 1<<20), UnknownEncoding},
	} {
		checkDetect(t, []byte(c.text), c.want)
	}
}

func checkDetect(t *testing.T, b []byte, want Encoding) {
	t.Helper()
	if got := Detect(b).Encoding; got != want {
		t.Errorf("%q: got %v, want %v", b, got, want)
	}
}

func encode(t *testing.T, m *charmap.Charmap, s string) []byte {
	t.Helper()
	b, err := m.NewEncoder().Bytes([]byte(s))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func encodeUTF16(s string, order binary.AppendByteOrder) (b []byte) {
	for _, u := range utf16.Encode([]rune(s)) {
		b = order.AppendUint16(b, u)
	}
	return b
}
