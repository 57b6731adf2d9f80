package partial

import (
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// readFrom reads buf starting at offset i, which must be where reading has stopped before. It returns false if
// the text is invalid.
func (c *core) readFrom(i int) bool {
	ok := true
	for i < len(c.buf) && ok {
		switch c.phase {
		case inString:
			i, ok = c.text(i)
		case inSurrogates:
			i, ok = c.surrogates(i)
		case inEscape:
			i, ok = c.escape(i)
		case inHex:
			i, ok = c.hex(i)
		case inCharacter:
			i, ok = c.character(c.unit)
		case inNumber:
			i, ok = c.number(i)
		case inLiteral:
			i, ok = c.literal(i)
		case inMark:
			i, ok = c.byteOrderMark(i)
		case failed:
			return false
		default:
			i, ok = c.between(i)
		}
	}
	return ok && !c.exceedsLength()
}

// exceedsLength reports whether the incomplete token at the end of the text is longer than its limit.
func (c *core) exceedsLength() bool {
	switch c.phase {
	case inString, inSurrogates, inEscape, inHex:
		return len(c.buf)-c.tokenBegins()-1 > c.MaxString
	case inCharacter:
		return c.unit-c.tokenBegins()-1 > c.MaxString
	case inNumber:
		return len(c.buf)-c.tokenBegins() > c.MaxNumber
	}
	return false
}

// between reads tokens and white space starting at buf[i], until a token is incomplete.
func (c *core) between(i int) (int, bool) {
	ok := true
	for i < len(c.buf) && ok && c.phase < inString {
		b := c.buf[i]
		if b <= ' ' {
			if !syntax.IsSpace(b) {
				return i, false
			}
			i++
			continue
		}
		i, ok = c.token(i, b)
	}
	return i, ok
}

// token reads the token, or the beginning of the token, at buf[i], which is b.
func (c *core) token(i int, b byte) (int, bool) {
	switch c.phase {
	case wantMember, wantNextElement, wantDocument:
		return c.beginValue(i, b)
	case wantFirstElement:
		if b == ']' {
			return c.close(i)
		}
		return c.beginValue(i, b)
	case wantFirstName, wantNextName:
		switch {
		case b == '"' && c.countsMember():
			return c.beginText(i, true)
		case b == '}' && c.phase == wantFirstName:
			return c.close(i)
		}
	case wantColon:
		c.phase = wantMember
		return i + 1, b == ':'
	case afterElement:
		switch b {
		case ',':
			c.phase = wantNextElement
			return i + 1, true
		case ']':
			return c.close(i)
		}
	case afterMember:
		switch b {
		case ',':
			c.phase = wantNextName
			return i + 1, true
		case '}':
			return c.close(i)
		}
	}
	return i, false
}

// beginValue begins the value at buf[i], which is b.
func (c *core) beginValue(i int, b byte) (int, bool) {
	if c.Counting && syntax.BeginsValue(b) && !c.countsValue() {
		return i, false
	}
	switch b {
	case '"':
		return c.beginText(i, false)
	case '{':
		return c.openContainer(i, wantFirstName)
	case '[':
		return c.openContainer(i, wantFirstElement)
	case 't':
		return c.beginLiteral(i, "true")
	case 'f':
		return c.beginLiteral(i, "false")
	case 'n':
		return c.beginLiteral(i, "null")
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return c.beginNumber(i)
	case scan.BOM[0]:
		if c.AllowBOM && c.phase == wantDocument && i == 0 {
			c.phase = inMark
			return i + 1, true
		}
	}
	return i, false
}

// byteOrderMark reads the second or third byte of a byte order mark.
func (c *core) byteOrderMark(i int) (int, bool) {
	if i+1 == len(scan.BOM) {
		c.phase = wantDocument
	}
	return i + 1, c.buf[i] == scan.BOM[i]
}

// openContainer reads the opening bracket at buf[i].
func (c *core) openContainer(i int, next phase) (int, bool) {
	if c.depth >= c.MaxDepth {
		return i, false
	}
	c.mark(i)
	at := c.latest()
	if c.depth > 0 {
		c.here.values += (at-c.last)/2 + 1
		c.open = append(c.open, c.here)
	}
	c.here, c.last = container{at: at}, at
	c.links[at] = unclosed
	c.depth++
	c.phase, c.object = next, next == wantFirstName
	if c.UniqueNames && c.object {
		c.names.Open(c.Form)
	}
	return i + 1, true
}

// close reads the closing bracket at buf[i], which must match the innermost container.
func (c *core) close(i int) (int, bool) {
	if !c.countsToken() {
		return i, false
	}
	if c.UniqueNames && c.object {
		c.names.Close()
	}
	if c.position(c.latest()) != i { // otherwise a number or literal ends here
		c.mark(i)
	}
	at := c.latest()
	c.links[c.here.at] = at
	c.links[at] = c.here.values + (at-c.last)/2
	c.last = at
	c.depth--
	if c.depth > 0 {
		end := len(c.open) - 1
		c.here, c.open = c.open[end], c.open[:end]
		c.object = c.buf[c.position(c.here.at)] == '{'
	}
	return c.endValue(i + 1), true
}

// countsToken counts a token. It reports whether the number of tokens is within its limit.
func (c *core) countsToken() bool {
	c.tokens++
	return !c.Counting || c.tokens <= c.MaxTokens
}

// countsMember counts the token that begins a member of an object, before it is marked.
func (c *core) countsMember() bool {
	return !c.Counting || c.membersHere() < c.MaxMembers && c.countsToken()
}

// countsValue counts the token that begins a value, before it is marked.
func (c *core) countsValue() bool {
	if c.depth > 0 && !c.object {
		return c.countsMember()
	}
	return c.countsToken()
}
