package quoting

import "github.com/assayjson/assay/asm"

const window = asm.Window

const (
	unitEscape = 6 // length in bytes of \uXXXX
	pairEscape = 2 * unitEscape
)
