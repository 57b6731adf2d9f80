package jsonsimd

import "strings"

// Tables of what bytes may be in JSON, and tokens by their first byte, and of what may come after
// them.

// classOf is what a byte may be: below, a number's code; above, a bit for each class.
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

// What a byte is in a number, and how many of its bits that takes.
const (
	noNumber = iota // comes before or after numbers
	digitInNumber
	zeroInNumber
	dotInNumber
	eInNumber
	minusInNumber
	plusInNumber
	inNoNumber // and in no literal, unless it is a letter of one

	numberBits = 3
	numberMask = 1<<numberBits - 1
)

const (
	operatorClass = 1 << (numberBits + iota)
	spaceClass
	controlClass
	escapeClass // what a backslash may escape
	hexClass
)

// pairs says of two bytes in a row, of which the second may be in a number.
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
		inNoNumber: 0xFF, // has been found invalid before
	}
	table := make([]byte, 64)
	for i := range table {
		before, b := i>>numberBits, i&numberMask
		isDigit := digits>>b&1 != 0
		if after[before]>>b&1 == 0 || b == inNoNumber {
			table[i] |= wrongPair
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
	wrongPair = 1 << 7 // nowhere in a number
	partPair  = 1 << 6 // the second one begins a fraction or an exponent
	zeroPair  = 1 << 5 // zero and a digit
)

// What a token is, and what may come after it, by its first byte; of numbers and literals,
// any but those named here.
const (
	valueToken = 1 << iota // brackets, too, if they open
	stringToken
	commaToken // or none
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

// byASCII returns the table of a function of the ASCII characters.
func byASCII(of func(byte) byte) []byte {
	table := make([]byte, 128)
	for i := range table {
		table[i] = of(byte(i))
	}
	return table
}
