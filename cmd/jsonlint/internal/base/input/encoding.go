package input

import (
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/transform"

	"github.com/assayjson/assay/internal/engine/suggest"
)

// Decoder returns a function that converts texts in the named encoding to UTF-8. The Encoding
// Standard (encoding.spec.whatwg.org) defines the names, such as windows-1251. In addition, Decoder
// supports utf-32, utf-32be and utf-32le. The function is nil for UTF-8 itself. The reader that the
// function returns fails if a text is not valid in the encoding. If the encoding has one byte for each character, it leaves
// lines in UTF-8 as they are.
func Decoder(name string) (func(io.Reader) io.Reader, error) {
	lower := strings.ToLower(name)
	if lower == "utf-8" || lower == "utf8" {
		return nil, nil
	}
	if u, ok := unitsOf.Get()[lower]; ok {
		return func(r io.Reader) io.Reader { return transform.NewReader(r, &units{form: u, name: lower}) }, nil
	}
	decode, err := legacyDecoder(lower)
	if err != nil {
		return nil, fmt.Errorf("unknown encoding %q%s", name, suggest.Phrase(lower, CommonEncodings))
	}
	return decode, nil
}

// CommonEncodings are the encodings that error messages suggest and that shells complete. [Decoder]
// supports more.
var CommonEncodings = []string{
	"utf-8", "utf-16", "utf-16le", "utf-16be", "utf-32", "utf-32le", "utf-32be", "iso-8859-1", "iso-8859-15",
	"windows-1250", "windows-1251", "windows-1252", "koi8-r", "shift_jis", "euc-jp", "gbk", "gb18030", "big5", "euc-kr",
}
