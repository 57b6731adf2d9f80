package names

import (
	"bytes"
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
	begin := len(dst)
	for i := 0; i < len(text); {
		c := text[i]
		if c < utf8.RuneSelf {
			dst = append(dst, c)
			i++
			continue
		}
		r, n := rune(c&0x1F)<<6, 2
		if 0xC2 <= c && c < 0xE0 && i+1 < len(text) && text[i+1]&0xC0 == 0x80 { // decoded here because that is faster
			r |= rune(text[i+1] & 0x3F)
		} else {
			r, n = utf8.DecodeRune(text[i:])
		}
		like := simpleLook(r)
		if like == 0 {
			return appendNormalized(dst[:begin], text)
		}
		if like != r {
			dst = utf8.AppendRune(dst, like)
		} else {
			dst = append(dst, text[i:i+n]...)
		}
		i += n
	}
	return dst, true
}

// appendNormalized is like appendSkeleton, but works for all characters. It is slower.
func appendNormalized(dst, text []byte) (skeleton []byte, isNormal bool) {
	if isNormal = norm.NFC.IsNormal(text); !isNormal {
		text = norm.NFC.Bytes(text)
	}
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		switch like := likeOf(r); {
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

// simpleLook returns the character that stands for r in a skeleton, which is often r itself. It
// returns 0 if r has no such character, or if normalization may change a text that contains r.
func simpleLook(r rune) rune {
	if r > 0xFFFF || r == utf8.RuneError {
		return 0
	}
	page := simpleLooks[r>>8].Load()
	if page == nil {
		page = simpleLooksOf(r >> 8)
		simpleLooks[r>>8].Store(page)
	}
	return rune(page[r&0xFF])
}

// simpleLooks contains the results of simpleLook, indexed by the high byte and then by the low byte
// of the code point. Pages are made when they are needed.
var simpleLooks [256]atomic.Pointer[[256]uint16]

func simpleLooksOf(page rune) *[256]uint16 {
	all := new([256]uint16)
	for i := range all {
		r := page<<8 | rune(i)
		text := string(r)
		// A text of characters that all begin a segment and are normalized is normalized (Unicode
		// Standard Annex 15, section 9).
		if isInvisible(r) || !norm.NFC.IsNormalString(text) || !norm.NFC.PropertiesString(text).BoundaryBefore() {
			continue
		}
		all[i] = uint16(r)
		if like := likeOf(r); like != 0 {
			all[i] = uint16(like)
		}
	}
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
