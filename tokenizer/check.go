package tokenizer

import (
	"bytes"
	"math"

	"github.com/assayjson/assay/asm"
)

// Valid reports whether b is one JSON document in UTF-8, white space around it
// allowed, nested at most [DefaultMaxDepth] levels deep. It allocates some 40 KB, which
// are kept for the next check; for short documents and on 32-bit machines nothing, unless
// the document is nested more than 64 levels deep.
func Valid(b []byte) bool {
	if valid, known := asm.ValidJSON(b, DefaultMaxDepth); known {
		return valid
	}
	s := scanner{src: b, config: newConfig(nil)}
	return s.document()
}

// Check returns nil when b is one JSON document in UTF-8 and otherwise a
// [*SyntaxError] for the first place where it is not. Without options it agrees
// with [Valid].
//
// The error keeps b to compute line, column and pointer when they are asked for: b
// must not change while the error is in use.
func Check(b []byte, opts ...Option) error {
	if err := newConfig(opts).check(b); err != nil {
		return err
	}
	return nil
}

// check is Check, with nil for what is right.
func (c config) check(b []byte) *SyntaxError {
	if c.passes(b) {
		return nil
	}
	s := scanner{src: b, config: c}
	if s.document() {
		return nil
	}
	return s.syntaxError()
}

// passes reports whether b is right as far as it can be told without the scanner.
func (c config) passes(b []byte) bool {
	if c.ijson || int64(len(b)) > c.maxBytes {
		return false
	}
	if c.allowBOM {
		b = bytes.TrimPrefix(b, []byte(byteOrderMark))
		c.allowBOM = false
	}
	return c.passesKernels(b, 0)
}

// passesKernels is passes for one document without a byte order mark, or for records. These may be
// kept to limits that are meant for each of them, and must end with a newline if there is more to
// check than the grammar. Names are looked at alone: that is faster.
func (c config) passesKernels(b []byte, rules asm.JSONRules) bool {
	isPlain := c.limits.permitText(b)
	if c.uniqueNames && int64(len(b)) <= math.MaxUint32 {
		if !c.hasUniqueNames(b, rules) {
			return false
		}
		if isPlain {
			return true
		}
		c.uniqueNames = false
	}
	if c.uniqueNames || !isPlain {
		return c.passesInspection(b, rules)
	}
	check := asm.ValidJSON
	if rules&asm.Records != 0 {
		check = asm.ValidRecords
	}
	valid, known := check(b, c.maxDepth)
	return valid && known
}
