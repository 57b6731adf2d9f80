package explain

import (
	"bytes"
	"strings"

	"github.com/assayjson/assay/internal/engine/scan"
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

// specialHint explains a NaN or infinity that begins at or before the error.
func (e Explainer) specialHint() Advice {
	switch e.Kind {
	case scan.LeadingPlus, scan.MissingInteger, scan.MissingFraction, scan.MisspeltLiteral, scan.UnexpectedToken:
	default:
		return Advice{}
	}
	const longest = 32
	before, after := e.Before(), e.After()
	begin := before[len(bytes.TrimRight(before, "+-.1")):]
	if len(begin) > len("-1.") {
		return Advice{}
	}
	n, name := SpecialLen(append(bytes.Clone(begin), after[:min(len(after), longest)]...))
	if n <= len(begin) {
		return Advice{}
	}
	if e.Notation == "JSON5" {
		return general("write " + string(bytes.Trim(begin, ".")) + name)
	}
	return ruleOfJSON("JSON has no " + name + "; null is often used instead")
}
