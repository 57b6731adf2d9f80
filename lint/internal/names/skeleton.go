package names

import (
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/assayjson/assay/utf8check"
)

// appendSkeleton appends the skeleton of text to dst. Texts that look alike have the same skeleton.
// It is based on the skeleton of Unicode Technical Standard 39, section 4, but covers fewer
// characters. These are invisible characters, full-width and mathematical letters, spaces and
// punctuation marks that look like characters in ASCII, and those letters of Cyrillic, Greek,
// Armenian and Cherokee that look like Latin letters. Unlike in the standard, characters in ASCII
// are not changed.
func appendSkeleton(dst, text []byte) []byte {
	if utf8check.IsASCII(text) {
		return append(dst, text...)
	}
	if !norm.NFC.IsNormal(text) {
		text = norm.NFC.Bytes(text)
	}
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		switch like := lookalike(r); {
		case like != 0:
			dst = utf8.AppendRune(dst, like)
		case isInvisible(r):
		case 0xFF01 <= r && r <= 0xFF5E: // full width
			dst = utf8.AppendRune(dst, r-0xFF01+'!')
		case 0x1D400 <= r && r <= 0x1D7FF: // mathematical
			dst = norm.NFKC.Append(dst, text[:n]...)
		default:
			dst = append(dst, text[:n]...)
		}
		text = text[n:]
	}
	return dst
}

// lookalikes maps characters to the characters that they look like.
var lookalikes = pairs("" +
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

// lookalike returns the character that r looks like, or 0 if there is none.
func lookalike(r rune) rune {
	if r > 0xFFFF {
		return 0
	}
	page := lookalikePages[r>>8]
	if page == nil {
		return 0
	}
	return rune(page[r&0xFF])
}

// lookalikePages contains the same as lookalikes, indexed by the high byte and then by the low byte
// of the code point.
var lookalikePages = pagesOf(lookalikes)

func pagesOf(m map[rune]rune) (all [256]*[256]uint16) {
	for r, like := range m {
		if all[r>>8] == nil {
			all[r>>8] = new([256]uint16)
		}
		all[r>>8][r&0xFF] = uint16(like)
	}
	return all
}

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
