package payload

import (
	"encoding/binary"
	"testing"
	"unicode/utf16"

	"github.com/assayjson/assay/tokenizer"
)

// A body in UTF-16 or UTF-32 is refused with the name of its encoding, with or without a byte order mark.
func TestBodiesInUTF16AndUTF32(t *testing.T) {
	for name, unit := range map[string]func([]byte, rune) []byte{
		"utf-16le": func(b []byte, r rune) []byte { return binary.LittleEndian.AppendUint16(b, utf16.Encode([]rune{r})[0]) },
		"utf-16be": func(b []byte, r rune) []byte { return binary.BigEndian.AppendUint16(b, utf16.Encode([]rune{r})[0]) },
		"utf-32le": func(b []byte, r rune) []byte { return binary.LittleEndian.AppendUint32(b, uint32(r)) },
		"utf-32be": func(b []byte, r rune) []byte { return binary.BigEndian.AppendUint32(b, uint32(r)) },
	} {
		for _, text := range []string{`{"id": 1}`, "\uFEFF" + `{"id": 1}`, `[1, 2]`, `"text"`} {
			var body []byte
			for _, r := range text {
				body = unit(body, r)
			}
			bad, ok := tokenizer.Check(body).(*tokenizer.SyntaxError)
			if !ok {
				t.Fatalf("%q is accepted", body)
			}
			if e := malformed(bad); e.Kind != NotUTF8 || e.Code() != name || e.Status != 400 {
				t.Errorf("%q in %s: %v, %s, %q", text, name, e.Kind, e.Code(), e.Detail)
			}
		}
	}
	for _, body := range []string{"{\x00}", "[\"caf\xe9\"]", "{\"a\":\x00}", "\xff"} {
		if e := malformed(tokenizer.Check([]byte(body)).(*tokenizer.SyntaxError)); e.Code() != e.Unwrap().(*tokenizer.SyntaxError).Kind.String() {
			t.Errorf("%q: %s", body, e.Code())
		}
	}
}
