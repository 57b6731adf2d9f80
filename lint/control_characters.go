package lint

import (
	"bytes"

	"github.com/assayjson/assay/tokenizer"
)

// checkControls looks for control characters that text has no use for. Those below U+0020 are
// escapes: raw ones are errors.
func checkControls(d *document, t tokenizer.Token) {
	f, c := d.findCharacter(controlCharacters, t, func(c character) bool { return isControl(c.rune) })
	if f == nil {
		return
	}
	f.Message = c.spell() + controlName(c.rune) + " in " + where(t) + " is a control character"
	switch {
	case c.rune == 0:
		f.Hint = "programs in C, and PostgreSQL, end the text there or refuse it"
	case c.rune >= 0x80:
		f.Hint = "windows-1252 text read as ISO-8859-1 has such characters where quotes and dashes were"
	default:
		f.Hint = "remove it if it isn't meant"
	}
}

// isControl reports whether r is a control character other than those that JSON has escapes
// of two characters for.
func isControl(r rune) bool {
	switch r {
	case '\b', '\t', '\n', '\f', '\r':
		return false
	}
	return r < 0x20 || 0x7F <= r && r <= 0x9F
}

func controlName(r rune) string {
	switch r {
	case 0:
		return " (NUL)"
	case 0x1B:
		return " (ESC)"
	case 0x7F:
		return " (DEL)"
	case 0x85:
		return " (NEL)"
	}
	return ""
}

func hasDelete(b []byte) bool { return bytes.IndexByte(b, 0x7F) >= 0 }
