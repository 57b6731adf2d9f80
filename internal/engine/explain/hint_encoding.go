package explain

import (
	"slices"
	"strings"

	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/mistake"
	"github.com/assayjson/assay/utf8check"
)

// encodingHint identifies the encoding of a text that is not in UTF-8 at all.
func (e Explainer) encodingHint() Advice {
	if looks := LooksLike(e.encoding()); looks != "" {
		return Advice{Text: Text{Words: "the input " + looks + ", but " + e.notation() + " must be UTF-8"}, about: mistake.Encoding}
	}
	return Advice{}
}

// LooksLike states that a text is in an encoding, or returns "" if the encoding is UTF-8 or unknown.
func LooksLike(encoding utf8check.Encoding) string {
	switch {
	case IsWide(encoding):
		return "is " + encoding.String()
	case EncodingKind(encoding) != "":
		return "looks like " + encoding.String()
	}
	return ""
}

// widestUnit is the length in bytes of the widest code unit. Zero bytes in the first code units
// reveal the encoding.
const widestUnit = 4

// encoding guesses the encoding of a text that seems not to be in UTF-8. It returns UTF8 for all
// other texts.
func (e Explainer) encoding() utf8check.Encoding {
	if e.Encoding != utf8check.UnknownEncoding {
		return e.Encoding
	}
	zeroNearStart := e.Offset < widestUnit && e.Length > 0 && e.Kind != flaw.InputTooLong && e.At()[0] == 0
	if !e.Kind.IsUTF8() && !zeroNearStart {
		return utf8check.UTF8
	}
	return GuessEncoding(e.Around())
}

// EncodingKind returns the kind of the error if it shows that the text is in another encoding: the name of that encoding in lower case,
// such as utf-16le or iso-8859-1. Otherwise, it returns "".
func (e Explainer) EncodingKind() string { return EncodingKind(e.encoding()) }

// EncodingKind returns the kind of errors in a text in an encoding, or "" if the encoding is UTF-8 or unknown.
func EncodingKind(encoding utf8check.Encoding) string {
	if slices.Contains(OtherEncodings, encoding) {
		return strings.ToLower(encoding.String())
	}
	return ""
}

// OtherEncodings are the encodings that errors show.
var OtherEncodings = []utf8check.Encoding{
	utf8check.UTF16LE, utf8check.UTF16BE, utf8check.UTF32LE, utf8check.UTF32BE, utf8check.Windows1251, utf8check.Latin1,
}

// IsWide reports whether the error shows that the text is in UTF-16 or UTF-32.
func (e Explainer) IsWide() bool { return IsWide(e.encoding()) }

// IsWide reports whether an encoding is UTF-16 or UTF-32.
func IsWide(encoding utf8check.Encoding) bool {
	switch encoding {
	case utf8check.UTF16LE, utf8check.UTF16BE, utf8check.UTF32LE, utf8check.UTF32BE:
		return true
	}
	return false
}

// GuessEncoding guesses the encoding of a text that should be JSON. JSON begins with an ASCII character, so one of the two bytes after the
// byte order mark of UTF-16 is zero. If both are ASCII characters, the mark is only damage.
func GuessEncoding(text []byte) utf8check.Encoding {
	found := utf8check.Detect(text)
	if found.BOM == 2 && len(text) >= 4 && isASCII(text[2]) && isASCII(text[3]) {
		return utf8check.UnknownEncoding
	}
	return found.Encoding
}

func isASCII(c byte) bool { return 0 < c && c < 0x80 }
