package utf8check

import (
	"encoding/binary"
	"fmt"

	"github.com/assayjson/assay/asm/utf8simd"
)

// An Encoding is a character encoding that [Detect] can recognize.
type Encoding uint8

const (
	UnknownEncoding Encoding = iota
	UTF8
	UTF16LE
	UTF16BE
	UTF32LE
	UTF32BE
	Windows1251 // Cyrillic
	Latin1      // ISO 8859-1 or Windows-1252, Western European
)

// String returns the name of e in the IANA registry, or "unknown".
func (e Encoding) String() string {
	switch e {
	case UnknownEncoding:
		return "unknown"
	case UTF8:
		return "UTF-8"
	case UTF16LE:
		return "UTF-16LE"
	case UTF16BE:
		return "UTF-16BE"
	case UTF32LE:
		return "UTF-32LE"
	case UTF32BE:
		return "UTF-32BE"
	case Windows1251:
		return "windows-1251"
	case Latin1:
		return "ISO-8859-1"
	}
	return fmt.Sprintf("Encoding(%d)", uint8(e))
}

// A Detection is the result of [Detect].
type Detection struct {
	Encoding Encoding
	BOM      int // length in bytes of the byte order mark, or 0 if there is none
}

// byteOrderMarks holds the marks. A mark comes before the marks that are prefixes of it. So FF FE 00 00
// is UTF-32LE; it could also be UTF-16LE text that begins with U+0000, but such text is not written in
// practice.
var byteOrderMarks = []struct {
	mark     string
	encoding Encoding
}{
	{"\xEF\xBB\xBF", UTF8},
	{"\xFF\xFE\x00\x00", UTF32LE},
	{"\x00\x00\xFE\xFF", UTF32BE},
	{"\xFF\xFE", UTF16LE},
	{"\xFE\xFF", UTF16BE},
}

// Detect returns the encoding in which b seems to be written. b may be a whole text or the
// beginning of one. Detect looks, in this order, for
//
//   - a byte order mark (Unicode, section 23.8);
//   - the zero bytes of ASCII characters in UTF-16 and UTF-32, where RFC 4627, section 3, expects
//     them in JSON;
//   - well-formed UTF-8, which may be cut off by the end of b;
//   - letters of an 8-bit encoding, guessed from their neighbours: see [Windows1251] and [Latin1].
//     The first 4096 bytes outside ASCII decide.
//
// An empty b counts as UTF-8. Detect reads b at most twice and does not allocate.
func Detect(b []byte) Detection {
	for _, m := range byteOrderMarks {
		if len(b) >= len(m.mark) && string(b[:len(m.mark)]) == m.mark {
			return Detection{m.encoding, len(m.mark)}
		}
	}
	if e := detectZeros(b); e != UnknownEncoding {
		return Detection{Encoding: e}
	}
	if _, _, kind := first(b); kind == WellFormed || kind == Truncated {
		return Detection{Encoding: UTF8}
	}
	return Detection{Encoding: guess8Bit(b)}
}

// detectZeros applies the table of RFC 4627, section 3, to the first four bytes:
//
//	00 00 00 xx  UTF-32BE        xx 00 00 00  UTF-32LE
//	00 xx 00 xx  UTF-16BE        xx 00 xx 00  UTF-16LE
//
// Unlike RFC 4627, RFC 8259 allows a text that is only a string, whose second character need not be
// ASCII, or only a digit. Therefore one ASCII character is enough here to recognize UTF-16, unless the text behind it is
// UTF-8: NUL characters are often damage. The highest byte of the second character in UTF-32 must be zero, too.
func detectZeros(b []byte) Encoding {
	if len(b) >= 4 {
		switch {
		case b[0] == 0 && b[1] == 0 && b[2] == 0 && b[3] != 0 && (len(b) == 4 || b[4] == 0):
			return UTF32BE
		case b[0] != 0 && b[1] == 0 && b[2] == 0 && b[3] == 0 && (len(b) < 8 || b[7] == 0):
			return UTF32LE
		}
	}
	if len(b) < 2 || len(b) == 3 {
		return UnknownEncoding
	}
	switch {
	case b[0] == 0 && isASCIIText(b[1]) && !isNarrow(b[2:], 0):
		return UTF16BE
	case isASCIIText(b[0]) && b[1] == 0 && !isNarrow(b[2:], 1):
		return UTF16LE
	}
	return UnknownEncoding
}

// isNarrow reports whether b seems to be UTF-8 rather than UTF-16 in which the byte with the number high of a code unit is the higher one:
// in its first bytes, there are more pairs of ASCII characters than single ones with a zero byte.
func isNarrow(b []byte, high int) bool {
	const enough = 64
	b = b[:min(len(b), enough)]
	pairs, single := 0, 0
	for i := 0; i+1 < len(b); i += 2 {
		switch h, low := b[i+high], b[i+1-high]; {
		case isASCIIText(low) && isASCIIText(h):
			pairs++
		case isASCIIText(low) && h == 0:
			single++
		}
	}
	_, _, kind := first(b)
	return pairs > single && (kind == WellFormed || kind == Truncated)
}

func isASCIIText(c byte) bool { return 0x20 <= c && c < 0x7F || '\t' <= c && c <= '\r' }

// guess8Bit guesses the encoding from the neighbours of bytes above 7F. In windows-1251, a Cyrillic
// word is a run of such bytes. In Western European text, they are accented letters, most of which
// stand alone among ASCII letters. If most of these bytes are well-formed UTF-8, the text is
// damaged UTF-8 rather than 8-bit text. A few thousand of these bytes are enough for a guess.
func guess8Bit(b []byte) Encoding {
	const enough = 4096
	inRuns, alone, inUTF8 := 0, 0, 0
	for i, seen := 0, 0; seen < enough; {
		if i += asciiLen(b[i:]); i == len(b) {
			break
		}
		if n, kind := Sequence(b[i:]); kind == WellFormed {
			inUTF8 += n
			i, seen = i+n, seen+n
			continue
		}
		n := min(highRun(b[i:]), enough)
		switch {
		case n >= 3:
			inRuns += n
		case n > 0 && isLatin1Letter(b[i]) && asciiLettersAround(b, i, i+n) >= 2:
			alone += n
		}
		i, seen = i+max(n, 1), seen+max(n, 1)
	}
	switch {
	case inUTF8 > (inRuns+alone)/2:
		return UnknownEncoding
	case inRuns > 2*alone:
		return Windows1251
	case alone > 4*inRuns:
		return Latin1
	}
	return UnknownEncoding
}

// asciiLen returns the number of ASCII bytes at the start of b.
func asciiLen(b []byte) int {
	const word, block = 8, 256
	startsWithASCII := func(b []byte) bool { return binary.LittleEndian.Uint64(b)&0x8080808080808080 == 0 }
	i := 0
	for len(b)-i >= block && startsWithASCII(b[i:]) && utf8simd.IsASCII(b[i:i+block]) {
		i += block
	}
	for len(b)-i >= word && startsWithASCII(b[i:]) {
		i += word
	}
	for i < len(b) && b[i] < 0x80 {
		i++
	}
	return i
}

// highRun returns the length of the run of windows-1251 letters above 7F at the beginning of b: the
// alphabet from C0 on, and Ё and ё, which are outside that range.
func highRun(b []byte) int {
	n := 0
	for n < len(b) && (b[n] >= 0xC0 || b[n] == 0xA8 || b[n] == 0xB8) {
		n++
	}
	return n
}

// isLatin1Letter reports whether c is a letter outside ASCII in ISO 8859-1, other than ÿ (FF),
// which is so rare that the byte more likely means something else.
func isLatin1Letter(c byte) bool { return c >= 0xC0 && c != 0xD7 && c != 0xF7 && c != 0xFF }

// asciiLettersAround returns the number of ASCII letters just before and after b[i:j], or 2 if there
// are more.
func asciiLettersAround(b []byte, i, j int) int {
	n := 0
	for ; n < 2 && i > 0 && isASCIILetter(b[i-1]); i-- {
		n++
	}
	for ; n < 2 && j < len(b) && isASCIILetter(b[j]); j++ {
		n++
	}
	return n
}

func isASCIILetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
