package lint

import (
	"errors"
	"strconv"
	"strings"

	"github.com/assayjson/assay/tokenizer"
)

// checkRange looks for numbers that binary64 has infinity or zero for (RFC 8259, section 6).
func checkRange(d *document, t tokenizer.Token) {
	number := t.Raw()
	if !mayBeOutOfRange(number) {
		return
	}
	value, err := strconv.ParseFloat(string(number), 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		if f := d.findNumber(numberRange, t, "overflow"); f != nil {
			f.Message = cut(d.written(t)) + " is too large for binary64, which ends at 1.8e308"
			f.Hint = "programs read infinity, or refuse it; write it as a string"
		}
	case value == 0 && !isZero(number):
		if f := d.findNumber(numberRange, t, "underflow"); f != nil {
			f.Message = cut(d.written(t)) + " is too small for binary64, which has 0 for it"
			f.Hint = "write 0 if that will do, or a string"
		}
	}
}

// mayBeOutOfRange lets most numbers pass: it takes an exponent of three digits, or many
// digits.
func mayBeOutOfRange(number []byte) bool {
	const shortest, many = len("1e400"), 200
	if len(number) < shortest {
		return false
	}
	return len(number) >= many || strings.ContainsAny(string(clip(number, many)), "eE")
}

// isZero reports whether all digits of the number before its exponent are 0.
func isZero(number []byte) bool {
	for _, c := range number {
		switch {
		case c == 'e' || c == 'E':
			return true
		case '1' <= c && c <= '9':
			return false
		}
	}
	return true
}

// findNumber makes a finding of a number, for the caller to fill in.
func (d *document) findNumber(id ruleID, t tokenizer.Token, code string) *finding {
	f := d.find(id, t.Offset(), int64(len(t.Raw())))
	if f != nil {
		f.Code = code
	}
	return f
}
