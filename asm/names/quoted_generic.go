package names

import "bytes"

// indexQuotedGeneric is [IndexQuoted] in portable Go.
func indexQuotedGeneric(b []byte, first byte, n int) int {
	for at := 0; at+n < len(b); at++ {
		next := bytes.IndexByte(b[at:len(b)-n], '"')
		if next < 0 {
			break
		}
		if at += next; b[at+1] == first && b[at+n] == '"' {
			return at
		}
	}
	return -1
}
