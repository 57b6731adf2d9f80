package planes

import "github.com/mmcloughlin/avo/reg"

// LexString is the only register of the lexer that circuits use, too.
var LexString = reg.R8 // 1 if the chunk begins within a string
