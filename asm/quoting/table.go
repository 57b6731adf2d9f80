package quoting

// Rules select characters that [Quote] escapes in addition to those required by RFC 8259, section
// 7.
type Rules uint8

const (
	// ASCII escapes DEL, and leaves all non-ASCII characters to the caller.
	ASCII Rules = 1 << iota

	// HTML escapes <, > and &.
	HTML

	// JS leaves U+2028 and U+2029 to the caller.
	JS
)

// A Table holds what [Quote] must know about each ASCII character. An escape is either short, like
// \n, or long, like \u001f. The fields hold the same facts in various forms, and each kernel uses
// those that suit its instructions. A Table may be used by several goroutines at the same time.
type Table struct {
	class [128]byte // for each character: 0, classEscaped, or classEscaped|classLong
	last  [128]byte // for each character: the last byte of its escape, or the character itself if it is plain
	high  [128]byte // for each character with a long escape: the last byte of the escape but one, like the 1 of \u001f

	// Each entry of parts has six bits, one for each byte of an escape like \u001f, from bit 0 for
	// the backslash to bit 5 for the last byte. A bit is set if the escape of the character has
	// that byte. For a plain character, only bit 5 is set.
	parts [128]byte

	// A character must be escaped if the entries of its low nibble and its high nibble have a set
	// bit in common. The common bit is one of the upper five if the escape is long, and one of the
	// lower three if it is short.
	lowNibble, highNibble [16]byte

	// Each entry of whole holds the bytes of an escape, with the first byte in the lowest bits, and
	// the length of the escape in the top byte. Plain characters, and bytes that are not ASCII,
	// count as their own escapes.
	whole [256]uint64

	rules Rules
}

// These are the values in Table.class.
const (
	classEscaped = 0x80
	classLong    = 0x40 // the escape is long, like \u001f
)

// nibbleBits holds, for each high nibble, the bit in lowNibble and highNibble that stands for short
// escapes, and the one for long escapes.
var nibbleBits = [8]struct{ short, long byte }{
	0: {1 << 0, 1 << 3},
	1: {0, 1 << 4},
	2: {1 << 1, 1 << 5},
	3: {0, 1 << 6},
	5: {1 << 2, 0},
	7: {0, 1 << 7},
}

const nibblesLong = 0xF8

// These are the values in Table.parts.
const (
	partsPlain = 0b100000
	partsShort = 0b100001
	partsLong  = 0b111111
)

const (
	shortEscape   = 2 // length in bytes of an escape like \n
	longEscape    = 6 // length in bytes of an escape like \u001f
	escapesExpand = longEscape - 1
)

// wholeLength is the number of bits below the length in an entry of Table.whole.
const wholeLength = 56

// NewTable returns the table for the rules.
func NewTable(rules Rules) *Table {
	t := &Table{rules: rules}
	for c := range len(t.whole) {
		t.whole[c] = uint64(c) | 1<<wholeLength
		if c < len(t.class) {
			t.last[c] = byte(c)
			t.parts[c] = partsPlain
			t.highNibble[c>>4] = nibbleBits[c>>4].short | nibbleBits[c>>4].long
		}
	}
	for c := range byte(0x20) {
		t.escapeLong(c)
	}
	for c, letter := range map[byte]byte{
		'"': '"', '\\': '\\', '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't',
	} {
		t.escapeShort(c, letter)
	}
	if rules&ASCII != 0 {
		t.escapeLong(0x7F)
	}
	if rules&HTML != 0 {
		for _, c := range []byte("<>&") {
			t.escapeLong(c)
		}
	}
	return t
}

func (t *Table) escapeShort(c, letter byte) {
	t.class[c] = classEscaped
	t.last[c] = letter
	t.parts[c] = partsShort
	t.lowNibble[c&0xF] |= nibbleBits[c>>4].short
	t.lowNibble[c&0xF] &^= nibbleBits[c>>4].long
	t.whole[c] = '\\' | uint64(letter)<<8 | shortEscape<<wholeLength
}

func (t *Table) escapeLong(c byte) {
	const hex = "0123456789abcdef"
	t.class[c] = classEscaped | classLong
	t.high[c] = hex[c>>4]
	t.last[c] = hex[c&0xF]
	t.parts[c] = partsLong
	t.lowNibble[c&0xF] |= nibbleBits[c>>4].long
	t.whole[c] = '\\' | 'u'<<8 | '0'<<16 | '0'<<24 | uint64(t.high[c])<<32 | uint64(t.last[c])<<40 | longEscape<<wholeLength
}
