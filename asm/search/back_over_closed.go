package search

import "github.com/assayjson/assay/asm"

// PassClosed goes back from the end of b, 64 bytes at a time, as long as all brackets are closed that
// it passes, and returns how many bytes are left of b: at least one. It stops where a bracket is left
// open, and where it is not plain which quotation marks are escaped: at two backslashes together, and
// where one stands right before the 64 bytes and a quotation mark after it. s is of what comes after b,
// and then of what comes after what is left.
//
// The text that b has been taken from must be valid JSON.
func PassClosed(b []byte, s *Closed) (left int) {
	const most = asm.Window / block
	for blocks := (len(b) - 1) / block; blocks > 0; {
		n := min(blocks, most)
		passed := n - passClosed(b, n, s)
		b = b[:len(b)-passed*block]
		if blocks -= passed; passed < n {
			break
		}
	}
	return len(b)
}
