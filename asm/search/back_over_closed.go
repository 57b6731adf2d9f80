package search

import "github.com/assayjson/assay/asm"

// PassClosed goes back from the end of b, 64 bytes at a time, while every container that these
// bytes open is closed later. It returns the number of bytes of b before the place where it stops.
// This number is at least one unless b is empty. On entry, s must describe the text after b. On
// return, it describes the text after the place where PassClosed has stopped.
//
// PassClosed stops at 64 bytes that open a container which is not closed later. It also stops where
// it is not obvious which quotation marks are escaped: if the 64 bytes contain two adjacent
// backslashes, or if they begin with a backslash or a quotation mark and the byte before them is a
// backslash.
//
// b must be a part of valid JSON.
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
