package offer

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/engine/mistake"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/tokenizer"
)

// This file has repairs of strings that end where they should not, because something in them is not escaped.

// stringBefore returns the offset of the string that ends at an offset or contains it, or -1. Strings do not go on in the next line.
func (t *Text) stringBefore(at int) int {
	for begin := bytes.LastIndexByte(t.src[:at], '\n') + 1; begin < at; begin++ {
		if t.src[begin] != '"' {
			continue
		}
		n, _ := syntax.StringLen(t.src[begin:])
		if begin+n >= at {
			return begin
		}
		begin += n - 1
	}
	return -1
}

// innerQuotes is for quotation marks in a string that are not escaped. The finding is behind the first one of them. The string ends at the first
// one that is followed by what can follow a value.
func (r *repairs) innerQuotes() {
	last, end := r.lastBefore(r.at)
	if last != '"' || r.at == len(r.src) || !isText(r.rest(), end == r.at) || r.lacksClosingQuote() {
		return
	}
	begin := r.stringBefore(end)
	if begin < 0 || begin+len(`""`) == end {
		return
	}
	before, _ := r.lastBefore(begin)
	closing := r.closingQuote(r.at, before == '{' || before == ',')
	if closing < 0 || bytes.IndexByte(r.src[begin:closing], '\n') >= 0 {
		return
	}
	var edits []lint.Edit
	for i := begin + 1; i < closing; i++ {
		switch r.src[i] {
		case '\\':
			i++
		case '"':
			edits = append(edits, edit(i, i, `\`))
		}
	}
	r.add("escape the quotation marks in the string", edits...)
}

// lacksClosingQuote reports whether the finding is behind a string that has no closing quote of its own.
func (r *repairs) lacksClosingQuote() bool {
	_, end := r.lastBefore(r.at)
	return mistake.LacksClosingQuote(r.src[max(end-longestString, 0):end], r.rest())
}

// singleQuotes is for a string in single quotes that ends where it should not, before a comma that seems to be missing. It reports whether
// the finding is about such a string.
func (r *repairs) singleQuotes() bool {
	if r.d.Code != tokenizer.MissingComma.String() || mistake.SingleQuoteHint(r.src, int64(r.at)) == "" {
		return false
	}
	quote := r.at - 1
	switch {
	case r.lacksClosingQuote():
		if comma := bytes.LastIndexByte(r.src[:quote], ','); comma >= 0 {
			end := len(bytes.TrimRight(r.src[:comma], space+"]}"))
			r.replace("close the string before the comma", end, end, "'")
		}
	case r.src[r.at] == '\'':
		r.replace(`write \' for the single quote in the string`, quote, r.at+1, `\'`)
	default:
		r.replace(`write \' for the single quote in the string`, quote, r.at, `\'`)
	}
	return true
}

// isText reports whether a text after a quotation mark was probably meant to be part of the string: a letter or digit or, right behind the
// mark, anything but what the grammar or other notations have there.
func isText(b []byte, isBehind bool) bool {
	first, _ := utf8.DecodeRune(b)
	if unicode.IsLetter(first) || unicode.IsDigit(first) {
		return true
	}
	return isBehind && first < utf8.RuneSelf && bytes.IndexByte([]byte("\":=,;+{}[] \t\r\n"), b[0]) < 0
}

// closingQuote returns the offset of the first quotation mark from an offset on that is followed by what can follow a value, or a name if
// the string may be one. If there is none, it returns -1.
func (t *Text) closingQuote(at int, mayBeName bool) int {
	for i := at; i < min(len(t.src), at+longestString); i++ {
		switch t.src[i] {
		case '\\':
			i++
		case '"':
			if after := t.src[i+1:]; canFollow(after) || mayBeName && bytes.HasPrefix(bytes.TrimLeft(mistake.FirstLine(after[:min(len(after), longestForeign)]), " \t"), []byte(":")) {
				return i
			}
		}
	}
	return -1
}

// longestString limits how far a closing quotation mark is searched for.
const longestString = 64 << 10

// canFollow reports whether a text can follow a value: closing brackets, a comma with another value or name, the end of a line, or the end of
// the text. A string after a comma must be a whole one.
func canFollow(b []byte) bool {
	b = b[:min(len(b), longestForeign)]
	trimmed := bytes.TrimLeft(b, " \t")
	for len(trimmed) > 0 && (trimmed[0] == '}' || trimmed[0] == ']') {
		trimmed = bytes.TrimLeft(trimmed[1:], " \t")
	}
	if len(trimmed) == 0 || trimmed[0] == '\n' || trimmed[0] == '\r' {
		return true
	}
	if trimmed[0] != ',' {
		return false
	}
	switch next := bytes.TrimLeft(trimmed[1:], " \t"); {
	case len(next) == 0 || bytes.IndexByte([]byte("\r\n{[-0123456789"), next[0]) >= 0:
		return true
	case next[0] == '"':
		n, isClosed := syntax.StringLen(next)
		if !isClosed {
			return false
		}
		after := bytes.TrimLeft(next[n:], " \t")
		return len(after) == 0 || bytes.IndexByte([]byte(":,]}\r\n"), after[0]) >= 0
	}
	return false
}

// missingQuote is for a string or name whose closing quotation mark is missing, so that it ends at the next quotation mark before the
// finding, at the end of its line, or nowhere.
func (r *repairs) missingQuote() {
	_, end := r.lastBefore(r.at)
	begin := r.stringBefore(end)
	if begin < 0 {
		return
	}
	body := r.src[begin+1 : end]
	if colon := bytes.IndexByte(body, ':'); colon > 0 {
		if before, _ := r.lastBefore(begin); before == '{' || before == ',' {
			at := begin + 1 + len(bytes.TrimRight(body[:colon], space))
			r.replace("close the name before the colon", at, at, `"`)
		}
	}
	text, isComma := bytes.CutSuffix(bytes.TrimRight(bytes.TrimSuffix(body, []byte(`"`)), " \t{["), []byte(",")) // last in the string
	if n, isClosed := syntax.StringLen(r.src[begin:]); !isComma || !isClosed || begin+n != end {
		text, _, isComma = bytes.Cut(body, []byte(","))
		text = bytes.TrimRight(text, space)
	}
	if isComma && len(text) < len(bytes.TrimRight(body, space+",")) {
		at := begin + 1 + len(bytes.TrimRight(text, space+"]}"))
		r.replace("close the string before the comma", at, at, `"`)
	}
}

// severalLines is for a string with several line breaks in it, or a line break and tabs. The finding is at the first one of them.
func (r *repairs) severalLines() {
	closing := bytes.IndexByte(r.rest(), '"')
	if closing < 0 || closing > longestString || !canFollow(r.src[r.at+closing+1:]) {
		return
	}
	body := string(r.rest()[:closing])
	escaped := strings.NewReplacer("\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(body)
	if strings.Count(body, "\n")+strings.Count(body, "\t") > 1 {
		r.replace(`write all line breaks in the string as \n`, r.at, r.at+closing, escaped)
	}
}

// backslashes is for a string with several backslashes that are not escaped, such as a path of Windows or a regular expression.
func (r *repairs) backslashes() {
	begin := r.stringBefore(r.at + 1)
	if begin < 0 {
		return
	}
	n, isClosed := syntax.StringLen(r.src[begin:])
	if !isClosed {
		return
	}
	var edits []lint.Edit
	for i := begin + 1; i < begin+n-1; i++ {
		if r.src[i] != '\\' {
			continue
		}
		if next := r.src[i+1]; next == '\\' || next == '"' {
			i++
			continue
		}
		edits = append(edits, edit(i, i, `\`))
	}
	if len(edits) > 1 {
		r.add(`write \\ for all backslashes in the string`, edits...)
	}
}

// closeLine is for a string whose closing quotation mark is missing at the end of its line.
func (r *repairs) closeLine() {
	r.closeBefore(r.at)
	r.missingQuote()
	r.replace("close the string at the end of the line", r.at, r.at, `"`)
	last, _ := r.lastBefore(r.at)
	if next := r.next(); last != ',' && len(next) > 0 && next[0] == '"' {
		r.replace("close the string at the end of the line, and insert the comma", r.at, r.at, `",`)
	}
}

// tripleQuotes is for a string between three quotation marks, as in Python, of which the finding is the third one.
func (r *repairs) tripleQuotes() {
	const mark = `"""`
	begin := r.at - len(mark) + 1
	if begin < 0 || !bytes.HasPrefix(r.src[begin:], []byte(mark)) {
		return
	}
	body := r.src[begin+len(mark):]
	if n := bytes.Index(body, []byte(mark)); n >= 0 && !bytes.ContainsAny(body[:n], `\`) {
		r.replace("write it as a string of JSON", begin, begin+n+2*len(mark), mistake.Quoted(string(body[:n])))
	}
}

// closeBefore proposes to close a string before the brackets and the comma at the end of its line.
func (r *repairs) closeBefore(end int) {
	if at := len(bytes.TrimRight(r.src[:end], " \t]},")); at < end && len(bytes.TrimRight(r.src[:end], " \t")) > at {
		r.replace("close the string before "+string(bytes.TrimSpace(r.src[at:end])), at, at, `"`)
	}
}
