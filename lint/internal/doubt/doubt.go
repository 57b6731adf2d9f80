package doubt

import (
	"bytes"
	"math"
	"strings"

	"github.com/assayjson/assay/asm/quoting"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// A Scanner reads a text line by line as it arrives, and finds the first doubtful line.
//
// In JSON, a string ends on the line on which it begins. So each line of a valid text has an even
// number of quotation marks, not counting escaped ones. If one mark is missing, superfluous or
// replaced by another byte, the line has an odd number of marks. This suffices to find any single
// mistake. If a line has several mistakes, the contents of a string usually appear to be outside
// strings. They can be recognized if they are several words in a row, or if they are next to a
// quotation mark, where a separator is required. A single word between separators is not doubtful.
//
// Comments may hide quotation marks. If a string contains // or /* and its opening quotation mark
// is missing, a comment seems to begin there. This apparent comment contains the closing mark, and
// after the mark it has text that can follow a string. A comment that looks like this is doubtful.
// A string is also doubtful if its apparent contents are really the text between the end of another
// string and a quotation mark in a comment.
type Scanner struct {
	notation Notation
	at       int64 // offset of the next byte
	line     int64 // offset of the start of the line that contains the next byte
	first    int64 // offset of the start of the first doubtful line, or None

	state   state
	before  side // what may come next after the text so far, ignoring spaces
	spaced  bool // there are spaces directly before the next byte
	escaped bool // an odd number of backslashes precedes the next byte

	length  int  // length of the current word
	numeric bool // the whole word may be part of a number

	quote byte // the byte that opened the string
	lead  byte // the first byte in the string that is not a space; 0 if there is none yet
	last  byte // the last byte so far in the string or comment that is not a space; 0 if there is none yet
	inner bool // the last byte so far in the string is a quotation mark other than quote

	odd    bool    // the current line of a block comment has an odd number of quotation marks so far
	quoted [2]seen // for " and for ', what has been seen of its first occurrence in the comment
}

// None is the offset returned for a text without doubtful lines.
const None = math.MaxInt64

// A Notation is what a Scanner needs to know about the dialect of a text.
type Notation uint8

const (
	Plain        Notation = iota // valid texts have no comments
	Commented                    // valid texts may have comments
	SingleQuoted                 // valid texts may have comments, and strings in single quotation marks, as in JSON5
)

type state uint8

const (
	outside state = iota
	inWord
	inString
	behindSlash
	inLineComment
	inBlockComment
)

// A side describes what may come after the text so far.
type side uint8

const (
	mayBegin    side = iota // a value may begin, as at the start of a line, or after , : [ {
	mayNotBegin             // no value may begin, as after a closing bracket
	mustEnd                 // the end of the line, or one of , : ] } must follow, as after a string or word
	afterNumber             // like mustEnd, but a string may also follow after spaces, because a comma may be missing
)

type seen uint8

const (
	noQuote seen = iota
	justQuote
	ordinary // the text after the quotation mark cannot follow a string
)

// New returns a Scanner for a text. The parameter begin is the offset at which the text begins.
func New(n Notation, begin int64) *Scanner {
	return &Scanner{notation: n, at: begin, line: begin, first: None}
}

// NewWithin returns a Scanner for a text that begins inside a line. The parameter line is the
// offset at which the line begins, and the parameter begin is the offset at which the text begins.
// If isDoubtful is set, the line is known to be doubtful.
func NewWithin(n Notation, line, begin int64, isDoubtful bool) *Scanner {
	d := New(n, begin)
	d.line = line
	d.raise(isDoubtful)
	return d
}

// SkipMark skips a byte order mark at the start of the text. The parameter src must begin with the
// first byte of the text.
func (d *Scanner) SkipMark(src []byte) {
	if d.at == 0 && bytes.HasPrefix(src, []byte("\uFEFF")) {
		d.at = int64(len("\uFEFF"))
	}
}

// Offset returns the offset of the next byte to be read.
func (d *Scanner) Offset() int64 { return d.at }

// Write reads the next part of the text.
func (d *Scanner) Write(b []byte) {
	base := d.at
	d.at += int64(len(b))
	for i := 0; i < len(b) && d.first == None; i++ {
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

// First returns the offset of the first doubtful line so far, or [None].
func (d *Scanner) First() int64 { return d.first }

// Knows reports whether it is known which of the lines that begin at or before offset is the first doubtful one, if any.
// This does not depend on the text that has not been read.
func (d *Scanner) Knows(offset int64) bool { return d.first != None || d.line > offset }

// AllBehind reports whether all doubtful lines begin after offset. The parameter src must be the
// whole text. Whether a line is doubtful does not depend on the lines after it, so AllBehind reads
// only a little beyond the end of the line at offset.
func (d *Scanner) AllBehind(offset int64, src []byte) bool {
	const little = 512
	for !d.Knows(offset) {
		if d.at == int64(len(src)) {
			return offset < d.End()
		}
		d.Write(src[d.at:min(d.at+little, int64(len(src)))])
	}
	return offset < d.first
}

// IsInString reports whether the next byte is inside a string, and IsOutside whether it is outside
// strings and comments. On the first doubtful line and after it, both return false. After an error,
// package tokenizer may make different assumptions about where strings are.
func (d *Scanner) IsInString() bool { return d.state == inString && d.first == None }
func (d *Scanner) IsOutside() bool  { return d.state <= inWord && d.first == None }

// skims reports whether the scanner only needs to find the end of the current string.
func (d *Scanner) skims() bool { return d.notation == Plain && d.quote == '"' && !d.escaped }

// plainLen returns the number of bytes at the start of b that neither end a string nor escape
// anything.
func plainLen(b []byte) (n int) {
	for n < len(b) {
		if n += quoting.PlainLen(b[n:]); n == len(b) || b[n] < 0x80 {
			break
		}
		for n < len(b) && b[n] >= 0x80 {
			n++
		}
	}
	return n
}

// End marks the end of the text, and returns the offset of the first doubtful line, or [None].
func (d *Scanner) End() int64 {
	if d.first == None {
		d.endLine()
		d.raise(d.state == inBlockComment)
	}
	return d.first
}

// raise marks the current line as doubtful if yes is set.
func (d *Scanner) raise(yes bool) {
	if yes && d.first == None {
		d.first = d.line
	}
}

// take processes a byte other than a line end.
func (d *Scanner) take(c byte) {
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

// takeOutside processes a byte that is outside strings, words and comments, or begins one of them.
func (d *Scanner) takeOutside(c byte) {
	switch {
	case c == ' ' || c == '\t':
		d.spaced = true
		return
	case c == '"' || c == '\'': // a single quotation mark opens a string in JSON5, and often in text that is intended as JSON
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
		d.state, d.length, d.numeric = inWord, 0, syntax.IsDigit(c) || c == '-' || c == '+' || c == '.'
		d.raise(d.before != mayBegin && !(d.numeric && d.before >= mustEnd && d.spaced))
		d.takeInWord(c)
	default:
		d.raise(true)
	}
	d.spaced = false
}

// endLine processes the end of a line or of the text.
func (d *Scanner) endLine() {
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

// wordBytes are the bytes that may be in words and numbers, and numericBytes are those that may be
// in numbers.
var wordBytes, numericBytes = func() (word, numeric [256]bool) {
	for c := range 256 {
		b := byte(c)
		word[c] = syntax.IsDigit(b) || 'a' <= b|0x20 && b|0x20 <= 'z' || b >= 0x80 || strings.IndexByte("_$-+.", b) >= 0
		numeric[c] = syntax.IsHex(b) || strings.IndexByte("+-._xXoObBnN", b) >= 0
	}
	return word, numeric
}()

func (d *Scanner) takeInWord(c byte) {
	d.length++
	d.numeric = d.numeric && numericBytes[c]
}

// endWord processes the end of a word. The byte c is the one after the word.
func (d *Scanner) endWord(c byte) {
	const longestPrefix = len("rb") // length of the longest prefix of a string in Python
	d.state, d.before = outside, mustEnd
	switch {
	case d.numeric:
		d.before = afterNumber
	case c == '\'' && d.length <= longestPrefix:
		d.before = mayBegin
	}
}

func (d *Scanner) takeInString(c byte) {
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
	if d.notation != Plain {
		d.lookForComment(c)
	}
	if d.notation == SingleQuoted || d.quote == '\'' {
		d.lookForQuote(c)
	}
	d.last = c
}

// lookForComment raises a doubt if a string begins like the text after a string and contains the
// start of a comment.
func (d *Scanner) lookForComment(c byte) {
	switch {
	case d.lead == 0:
		d.lead = c
	case d.last == '/' && (c == '/' || c == '*'):
		d.raise(followsString(d.lead))
	case d.lead == '/':
		d.lead = c // the slash did not begin a comment
	}
}

// lookForQuote raises a doubt if a string contains the other quotation mark next to a separator.
func (d *Scanner) lookForQuote(c byte) {
	d.raise(d.inner && followsString(c))
	d.inner = (c == '"' || c == '\'') && c != d.quote
	d.raise(d.inner && (d.last == 0 || strings.IndexByte(",:[{", d.last) >= 0))
}

// followsString reports whether c may follow a string, after optional spaces.
func followsString(c byte) bool { return strings.IndexByte(",:]}/", c) >= 0 }

func (d *Scanner) beginComment(c byte) {
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

func (d *Scanner) takeInComment(c byte) {
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
	case c == '\'' && d.notation == SingleQuoted:
		d.meet(1)
	}
}

// meet records that a comment contains the quotation mark to which d.quoted[i] belongs.
func (d *Scanner) meet(i int) {
	if d.quoted[i] == noQuote {
		d.quoted[i] = justQuote
	}
}
