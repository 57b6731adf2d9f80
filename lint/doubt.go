package lint

import (
	"math"
	"strings"

	"github.com/assayjson/assay/asm"
)

// A doubt reads a text as it comes, line by line, and finds the first line that leaves in doubt
// what is inside a string and what is outside, because a quotation mark seems to be missing or
// to be too many. Neither on that line nor behind it may a fix touch anything.
//
// In JSON, no string goes on in the next line. So each line of a valid text has an even number of
// quotation marks, not counting escaped ones, and if one mark is missing, superfluous or mistaken
// for another byte, its line has an odd number. That alone finds every such mistake. If there
// are more of them on a line, what was a string is likely to show: as words in a row, or beside a
// quotation mark where a separator must be. A single word between separators is no reason to doubt.
//
// Comments may hide quotation marks. One that begins in the midst of a string, whose opening
// quotation mark is missing, goes on with the closing one, and then with what comes after a string.
// A comment that looks like this is doubtful, and so is a string that looks as if it were the text
// between the end of one and a quotation mark in a comment.
type doubt struct {
	notation notation
	at       int64 // offset of the next byte
	line     int64 // offset of the start of its line
	first    int64 // offset of the start of the first doubtful line, or noDoubt

	state   doubtState
	before  side // what stands before the next byte, other than spaces
	spaced  bool // spaces stand in between
	escaped bool // an odd number of backslashes stands before the next byte

	length  int  // of the word that is being read
	numeric bool // all of it may be part of a number

	quote byte // that opened the string
	lead  byte // the first byte of the string that is not a space, or 0
	last  byte // the last byte of the string or comment that is not a space, or 0
	inner bool // the other quotation mark is the last byte of the string

	odd    bool    // a line of a block comment has had an odd number of quotation marks so far
	quoted [2]seen // of each quotation mark, how much of the first one in a comment has been seen
}

const noDoubt = math.MaxInt64

// A notation is what a doubt must know of the dialect of a text.
type notation uint8

const (
	plainText     notation = iota // valid texts have no comments
	commentedText                 // they may have comments
	json5Text                     // and strings in single quotation marks
)

// notationOf returns the notation of texts in a dialect.
func notationOf(d Dialect) notation {
	switch d {
	case JSONC, JWCC:
		return commentedText
	case JSON5:
		return json5Text
	}
	return plainText
}

type doubtState uint8

const (
	outside doubtState = iota
	inWord
	inString
	behindSlash
	inLineComment
	inBlockComment
)

// A side says what may stand beside a token.
type side uint8

const (
	mayBegin    side = iota // a value may begin: at the start of a line, or behind , : [ {
	mayNotBegin             // behind a closing bracket
	mustEnd                 // behind a string or word: , : ] } or the end of the line must follow
	afterNumber             // the same, but a string may follow spaces: a comma is missing
)

type seen uint8

const (
	noQuote seen = iota
	justQuote
	ordinary // what follows the quotation mark cannot follow a string
)

// newDoubt returns a doubt for a text that begins at offset at.
func newDoubt(n notation, at int64) *doubt {
	return &doubt{notation: n, at: at, line: at, first: noDoubt}
}

// doubtIn returns the offset of the first doubtful line of a whole text, or noDoubt.
func doubtIn(src []byte, n notation) int64 {
	d := newDoubt(n, 0)
	if strings.HasPrefix(string(clip(src, len(byteOrderMark))), byteOrderMark) {
		d.at = int64(len(byteOrderMark))
	}
	d.write(src[d.at:])
	return d.end()
}

// write takes the next part of the text.
func (d *doubt) write(b []byte) {
	base := d.at
	d.at += int64(len(b))
	for i := 0; i < len(b) && d.first == noDoubt; i++ {
		if d.state == inString && d.skims() {
			i += plainLen(b[i:])
			if i == len(b) {
				return
			}
		}
		if c := b[i]; c == '\n' || c == '\r' {
			d.endLine()
			d.line = base + int64(i) + 1
		} else {
			d.take(c)
		}
	}
}

// isBehind reports whether all doubtful lines of src, the whole text, are behind offset. A line is doubtful
// by what comes up to its end, so it reads no further than the end of the line at offset, or a little.
func (d *doubt) isBehind(offset int64, src []byte) bool {
	const little = 512
	for d.first == noDoubt && d.line <= offset {
		if d.at == int64(len(src)) {
			return offset < d.end()
		}
		d.write(clip(src[d.at:], little))
	}
	return offset < d.first
}

// isInString reports whether the next byte is inside a string, and isOutside whether it is outside
// strings and comments. Guesses at what was meant, such as those of package tokenizer behind an
// error, may differ.
func (d *doubt) isInString() bool { return d.state == inString && d.first == noDoubt }
func (d *doubt) isOutside() bool  { return d.state <= inWord && d.first == noDoubt }

// skims reports whether nothing is looked for in the string but its end.
func (d *doubt) skims() bool { return d.notation == plainText && d.quote == '"' && !d.escaped }

// plainLen returns how many bytes b begins with that neither end a string nor escape anything.
func plainLen(b []byte) (n int) {
	for n < len(b) {
		if n += asm.PlainLen(b[n:]); n == len(b) || b[n] < 0x80 {
			break
		}
		for n < len(b) && b[n] >= 0x80 {
			n++
		}
	}
	return n
}

// end ends the text, and returns the offset of the first doubtful line, or noDoubt.
func (d *doubt) end() int64 {
	if d.first == noDoubt {
		d.endLine()
		d.raise(d.state == inBlockComment)
	}
	return d.first
}

// raise makes the line doubtful if yes.
func (d *doubt) raise(yes bool) {
	if yes && d.first == noDoubt {
		d.first = d.line
	}
}

// take takes a byte other than the end of a line.
func (d *doubt) take(c byte) {
	switch d.state {
	case inString:
		d.takeInString(c)
		return
	case inLineComment, inBlockComment:
		d.takeInComment(c)
		return
	case behindSlash:
		d.beginComment(c)
		return
	case inWord:
		if isWordByte(c) {
			d.takeInWord(c)
			return
		}
		d.endWord(c)
	}
	d.takeOutside(c)
}

// takeOutside takes a byte that is not part of a string, word or comment, or begins one.
func (d *doubt) takeOutside(c byte) {
	switch {
	case c == ' ' || c == '\t':
		d.spaced = true
		return
	case c == '"' || c == '\'': // the latter opens a string in JSON5, and often in what is meant as JSON
		d.raise(d.before != mayBegin && (d.before != afterNumber || !d.spaced))
		d.state, d.quote, d.escaped, d.lead, d.last, d.inner = inString, c, false, 0, 0, false
	case c == '/':
		d.state = behindSlash
	case c == '#':
		d.beginComment('/')
	case c == ',' || c == ':' || c == '[' || c == '{':
		d.raise(d.before >= mustEnd && (c == '[' || c == '{'))
		d.before = mayBegin
	case c == ']' || c == '}':
		d.before = mayNotBegin
	case isWordByte(c):
		d.state, d.length, d.numeric = inWord, 0, isDigit(c) || c == '-' || c == '+' || c == '.'
		d.raise(d.before != mayBegin && !(d.numeric && d.before >= mustEnd && d.spaced))
		d.takeInWord(c)
	default:
		d.raise(true)
	}
	d.spaced = false
}

// endLine takes the end of a line, or of the text.
func (d *doubt) endLine() {
	switch d.state {
	case inString, behindSlash:
		d.raise(true)
	case inWord:
		d.endWord('\n')
	case inLineComment:
		d.raise(d.quoted[0] == justQuote || d.quoted[1] == justQuote)
		d.state = outside
	case inBlockComment:
		d.raise(d.quoted[0] == justQuote || d.quoted[1] == justQuote)
		d.odd, d.escaped, d.last = false, false, 0
		return
	}
	d.before = mayBegin
}

// isWordByte reports whether c may be part of a word or number.
func isWordByte(c byte) bool { return wordBytes[c] }

// wordBytes are the bytes of words and numbers, and numericBytes those of numbers.
var wordBytes, numericBytes = func() (word, numeric [256]bool) {
	for c := range 256 {
		b := byte(c)
		word[c] = isDigit(b) || 'a' <= b|0x20 && b|0x20 <= 'z' || b >= 0x80 || strings.IndexByte("_$-+.", b) >= 0
		numeric[c] = isHex(b) || strings.IndexByte("+-._xXoObBnN", b) >= 0
	}
	return word, numeric
}()

func (d *doubt) takeInWord(c byte) {
	d.length++
	d.numeric = d.numeric && numericBytes[c]
}

// endWord ends a word before c.
func (d *doubt) endWord(c byte) {
	const longestPrefix = len("rb") // of strings in Python
	d.state, d.before = outside, mustEnd
	switch {
	case d.numeric:
		d.before = afterNumber
	case c == '\'' && d.length <= longestPrefix:
		d.before = mayBegin
	}
}

func (d *doubt) takeInString(c byte) {
	switch {
	case d.escaped:
		d.escaped = false
	case c == '\\':
		d.escaped = true
	case c == d.quote:
		d.raise(d.inner)
		d.state, d.before = outside, mustEnd
		return
	}
	if c == ' ' || c == '\t' {
		return
	}
	if d.notation != plainText {
		d.lookForComment(c)
	}
	if d.notation == json5Text || d.quote == '\'' {
		d.lookForQuote(c)
	}
	d.last = c
}

// lookForComment looks for a comment in a string that begins like what comes after one.
func (d *doubt) lookForComment(c byte) {
	switch {
	case d.lead == 0:
		d.lead = c
	case d.last == '/' && (c == '/' || c == '*'):
		d.raise(followsString(d.lead))
	case d.lead == '/':
		d.lead = c // it was no comment
	}
}

// lookForQuote looks for the other quotation mark in a string, beside a separator.
func (d *doubt) lookForQuote(c byte) {
	d.raise(d.inner && followsString(c))
	d.inner = (c == '"' || c == '\'') && c != d.quote
	d.raise(d.inner && (d.last == 0 || strings.IndexByte(",:[{", d.last) >= 0))
}

// followsString reports whether c may come after a string and the spaces behind it.
func followsString(c byte) bool { return strings.IndexByte(",:]}/", c) >= 0 }

func (d *doubt) beginComment(c byte) {
	switch c {
	case '/':
		d.state = inLineComment
	case '*':
		d.state = inBlockComment
	default:
		d.raise(true)
	}
	d.odd, d.escaped, d.last, d.quoted = false, false, 0, [2]seen{}
}

func (d *doubt) takeInComment(c byte) {
	if d.state == inBlockComment && d.last == '*' && c == '/' {
		d.raise(d.odd)
		d.state = outside
		return
	}
	if c != ' ' && c != '\t' {
		for i := range d.quoted {
			if d.quoted[i] == justQuote {
				d.raise(followsString(c) || c == '*')
				d.quoted[i] = ordinary
			}
		}
	}
	escaped := d.escaped
	d.escaped, d.last = c == '\\' && !escaped, c
	if escaped {
		return
	}
	switch {
	case c == '"':
		d.odd = !d.odd
		d.meet(0)
	case c == '\'' && d.notation == json5Text:
		d.meet(1)
	}
}

// meet takes note of a quotation mark in a comment.
func (d *doubt) meet(i int) {
	if d.quoted[i] == noQuote {
		d.quoted[i] = justQuote
	}
}
