package lint

import (
	"bytes"
	"io"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/lint/internal/doubt"
	"github.com/assayjson/assay/utf8check"
)

// Repairs are fixes of a whole text for one thing. Each returns nil if there is nothing to mend.
// Those up to [AddFinalNewline] are safe: what the text says stays, and where it is in doubt what is
// inside a string and what is outside, as behind a missing quotation mark, nothing is touched. The
// others are for callers that know what the bytes were meant to be.

// RemoveBOM takes a byte order mark away.
func RemoveBOM(src []byte) *Fix {
	if !bytes.HasPrefix(src, []byte("\uFEFF")) {
		return nil
	}
	return &Fix{"remove the byte order mark", []Edit{{Length: int64(len("\uFEFF"))}}}
}

// RemoveTrailingCommas takes commas away that stand between a value and a closing bracket, in all
// dialects. Comments are passed.
func RemoveTrailingCommas(src []byte) *Fix {
	fix := Fix{Title: "remove trailing commas"}
	lexer, comma, before := dialect.NewLexer(src, dialect.JSON5), -1, dialect.Comma
	var certain *doubt.Outside
	for {
		token, err := lexer.Next()
		switch {
		case err == io.EOF:
			return fix.orNil()
		case token.Kind.IsTrivia():
			continue
		case comma >= 0 && (token.Kind == dialect.EndObject || token.Kind == dialect.EndArray):
			if certain == nil {
				certain = doubt.NewOutside(src)
			}
			if certain.Has(comma, token.Begin) {
				fix.Edits = append(fix.Edits, Edit{Offset: int64(comma), Length: 1})
			}
		}
		comma = -1
		if token.Kind == dialect.Comma && endsValue(before) {
			comma = token.Begin
		}
		before = token.Kind
	}
}

// endsValue reports whether a token may be the last of a value.
func endsValue(kind dialect.Kind) bool {
	switch kind {
	case dialect.String, dialect.Number, dialect.Word, dialect.EndObject, dialect.EndArray:
		return true
	}
	return false
}

// AddFinalNewline adds a newline at the end of a text that lacks one, CR LF where the line
// before ends with it. If the last line has an odd number of quotation marks, the text may end in
// a string, and stays as it is.
func AddFinalNewline(src []byte) *Fix {
	n := len(src)
	if n == 0 || src[n-1] == '\n' || src[n-1] == '\r' || doubt.EndsInString(src[1+bytes.LastIndexAny(src, "\r\n"):]) {
		return nil
	}
	end := "\n"
	if i := bytes.LastIndexByte(src, '\n'); i > 0 && src[i-1] == '\r' {
		end = "\r\n"
	}
	return &Fix{"add a newline at the end", []Edit{{Offset: int64(n), New: end}}}
}

// ReplaceInvalidUTF8 writes U+FFFD in the place of each ill-formed sequence, as the WHATWG
// decoder does.
func ReplaceInvalidUTF8(src []byte) *Fix {
	return repairUTF8(src, "replace what is not UTF-8 by U+FFFD", func(b []byte) (string, int) {
		n, _ := utf8check.Sequence(b)
		return "\uFFFD", n
	})
}

// ConvertLegacy writes in UTF-8 what an older or looser form of it has, such as CESU-8. Other
// ill-formed sequences stay as they are, and so do those that stand for characters of ASCII: these
// might begin or end a string.
func ConvertLegacy(src []byte, form utf8check.Form) *Fix {
	return repairUTF8(src, "convert "+form.String()+" to UTF-8", func(b []byte) (string, int) {
		legacy, ok := utf8check.Recognize(b)
		if !ok {
			n, _ := utf8check.Sequence(b)
			return "", n
		}
		text, _ := form.AppendDecode(nil, legacy.Bytes) // nothing, if it is of another form
		if len(text) == 1 {
			text = nil
		}
		return string(text), len(legacy.Bytes)
	})
}

// ConvertWindows1252 writes in UTF-8 what is not, taken for windows-1252, of which ISO 8859-1
// is a part. What is UTF-8 stays, so that a text in which both are mixed converts too.
func ConvertWindows1252(src []byte) *Fix {
	return repairUTF8(src, "convert windows-1252 to UTF-8", func(b []byte) (string, int) {
		if c := b[0]; 0x80 <= c && c < 0xA0 {
			return string(windows1252[c-0x80]), 1
		}
		return string(rune(b[0])), 1
	})
}

// windows1252 has the characters of 80 to 9F, as the WHATWG Encoding standard has them.
var windows1252 = [32]rune{
	'€', 0x81, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0x8D, 'Ž', 0x8F,
	0x90, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0x9D, 'ž', 'Ÿ',
}

// repairUTF8 makes an edit of each ill-formed sequence. mend returns what the bytes it is given
// begin with in UTF-8, or "" to leave it, and how many bytes that is.
func repairUTF8(src []byte, title string, mend func([]byte) (string, int)) *Fix {
	fix := Fix{Title: title}
	for at := utf8check.ValidPrefix(src); at < len(src); at += utf8check.ValidPrefix(src[at:]) {
		text, n := mend(src[at:])
		if text != "" {
			fix.Edits = append(fix.Edits, Edit{int64(at), int64(n), text})
		}
		at += n
	}
	return fix.orNil()
}

func (f Fix) orNil() *Fix {
	if len(f.Edits) == 0 {
		return nil
	}
	return &f
}
