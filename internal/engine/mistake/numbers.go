package mistake

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/assayjson/assay/internal/engine/syntax"
)

// The tables of mistakes in numbers.
var (
	leadingZeros    = []row{{advice: "remove them, or put the digits in double quotes", repairs: zeroRepairs}}
	leadingPlus     = []row{{advice: "remove it", repairs: plusRepairs}}
	leadingPoint    = []row{{advice: "add a 0", repairs: pointRepairs}}
	missingFraction = []row{
		{is: func(e *Error) bool { return !syntax.IsWord(e.After[0]) || e.After[0]|0x20 == 'e' }, advice: "remove the point, or add a 0 after it"},
	}
	missingInteger = []row{
		{at: ".", advice: "add a 0 before the decimal point", repairs: minusRepairs},
		{at: " \t\r\n", advice: "remove the white space after the minus sign", repairs: minusRepairs},
	}
	badNumbers = []row{
		{is: isNotDecimal, advice: "JSON numbers must be decimal", about: RuleOfJSON},
		{at: "_", advice: "JSON has no digit separators", about: RuleOfJSON},
		{at: ".", advice: "a number has at most one decimal point; put versions and addresses in double quotes"},
		{is: isDate, advice: "put dates in double quotes"},
		{at: "+-", advice: "JSON has no expressions; put text in double quotes", about: RuleOfJSON},
		{at: "n", advice: "JSON has no suffix for large integers", about: RuleOfJSON},
		{is: isSuffix, advice: "a number cannot have a suffix; put text in double quotes"},
		{is: func(e *Error) bool { return syntax.IsWordStart(e.After[0]) }, advice: "put text in double quotes"},
	}
)

func isNotDecimal(e *Error) bool {
	n := len(e.Before)
	return e.touches() == '0' && e.at("xXoObB") && (n == 1 || !syntax.IsWord(e.Before[n-2]) && e.Before[n-2] != '.')
}

// isDate reports whether the error is inside a date: the text before the error ends in the digits
// of a year, and the text after the error starts with a hyphen, a month and another hyphen.
func isDate(e *Error) bool {
	const year = len("2006")
	n := syntax.DigitsBefore(e.Before)
	return e.at("-") && (n == year || n == 2) && syntax.IsDigit(syntax.ByteAt(e.After, 1)) && syntax.IsDigit(syntax.ByteAt(e.After, 2)) && syntax.ByteAt(e.After, 3) == '-'
}

func isSuffix(e *Error) bool {
	return syntax.IsWordStart(e.After[0]) && !syntax.IsWord(syntax.ByteAt(e.After, 1))
}

func zeroRepairs(e *Error) []Repair {
	begin, end := e.number()
	all := thousands(e)
	text := e.text(0, end)
	sign := len(text) - len(bytes.TrimPrefix([]byte(text), []byte("-")))
	n := sign
	for n < len(text)-1 && text[n] == '0' && syntax.IsDigit(text[n+1]) {
		n++
	}
	if n > sign {
		all = append(all, replace("remove the leading zeros", sign, n, ""))
	}
	return append(all, replace("put the digits in double quotes", begin, end, Quoted(e.text(begin, end))))
}

func plusRepairs(e *Error) []Repair {
	if !syntax.IsDigit(syntax.ByteAt(e.After, 1)) {
		return nil
	}
	return []Repair{safe("remove the plus sign", 0, 1, "")}
}

func pointRepairs(e *Error) []Repair {
	if !syntax.IsDigit(syntax.ByteAt(e.After, 1)) {
		return nil
	}
	return []Repair{safe("add a 0 before the decimal point", 0, 0, "0")}
}

// minusRepairs are for a minus sign that no digit follows.
func minusRepairs(e *Error) []Repair {
	if e.at(".") {
		return []Repair{replace("add a 0 before the decimal point", 0, 0, "0")}
	}
	return []Repair{replace("remove the white space after the minus sign", 0, len(e.After)-len(bytes.TrimLeft(e.After, space)), "")}
}

func fractionRepairs(e *Error) []Repair {
	if e.touches() != '.' {
		return nil
	}
	return []Repair{replace("remove the decimal point", -1, 0, ""), replace("add a 0 after the decimal point", 0, 0, "0")}
}

// numberRepairs writes a number of another notation in decimal, without a suffix, or as a string.
func numberRepairs(e *Error) (all []Repair) {
	begin, end := e.number()
	text := e.text(begin, end)
	if n := len(text) - 1; n > 0 && isOneOf(text[n], "fFlLnNuUdDmM") {
		if _, err := strconv.ParseFloat(text[:n], 64); err == nil {
			all = append(all, replace("remove the suffix", begin, end, text[:n]))
		}
	}
	if n, err := strconv.ParseInt(text, 0, 64); err == nil { // in hexadecimal, octal or binary, or with underscores
		all = append(all, replace("write it in decimal", begin, end, strconv.FormatInt(n, 10)))
	}
	return append(all, replace("put it in double quotes", begin, end, Quoted(text)))
}

// thousands removes the commas from the number that contains the error.
func thousands(e *Error) []Repair {
	before := e.Before[max(len(e.Before)-longestToken, 0):]
	before = bytes.TrimLeft(before[len(bytes.TrimRight(before, "-,"+decimal)):], ",")
	number := append(bytes.Clone(before), clip(e.After, longestToken)...)
	number = number[:groupedLen(number)]
	end := len(number) - len(before)
	if end <= 0 || end < len(e.After) && !isOneOf(e.After[end], ", \t\r\n}]") {
		return nil
	}
	title := "remove the commas from the number"
	if bytes.Count(number, []byte(",")) == 1 {
		title = "remove the comma from the number"
	}
	return []Repair{replace(title, -len(before), end, string(bytes.ReplaceAll(number, []byte(","), nil)))}
}

// longestToken limits the length in bytes of what is examined after an error.
const longestToken = 300

// groupedLen returns the length of the number at the start of b that has a comma before each group of three digits, or 0.
func groupedLen(b []byte) int {
	n := len(b) - len(bytes.TrimPrefix(b, []byte("-")))
	first := syntax.Digits(b[n:])
	if first == 0 || first > 3 {
		return 0
	}
	n += first
	begin := n
	for syntax.ByteAt(b, n) == ',' && syntax.Digits(b[n+1:]) >= 3 {
		n += len(",000")
	}
	if n == begin {
		return 0
	}
	if syntax.ByteAt(b, n) == '.' {
		if digits := syntax.Digits(b[n+1:]); digits > 0 {
			n += 1 + digits
		}
	}
	return n
}

// besideNumber puts a number and a character right behind it, as in 50% and 12:30, in double quotes.
func besideNumber(e *Error) []Repair {
	begin, _ := e.number()
	const parts = "+-._:%" + decimal
	end := len(e.After) - len(bytes.TrimLeft(e.After, parts))
	if begin == 0 || end == 0 || strings.Trim(e.text(begin, 0), parts) != "" {
		return nil
	}
	return []Repair{replace("put it in double quotes", begin, end, Quoted(e.text(begin, end)))}
}
