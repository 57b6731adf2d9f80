package decimal

import "strconv"

// Int64 returns the result of [strconv.ParseInt] in base 10 for a JSON number.
func Int64(text string) (int64, error) {
	if d, ok := readInteger(text); ok && d.digits < 1<<63 {
		if d.negative {
			return -int64(d.digits), nil
		}
		return int64(d.digits), nil
	}
	return strconv.ParseInt(text, 10, 64)
}

// Uint64 returns the result of [strconv.ParseUint] in base 10 for a JSON number.
func Uint64(text string) (uint64, error) {
	if d, ok := readInteger(text); ok && !d.negative {
		return d.digits, nil
	}
	return strconv.ParseUint(text, 10, 64)
}

// readInteger returns the value of a JSON number that is written as an integer. It returns false
// for any other number, and for a number with too many digits.
func readInteger(text string) (d decimal, ok bool) {
	begin := 0
	if text[0] == '-' {
		d.negative, begin = true, 1
	}
	digits, end := readDigits(text, begin, 0)
	d.digits = digits
	return d, end == len(text) && end-begin <= mostDigits
}
