package shapes

import (
	"fmt"
	"math/rand/v2"
	"unicode/utf16"
)

// An escapeKind is a kind of escape. Either a short escape joins the words of a string, or all
// letters of a string are written as \u escapes.
type escapeKind struct {
	name    string
	short   string // the escape, or ""
	letters func(*rand.Rand) rune
	names   [6]string // names of members, before they are escaped
}

var escapeKinds = []escapeKind{
	{"newline", `\n`, ascii, plainNames},
	{"quote", `\"`, ascii, plainNames},
	{"backslash", `\\`, ascii, plainNames},
	{"u-ascii", "", ascii, plainNames},
	{"u-2-byte", "", letters('а', 32), scriptOf("cyrillic").names},
	{"u-3-byte", "", letters(0x4E00, 0x5000), scriptOf("chinese").names},
	{"u-pairs", "", letters(0x1F600, 64), scriptOf("emoji").names},
}

// values returns a fragment for strings that all have escapes of kind k.
func (k escapeKind) values() fragment {
	if k.short != "" {
		return func(b []byte, r *rand.Rand) []byte {
			return joined(k.short, word(k.letters))(append(b, k.short...), r)
		}
	}
	return joined(" ", escaped(word(k.letters)))
}

// escapedNames returns the names of the members of a record, with escapes of kind k.
func (k escapeKind) escapedNames() (names [6]string) {
	for i, name := range k.names {
		if k.short != "" {
			names[i] = name[:1] + k.short + name[1:]
		} else {
			names[i] = string(appendEscaped(nil, name))
		}
	}
	return names
}

// escaped returns f with all characters as \u escapes.
func escaped(f fragment) fragment {
	return func(b []byte, r *rand.Rand) []byte { return appendEscaped(b, string(f(nil, r))) }
}

func appendEscaped(b []byte, text string) []byte {
	for _, unit := range utf16.Encode([]rune(text)) {
		b = fmt.Appendf(b, `\u%04x`, unit)
	}
	return b
}

// sometimes returns a fragment that calls rare one time in n, and usual otherwise.
func sometimes(n int, rare, usual fragment) fragment {
	return func(b []byte, r *rand.Rand) []byte {
		if r.IntN(n) == 0 {
			return rare(b, r)
		}
		return usual(b, r)
	}
}
