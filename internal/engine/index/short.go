package index

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/asm/names"
	"github.com/assayjson/assay/asm/utf8simd"
	"github.com/assayjson/assay/internal/engine/plain"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/internal/engine/unique"
)

// Programs check short documents more often than long ones. A short document is checked by a single
// kernel, which needs no memory. If there are rules beyond the grammar, simple properties of the text
// usually prove that the document conforms to them.

// validShort reports whether b is valid, if it is short. If decided is false, b is not short, or its
// validity must be determined in another way.
func validShort(c *scan.Rules, b []byte) (valid, decided bool) {
	text := b[beginOf(c, b):]
	switch {
	case int64(len(b)) > c.MaxBytes || c.IJSON && !IsInconspicuous(text):
	case !c.Limits.Permit(int64(len(text))) && (len(text) > jsonsimd.MostShort || !c.Limits.PermitText(text)):
	case IsScalar(text):
		return true, true
	case c.UniqueNames && len(text) > mostCompared || !jsonsimd.IsShort(text, c.MaxDepth):
	case !c.UniqueNames || hasDistinctNames(text, mostDistinct, c.Form):
		return jsonsimd.ValidShort(text)
	}
	return false, false
}

// beginOf returns the offset in b of the text after the byte order mark, if there may be one.
func beginOf(c *scan.Rules, b []byte) int {
	if c.AllowBOM && bytes.HasPrefix(b, []byte(scan.BOM)) {
		return len(scan.BOM)
	}
	return 0
}

// IsScalar reports whether b obviously is one string or a short document that is one number or literal. A kernel takes longer for such a
// document, except for a long string with escapes, which is not obvious.
func IsScalar(b []byte) bool {
	last := len(b) - 1
	if last < 0 {
		return false
	}
	switch c := b[0]; c {
	case '"':
		return last > 0 && b[last] == '"' && plain.IsText(b[1:last])
	case 't', 'f', 'n':
		return string(b) == "true" || string(b) == "false" || string(b) == "null"
	default:
		const most = 128
		return (c == '-' || syntax.IsDigit(c)) && last < most && syntax.IsNumber(TextOf(b))
	}
}

// IsString reports whether b is one valid string without white space around it. IsScalar is faster.
func IsString(b []byte) bool {
	if last := len(b) - 1; last < 1 || b[0] != '"' || b[last] != '"' {
		return false
	}
	valid, known := jsonsimd.Valid(b, scan.DefaultMaxDepth)
	return valid && known
}

// IsInconspicuous reports whether b is short and has neither non-ASCII characters nor backslashes, nor
// an e after a digit. If such a text is valid and its names are unique, it is I-JSON.
func IsInconspicuous(b []byte) bool {
	const most = 300 // less than the length of any number without an exponent that is out of the range of binary64
	return len(b) <= most && utf8simd.IsASCII(b) && bytes.IndexByte(b, '\\') < 0 && syntax.IndexExponent(b) == len(b)
}

// mostCompared is the length in bytes of the longest text whose names validShort compares. Longer texts are often arrays of objects with
// the same names, where the comparison only takes time.
const mostCompared = 255

// mostDistinct is the largest number of names that hasDistinctNames compares.
const mostDistinct = 24

// hasDistinctNames reports whether b has no more names than most, all of which are obviously different,
// including those of different objects. It considers only the last bytes of each name. The result has no
// meaning if b is invalid. Names of the same form are not different.
func hasDistinctNames(b []byte, most int, form *unique.Form) bool {
	var (
		keys [mostDistinct]uint64 // of the names so far
		seen uint64               // has a bit for each key
	)
	for n, colon := 0, -1; ; {
		i := bytes.IndexByte(b[colon+1:], ':')
		if i < 0 {
			return true
		}
		colon += i + 1
		if colon == 0 || b[colon-1] != '"' {
			if colon > 0 && syntax.IsSpace(b[colon-1]) { // probably after a name
				return false
			}
			continue // in a string
		}
		if n >= most || (n == 1 || form != nil) && bytes.IndexByte(b, '\\') >= 0 { // equal names may be written differently
			return false
		}
		key, isWhole, isASCII := nameKey(b, colon, form)
		if !isASCII || form != nil && !isWhole && !utf8simd.IsASCII(b) {
			return false
		}
		bit := uint64(1) << (key * 0x9E3779B97F4A7C15 >> 58)
		if seen&bit != 0 {
			for _, k := range keys[:n] {
				if k == key {
					return false
				}
			}
		}
		seen |= bit
		keys[n] = key
		n++
	}
}

// nameKey returns a key for the name that ends before b[end] and has no escapes. It looks only at the last bytes of the name, and reports
// whether that is the whole name. Equal names have equal keys, and so have names of the same form, unless isASCII is false, because these
// bytes are not ASCII: then the key has no meaning, since the form of a name may have another length.
func nameKey(b []byte, end int, form *unique.Form) (key uint64, isWhole, isASCII bool) {
	var before uint64
	last, isWhole := fromQuote(wordBefore(b, end-1))
	if !isWhole {
		before, isWhole = fromQuote(wordBefore(b, end-1-word))
	}
	if form != nil {
		const high, noCase = 0x8080808080808080, ^uint64(0x2020202020202020)
		if (last|before)&high != 0 {
			return 0, isWhole, false
		}
		if form.Kernels == names.Capitals {
			last, before = last&noCase, before&noCase
		}
	}
	return last ^ before*0xD6E8FEB86659FD93, isWhole, true
}

const word = 8 // bytes

// wordBefore returns the 8 bytes before b[end], the last of them in the highest byte. Before the start
// of b, there are zeros.
func wordBefore(b []byte, end int) uint64 {
	switch {
	case end >= word:
		return binary.LittleEndian.Uint64(b[end-word:])
	case end <= 0:
		return 0
	}
	var first [word]byte
	copy(first[:], b)
	return binary.LittleEndian.Uint64(first[:]) << (8 * (word - end))
}

// fromQuote clears the bytes of w before the last quotation mark, and reports whether there is one.
func fromQuote(w uint64) (rest uint64, found bool) {
	quotes := syntax.BytesEqual(w, '"')
	if quotes == 0 {
		return w, false
	}
	quote := bits.Len64(quotes) - 8 // of its lowest bit
	return w >> quote << quote, true
}
