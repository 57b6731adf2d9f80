package partial

import (
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// beginNumber begins the number at buf[i].
func (c *core) beginNumber(i int) (int, bool) {
	c.mark(i)
	c.phase = inNumber
	switch c.buf[i] {
	case '-':
		c.part = minus
	case '0':
		c.part = zero
	default:
		c.part = integer
	}
	return c.number(i + 1)
}

// number continues to read a number at buf[i].
func (c *core) number(i int) (int, bool) {
	for i < len(c.buf) {
		b := c.buf[i]
		isDigit := syntax.IsDigit(b)
		switch {
		case isDigit && c.part >= exponentMark:
			c.part = exponent
			i += syntax.Digits(c.buf[i:])
			continue
		case isDigit && c.part >= point:
			c.part = fraction
			i += syntax.Digits(c.buf[i:])
			continue
		case isDigit && c.part == integer:
			i += syntax.Digits(c.buf[i:])
			continue
		case isDigit && c.part == minus:
			c.part = integer
			if b == '0' {
				c.part = zero
			}
		case b == '.' && (c.part == zero || c.part == integer):
			c.part = point
		case b|0x20 == 'e' && c.part.mayEnd() && c.part != exponent:
			c.part = exponentMark
		case (b == '+' || b == '-') && c.part == exponentMark:
			c.part = exponentSign
		default:
			if isDigit || syntax.LooksNumeric(b) {
				return i, false
			}
			if !c.endNumber(i) {
				return i, false
			}
			return c.endValue(i), true
		}
		i++
	}
	return i, true
}

// endNumber ends the number before buf[i]. It reports whether the number is valid.
func (c *core) endNumber(i int) bool {
	begin := c.tokenBegins()
	if !c.part.mayEnd() || i-begin > c.MaxNumber || c.IJSON && scan.IsOutOfRange(c.buf[begin:i]) {
		return false
	}
	c.mark(i)
	return true
}

// beginLiteral begins the literal at buf[i], which is word if it is valid.
func (c *core) beginLiteral(i int, word string) (int, bool) {
	c.mark(i)
	c.phase, c.word = inLiteral, word
	return c.literal(i + 1)
}

// literal continues to read a literal at buf[i].
func (c *core) literal(i int) (int, bool) {
	begin := c.tokenBegins()
	for ; i < len(c.buf) && i-begin < len(c.word); i++ {
		if c.buf[i] != c.word[i-begin] {
			return i, false
		}
	}
	if i-begin == len(c.word) {
		c.mark(i)
		i = c.endValue(i)
	}
	return i, true
}
