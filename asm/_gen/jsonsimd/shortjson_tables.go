package jsonsimd

import "strings"

// This file has tables that map a byte to the classes that it belongs to, to the kind of token that
// it may begin, and to the kinds of tokens that may follow that token.

// classOf returns what a byte may be. The lower bits are the code of the byte in numbers. Each bit
// above them stands for a class of bytes.
func classOf(b byte) byte {
	const others = "\"{}[],: \t\n\r"
	class := byte(inNoNumber)
	switch {
	case '1' <= b && b <= '9':
		class = digitInNumber
	case strings.IndexByte(others, b) >= 0:
		class = noNumber
	default:
		if i := strings.IndexByte("0.eE-+", b); i >= 0 {
			class = []byte{zeroInNumber, dotInNumber, eInNumber, eInNumber, minusInNumber, plusInNumber}[i]
		}
	}
	for bit, of := range map[byte]string{
		operatorClass: "{}[],:",
		spaceClass:    " \t\n\r",
		escapeClass:   `"\/bfnrtu`,
		hexClass:      "0123456789abcdefABCDEF",
	} {
		if strings.IndexByte(of, b) >= 0 {
			class |= bit
		}
	}
	if b < ' ' {
		class |= controlClass
	}
	return class
}

// The codes of bytes in numbers, and the number of bits of a code.
const (
	noNumber = iota // a byte that may come directly before or after a number
	digitInNumber
	zeroInNumber
	dotInNumber
	eInNumber
	minusInNumber
	plusInNumber
	inNoNumber // any other byte; this includes all letters of literals except e

	numberBits = 3
	numberMask = 1<<numberBits - 1
)

const (
	operatorClass = 1 << (numberBits + iota)
	spaceClass
	controlClass
	escapeClass // may follow a backslash
	hexClass
)

// pairs returns a table that is indexed by the codes of two adjacent bytes. An entry applies if the
// second byte is in a number, or directly after a number.
func pairs() []byte {
	const (
		none   = 1 << noNumber
		digits = 1<<digitInNumber | 1<<zeroInNumber
		digit  = none | digits | 1<<dotInNumber | 1<<eInNumber
	)
	after := [...]byte{
		noNumber:      none | digits | 1<<minusInNumber,
		digitInNumber: digit, zeroInNumber: digit,
		dotInNumber: digits,
		eInNumber:   digits | 1<<minusInNumber | 1<<plusInNumber, minusInNumber: digits, plusInNumber: digits,
		inNoNumber: 0xFF, // any byte may follow, because the first byte has already been found invalid
	}
	table := make([]byte, 64)
	for i := range table {
		before, b := i>>numberBits, i&numberMask
		isDigit := digits>>b&1 != 0
		if after[before]>>b&1 == 0 || b == inNoNumber {
			table[i] |= invalidPair
		}
		if b == dotInNumber || b == eInNumber && digits>>before&1 != 0 {
			table[i] |= partPair
		}
		if before == zeroInNumber && isDigit {
			table[i] |= zeroPair
		}
	}
	return table
}

const (
	invalidPair = 1 << 7 // the second byte must not follow the first in a number
	partPair    = 1 << 6 // the second byte begins a fraction or an exponent
	zeroPair    = 1 << 5 // the first byte is 0 and the second byte is a digit
)

// The kinds of tokens. tokenOf returns the kind of a token, and afterToken returns the kinds of
// tokens that may follow. Both functions take the first byte of a token. A first byte that they do
// not name begins a number or literal.
const (
	valueToken = 1 << iota // including opening brackets
	stringToken
	commaToken // also stands for the absence of a token
	colonToken
	closeObjectToken
	closeArrayToken
	dotToken
	exponentToken

	closeToken = closeObjectToken | closeArrayToken
	endOfValue = commaToken | closeToken
	someValue  = valueToken | stringToken
)

func tokenOf(b byte) byte {
	switch b {
	case '"':
		return stringToken
	case ',', 0:
		return commaToken
	case ':':
		return colonToken
	case '}':
		return closeObjectToken
	case ']':
		return closeArrayToken
	case '.':
		return dotToken
	case 'e', 'E':
		return exponentToken
	}
	return valueToken
}

func afterToken(b byte) byte {
	switch b {
	case '{':
		return stringToken | closeObjectToken
	case '[':
		return someValue | closeArrayToken
	case ',', ':':
		return someValue
	case '"':
		return endOfValue | colonToken
	case '}', ']', 'e', 'E':
		return endOfValue
	case '.':
		return endOfValue | exponentToken
	case 0:
		return commaToken
	}
	return endOfValue | dotToken | exponentToken
}

// byASCII returns a table of the values of a function for all ASCII characters.
func byASCII(of func(byte) byte) []byte {
	table := make([]byte, 128)
	for i := range table {
		table[i] = of(byte(i))
	}
	return table
}
