package quoting

// Rules say what [Quote] escapes beyond what RFC 8259, section 7, asks for.
type Rules uint8

const (
	// ASCII escapes DEL, and leaves everything outside ASCII to the caller.
	ASCII Rules = 1 << iota

	// HTML escapes <, > and &.
	HTML

	// JS leaves U+2028 and U+2029 to the caller.
	JS
)

// A Table holds what [Quote] must know of each character of ASCII. An escape has
// one of two forms, \n or \u001f, of which the kernels make these tables, and each uses
// those that suit its instructions.
type Table struct {
	class [128]byte // of each character: 0, classEscaped, or that and classLong
	last  [128]byte // the last byte of its escape; the character itself where it is plain
	high  [128]byte // the last byte but one of \u001f

	// parts has a bit for each byte of `\u00..` that belongs to the escape: bit 0 is the
	// backslash, bit 5 the last byte. It is the last alone where the character is plain.
	parts [128]byte

	// Characters to be escaped are those whose two nibbles have a bit in common here. It is
	// one of the upper five if the escape is long, one of the lower three if it is short.
	lowNibble, highNibble [16]byte

	// whole is the escape itself, the first byte lowest, and its length in the top byte. A
	// plain character, or a byte outside ASCII, is its own.
	whole [256]uint64

	rules Rules
}

// What stands in Table.class.
const (
	classEscaped = 0x80
	classLong    = 0x40 // the escape is \u001f, not \n
)

// nibbleBits has the bits of lowNibble and highNibble for the short and the long escapes of
// each high nibble that has any.
var nibbleBits = [8]struct{ short, long byte }{
	0: {1 << 0, 1 << 3},
	1: {0, 1 << 4},
	2: {1 << 1, 1 << 5},
	3: {0, 1 << 6},
	5: {1 << 2, 0},
	7: {0, 1 << 7},
}

const nibblesLong = 0xF8

// What stands in Table.parts.
const (
	partsPlain = 0b100000
	partsShort = 0b100001
	partsLong  = 0b111111
)

const (
	shortEscape   = 2 // bytes of \n
	longEscape    = 6 // bytes of \u001f
	escapesExpand = longEscape - 1
)

// wholeLength is where the length stands in Table.whole.
const wholeLength = 56

// NewTable returns the table for rules.
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
