package tokenizer

import (
	"strconv"

	"github.com/assayjson/assay/escape"
)

// A frame is an open container on the way to a place in a document.
type frame struct {
	opener int
	object bool
	index  int  // of the current element, in an array
	name   span // of the current member, in an object; empty between members
}

// A span is the part [begin, end) of the input.
type span struct{ begin, end int }

// trace returns the containers that are open at the end of src, outermost first.
// src is the beginning of a document, without error as far as it goes.
func trace(src []byte) []frame {
	var frames []frame
	for i := 0; i < len(src); i++ {
		last := len(frames) - 1
		switch src[i] {
		case '{', '[':
			frames = append(frames, frame{opener: i, object: src[i] == '{'})
		case '}', ']':
			frames = frames[:last]
		case ',':
			frames[last].index++
			frames[last].name = span{}
		case '"':
			n, closed := stringLen(src[i:])
			if closed && last >= 0 && frames[last].object && frames[last].name == (span{}) {
				frames[last].name = span{i, i + n}
			}
			i += n - 1
		}
	}
	return frames
}

// stringLen returns the length of the string that b opens and whether it has its
// closing quote.
func stringLen(b []byte) (n int, closed bool) {
	for n = 1; n < len(b); n++ {
		switch b[n] {
		case '"':
			return n + 1, true
		case '\\':
			n++
		}
	}
	return len(b), false
}

// appendPointer appends the JSON Pointer (RFC 6901) of the current value of the
// innermost frame, or of that frame's container itself.
func appendPointer(dst, src []byte, frames []frame, container bool) []byte {
	if container && len(frames) > 0 {
		frames = frames[:len(frames)-1]
	}
	for _, f := range frames {
		dst = append(dst, '/')
		if f.object {
			if f.name != (span{}) {
				dst = appendToken(dst, src[f.name.begin+1:f.name.end-1])
			}
		} else {
			dst = strconv.AppendInt(dst, int64(f.index), 10)
		}
	}
	return dst
}

// appendToken appends a name as a reference token (RFC 6901, section 3).
func appendToken(dst, body []byte) []byte {
	for _, c := range escape.AppendUnescaped(nil, body) {
		switch c {
		case '~':
			dst = append(dst, "~0"...)
		case '/':
			dst = append(dst, "~1"...)
		default:
			dst = append(dst, c)
		}
	}
	return dst
}
