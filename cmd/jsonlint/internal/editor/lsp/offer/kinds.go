package offer

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/assayjson/assay/internal/engine/explain"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// comma is for two values without a comma between them. If the second one is a name, a bracket may be missing, too.
func (r *repairs) comma() {
	r.missingQuote()
	if next := r.next(); len(next) > 0 && next[0] == '"' {
		begin := len(r.src) - len(next)
		if _, end := r.token(begin); bytes.HasPrefix(bytes.TrimLeft(r.src[end:], space), []byte(":")) {
			r.insertAfterLast("insert ] and the comma", "],")
		}
	}
	if begin := r.whole(); begin < r.at && syntax.BeginsWord(r.rest()) { // as in 5км
		r.replace("put it in double quotes", begin, r.end, quoted(string(r.src[begin:r.end])))
	}
	if !r.lacksClosingQuote() {
		r.insertAfterLast("insert the comma", ",")
	}
	r.commas()
	r.notation()
}

// bracketBeforeName is for a colon in an array, whose bracket may be missing before the comma.
func (r *repairs) bracketBeforeName() {
	last, end := r.lastBefore(r.at)
	if last != '"' {
		return
	}
	begin := bytes.LastIndexByte(r.src[:end-1], '"')
	if begin < 0 {
		return
	}
	if last, end := r.lastBefore(begin); last == ',' {
		r.replace("insert ] before the name", end-1, end-1, "]")
	}
}

// special is for NaN and infinities in all notations, such as -Infinity, -nan(ind) and 1.#INF.
func (r *repairs) special() {
	begin := r.whole()
	if n, _ := explain.SpecialLen(r.src[begin:]); begin+n > r.at {
		r.replace("write null", begin, begin+n, "null")
	}
}

// colon is for a name without a colon.
func (r *repairs) colon() {
	r.missingQuote()
	rest := r.rest()
	for _, other := range []string{"=>", ":=", "=", ";"} {
		if bytes.HasPrefix(rest, []byte(other)) {
			r.replace("replace "+strconv.Quote(other)+" with a colon", r.at, r.at+len(other), ":")
			return
		}
	}
	if rest[0] == ',' || rest[0] == '}' {
		r.swapBrackets('{')
		return
	}
	r.insertAfterLast("insert the colon", ":")
}

// trailing is for what follows a document.
func (r *repairs) trailing() {
	switch rest := bytes.TrimSpace(r.rest()); {
	case len(rest) == 0, r.mark():
	case rest[0] == '}' || rest[0] == ']':
		r.replace("remove the extra closing bracket", r.at, r.at+1, "")
	case rest[0] == ',' || rest[0] == ';':
		r.array()
		r.replace("remove "+strconv.Quote(string(rest[:1])), r.at, r.at+1, "")
	case rest[0] == '/' || rest[0] == '#' || bytes.HasPrefix(rest, []byte("<!--")):
		r.comments()
	case rest[0] == ':':
		r.braces()
	default:
		r.array()
	}
}

// truncated is for a text that ends too early: the brackets are closed, and a comma before the end is removed.
func (r *repairs) truncated() {
	text := bytes.TrimRight(r.src, space)
	closing, ok := closingBrackets(text)
	switch {
	case !ok || closing == "":
	case text[len(text)-1] == ':':
		r.replace("write null, and close the brackets with "+closing, len(text), len(text), " null"+closing)
	case text[len(text)-1] == ',':
		r.replace("remove the comma, and close the brackets with "+closing, len(text)-1, len(text), closing)
	default:
		r.replace("close the brackets with "+closing, len(text), len(text), closing)
	}
	r.cut()
}

// unterminated is for a string that is not closed before the end of its line or of the text.
func (r *repairs) unterminated() {
	text := bytes.TrimRight(r.src, "\r\n")
	r.closeBefore(len(text))
	r.missingQuote()
	if closing, ok := closingBrackets(append(bytes.Clone(text), '"')); ok {
		r.replace(`close the string and the brackets with "`+closing, len(text), len(text), `"`+closing)
	}
	r.cut()
}

// bracket is for a closing bracket of the wrong kind.
func (r *repairs) bracket() {
	if r.at == len(r.src) {
		return
	}
	right := map[byte]string{'}': "]", ']': "}"}[r.src[r.at]]
	if right == "" {
		return
	}
	r.replace("insert "+right, r.at, r.at, right)
	r.replace("replace "+string(r.src[r.at])+" with "+right, r.at, r.at+1, right)
}

// literal is for words that are no values.
func (r *repairs) literal() {
	r.missingOpening()
	text := string(r.src[r.at:r.end])
	if last, _ := r.lastBefore(r.at); last == 0 {
		r.surrounded()
	}
	if len(r.all) == 0 {
		r.notation()
	}
	if value := explain.MeantLiteral(r.rest()); value != "" {
		r.replace("write "+value, r.at, r.end, value)
		return
	}
	r.special()
	if text == "undefined" {
		r.replace("write null", r.at, r.end, "null")
	}
	r.replace("put it in double quotes", r.at, r.end, quoted(text))
}

// zeros is for a number with leading zeros.
func (r *repairs) zeros() {
	begin, end := r.whole(), r.word()
	r.thousands()
	digits := r.at
	if digits < end && r.src[digits] == '-' {
		digits++
	}
	n := digits
	for n < end-1 && r.src[n] == '0' && '0' <= r.src[n+1] && r.src[n+1] <= '9' {
		n++
	}
	if n > digits {
		r.replace("remove the leading zeros", digits, n, "")
	}
	r.replace("put the digits in double quotes", begin, end, quoted(string(r.src[begin:end])))
}

// fraction is for a decimal point without a digit after it.
func (r *repairs) fraction() {
	r.special()
	if r.at > 0 && r.src[r.at-1] == '.' {
		r.replace("remove the decimal point", r.at-1, r.at, "")
		r.replace("add a 0 after the decimal point", r.at, r.at, "0")
	}
}

// number is for numbers in other notations.
func (r *repairs) number() {
	begin, end := r.whole(), r.word()
	text := string(r.src[begin:end])
	r.suffix(begin, end)
	if n, err := strconv.ParseInt(text, 0, 64); err == nil { // in hexadecimal, octal or binary, or with underscores
		r.replace("write it in decimal", begin, end, strconv.FormatInt(n, 10))
	}
	r.replace("put it in double quotes", begin, end, quoted(text))
}

// control is for a character in a string that must be escaped.
func (r *repairs) control() {
	if r.at == len(r.src) {
		return
	}
	switch r.src[r.at] {
	case '\n':
		r.severalLines()
		r.replace(`write the line break as \n`, r.at, r.at+1, `\n`)
		r.closeLine()
	case '\r':
		r.severalLines()
		n := len(r.rest()) - len(bytes.TrimLeft(r.rest(), "\r\n"))
		r.replace(`write the line break as \r\n`, r.at, r.at+min(n, 2), `\r\n`[:2*min(n, 2)])
		r.closeLine()
	default:
		const digits = "0123456789abcdef"
		c := r.src[r.at]
		escape := `\u00` + string(digits[c>>4]) + string(digits[c&15])
		if i := strings.IndexByte("\b\t\f", c); i >= 0 {
			escape = `\` + "btf"[i:i+1]
		}
		r.replace("write "+escape, r.at, r.at+1, escape)
	}
}

// escape is for an invalid escape sequence.
func (r *repairs) escape() {
	if r.backslashes(); len(r.all) > 0 && explain.InWindowsPath(r.src[:r.at]) {
		return // a backslash before n or t is one, too
	}
	if n, escape := explain.ForeignEscape(r.rest()); n > 2 || escape == `\u0000` { // two characters such as \a prove nothing
		r.replace("write "+escape, r.at, r.at+n, escape)
	}
	r.replace(`write \\ for the backslash`, r.at, r.at+1, `\\`)
}
