package place

import (
	"math/bits"
	"strconv"
	"strings"

	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/utf8check"
)

// A Frame is an open container on the path to a value in a document.
type Frame struct {
	Opener int
	Object bool
	Index  int  // index of the current element, in an array
	Name   Span // the name of the current member, in an object; empty between members
}

// A Span is the part [Begin, End) of the input.
type Span struct{ Begin, End int }

// Trace returns the containers that are open at the end of src, outermost first. src must be the
// valid beginning of a document.
func Trace(src []byte) []Frame {
	t := tracer{levels: make([]openLevel, 16)}
	blocks := Blocks{Text: src}
	for at := 0; at < len(src); at += MaskBlock {
		m, _ := blocks.Next()
		t.block(at, m)
	}
	frames := make([]Frame, t.depth)
	for i, l := range t.levels[1 : 1+t.depth] {
		frames[i] = Frame{Opener: l.opener, Object: src[l.opener] == '{', Index: l.index}
		if frames[i].Object {
			frames[i].Name = nameAt(src, l.comma+1)
		}
	}
	return frames
}

// A tracer goes through a document block by block.
type tracer struct {
	levels []openLevel // the level around the document, the open levels, and at least one more
	depth  int
}

// An openLevel is an open container.
type openLevel struct {
	opener int
	index  int // number of commas between its members so far
	comma  int // offset of the last comma, or of the opening bracket if there is none
}

// block processes the 64 bytes at the given offset. It does not branch on whether a bracket opens
// or closes a container, because such branches are poorly predicted. Instead, it always writes to
// the level above the innermost one, which may have any contents.
func (t *tracer) block(at int, m Block) {
	commas := m.Commas
	most := t.depth + bits.OnesCount64(m.Opens) + 1
	if most >= len(t.levels) {
		t.levels = append(t.levels, make([]openLevel, most)...)
	}
	levels, depth := t.levels, t.depth
	for brackets := m.Opens | m.Closes; brackets != 0; brackets &= brackets - 1 {
		i := bits.TrailingZeros64(brackets)
		before := uint64(1)<<i - 1
		levels[depth].pass(at, commas&before)
		commas &^= before
		levels[depth+1] = openLevel{opener: at + i, comma: at + i}
		depth = max(depth+2*int(m.Opens>>i&1)-1, 0)
	}
	levels[depth].pass(at, commas)
	t.depth = depth
}

// pass counts the given commas of a block. The parameter at is the offset of the block.
func (l *openLevel) pass(at int, commas uint64) {
	l.index += bits.OnesCount64(commas)
	last := l.comma
	if commas != 0 { // compiles to a conditional move, not to a branch
		last = at + bits.Len64(commas) - 1
	}
	l.comma = last
}

// nameAt returns the span of the name at src[i], after any white space, or an empty span if the
// name is incomplete.
func nameAt(src []byte, i int) Span {
	for i < len(src) && syntax.IsSpace(src[i]) {
		i++
	}
	if i < len(src) && src[i] == '"' {
		if n, closed := syntax.StringLen(src[i:]); closed {
			return Span{i, i + n}
		}
	}
	return Span{}
}

// AppendPointer appends a JSON Pointer (RFC 6901) to dst and returns the extended buffer. The
// pointer leads to the current value of the innermost frame or, if container is set, to the
// container of that frame.
func AppendPointer(dst, src []byte, frames []Frame, container bool) []byte {
	if container && len(frames) > 0 {
		frames = frames[:len(frames)-1]
	}
	for _, f := range frames {
		dst = append(dst, '/')
		if f.Object {
			if f.Name != (Span{}) {
				dst = AppendToken(dst, src[f.Name.Begin+1:f.Name.End-1])
			}
		} else {
			dst = strconv.AppendInt(dst, int64(f.Index), 10)
		}
	}
	return dst
}

// AppendToken appends a name to dst as a reference token (RFC 6901, section 3) and returns the
// extended buffer. body is the text between the quotation marks. Ill-formed UTF-8 and lone
// surrogates become U+FFFD.
func AppendToken(dst, body []byte) []byte {
	name, _ := utf8check.AppendValid(nil, escape.AppendUnescaped(nil, body), utf8check.Replace)
	for _, c := range name {
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

// EscapeToken returns a name as a reference token.
func EscapeToken(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

// UnescapeToken returns the name that a reference token stands for. The order of the two replacements matters: "~01" means "~1" (RFC
// 6901, section 4).
func UnescapeToken(token string) string {
	return strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
}

// Printable returns the beginning of a JSON Pointer for a line of text. It is quoted if it has characters that would change how the line is shown.
func Printable(pointer string) string {
	const most = 200
	end := ""
	if len(pointer) > most {
		pointer, end = strings.ToValidUTF8(pointer[:most], ""), "..."
	}
	if quoted := strconv.Quote(pointer); quoted[1:len(quoted)-1] != pointer {
		pointer = quoted
	}
	return pointer + end
}
