package input

import (
	"encoding/binary"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/transform"
)

// A Recoding converts a damaged text in an encoding to UTF-8, and back. Bytes that are not valid in the encoding are kept: each of
// them becomes [RawSize] bytes that are not valid UTF-8, which [Raw] finds. If the encoding has one byte for each character, lines that are in
// UTF-8 are not converted. A Recoding is for a single text.
type Recoding struct {
	mixture
	decode func(io.Reader) io.Reader
	form   *form         // of UTF-16 and UTF-32, or nil
	table  map[rune]byte // of an encoding with one byte for each character, or nil
	marked bool          // the text began with a byte order mark, which has been removed
	left   []byte        // the beginning of a character for Append
}

// NewRecoding returns the Recoding for the name of an encoding, as [Decoder] does. It is nil for UTF-8. For encodings with several bytes for
// a character that are not those of Unicode, IsExact is false: the conversion fails if the text is not valid, and there is none back.
func NewRecoding(name string) (*Recoding, error) {
	decode, err := Decoder(name)
	if decode == nil {
		return nil, err
	}
	lower := strings.ToLower(name)
	r := &Recoding{decode: decode}
	if u, ok := unitsOf.Get()[lower]; ok {
		r.form = &u
		r.decode = func(in io.Reader) io.Reader {
			return transform.NewReader(in, &looseUnits{units{form: u, loose: true}, r})
		}
	} else if t := byteTable(lower); t != nil {
		r.table = map[rune]byte{}
		for c := range t {
			if _, ok := r.table[t[c]]; ok {
				t[c] = utf8.RuneError
			}
			r.table[t[c]] = byte(c)
		}
		r.decode = func(in io.Reader) io.Reader {
			r.mixture.begin()
			return &mixedLines{in: in, table: t, of: &r.mixture}
		}
	}
	return r, nil
}

// Decode returns the text of in in UTF-8.
func (r *Recoding) Decode(in io.Reader) io.Reader { return r.decode(in) }

// IsExact reports whether Append returns the bytes of the text.
func (r *Recoding) IsExact() bool { return r.form != nil || r.table != nil }

// Encoding returns the name of the encoding, and whether there was a byte order mark, after the beginning of the text has been read. The parameter
// name is that of the Recoding.
func (r *Recoding) Encoding(name string) (exact string, marked bool) {
	name = strings.ToLower(name)
	if r.form != nil && r.form.guess {
		name += map[bool]string{true: "le", false: "be"}[r.form.order == binary.LittleEndian]
	}
	return name, r.marked
}

// HasBytes reports whether the encoding has one byte for each character.
func (r *Recoding) HasBytes() bool { return r.table != nil }

// Append appends text, which must be valid UTF-8 that Decode has returned, as it was to b. The text may end in the middle of a character.
func (r *Recoding) Append(b, text []byte) []byte {
	for len(text) > 0 {
		n, isUTF8 := r.Run(len(text))
		if isUTF8 {
			b = append(b, text[:n]...)
		} else {
			b = r.Encode(b, text[:n])
		}
		r.Pass(n)
		text = text[n:]
	}
	return b
}

// Cut returns the length of the text, which may continue a character, of which Encode makes n bytes, or all if it is shorter. The encoding must have one byte for
// each character.
func (r *Recoding) Cut(text []byte, n int64) int {
	if len(r.left) > 0 {
		n--
	}
	for i, c := range text {
		if utf8.RuneStart(c) {
			if n <= 0 && i > 0 {
				return i
			}
			n--
		}
	}
	return len(text)
}

// Encode is like Append, but for a text that was in the encoding as a whole.
func (r *Recoding) Encode(b, text []byte) []byte {
	if len(r.left) > 0 {
		text = append(r.left, text...)
		r.left = nil
	}
	for len(text) > 0 {
		if !utf8.FullRune(text) {
			r.left = append([]byte{}, text...)
			break
		}
		c, n := utf8.DecodeRune(text)
		text = text[n:]
		switch {
		case r.table != nil:
			b = append(b, r.table[c])
		case r.form.size == 4:
			b = binaryAppend(r.form.order).AppendUint32(b, uint32(c))
		case c < 0x10000:
			b = binaryAppend(r.form.order).AppendUint16(b, uint16(c))
		default:
			high, low := utf16.EncodeRune(c)
			b = binaryAppend(r.form.order).AppendUint16(b, uint16(high))
			b = binaryAppend(r.form.order).AppendUint16(b, uint16(low))
		}
	}
	return b
}

func binaryAppend(order binary.ByteOrder) binary.AppendByteOrder {
	if order == binary.LittleEndian {
		return binary.LittleEndian
	}
	return binary.BigEndian
}

// looseUnits are units that keep what is invalid. The text after lostByte is read from its second byte on.
type looseUnits struct {
	units
	of *Recoding
}

// Transform implements [transform.Transformer].
func (u *looseUnits) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	defer func() { u.read += int64(nSrc) }()
	for nSrc < len(src) {
		if u.size == 2 && u.read+int64(nSrc) > 0 {
			written, read := u.run(dst[nDst:], src[nSrc:])
			nDst, nSrc = nDst+written, nSrc+read
			if nSrc == len(src) {
				break
			}
		}
		if nDst+4*RawSize > len(dst) {
			return nDst, nSrc, transform.ErrShortDst
		}
		r, n := u.next(src[nSrc:])
		raw := n
		switch {
		case n == 0 && !atEOF:
			return nDst, nSrc, transform.ErrShortSrc
		case n == 0:
			raw = len(src) - nSrc
		case u.read == 0 && nSrc == 0 && u.mark(r):
			u.of.marked, u.of.form.order = true, u.order
			nSrc += n
			continue
		case u.size == 2 && r == lostByte:
			raw = 1
		case utf8.ValidRune(r):
			nDst += utf8.EncodeRune(dst[nDst:], r)
			nSrc += n
			continue
		}
		for _, c := range src[nSrc : nSrc+raw] {
			putRaw(dst[nDst:], c)
			nDst += RawSize
		}
		nSrc += raw
	}
	return nDst, nSrc, nil
}
