package mistake

import (
	"bytes"

	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// This file recognizes closing brackets that are extra, by the text after them.

// IsExtra reports whether the closing bracket at the start of b, which does not match the innermost of the open brackets, is probably extra.
// The object or array then goes on or ends after it, and the text closes all open brackets, whose number is depth. If only one is open, that
// is not required, because a bracket that matched would be the end of the document. IsExtra examines at most [flaw.DetectedAround] bytes, so
// that callers agree whatever they know of the text.
func (s *Search) IsExtra(b []byte, depth int) bool {
	b = clip(b, flaw.DetectedAround)
	rest, next := bytes.TrimLeft(b[1:], space), ",]"
	if b[0] == ']' {
		rest, next = bytes.TrimLeft(rest, space+","), "\"}"
	}
	if len(rest) == 0 || !isOneOf(rest[0], next) || rest[0] == ',' && beginsMember(rest[1:]) {
		return false
	}
	if depth == 1 {
		return true
	}
	s.Vain += len(b) // also if it is extra, because the brackets after it may have to be read again for the next one
	return depth > 1 && surplus(rest, depth) != 0
}

// closesEarly reports whether the bracket before a comma probably ends an array too early: the text after the comma closes the array once
// more. That is also the case if an array around all values lacks its opening bracket, but then the next value usually begins with as many
// brackets as the last one ends with. closesEarly examines as many bytes as IsExtra.
func closesEarly(e *Error) bool {
	if !e.at(",") || !e.follows("]") {
		return false
	}
	closing := e.Before[len(bytes.TrimRight(e.Before, "}]"+space)):]
	after := clip(e.After, flaw.DetectedAround)[1:]
	opening := after[:len(after)-len(bytes.TrimLeft(after, "{["+space))]
	return solid(opening) < solid(closing) && surplus(after, 1) == ']'
}

// solid returns how many bytes of b are not white space.
func solid(b []byte) int { return len(bytes.Join(bytes.Fields(b), nil)) }

// beginsMember reports whether b begins with a string and a colon.
func beginsMember(b []byte) bool {
	b = bytes.TrimLeft(b, space)
	n, _ := syntax.StringLen(b)
	return syntax.ByteAt(b, 0) == '"' && FirstSolid(b[n:]) == ':'
}

// surplus returns the closing bracket in b that is the given number of brackets in excess of the opening ones, or 0.
func surplus(b []byte, number int) byte {
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			n, _ := syntax.StringLen(b[i:])
			i += n - 1
		case '{', '[':
			number++
		case '}', ']':
			if number--; number == 0 {
				return b[i]
			}
		}
	}
	return 0
}
