package lint

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/assayjson/assay/tokenizer"
)

// repair returns what mends an error whose meaning is certain, or nil. It is at text[i].
func repair(text []byte, i int, e *tokenizer.SyntaxError) *Fix {
	at := text[i:]
	switch e.Kind {
	case tokenizer.TrailingComma:
		return oneEdit("remove the comma", e.Offset, 1, "")
	case tokenizer.MisspeltLiteral:
		if value := literals[string(clip(at, e.Length))]; value != "" {
			return oneEdit("write "+value, e.Offset, e.Length, value)
		}
	case tokenizer.LeadingPlus:
		if len(at) > 1 && isDigit(at[1]) {
			return oneEdit("remove the plus sign", e.Offset, 1, "")
		}
	case tokenizer.LeadingPoint:
		if len(at) > 1 && isDigit(at[1]) {
			return oneEdit("write a 0 before the point", e.Offset, 0, "0")
		}
	case tokenizer.ControlCharacter:
		if at[0] == '\t' {
			return oneEdit(`write \t`, e.Offset, 1, `\t`)
		}
	case tokenizer.BadEscape:
		if r, n := utf8.DecodeLastRune(text[:i]); r != utf8.RuneError || n > 1 {
			return repairEscape(at, e.Offset)
		} // or the backslash may be the second half of a character in another encoding
	}
	return nil
}

// literals are what other notations write for true, false and null, and mean.
var literals = map[string]string{
	"True": "true", "TRUE": "true", "False": "false", "FALSE": "false",
	"Null": "null", "NULL": "null", "None": "null", "nil": "null",
}

// repairEscape mends escapes of other notations.
func repairEscape(at []byte, offset int64) *Fix {
	switch {
	case bytes.HasPrefix(at, []byte(`\'`)):
		return oneEdit("remove the backslash", offset, 1, "")
	case len(at) > 3 && at[1] == 'x' && isHex(at[2]) && isHex(at[3]):
		escape := `\u00` + strings.ToUpper(string(at[2:4]))
		return oneEdit("write "+escape, offset, 4, escape)
	}
	return nil
}

// oneEdit returns a fix of one edit.
func oneEdit(title string, offset int64, length int, text string) *Fix {
	made := &struct { // one allocation
		Fix
		edits [1]Edit
	}{Fix{Title: title}, [1]Edit{{offset, int64(length), text}}}
	made.Edits = made.edits[:]
	return &made.Fix
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isHex(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }
