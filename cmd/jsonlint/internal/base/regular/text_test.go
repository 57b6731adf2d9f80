package regular

import (
	"encoding/binary"
	"slices"
	"testing"
	"unicode/utf16"
)

// encodings are the ways in which programs save texts.
var encodings = map[string]struct {
	mark   string
	encode func(text string) []byte
}{
	"UTF-8":    {"\xEF\xBB\xBF", func(text string) []byte { return []byte(text) }},
	"UTF-16LE": {"\xFF\xFE", func(text string) []byte { return encode16(text, binary.LittleEndian) }},
	"UTF-16BE": {"\xFE\xFF", func(text string) []byte { return encode16(text, binary.BigEndian) }},
	"UTF-32LE": {"\xFF\xFE\x00\x00", func(text string) []byte { return encode32(text, binary.LittleEndian) }},
	"UTF-32BE": {"\x00\x00\xFE\xFF", func(text string) []byte { return encode32(text, binary.BigEndian) }},
}

func encode16(text string, order binary.AppendByteOrder) (b []byte) {
	for _, u := range utf16.Encode([]rune(text)) {
		b = order.AppendUint16(b, u)
	}
	return b
}

func encode32(text string, order binary.AppendByteOrder) (b []byte) {
	for _, r := range text {
		b = order.AppendUint32(b, uint32(r))
	}
	return b
}

// A list of names is read in all encodings, or refused: NUL characters of UTF-16 and UTF-32 do not separate names.
func TestNamesInUTF16(t *testing.T) {
	for _, c := range []struct {
		list string
		want []string
	}{
		{"a.json\nb/c.json\n", []string{"a.json", "b/c.json"}},
		{"a.json\r\nb/c.json\r\n", []string{"a.json", "b/c.json"}},
		{"/x", []string{"/x"}},
		{"/\u4e2d", []string{"/\u4e2d"}},
		{"./a", []string{"./a"}},
		{".\n/\n", []string{".", "/"}},
		{"\u4e00.json\n\u4e2d\u6587\n\U0001F600.json", []string{"\u4e00.json", "\u4e2d\u6587", "\U0001F600.json"}},
		{"a.json\x00b.json\x00", []string{"a.json", "b.json"}},
		{"\n\na\n\n", []string{"a"}},
	} {
		for name, e := range encodings {
			if got, err := Names(append([]byte(e.mark), e.encode(c.list)...)); err != nil || !slices.Equal(got, c.want) {
				t.Errorf("%q in %s with a mark: %q, %v", c.list, name, got, err)
			}
			got, err := Names(e.encode(c.list))
			switch {
			case name == "UTF-8" && (err != nil || !slices.Equal(got, c.want)):
				t.Errorf("%q: %q, %v", c.list, got, err)
			case name != "UTF-8" && err != ErrNUL:
				t.Errorf("%q in %s without a mark: %q, %v", c.list, name, got, err)
			}
		}
	}
}

// Lists that end each name with a NUL character are not taken for UTF-16.
func TestNamesAfterNUL(t *testing.T) {
	for _, c := range []struct {
		list string
		want []string
	}{
		{"", nil},
		{"a.json\x00", []string{"a.json"}},
		{"b.json5\x00", []string{"b.json5"}}, // of even length, like UTF-16
		{"a\x00b\x00c.json\x00", []string{"a", "b", "c.json"}},
		{"a\nb.json\x00c\x00", []string{"a\nb.json", "c"}},
		{"\xff.json\x00\xe4\x00", []string{"\xff.json", "\xe4"}},
		{"a.json\x00b.json", []string{"a.json", "b.json"}},
		{"a\r\n\r\nb", []string{"a", "b"}},
	} {
		if got, err := Names([]byte(c.list)); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, %v", c.list, got, err)
		}
	}
}

func TestText(t *testing.T) {
	const text = "{\"a\": \"\u4e00\U0001F600\"}\n"
	for name, e := range encodings {
		if got, err := Text(append([]byte(e.mark), e.encode(text)...)); string(got) != text || err != nil {
			t.Errorf("%s with a mark: %q, %v", name, got, err)
		}
		if got, err := Text(e.encode(text)); (name == "UTF-8") != (err == nil) || err == nil && string(got) != text {
			t.Errorf("%s without a mark: %q, %v", name, got, err)
		}
	}
	for _, invalid := range []string{"\xFF\xFEa", "\xFF\xFE\x00\xD8", "\xFF\xFE\x00\xD8a\x00", "\xFF\xFE\x00\x00a", "\xFF\xFE\x00\x00\x00\xD8\x00\x00", "a\x00", "\xEF\xBB\xBFa\x00", "\xFF\xFEa\x00\x00\x00"} {
		if got, err := Text([]byte(invalid)); err == nil {
			t.Errorf("%q: %q", invalid, got)
		}
	}
	if got, err := Text([]byte("\xff\xe4\n")); string(got) != "\xff\xe4\n" || err != nil {
		t.Errorf("bytes that are not UTF-8: %q, %v", got, err)
	}
}
