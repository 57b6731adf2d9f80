package format

import (
	"bytes"
	"encoding/binary"

	"github.com/assayjson/assay/internal/engine/mark"
)

// The kinds of tokens.
const (
	scalar  = 0 // or a string
	closing = 1 // a closing bracket
	opening = 2 // an opening bracket
)

// kinds maps the first byte of a token to the kind of the token.
var kinds = [256]byte{'{': opening, '[': opening, '}': closing, ']': closing}

// tokenEnd returns the offset of the end of the token that begins with c and has mark i, and the index of the mark of the next token.
// That index is too large if a mark is missing.
func tokenEnd(text []byte, marks []uint32, i int, c byte) (end, next int) {
	end = int(marks[i+1])
	switch {
	case c == '"':
		if next = i + 1; text[end-1] == '\\' {
			if next = mark.ClosingQuote(text, marks, i); next < len(marks) {
				end = int(marks[next])
			}
		}
		return end + 1, next + 1
	case kinds[c] != scalar:
		return int(marks[i]) + 1, i + 1
	case end < len(text) && kinds[text[end]] == closing:
		return end, i + 1 // the bracket shares its mark with the token before it
	}
	return end, i + 2
}

// separator returns the comma or colon in the gap between two tokens, or 0 if the gap contains
// neither.
func separator(gap []byte) byte {
	for _, c := range gap {
		if c > ' ' {
			return c
		}
	}
	return 0
}

// isBlank reports whether the gap between two tokens, which contains a comma, contains a blank line.
func isBlank(gap []byte) bool {
	if len(gap) <= 2 {
		return false
	}
	if gap[1] == '\n' && !hasLines(gap[2:]) {
		return false
	}
	return countLines(0, gap) == 2
}

// hasLines reports whether text, which consists of white space, commas and colons, may contain a line ending.
func hasLines(text []byte) bool {
	const bits = 0x0606060606060606 // the bits of a line feed and a carriage return that spaces and tabs do not have
	for ; len(text) >= 8; text = text[8:] {
		if word(text)&bits != 0 {
			return true
		}
	}
	for _, c := range text {
		if c&6 != 0 {
			return true
		}
	}
	return false
}

func word(b []byte) uint64 { return binary.LittleEndian.Uint64(b) }

// isBlankAfterComma reports whether a blank line follows the comma in the gap between two tokens.
func isBlankAfterComma(gap []byte) bool {
	if len(gap) <= 2 || gap[0] == ',' && gap[1] == '\n' && !hasLines(gap[2:]) {
		return false
	}
	return countLines(0, afterComma(gap)) == 2
}

// afterComma returns what follows the comma in the gap between two tokens, or the gap if it contains no
// comma.
func afterComma(gap []byte) []byte { return gap[bytes.IndexByte(gap, ',')+1:] }

// lineEndIn returns the offset of the first line ending in text, or len(text) if there is none.
func lineEndIn(text []byte) int {
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		text = text[:i]
	}
	if i := bytes.IndexByte(text, '\r'); i >= 0 {
		text = text[:i]
	}
	return len(text)
}

// countLines adds the number of line endings in text to n and returns the sum, but at most 2.
func countLines(n uint8, text []byte) uint8 {
	for i, c := range text {
		if c == '\n' || c == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			if n++; n >= 2 {
				return 2
			}
		}
	}
	return n
}
