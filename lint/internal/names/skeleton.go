package names

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math/bits"
	"regexp"
	"slices"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/assayjson/assay/internal/engine/lazy"
)

// appendSkeleton appends the skeleton of text to dst, and reports whether text is in normalization
// form C. Texts that look alike have the same skeleton. The skeleton is based on that of Unicode
// Technical Standard 39, section 4, but covers fewer characters: invisible characters, full-width
// and mathematical letters, spaces and punctuation marks that look like characters in ASCII, and
// those letters of Cyrillic, Greek, Armenian and Cherokee that look like Latin letters. Unlike in
// the standard, characters in ASCII are not changed.
func appendSkeleton(dst, text []byte) (skeleton []byte, isNormal bool) {
	begin, i, n := len(dst), 0, 0
	dst = slices.Grow(dst, len(text)+8)
	out := dst[begin:cap(dst)]
	before, last := 0, simple(0) // text[before:i] is one character, with the look last
	for i < len(text) {
		rest := text[i:]
		c := rest[0]
		if c < utf8.RuneSelf {
			run := 1
			out[n] = c
			if word := rest[:cap(rest)]; len(word) >= 8 { // what follows the text does not matter
				w := binary.LittleEndian.Uint64(word)
				run = min(bits.TrailingZeros64(w&highBits)/8, len(rest))
				binary.LittleEndian.PutUint64(out[n:], w)
			}
			before, last, i, n = i+run-1, 0, i+run, n+run
			continue
		}
		r, size := utf8.DecodeRune(rest)
		like := simpleLooks.of(r)
		if like == 0 || like >= isMark && (like&last&isMark != 0 || like >= mayJoin && !norm.NFC.IsNormal(text[before:i+size])) {
			return appendNormalized(dst[:begin], text)
		}
		binary.LittleEndian.PutUint32(out[n:], uint32(like))
		before, last, i, n = i, like, i+size, n+like.size()
	}
	return dst[:begin+n], true
}

const highBits = 0x8080808080808080 // the highest bit of each byte

// indexNonASCII returns the index of the first byte of b from begin on that is not ASCII, or the length of b.
func indexNonASCII(b []byte, begin int) int {
	for ; begin+8 <= len(b); begin += 8 {
		if high := binary.LittleEndian.Uint64(b[begin:]) & highBits; high != 0 {
			return begin + bits.TrailingZeros64(high)/8
		}
	}
	for begin < len(b) && b[begin] < utf8.RuneSelf {
		begin++
	}
	return begin
}

// appendNormalized is like appendSkeleton, but works for all characters. It is slower. It replaces surrogates in text.
func appendNormalized(dst, text []byte) (skeleton []byte, isNormal bool) {
	replaceSurrogates(text)
	if isNormal = norm.NFC.IsNormal(text); !isNormal {
		text = norm.NFC.Bytes(text)
	}
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		look, like := simpleLooks.of(r), rune(0)
		if look == 0 { // a table is faster than a map
			like = likeOf(r)
		}
		switch {
		case look != 0:
			dst = append(dst, byte(look), byte(look>>8), byte(look>>16))[:len(dst)+look.size()]
		case like != 0:
			dst = utf8.AppendRune(dst, like)
		case isInvisible(r):
		case 0x1D400 <= r && r <= 0x1D7FF: // mathematical
			dst = norm.NFKC.Append(dst, text[:n]...)
		default:
			dst = append(dst, text[:n]...)
		}
		text = text[n:]
	}
	return dst, isNormal
}

// replaceSurrogates replaces surrogates, which are three bytes each, with U+FFFD, which has three bytes, too.
func replaceSurrogates(b []byte) {
	for i := bytes.IndexByte(b, 0xED); i >= 0 && i+2 < len(b); i = bytes.IndexByte(b, 0xED) {
		if b = b[i:]; b[1] >= 0xA0 {
			copy(b, "\uFFFD")
		}
		b = b[3:]
	}
}

// AreAlike reports whether two texts that have the same skeleton are different and look alike. Two characters
// do not: a dictionary of characters has both '-' and U+2010, and people who read it expect that.
func AreAlike(a, b []byte) bool {
	return !bytes.Equal(a, b) && !(isOneCharacter(a) && isOneCharacter(b))
}

// isOneCharacter reports whether a text is one character or one emoji, which may be a sequence.
func isOneCharacter(text []byte) bool {
	_, n := utf8.DecodeRune(text)
	return n > 0 && n == len(text) || emoji.Get().Match(text)
}

// emoji matches what can be an emoji (Unicode Technical Standard 51, section 1.4): the key of a telephone, a flag of two
// letters, or symbols joined by U+200D, each with variation selectors, skin tones or tags.
var emoji = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
	const (
		key    = `[0-9#*]\x{FE0F}?\x{20E3}?`
		flag   = `[\x{1F1E6}-\x{1F1FF}]{2}`
		symbol = `[\p{So}\x{203C}\x{2049}\x{2139}\x{2190}-\x{2BFF}\x{3030}][\x{FE0E}\x{FE0F}\x{20E3}\x{1F3FB}-\x{1F3FF}\x{E0020}-\x{E007F}]*`
	)
	return regexp.MustCompile(`^(?:` + key + `|` + flag + `|` + symbol + `(?:\x{200D}` + symbol + `)*)$`)
}}

// likeOf returns the character that r looks like, or 0 if there is none.
func likeOf(r rune) rune {
	if 0xFF01 <= r && r <= 0xFF5E { // full width
		return r - 0xFF01 + '!'
	}
	return lookalikes.Get()[r]
}

// A simple is what stands for a character in a skeleton, which is often that character itself: at most 3 bytes of UTF-8, not more than the
// character has. The highest byte is their number, with the bits isMark and mayJoin.
type simple uint32

const (
	isMark  = 1 << 30 // if the character follows another one with this bit, normalization may change their order
	mayJoin = 1 << 31 // normalization may join the character and the one before it
)

func (s simple) size() int { return int(s >> 24 & 3) }

// simpleLooks has what stands for each character. That is 0 if the character is ASCII or outside the Basic Multilingual Plane, or has no
// such form, or if normalization may change a text that contains it for another reason than the bits say.
var simpleLooks = table[simple]{compute: func(r rune) simple {
	if r < utf8.RuneSelf || r > mostInTable {
		return 0
	}
	// A text is normalized if each of its characters is, unless one of them joins another one, or follows one of a higher combining
	// class and is no starter (Unicode Standard Annex 15, section 9).
	text := string(r)
	if isInvisible(r) || !utf8.ValidRune(r) || r == utf8.RuneError || !norm.NFC.IsNormalString(text) {
		return 0
	}
	var like [4]byte
	size := utf8.EncodeRune(like[:], cmp.Or(likeOf(r), r))
	look := simple(binary.LittleEndian.Uint32(like[:])) | simple(size)<<24
	if !norm.NFC.PropertiesString(text).BoundaryBefore() {
		look |= isMark
	}
	if norm.NFC.QuickSpanString("0"+text) <= len(text) {
		look |= mayJoin
	}
	return look
}}

// lookalikes maps characters to the characters that they look like.
var lookalikes = lazy.Value[map[rune]rune]{Make: func() map[rune]rune {
	return pairs("" +
		// Cyrillic
		"аaеeоoрpсcуyхxіiјjѕsԛqԝwһhԁdӏlѵvүy" + "АAВBЕEКKМMНHОOРPСCТTУYХXІIЈJЅSԚQԜWҮYӀlѴVԌG" + "ёëїïЁËЇÏ" +
		// Greek
		"οoαaνvιiρpγyϲcϳj" + "ΟOΑAΒBΕEΖZΗHΙIΚKΜMΝNΡPΤTΥYΧXϹCͿJ" +
		// Armenian
		"օoսuոnհhցgզq" + "ՕOՍUՏS" +
		// Cherokee
		"ᎪAᎠDᎡRᎢTᎫJᏔWᎷMᎻHᏞLᏟCᏢPᏚSᏙVᏦKᏴBᏃZᏀGᎽYᎬE" +
		// Latin and letterlike
		"ıiɑaɡgℓl" +
		// Hyphens and dashes
		"\u2010-\u2011-\u2012-\u2013-\u2212-\uFE58-\uFE63-\u02D7-" +
		// Quotation marks
		"\u2018'\u2019'\u201B'\u2032'\u02B9'\u02BC'\u201C\"\u201D\"\u2033\"" +
		// Spaces
		"\u00A0 \u1680 \u2000 \u2001 \u2002 \u2003 \u2004 \u2005 \u2006 \u2007 \u2008 \u2009 \u200A \u202F \u205F \u3000 " +
		// Other punctuation
		"\u2044/\u2215/\u201A,\u2024.\u0589:\u02D0:\u2236:\u2217*\u223C~\u01C3!")
}}

// pairs returns a map from the first character of text to the second, from the third to the fourth,
// and so on.
func pairs(text string) map[rune]rune {
	m := map[rune]rune{}
	from := rune(-1)
	for _, r := range text {
		if from < 0 {
			from = r
			continue
		}
		m[from] = r
		from = -1
	}
	return m
}

// isInvisible reports whether r has the property Default_Ignorable_Code_Point of Unicode.
func isInvisible(r rune) bool {
	switch {
	case r < 0xAD:
		return false
	case r == 0xAD, r == 0x34F, r == 0x61C, r == 0x115F, r == 0x1160, r == 0x17B4, r == 0x17B5, r == 0x3164, r == 0xFEFF, r == 0xFFA0,
		0x180B <= r && r <= 0x180F, 0x200B <= r && r <= 0x200F, 0x202A <= r && r <= 0x202E, 0x2060 <= r && r <= 0x206F,
		0xFE00 <= r && r <= 0xFE0F, 0xFFF0 <= r && r <= 0xFFF8, 0x1BCA0 <= r && r <= 0x1BCA3, 0x1D173 <= r && r <= 0x1D17A,
		0xE0000 <= r && r <= 0xE0FFF:
		return true
	}
	return false
}
