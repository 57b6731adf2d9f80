package search

import "github.com/assayjson/assay/asm"

// PassClosed goes back from the end of b, 64 bytes at a time, as long as every container opened
// there is closed later. It returns the number of bytes of b that it has not passed, at least one
// unless b is empty. On entry, s must describe the text after b; on return, it describes the text
// after the bytes not passed.
//
// PassClosed stops at 64 bytes that open a container which is not closed later. It also stops where
// it is not obvious which quotation marks are escaped: at two adjacent backslashes within the 64
// bytes, or if a backslash precedes them and they begin with a backslash or a quotation mark.
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
