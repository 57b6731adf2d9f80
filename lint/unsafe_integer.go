package lint

import (
	"bytes"

	"github.com/assayjson/assay/tokenizer"
)

// checkInteger looks for integers that binary64 does not tell from their neighbours (RFC
// 7493, section 2.2).
func checkInteger(d *document, t tokenizer.Token) {
	number := t.Raw()
	digits := bytes.TrimPrefix(number, []byte("-"))
	const largest = "9007199254740991" // 2^53 - 1
	if len(digits) < len(largest) || bytes.ContainsAny(digits, ".eE") {
		return
	}
	if len(digits) == len(largest) && string(digits) <= largest {
		return
	}
	if f := d.findNumber(unsafeInteger, t, ""); f != nil {
		f.Message = cut(d.written(t)) + " is beyond ±" + largest + ", where binary64 has not all integers"
		f.Hint = "write it as a string, as is usual for identifiers"
	}
}
