package offer

import (
	"bytes"
	"unicode/utf8"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/engine/mistake"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// Kinds of tokens that no dialect has. Their values differ from those of package dialect.
const (
	placeholder dialect.TokenKind = 0x80 + iota // a value with one or more placeholders of templates, such as {{ name }} or http://${HOST}/
	call                                        // a call with one argument, as in ObjectId("a1"), or of Python's datetime
	symbol                                      // a symbol of Ruby, such as :name
	arrow                                       // =>, := or = between a name and its value
)

// longestForeign limits the length in bytes of a token of another notation, so that a text is read in linear time.
const longestForeign = 300

// foreign returns the kind and the length of the token of another notation that begins at an offset. If there is none, the length is 0.
func foreign(src []byte, begin int) (dialect.TokenKind, int) {
	rest := src[begin:min(len(src), begin+longestForeign)]
	switch rest[0] {
	case ' ', '\t', '\r', '\n', '"', ',', '}', '[', ']':
		return 0, 0
	}
	if n := mistake.ColonLen(rest); n > 0 {
		return arrow, n
	}
	switch {
	case bytes.HasPrefix(rest, []byte("<!--")):
		if end := bytes.Index(rest, []byte("-->")); end >= 0 {
			return dialect.BlockComment, end + len("-->")
		}
	case rest[0] == ':':
		if syntax.BeginsWord(rest[1:]) && beginsValue(src[:begin]) {
			return symbol, 1 + syntax.WordLen(rest[1:])
		}
		return 0, 0
	}
	if rest[0] >= utf8.RuneSelf {
		if n, _, _ := mistake.InOtherQuotes(rest); n > 0 {
			return dialect.String, n
		}
	}
	if begin > 0 && isPathByte(rest[0]) && isPathByte(src[begin-1]) {
		return 0, 0 // the token that begins earlier has been tried
	}
	line := mistake.FirstLine(rest)
	if n := max(callLen(line), dateLen(line)); n > 0 {
		return call, n
	}
	if n := placeholdersLen(line); n < longestForeign {
		return placeholder, n
	}
	return 0, 0
}

// beginsValue reports whether a value or a name can follow a text.
func beginsValue(before []byte) bool {
	trimmed := bytes.TrimRight(before, space)
	if len(trimmed) == 0 {
		return true
	}
	last := trimmed[len(trimmed)-1]
	return bytes.IndexByte([]byte("{[(,>"), last) >= 0 || last == ':' && len(trimmed) < len(before)
}

// callLen returns the length of the call at the start of b, or 0. Its argument is a number or a string without escape sequences.
func callLen(b []byte) int {
	begin, end := argument(b)
	if end == 0 {
		return 0
	}
	return begin + bytes.IndexByte(b[begin:], ')') + 1
}

// dateLen returns the length of the call of Python's datetime or date at the start of b, or 0.
func dateLen(b []byte) int {
	if !bytes.HasPrefix(b, []byte("date")) {
		return 0
	}
	if n := bytes.IndexByte(b, ')') + 1; dateOf(string(b[:n])) != "" {
		return n
	}
	return 0
}

// argument returns the place of the only argument of the call at the start of b, as in new Date("2024-01-31"). If there is no such call, end
// is 0.
func argument(b []byte) (begin, end int) {
	at := 0
	if bytes.HasPrefix(b, []byte("new ")) {
		at = len("new ")
	}
	if at == len(b) || !syntax.IsWordStart(b[at]) {
		return 0, 0
	}
	for at < len(b) && (syntax.IsWord(b[at]) || b[at] == '.') {
		at++
	}
	if at == len(b) || b[at] != '(' {
		return 0, 0
	}
	begin = at + 1
	switch rest := b[begin:]; {
	case len(rest) == 0:
		return 0, 0
	case rest[0] == '"' || rest[0] == '\'':
		n := bytes.IndexByte(rest[1:], rest[0])
		if n < 0 || bytes.ContainsAny(rest[1:1+n], `\"()`) {
			return 0, 0
		}
		end = begin + n + 2
	default:
		end = begin + len(rest) - len(bytes.TrimLeft(rest, "+-.0123456789eE"))
	}
	if end == begin || end == len(b) || b[end] != ')' {
		return 0, 0
	}
	return begin, end
}

// placeholdersLen returns the length of the value at the start of b if it contains a placeholder, and 0 otherwise. The value may also have
// characters of words, numbers and paths, as in 80${X} or http://{{host}}:{{port}}/.
func placeholdersLen(b []byte) int {
	if len(b) == 0 || bytes.HasPrefix(b, []byte("//")) || bytes.HasPrefix(b, []byte("/*")) {
		return 0
	}
	end, found, isURL := 0, false, false
	for end < len(b) {
		switch n := placeholderLen(b[end:]); {
		case n > 0:
			end, found = end+n, true
		case isPathByte(b[end]):
			end++
		case bytes.HasPrefix(b[end:], []byte("://")):
			end, isURL = end+len("://"), true
		case b[end] == ':' && isURL:
			end++
		default:
			if next := bytes.TrimLeft(b[end:], " \t"); found && len(next) < len(b)-end && placeholderLen(next) > 0 {
				end = len(b) - len(next)
				continue
			}
			if !found || bytes.IndexByte([]byte(" \t,:}]=)"), b[end]) < 0 {
				return 0
			}
			return end
		}
	}
	if !found {
		return 0
	}
	return end
}

// isPathByte reports whether c may be in a value without quotation marks beside a placeholder.
func isPathByte(c byte) bool {
	return syntax.IsWord(c) || bytes.IndexByte([]byte("+-./?&~"), c) >= 0
}

// brackets are what placeholders begin and end with, in shells, make, Ruby, PHP, JavaScript, Python, and in the languages of templates.
// Longer ones come first.
var brackets = []struct{ opening, closing string }{
	{"{{{", "}}}"}, {"${{", "}}"}, {"{{", "}}"}, {"${", "}"}, {"$(", ")"}, {"#{", "}"}, {"@{", "}"}, {"<%=", "%>"}, {"<%-", "%>"}, {"<?=", "?>"},
	{"%(", ")"}, {"<", ">"}, {"%", "%"}, {"@", "@"},
}

// placeholderLen returns the length of the placeholder at the start of the line b, or 0. Quotation marks and backslashes have another meaning
// in a JSON string, so it returns 0 if the placeholder contains one.
func placeholderLen(b []byte) int {
	if len(b) == 0 || bytes.IndexByte([]byte("{$#@<%"), b[0]) < 0 {
		return 0
	}
	for _, p := range brackets {
		if !bytes.HasPrefix(b, []byte(p.opening)) {
			continue
		}
		inner, _, ok := bytes.Cut(b[len(p.opening):], []byte(p.closing))
		if !ok || !isExpression(inner, p.opening) {
			continue
		}
		n := len(p.opening) + len(inner) + len(p.closing)
		if p.opening == "%(" { // and a verb, as in %(name)s
			verb := bytes.TrimLeft(b[n:], "0123456789.-")
			if len(verb) == 0 || !syntax.IsWordStart(verb[0]) {
				continue
			}
			n = len(b) - len(verb) + 1
		}
		return n
	}
	if len(b) >= 2 && b[0] == '%' && bytes.IndexByte([]byte("sdifgqvr"), b[1]) >= 0 && (len(b) == 2 || !syntax.IsWord(b[2])) {
		return len("%s")
	}
	return 0
}

// isExpression reports whether a text can be in a placeholder that begins with the given characters.
func isExpression(inner []byte, opening string) bool {
	if bytes.ContainsAny(inner, "\"\\{}") || bytes.Contains(inner, []byte(": ")) {
		return false
	}
	trimmed := bytes.Trim(inner, " \t-~")
	if opening == "%" || opening == "@" {
		return syntax.BeginsWord(inner) && syntax.WordLen(inner) == len(inner)
	}
	if opening == "<" && !syntax.BeginsWord(inner) {
		return false
	}
	return len(trimmed) > 0 && (syntax.BeginsWord(trimmed) || bytes.IndexByte([]byte(".$@:&"), trimmed[0]) >= 0)
}
