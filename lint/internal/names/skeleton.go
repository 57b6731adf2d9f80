package names

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"regexp"
	"sync/atomic"
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
	begin, i := len(dst), indexNonASCII(text, 0)
	dst = append(dst, text[:i]...)
	before, last := max(i-1, 0), rune(0) // text[before:i] is one character, with the look last
	for i < len(text) {
		c := text[i]
		if c < utf8.RuneSelf {
			dst, before, last = append(dst, c), i, 0
			i++
			continue
		}
		r, n := rune(c&0x1F)<<6, 2
		if 0xC2 <= c && c < 0xE0 && i+1 < len(text) && text[i+1]&0xC0 == 0x80 { // decoded here because that is faster
			r |= rune(text[i+1] & 0x3F)
		} else {
			r, n = decode(text[i:])
		}
		like := rune(0)
		if page := simpleLooks[r>>8&0xFF].Load(); page != nil && r <= 0xFFFF { // simpleLook is not inlined
			like = page[r&0xFF]
		} else {
			like = simpleLook(r)
		}
		if like == 0 || like >= isMark && (like&last&isMark != 0 || like&mayJoin != 0 && !norm.NFC.IsNormal(text[before:i+n])) {
			return appendNormalized(dst[:begin], text)
		}
		before, last = i, like
		if like &^= isMark | mayJoin; like != r {
			dst = utf8.AppendRune(dst, like)
		} else {
			dst = append(dst, text[i:i+n]...)
		}
		i += n
	}
	return dst, true
}

// indexNonASCII returns the index of the first byte of b from begin on that is not ASCII, or the length of b.
func indexNonASCII(b []byte, begin int) int {
	for ; begin+8 <= len(b); begin += 8 {
		if high := binary.LittleEndian.Uint64(b[begin:]) & 0x8080808080808080; high != 0 {
			return begin + bits.TrailingZeros64(high)/8
		}
	}
	for begin < len(b) && b[begin] < utf8.RuneSelf {
		begin++
	}
	return begin
}

// decode is [utf8.DecodeRune], but faster for characters of three bytes.
func decode(text []byte) (r rune, n int) {
	if len(text) > 2 && text[0]>>4 == 0xE && text[1]&0xC0 == 0x80 && text[2]&0xC0 == 0x80 {
		r = rune(text[0]&0x0F)<<12 | rune(text[1]&0x3F)<<6 | rune(text[2]&0x3F)
		if high := r >> 11; high != 0 && high != 0xD800>>11 { // neither too long nor a surrogate
			return r, 3
		}
	}
	return utf8.DecodeRune(text)
}

// appendNormalized is like appendSkeleton, but works for all characters. It is slower.
func appendNormalized(dst, text []byte) (skeleton []byte, isNormal bool) {
	if isNormal = norm.NFC.IsNormal(text); !isNormal {
		text = norm.NFC.Bytes(text)
	}
	for len(text) > 0 {
		r, n := decode(text)
		like := simpleLook(r) &^ (isMark | mayJoin) // a table is faster than a map
		if like == 0 {
			like = likeOf(r)
		}
		switch {
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

// These bits are set in the results of simpleLook.
const (
	isMark  = 1 << 16 // if the character follows another one with this bit, normalization may change their order
	mayJoin = 1 << 17 // normalization may join the character and the one before it
)

// simpleLook returns the character that stands for r in a skeleton, which is often r itself. It
// returns 0 if r has no such character, or if normalization may change a text that contains r for another reason than these bits say.
func simpleLook(r rune) rune {
	if r > 0xFFFF {
		return 0
	}
	if page := simpleLooks[r>>8].Load(); page != nil {
		return page[r&0xFF]
	}
	return simpleLooksOf(r >> 8)[r&0xFF]
}

// simpleLooks contains the results of simpleLook, indexed by the high byte and then by the low byte
// of the code point. Pages are made when they are needed.
var simpleLooks [256]atomic.Pointer[[256]rune]

// simpleLooksOf makes a page.
func simpleLooksOf(page rune) *[256]rune {
	all := new([256]rune)
	for i := range all {
		r := page<<8 | rune(i)
		text := string(r)
		// A text is normalized if each of its characters is, unless one of them joins another one, or follows one of a higher combining
		// class and is no starter (Unicode Standard Annex 15, section 9).
		if isInvisible(r) || r == utf8.RuneError || !norm.NFC.IsNormalString(text) {
			continue
		}
		all[i] = r
		if like := likeOf(r); like != 0 {
			all[i] = like
		}
		if !norm.NFC.PropertiesString(text).BoundaryBefore() {
			all[i] |= isMark
		}
		if norm.NFC.QuickSpanString("0"+text) <= len(text) {
			all[i] |= mayJoin
		}
	}
	simpleLooks[page].Store(all)
	return all
}

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
