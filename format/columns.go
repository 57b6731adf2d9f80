package format

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

// columnsOf returns the number of columns that a text takes on a terminal, in the way in which
// Prettier counts them: characters that are wide or fullwidth according to Unicode Standard Annex #11
// and emoji take two columns, and control characters and marks that do not advance take none. A
// sequence that is displayed as one emoji takes two columns.
func columnsOf(text []byte) (columns int) {
	i := 0
	for i+8 <= len(text) && isPrintable(word(text[i:])) {
		i += 8
	}
	if i > 0 && len(text)-i < 8 && isPrintable(word(text[len(text)-8:])) {
		return len(text)
	}
	for ; i < len(text); i++ {
		if text[i]-' ' >= 0x7F-' ' {
			i = max(i-1, 0) // the character before may belong to the same emoji
			return i + columnsOfRunes(text[i:])
		}
	}
	return len(text)
}

// isPrintable reports whether eight bytes of a token, which is valid UTF-8, are ASCII and not U+007F.
func isPrintable(word uint64) bool {
	const ones = 0x0101010101010101
	return (word+ones)&(0x80*ones) == 0
}

// columnsOfRunes is columnsOf for any text, one character at a time.
func columnsOfRunes(text []byte) (columns int) {
	const joiner, emojiStyle, keycap = '\u200D', '\uFE0F', '\u20E3'
	before, last := rune(0), 0 // the previous character, and the columns it takes
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		text = text[n:]
		width := columnsOfRune(r)
		switch {
		case r == emojiStyle && before >= utf8.RuneSelf && last == 1, r == keycap && (before == emojiStyle || before < utf8.RuneSelf) && last == 1:
			columns, width = columns+1, 2
		case r == emojiStyle, r == keycap:
			width = last
		case isModifier(r) && last > 0 && before >= utf8.RuneSelf:
			columns, width = columns+2-last, 2
		case r == joiner && last == 2:
			width = 2 // the next character belongs to the same emoji
		case before == joiner && last == 2, isTag(r) && last == 2:
			width = 2
		case isRegional(r) && isRegional(before) && last == 1:
			columns, width = columns+1, 2
		default:
			columns += width
		}
		before, last = r, width
	}
	return columns
}

// columnsOfRune returns the number of columns of a single character.
func columnsOfRune(r rune) int {
	switch {
	case r < ' ' || 0x7F <= r && r < 0xA0 || unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case isWide(r):
		return 2
	}
	return 1
}

func isModifier(r rune) bool { return 0x1F3FB <= r && r <= 0x1F3FF }
func isRegional(r rune) bool { return 0x1F1E6 <= r && r <= 0x1F1FF }
func isTag(r rune) bool      { return 0xE0020 <= r && r <= 0xE007F }

// isWide reports whether r is in wideRanges.
func isWide(r rune) bool {
	i, exact := slices.BinarySearchFunc(wideRanges[:], r, func(span [2]rune, r rune) int { return int(span[0] - r) })
	return exact || i > 0 && r <= wideRanges[i-1][1]
}

// wideRanges are the first and last characters of the ranges whose East_Asian_Width is Wide or
// Fullwidth in Unicode 17.
var wideRanges = [...][2]rune{
	{0x1100, 0x115F}, {0x231A, 0x231B}, {0x2329, 0x232A}, {0x23E9, 0x23EC}, {0x23F0, 0x23F0},
	{0x23F3, 0x23F3}, {0x25FD, 0x25FE}, {0x2614, 0x2615}, {0x261D, 0x261D}, {0x2630, 0x2637},
	{0x2648, 0x2653}, {0x267F, 0x267F}, {0x268A, 0x268F}, {0x2693, 0x2693}, {0x26A1, 0x26A1},
	{0x26AA, 0x26AB}, {0x26BD, 0x26BE}, {0x26C4, 0x26C5}, {0x26CE, 0x26CE}, {0x26D4, 0x26D4},
	{0x26EA, 0x26EA}, {0x26F2, 0x26F3}, {0x26F5, 0x26F5}, {0x26F9, 0x26FA}, {0x26FD, 0x26FD},
	{0x2705, 0x2705}, {0x270A, 0x270D}, {0x2728, 0x2728}, {0x274C, 0x274C}, {0x274E, 0x274E},
	{0x2753, 0x2755}, {0x2757, 0x2757}, {0x2795, 0x2797}, {0x27B0, 0x27B0}, {0x27BF, 0x27BF},
	{0x2B1B, 0x2B1C}, {0x2B50, 0x2B50}, {0x2B55, 0x2B55}, {0x2E80, 0x2E99}, {0x2E9B, 0x2EF3},
	{0x2F00, 0x2FD5}, {0x2FF0, 0x3029}, {0x302E, 0x303E}, {0x3041, 0x3096}, {0x309B, 0x30FF},
	{0x3105, 0x312F}, {0x3131, 0x318E}, {0x3190, 0x31E5}, {0x31EF, 0x321E}, {0x3220, 0x3247},
	{0x3250, 0xA48C}, {0xA490, 0xA4C6}, {0xA960, 0xA97C}, {0xAC00, 0xD7A3}, {0xF900, 0xFAFF},
	{0xFE10, 0xFE19}, {0xFE30, 0xFE52}, {0xFE54, 0xFE66}, {0xFE68, 0xFE6B}, {0xFF01, 0xFF60},
	{0xFFE0, 0xFFE6}, {0x16FE0, 0x16FE3}, {0x16FF0, 0x16FF6}, {0x17000, 0x18CDA}, {0x18CFF, 0x18D20},
	{0x18D80, 0x18DF2}, {0x18E00, 0x19191}, {0x191A0, 0x191D2}, {0x1AFF0, 0x1AFF3},
	{0x1AFF5, 0x1AFFB}, {0x1AFFD, 0x1AFFE}, {0x1B000, 0x1B128}, {0x1B132, 0x1B132},
	{0x1B150, 0x1B152}, {0x1B155, 0x1B155}, {0x1B164, 0x1B168}, {0x1B170, 0x1B2FB},
	{0x1D300, 0x1D356}, {0x1D360, 0x1D376}, {0x1F004, 0x1F004}, {0x1F0CF, 0x1F0CF},
	{0x1F18E, 0x1F18E}, {0x1F191, 0x1F19A}, {0x1F1AE, 0x1F1AE}, {0x1F200, 0x1F202},
	{0x1F210, 0x1F23B}, {0x1F240, 0x1F248}, {0x1F250, 0x1F251}, {0x1F260, 0x1F265},
	{0x1F300, 0x1F320}, {0x1F32D, 0x1F335}, {0x1F337, 0x1F37C}, {0x1F37E, 0x1F393},
	{0x1F3A0, 0x1F3CC}, {0x1F3CF, 0x1F3D3}, {0x1F3E0, 0x1F3F0}, {0x1F3F4, 0x1F3F4},
	{0x1F3F8, 0x1F43E}, {0x1F440, 0x1F440}, {0x1F442, 0x1F4FC}, {0x1F4FF, 0x1F53D},
	{0x1F54B, 0x1F54E}, {0x1F550, 0x1F567}, {0x1F574, 0x1F575}, {0x1F57A, 0x1F57A},
	{0x1F590, 0x1F590}, {0x1F595, 0x1F596}, {0x1F5A4, 0x1F5A4}, {0x1F5FB, 0x1F64F},
	{0x1F680, 0x1F6C5}, {0x1F6CC, 0x1F6CC}, {0x1F6D0, 0x1F6D2}, {0x1F6D5, 0x1F6D9},
	{0x1F6DC, 0x1F6DF}, {0x1F6EB, 0x1F6EC}, {0x1F6F4, 0x1F6FC}, {0x1F7DA, 0x1F7DA},
	{0x1F7E0, 0x1F7EB}, {0x1F7F0, 0x1F7F0}, {0x1F90C, 0x1F93A}, {0x1F93C, 0x1F945},
	{0x1F947, 0x1F9FF}, {0x1FA70, 0x1FA7C}, {0x1FA80, 0x1FAC6}, {0x1FAC8, 0x1FAC8},
	{0x1FACC, 0x1FADD}, {0x1FADF, 0x1FAEB}, {0x1FAEF, 0x1FAFA}, {0x20000, 0x2FFFD},
	{0x30000, 0x3FFFD},
}
