package dialect

import (
	"bytes"
	"math/bits"
	"sync"

	"github.com/assayjson/assay/asm/search"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// A converter finds the tokens that only JSON5 has and converts them to JSON.
type converter struct {
	rewrites rewriteList // what has another text in JSON: tokens, and parts of strings in double quotes
	texts    []byte      // these texts in JSON
	blanked  []byte      // memory for the source in which comments and commas have been replaced
	requoted bool        // whether strings have got other quotes
	shift    int         // how many bytes the JSON text is longer than the source so far
	blankEnd int         // the end of the last comment or white space that the lexer has read
	masks    [windowSize]search.JSON5Masks
	found    windowMasks
}

// converters keeps converters for the next text, with their memory.
var converters = sync.Pool{New: func() any { return new(converter) }}

// blanker returns a blanker for src that uses c.
func (c *converter) blanker(src []byte) *blanker {
	c.rewrites.reset()
	c.texts, c.requoted, c.shift, c.blankEnd = c.texts[:0], false, 0, 0
	return &blanker{json: src, lexer: Lexer{src: src, dialect: JSON5}, commas: true, memory: c.blanked, windowMasks: &c.found}
}

// text returns the JSON text. blanked is the source in which comments and commas have been replaced. The text does not use
// memory of c.
func (c *converter) text(blanked []byte) []byte {
	if c.rewrites.count == 0 {
		c.blanked = nil
		return blanked
	}
	json, texts, done := make([]byte, 0, len(blanked)+c.shift), c.texts, 0
	for r := c.rewrites.from(0); r.next(); {
		n := r.jsonEnd - r.jsonBegin
		json = append(append(json, blanked[done:r.begin]...), texts[:n]...)
		texts, done = texts[n:], r.end
	}
	return append(json, blanked[done:]...)
}

// trim frees the memory of a long text that is no longer needed.
func (c *converter) trim() {
	const most = 4 << 20
	if cap(c.blanked) > most {
		c.blanked = nil
	}
	if cap(c.texts) > most {
		c.texts = nil
	}
}

// block is like the method of blanker, but also converts the tokens of the block.
func (c *converter) block(b *blanker, at, i int) bool {
	m, n := &b.masks[i], &c.masks[i]
	b.blanks[i], b.closes[i] = bitsBelow(c.blankEnd-at), 0
	for rest := ^bitsBelow(b.lexer.pos - at); rest != 0; rest = ^bitsBelow(b.lexer.pos - at) {
		m.Quotes, m.Backslashes = m.Quotes&rest, m.Backslashes&rest
		var s segment
		if m.Backslashes|b.escaped != 0 {
			s.escaped, b.escaped = search.Escaped(m.Backslashes, b.escaped)
			m.Quotes &^= s.escaped
		}
		s.inside = search.Parities(m.Quotes) ^ b.inString
		s.outside = rest &^ s.inside
		if slashes := m.Slashes & s.outside; slashes != 0 {
			if simple := simpleComments(m, slashes); n.Quotes&s.outside&^simple == 0 {
				b.blanks[i] |= simple
				s.outside &^= simple
			}
		}
		ok, done := c.tokens(b, at, i, &s)
		if !ok {
			return false
		}
		b.closes[i] |= m.Closes & s.outside
		if done {
			b.inString = uint64(int64(s.inside) >> 63)
			return true
		}
		b.inString, b.escaped = 0, 0
	}
	return true
}

// A segment is the rest of a block.
type segment struct {
	inside  uint64 // the bytes in strings in double quotes, with the opening quote
	escaped uint64 // bytes after a backslash, unless the backslash is escaped itself
	outside uint64 // all other bytes, except those of comments and tokens that have been read
}

// tokens converts the tokens of a segment. If a comment or string affects what is inside strings after it, or if a
// token ends after the block, tokens stops, and the result done is false. s.outside then ends before
// the token.
func (c *converter) tokens(b *blanker, at, i int, s *segment) (ok, done bool) {
	m, n := &b.masks[i], &c.masks[i]
	words := n.Words & s.outside
	starts := words&^(words<<1) | (m.Slashes|m.Backslashes|n.Quotes|n.Points|n.Controls)&s.outside
	starts |= (m.Backslashes | n.Controls) & s.inside &^ s.escaped
	for starts != 0 {
		k := bits.TrailingZeros64(starts)
		starts &= starts - 1
		if s.inside>>k&1 != 0 {
			if !c.partOfString(b.lexer.src, at+k) {
				return false, false
			}
			continue
		}
		if !c.token(b, at, i, k) {
			return false, false
		}
		end := b.lexer.pos - at
		if end <= k {
			continue // nothing has to be converted
		}
		read := bitsBelow(end) &^ bitsBelow(k)
		if c.blankEnd > at+k {
			b.blanks[i] |= read
		}
		if end >= blockSize || (m.Quotes|m.Backslashes)&read != 0 {
			s.outside &= bitsBelow(k)
			return true, false
		}
		s.outside &^= read
		starts = starts&^read | words&(1<<end)
	}
	return true, true
}

// partOfString converts the escape or control character at src[at], which is in a string in double quotes. It
// returns false if the escape is invalid.
func (c *converter) partOfString(src []byte, at int) (ok bool) {
	isEscape := src[at] == '\\'
	if isEscape && at+1 < len(src) {
		switch src[at+1] {
		case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			return true // JSON has these escapes, too
		}
	}
	n, length := len(c.texts), 0
	if c.texts, length = appendElement(c.texts, src[at:]); isEscape && length == 1 {
		return false
	}
	c.rewrite(src, at, at+length, n)
	return true
}

// token reads and converts the token, comment or white space to which byte k of a block belongs. It is the first
// byte, except in numbers. If nothing has to be converted, token reads nothing. It returns false if the text is invalid.
func (c *converter) token(b *blanker, block, i, k int) (ok bool) {
	l, at := &b.lexer, block+k
	switch first := l.src[at]; first {
	case '/':
		ok = b.comment(at)
		c.blankEnd = l.pos
		return ok
	case '\'':
		return c.singleQuoted(b, block, i, k)
	case '\t':
		return true
	case '.':
		if at > 0 && at+1 < len(l.src) && syntax.IsDigit(l.src[at-1]) && syntax.IsDigit(l.src[at+1]) {
			return true
		}
	case 't', 'f', 'n':
		if n := literalLen(l.src[at:]); n > 0 {
			l.pos = at + n
			return true
		}
	default:
		if spaceLenOfJSON5(l.src[at:]) > 0 {
			l.pos = at
			l.space()
			c.blankEnd = l.pos
			return true
		}
	}
	begin := at
	for begin > l.pos && isWordByte(l.src[begin-1]) {
		begin--
	}
	l.pos = begin
	if first := l.src[begin]; syntax.IsDigit(first) || first == '+' || first == '-' || first == '.' {
		l.number()
		n := len(c.texts)
		c.texts = appendNumber(c.texts, l.src[begin:l.pos])
		c.rewrite(l.src, begin, l.pos, n)
		return l.err == nil
	}
	return c.word(l)
}

// literalLen returns the length of the literal true, false or null at the start of b if what follows it
// shows that it is a value, and otherwise 0.
func literalLen(b []byte) int {
	for _, literal := range []string{"true", "false", "null"} {
		if n := len(literal); len(b) > n && string(b[:n]) == literal && (b[n] == ',' || b[n] == '}' || b[n] == ']') {
			return n
		}
	}
	return 0
}

// singleQuoted converts the string in single quotes that begins with byte k of a block.
func (c *converter) singleQuoted(b *blanker, at, i, k int) (ok bool) {
	l, begin, n := &b.lexer, at+k, len(c.texts)
	if !c.endsPlainly(b, at, i, k) {
		l.pos = begin
		l.string('\'')
		if l.err != nil {
			return false
		}
		raw := l.src[begin:l.pos]
		c.texts = AppendString(c.texts, raw)
		if text := c.texts[n:]; len(text) != len(raw) || !bytes.Equal(text[1:len(text)-1], raw[1:len(raw)-1]) {
			c.rewrite(l.src, begin, l.pos, n)
			return true
		}
	}
	c.texts = c.texts[:n]
	b.change()
	c.requoted = true
	b.json[begin], b.json[l.pos-1] = '"', '"'
	return true
}

// endsPlainly reports whether the string in single quotes that begins with byte k of a block ends in the block, and
// only its quotes may differ in JSON. It then moves the lexer to the end of the string.
func (c *converter) endsPlainly(b *blanker, at, i, k int) bool {
	m, n := &b.masks[i], &c.masks[i]
	quotes := n.Quotes &^ bitsBelow(k+1)
	if quotes == 0 {
		return false
	}
	end := bits.TrailingZeros64(quotes) + 1
	if (m.Quotes|m.Backslashes|n.Controls)&bitsBelow(end)&^bitsBelow(k) != 0 {
		return false
	}
	b.lexer.pos = at + end
	return true
}

// word reads a word and converts it if it is a name or a special number.
func (c *converter) word(l *Lexer) (ok bool) {
	begin := l.pos
	l.identifier()
	if l.pos == begin || l.err != nil {
		return false
	}
	raw, n := l.src[begin:l.pos], len(c.texts)
	switch {
	case l.comesBeforeColon():
		c.texts = AppendString(c.texts, raw)
	case specialOf(raw) != "":
		c.texts = append(c.texts, '0')
	default:
		return true // a literal, or an error that the kernels find
	}
	c.rewrite(l.src, begin, l.pos, n)
	return true
}

// rewrite replaces src[begin:end] with c.texts[n:], unless both are equal.
func (c *converter) rewrite(src []byte, begin, end, n int) {
	length := len(c.texts) - n
	if bytes.Equal(c.texts[n:], src[begin:end]) {
		c.texts = c.texts[:n]
		return
	}
	c.rewrites.add(rewrite{begin, end, begin + c.shift, begin + c.shift + length})
	c.shift += length - (end - begin)
}
