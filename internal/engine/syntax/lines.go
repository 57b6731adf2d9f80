package syntax

import "bytes"

// AppendLine appends valid JSON without its line ends, which can only be white space between tokens.
func AppendLine(dst, text []byte) []byte {
	for line := range bytes.SplitSeq(text, []byte{'\n'}) {
		for part := range bytes.SplitSeq(line, []byte{'\r'}) {
			dst = append(dst, part...)
		}
	}
	return dst
}
