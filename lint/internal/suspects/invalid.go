package suspects

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"github.com/assayjson/assay/asm/search"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/lint/internal/ruleset"
)

// FindInInvalid is like FindInValid, but for an invalid text. The parameter valid is the offset up to
// which the text is valid. The text after that offset can be read in more than one way, so whatever any
// reading may find in it counts.
func FindInInvalid(src []byte, on ruleset.Set, valid int) ruleset.Set {
	if s := Signs(src) & on; s&^ruleset.Pervasive == 0 {
		return s
	}
	s, open := findInPart(src[:valid], on, 0)
	begin := max(open-Overlap, 0)
	rest := Signs(src[begin:]) & on &^ s
	if inValues := ruleset.Characters &^ ruleset.Names; rest&inValues != 0 && !mayHaveSuspects(src[begin:]) {
		rest &^= inValues
	}
	if rest&ruleset.Names != 0 && !mayHaveOddNames(src, begin) {
		rest &^= ruleset.Names
	}
	return s | rest
}

// mayHaveSuspects reports whether b has a character, or an escape of one, that a rule other than those
// about names may report, however b is divided into tokens.
func mayHaveSuspects(b []byte) bool {
	if bytes.IndexByte(b, 0x7F) >= 0 || search.IndexUnseen(b) >= 0 {
		return true
	}
	for i := 0; ; {
		n := indexUnicode(b[i:])
		if n < 0 {
			return false
		}
		i += n
		r, length, lone := decodeUnicode(b[i:])
		switch isEscaped := i > 0 && b[i-1] == '\\'; {
		case length == 0: // no rule reports an invalid escape
			length = len(`\u`)
		case suspectRune(r, lone) != 0, isEscaped && length > longestEscape: // the second half of the pair may be alone
			return true
		}
		i += length
	}
}

// mayHaveOddNames reports whether a name that ends after src[begin] may have a character outside ASCII,
// or an escape of one. The text before src[begin] may be part of such a name. Each of these characters
// must be in a string for which isValue returns true, or after the last quotation mark.
func mayHaveOddNames(src []byte, begin int) bool {
	done := begin
	for at := begin; at < len(src); at += search.SignWindow {
		signs := search.FindSigns(src[at:])
		for unit := range units(signs.NonASCII | signs.Escapes) {
			end := min(at+unit+search.SignUnit, len(src))
			for i := max(at+unit, done); i < end; i = done {
				n := indexOdd(src[i:min(end+1, len(src))])
				if n < 0 {
					break
				}
				i += n
				if !isValue(src[:i]) {
					return true
				}
				quote := bytes.IndexByte(src[i:], '"')
				if quote < 0 {
					return false // a name ends with a quotation mark
				}
				done = i + quote + 1
			}
		}
	}
	return false
}

// indexOdd returns the index of the first byte outside ASCII or \u in b, or -1 if there is none.
func indexOdd(b []byte) int {
	i := 0
	for ; i+word < len(b); i += word {
		w := binary.LittleEndian.Uint64(b[i:])
		escapes := syntax.BytesEqual(w, '\\') & syntax.BytesEqual(binary.LittleEndian.Uint64(b[i+1:]), 'u')
		if odd := w&highBits | escapes; odd != 0 {
			return i + bits.TrailingZeros64(odd)/8
		}
	}
	for ; i < len(b); i++ {
		if b[i] >= 0x80 || beginsUnicode(b[i:]) {
			return i
		}
	}
	return -1
}

// isValue reports whether a string that continues at the end of b is certain to be a value if it is a
// token at all. The text before may be invalid.
//
// No string begins before the last quotation mark in b, unless a backslash precedes that mark. A simple
// name and a colon must be before it, and a comma or a brace before the name. If the comma or brace is
// outside a string, a tokenizer that continues after errors takes the name for a name, or for an element
// of an array, and then expects a value after the colon. Otherwise the name is outside the strings, and
// the last quotation mark ends the string that contains the colon.
func isValue(b []byte) bool {
	b, ok := bytes.CutSuffix(trimBlanks(b[:bytes.LastIndexByte(b, '"')+1]), []byte{'"'})
	if !ok {
		return false
	}
	if b, ok = bytes.CutSuffix(trimBlanks(b), []byte{':'}); !ok {
		return false
	}
	if b, ok = bytes.CutSuffix(trimBlanks(b), []byte{'"'}); !ok {
		return false
	}
	begin := len(b)
	for begin > 0 && isSimple(b[begin-1]) {
		begin--
	}
	if begin == 0 || begin == len(b) || b[begin-1] != '"' {
		return false
	}
	b = trimBlanks(b[:begin-1])
	if len(b) == 0 || b[len(b)-1] != ',' && b[len(b)-1] != '{' {
		return false
	}
	return !bytes.Contains(b[max(len(b)-longestEscape, 0):], []byte(`\u`)) // an invalid escape may take up the next bytes
}

// isSimple reports whether c is a letter, a digit, or another character that is common in names and means
// nothing outside strings.
func isSimple(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' || c == '-' || c == '.'
}

func trimBlanks(b []byte) []byte { return bytes.TrimRight(b, " \t") }
