//go:build !js

package input

import (
	"bytes"
	"fmt"
	"io"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/transform"
)

// legacyDecoder returns the function of [Decoder] for an encoding other than those of Unicode. The
// parameter lower is the name in lower case.
func legacyDecoder(lower string) (func(io.Reader) io.Reader, error) {
	e, err := legacyEncoding(lower)
	if err != nil || e == encoding.Replacement {
		return nil, errUnknown
	}
	if t := byteTable(lower); t != nil {
		return func(r io.Reader) io.Reader { return &mixedLines{name: lower, in: r, table: t} }, nil
	}
	return func(r io.Reader) io.Reader {
		d := e.NewDecoder().Transformer
		if e == simplifiedchinese.GB18030 { // the only one of these encodings in which U+FFFD is valid
			return transform.NewReader(r, d)
		}
		return transform.NewReader(r, &strict{Transformer: d, name: lower})
	}, nil
}

func legacyEncoding(lower string) (encoding.Encoding, error) {
	if lower == "iso-8859-1" || lower == "latin1" {
		return charmap.ISO8859_1, nil // the Encoding Standard treats this name as windows-1252
	}
	return htmlindex.Get(lower)
}

// byteTable returns the characters of an encoding with one byte for each of them, with U+FFFD for bytes that are not valid. It
// returns nil for other encodings.
func byteTable(lower string) *[256]rune {
	e, err := legacyEncoding(lower)
	m, ok := e.(*charmap.Charmap)
	if err != nil || !ok {
		return nil
	}
	t := new([256]rune)
	for c := range t {
		t[c] = m.DecodeByte(byte(c))
	}
	return t
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
