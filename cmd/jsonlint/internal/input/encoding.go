package input

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/transform"

	"github.com/assayjson/assay/cmd/jsonlint/internal/suggest"
)

// Decoder returns a function that converts texts in the named encoding to UTF-8. The Encoding
// Standard (encoding.spec.whatwg.org) defines the names, such as windows-1251. In addition, Decoder
// supports utf-32, utf-32be and utf-32le. The function is nil for UTF-8 itself. The reader that the
// function returns fails if a text is not valid in the encoding.
func Decoder(name string) (func(io.Reader) io.Reader, error) {
	lower := strings.ToLower(name)
	if lower == "utf-8" || lower == "utf8" {
		return nil, nil
	}
	if u, ok := unitsOf[lower]; ok {
		return func(r io.Reader) io.Reader { return transform.NewReader(r, &units{form: u, name: lower}) }, nil
	}
	e, err := htmlindex.Get(name)
	if lower == "iso-8859-1" || lower == "latin1" {
		e = charmap.ISO8859_1 // the Encoding Standard treats this name as windows-1252
	}
	if err != nil || e == encoding.Replacement {
		return nil, fmt.Errorf("unknown encoding %q%s", name, suggest.Phrase(lower, CommonEncodings))
	}
	return func(r io.Reader) io.Reader {
		d := e.NewDecoder().Transformer
		if e == simplifiedchinese.GB18030 { // the only one of these encodings in which U+FFFD is valid
			return transform.NewReader(r, d)
		}
		return transform.NewReader(r, &strict{Transformer: d, name: lower})
	}, nil
}

// CommonEncodings are the encodings that error messages suggest and that shells complete. [Decoder]
// supports more.
var CommonEncodings = []string{
	"utf-8", "utf-16", "utf-16le", "utf-16be", "utf-32", "utf-32le", "utf-32be", "iso-8859-1", "iso-8859-15",
	"windows-1250", "windows-1251", "windows-1252", "koi8-r", "shift_jis", "euc-jp", "gbk", "gb18030", "big5", "euc-kr",
}

// strict is a decoder that returns an error instead of U+FFFD.
type strict struct {
	transform.Transformer
	name    string
	written int64
}

func (s *strict) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	nDst, nSrc, err = s.Transformer.Transform(dst, src, atEOF)
	if i := bytes.Index(dst[:nDst], []byte("\uFFFD")); i >= 0 {
		return i, nSrc, fmt.Errorf("invalid %s at byte %d of the decoded text", s.name, s.written+int64(i))
	}
	s.written += int64(nDst)
	return nDst, nSrc, err
}
