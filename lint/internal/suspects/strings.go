package suspects

import (
	"bytes"

	"github.com/assayjson/assay/internal/engine/syntax"
)

// beginOfEscapes returns the index of the first of the backslashes directly before src[i], or i if
// there is no backslash before src[i].
func beginOfEscapes(src []byte, i int) int {
	for i > 0 && src[i-1] == '\\' {
		i--
	}
	return i
}

// restOfString returns the end of the string around src[i], and whether the string is a name. The
// byte src[i] may begin an escape, but must not be inside one. The result closed is false if src
// ends too early to decide.
func restOfString(src []byte, i int) (end int, isName, closed bool) {
	for end = i; ; end++ {
		n := bytes.IndexByte(src[end:], '"')
		if n < 0 {
			return len(src), false, false
		}
		if end += n; !syntax.IsEscaped(src, i, end) {
			break
		}
	}
	for _, c := range src[end+1:] {
		if !syntax.IsSpace(c) {
			return end, c == ':', true
		}
	}
	return end, false, false
}
