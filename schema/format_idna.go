package schema

import "unicode"

// This file checks what package idna does not check about the code points of U-labels (RFC 5892).
// Package idna uses the classes of UTS 46, which allow symbols and punctuation. Package idna has no
// contextual rules except the rules for joiners.

// isULabel reports whether every code point of a label is allowed at its place.
func isULabel(label []rune) bool {
	for i, r := range label {
		if rule, ok := contextRules[r]; ok {
			if !rule(label, i) {
				return false
			}
		} else if !isPermitted(r) {
			return false
		}
	}
	return true
}

// permittedExceptions are the exceptions of RFC 5892, section 2.6, with the value PVALID, and
// prohibitedExceptions are the ones with the value DISALLOWED.
var (
	permittedExceptions = map[rune]bool{
		0x00DF: true, 0x03C2: true, 0x06FD: true, 0x06FE: true, 0x0F0B: true, 0x3007: true,
	}
	prohibitedExceptions = map[rune]bool{
		0x0640: true, 0x07FA: true, 0x302E: true, 0x302F: true, 0x3031: true, 0x3032: true,
		0x3033: true, 0x3034: true, 0x3035: true, 0x303B: true,
	}
)

// isPermitted reports whether a code point that UTS 46 allows is PVALID or a joiner. Package idna
// has already checked the context of joiners.
func isPermitted(r rune) bool {
	switch {
	case prohibitedExceptions[r]:
		return false
	case permittedExceptions[r], r == '-', r == zeroWidthNonJoiner, r == zeroWidthJoiner:
		return true
	case isOldHangulJamo(r), isIgnorableBlock(r):
		return false
	}
	return unicode.In(r, unicode.Ll, unicode.Lo, unicode.Lm, unicode.Mn, unicode.Mc, unicode.Nd)
}

const (
	zeroWidthNonJoiner = 0x200C
	zeroWidthJoiner    = 0x200D
)

// isOldHangulJamo implements RFC 5892, section 2.9.
func isOldHangulJamo(r rune) bool {
	return 0x1100 <= r && r <= 0x11FF || 0xA960 <= r && r <= 0xA97C || 0xD7B0 <= r && r <= 0xD7FB
}

// isIgnorableBlock implements RFC 5892, section 2.4: combining marks for symbols, and musical
// symbols.
func isIgnorableBlock(r rune) bool {
	return 0x20D0 <= r && r <= 0x20FF || 0x1D100 <= r && r <= 0x1D24F
}

// contextRules are the rules of RFC 5892, appendices A.3 to A.9, for the code point at index i.
var contextRules = map[rune]func(label []rune, i int) bool{
	0x00B7: func(label []rune, i int) bool { // middle dot: only between two lower-case letters l
		return i > 0 && i+1 < len(label) && label[i-1] == 'l' && label[i+1] == 'l'
	},
	0x0375: func(label []rune, i int) bool { // Greek keraia: only before a Greek letter
		return i+1 < len(label) && unicode.Is(unicode.Greek, label[i+1])
	},
	0x05F3: afterHebrew,
	0x05F4: afterHebrew,
	0x30FB: func(label []rune, _ int) bool { // Katakana middle dot: only in a label with Hiragana, Katakana or Han
		for _, r := range label {
			if r != 0x30FB && unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Han) {
				return true
			}
		}
		return false
	},
	0x0660: arabicDigit, 0x0661: arabicDigit, 0x0662: arabicDigit, 0x0663: arabicDigit, 0x0664: arabicDigit,
	0x0665: arabicDigit, 0x0666: arabicDigit, 0x0667: arabicDigit, 0x0668: arabicDigit, 0x0669: arabicDigit,
}

func afterHebrew(label []rune, i int) bool { return i > 0 && unicode.Is(unicode.Hebrew, label[i-1]) }

// arabicDigit implements the rule for the digits from U+0660: a label must not mix them with the
// digits from U+06F0. The rule for the digits from U+06F0 is the converse, so it needs no separate
// check.
func arabicDigit(label []rune, _ int) bool {
	for _, r := range label {
		if 0x06F0 <= r && r <= 0x06F9 {
			return false
		}
	}
	return true
}
