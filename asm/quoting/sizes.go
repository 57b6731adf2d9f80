package quoting

import "github.com/assayjson/assay/asm"

const window = asm.Window

const (
	unitEscape = 6 // length in bytes of \uXXXX
	pairEscape = 2 * unitEscape
)

// UnitsRoom is a number of bytes that is enough for the escapes of any character.
const UnitsRoom = 16

// calm is the number of ASCII characters in a row after which QuoteUnits may stop.
const calm = 64
