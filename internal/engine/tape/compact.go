package tape

import (
	"slices"

	"github.com/assayjson/assay/internal/engine/syntax"
)

// AppendCompact appends the text of v, an array or object, without the white space between tokens, and
// returns the extended buffer. If more than the given number of levels are nested, including v itself, it
// returns dst and false.
//
// It walks over the marks, and copies everything between two gaps with white space at once. It does without a
// [mark.Cursor], with which it would take almost twice the time.
func (v Value) AppendCompact(dst []byte, levels int) (out []byte, ok bool) {
	data, marks := slices.Clip(v.tape.Data), v.tape.Marks[v.at:v.tape.Links[v.at]+1]
	end := int(marks[0]) // where the last token ends
	size := int(v.End()) - end
	out = slices.Grow(dst, size+syntax.Block)[:len(dst)+size+syntax.Block]
	n, copied, depth := len(dst), end, 0 // data[copied:end] has yet to be copied
	for i := 0; i < len(marks); {
		at := int(marks[i] &^ HasEscape)
		b := data[at]
		if gap := at - end; gap > 1 || gap == 1 && data[end] <= ' ' {
			space := data[end] <= ' '
			if !space {
				end++ // the separator follows directly
			}
			n += syntax.Put(out[n:], data[copied:end])
			if space && data[end-1]|' ' != '{' && !syntax.IsClosing(b) {
				n += putSeparator(out[n:], data[end:at])
			}
			copied = at
		}
		if bracket[b] != 0 {
			end = at + 1
			i++
			if b&opens == 0 {
				depth--
			} else if depth++; depth > levels {
				return dst, false
			}
			continue
		}
		end = int(marks[i+1])
		i += 2
		if b == '"' {
			end++
		} else if bracket[data[end]] != 0 {
			i-- // a number or literal shares its second mark with a bracket directly after it
		}
	}
	n += syntax.Put(out[n:], data[copied:end])
	return out[:n], true
}

// putSeparator copies the separator in a gap, which also has white space, and returns its length.
func putSeparator(dst, gap []byte) int {
	for _, b := range gap {
		if b > ' ' {
			dst[0] = b
			return 1
		}
	}
	return 0
}
