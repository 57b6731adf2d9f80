package decimal

import "strconv"

// Int64 returns the result of [strconv.ParseInt] in base 10 for a JSON number.
func Int64(text string) (int64, error) {
	begin := 0
	if text[0] == '-' {
		begin = 1
	}
	digits, end := readDigits(text, begin, 0)
	if end < len(text) || end-begin > mostDigits || digits >= 1<<63 {
		return strconv.ParseInt(text, 10, 64)
	}
	n := int64(digits)
	if begin > 0 {
		n = -n
	}
	return n, nil
}

// Uint64 returns the result of [strconv.ParseUint] in base 10 for a JSON number.
func Uint64(text string) (uint64, error) {
	digits, end := readDigits(text, 0, 0)
	if end < len(text) || end > mostDigits {
		return strconv.ParseUint(text, 10, 64)
	}
	return digits, nil
}
