package doubt

import "bytes"

// EndsInString reports whether a line ends inside a string. It looks only at the double quotation
// marks of the line.
func EndsInString(line []byte) bool {
	if bytes.IndexByte(line, '\\') < 0 {
		return bytes.Count(line, []byte(`"`))%2 == 1
	}
	odd, escaped := false, false
	for _, c := range line {
		if c == '"' && !escaped {
			odd = !odd
		}
		escaped = c == '\\' && !escaped
	}
	return odd
}
