package program

import (
	"math/big"
	"strconv"
)

// currentNumber is the number that a Run examines.
type currentNumber struct {
	raw      []byte
	small    int64 // the number, if isSmall is set
	isSmall  bool
	isParsed bool // decimal is valid
	decimal  decimal
}

func (n *currentNumber) value() *decimal {
	if !n.isParsed {
		n.decimal, n.isParsed = decimalOf(n.raw), true
	}
	return &n.decimal
}

// appendCanonical is like [decimal.appendCanonical].
func (n *currentNumber) appendCanonical(dst []byte) []byte {
	last := n.raw[len(n.raw)-1]
	if !n.isSmall || last == '0' {
		return n.value().appendCanonical(dst)
	}
	digits := len(n.raw)
	if n.raw[0] == '-' {
		digits--
	}
	dst = append(append(dst, 'd'), n.raw...)
	dst = strconv.AppendInt(append(dst, 'e'), int64(digits), 10)
	return append(dst, ';')
}

// compare compares the current number with a limit.
func (n *currentNumber) compare(l *limit) int {
	if n.isSmall && l.isSmall {
		switch {
		case n.small < l.small:
			return -1
		case n.small > l.small:
			return 1
		}
		return 0
	}
	return compareDecimals(n.value(), &l.decimal)
}

// accepts reports whether a number passes the test.
func (t *numberTest) accepts(n *currentNumber) bool {
	if t.integer && !n.isSmall && !n.value().isInteger() {
		return false
	}
	if t.hasLeast {
		if order := n.compare(&t.least); order < 0 || order == 0 && t.least.exclusive {
			return false
		}
	}
	if t.hasMost {
		if order := n.compare(&t.most); order > 0 || order == 0 && t.most.exclusive {
			return false
		}
	}
	if t.multiple != nil && !t.multiple.divides(n.value(), n.raw) {
		return false
	}
	if t.isListed {
		for i := range t.values {
			if n.compare(&t.values[i]) == 0 {
				return true
			}
		}
		return false
	}
	return true
}

// divides reports whether number is an integer multiple of d.
func (d *divisor) divides(number *decimal, raw []byte) bool {
	// Both numbers are integers times a power of ten, and these integers do not end with a zero. So
	// the power of the number must not be the smaller one. What is left of it are zeros at the end
	// of its integer.
	zeros := number.exponent - number.digits() - (d.number.exponent - d.number.digits())
	switch {
	case number.digits() == 0:
		return true
	case zeros < 0:
		return false
	case d.integer > 0:
		if n, ok := number.coefficient(min(zeros, 100)); ok {
			return n%d.integer == 0
		}
		return number.remainder(zeros, d.integer) == 0
	}
	exact, ok := new(big.Rat).SetString(string(raw))
	return ok && exact.Quo(exact, d.exact).IsInt()
}
