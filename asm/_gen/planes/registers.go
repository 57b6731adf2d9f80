package planes

import "github.com/mmcloughlin/avo/reg"

// LexString is the only register that is used both by the lexer and by circuits.
var LexString = reg.R8 // 1 if the chunk begins within a string
