package suspects

import (
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/lint/internal/ruleset"
)

// suspectRune returns the rules that may report a character. If lone is set, the character is an
// unpaired surrogate.
func suspectRune(r rune, lone bool) ruleset.Set {
	switch {
	case lone:
		return ruleset.Of(ruleset.LoneSurrogates)
	case IsControl(r):
		return ruleset.Of(ruleset.ControlCharacters)
	case IsBidi(r):
		return ruleset.Of(ruleset.BidiCharacters)
	case scan.IsNoncharacter(r):
		return ruleset.Of(ruleset.Noncharacters)
	}
	return 0
}

// IsControl reports whether r is a control character, except those with a two-character escape in
// JSON.
func IsControl(r rune) bool {
	switch r {
	case '\b', '\t', '\n', '\f', '\r':
		return false
	}
	return r < 0x20 || 0x7F <= r && r <= 0x9F
}

// IsBidi reports whether r is one of the nine characters that open and close embeddings, overrides
// and isolates (Unicode Standard Annex 9, section 2).
func IsBidi(r rune) bool { return 0x202A <= r && r <= 0x202E || 0x2066 <= r && r <= 0x2069 }
