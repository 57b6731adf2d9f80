package mistake

import (
	"bytes"
	"strings"

	"github.com/assayjson/assay/internal/engine/syntax"
)

// SpecialLen returns the length of the NaN or infinity at the start of b, as other languages and programs write it: nan, -inf, +Infinity,
// -nan(ind), .inf as in YAML, or 1.#IND as in old programs for Windows. The name is NaN or Infinity. If there is none, the length is 0.
func SpecialLen(b []byte) (n int, name string) {
	if len(b) > 0 && (b[0] == '+' || b[0] == '-') {
		n = 1
	}
	if rest, found := bytes.CutPrefix(b[n:], []byte("1.#")); found {
		switch word := syntax.WordLen(rest); strings.TrimRight(string(rest[:word]), "0123456789") {
		case "INF":
			return n + len("1.#") + word, "Infinity"
		case "IND", "QNAN", "SNAN":
			return n + len("1.#") + word, "NaN"
		}
		return 0, ""
	}
	if n < len(b) && b[n] == '.' {
		n++
	}
	word := b[n : n+syntax.WordLen(b[n:])]
	n += len(word)
	switch {
	case isFold(word, "inf"), isFold(word, "infinity"):
		return n, "Infinity"
	case isFold(word, "nan"), isFold(word, "qnan"), isFold(word, "snan"):
		return n + payloadLen(b[n:]), "NaN"
	}
	return 0, ""
}

func isFold(word []byte, other string) bool {
	return len(word) == len(other) && strings.EqualFold(string(word), other)
}

// payloadLen returns the length of the payload of a NaN at the start of b, such as (ind) or (0x1), or 0.
func payloadLen(b []byte) int {
	if len(b) == 0 || b[0] != '(' {
		return 0
	}
	n := 1 + syntax.WordLen(b[1:])
	if syntax.ByteAt(b, n) != ')' {
		return 0
	}
	return n + 1
}

func isSpecial(e *Error) bool {
	begin, end, _ := special(e)
	return begin < end
}

// writeSpecial returns the advice in JSON5, which has these values.
func writeSpecial(e *Error) string {
	begin, _, name := special(e)
	return "write " + strings.Trim(e.text(begin, 0), ".") + name
}

// special returns the place of the NaN or infinity that contains the error, relative to the error, and its name. If there is none, the place
// is empty.
func special(e *Error) (begin, end int, name string) {
	const longest = 32
	sign := e.Before[len(bytes.TrimRight(e.Before, "+-.1")):]
	if len(sign) > len("-1.") {
		return 0, 0, ""
	}
	var memory [len("-1.") + longest]byte
	n, name := SpecialLen(append(append(memory[:0], sign...), clip(e.After, longest)...))
	if n <= len(sign) {
		return 0, 0, ""
	}
	return -len(sign), n - len(sign), name
}

func specialRepairs(e *Error) []Repair {
	begin, end, _ := special(e)
	if begin == end {
		return nil
	}
	return []Repair{replace("write null", begin, end, "null")}
}
