package partial

import (
	"fmt"

	"github.com/assayjson/assay/internal/engine/syntax"
)

// A Keep says which parts of an unfinished document [Parser.AppendDocument] keeps.
type Keep uint8

// The choices. They differ only in the value at the end of the text and in the name before it, because
// everything else is whole.
const (
	// KeepText keeps the whole text and appends [Parser.Suffix].
	KeepText Keep = iota

	// KeepBegun invents nothing. It ends a string that is cut off after its last whole character, and
	// completes a literal. It leaves out a number that is cut off or may go on, because its beginning is
	// another number, a name without a value, and a comma that nothing follows.
	KeepBegun

	// KeepWhole keeps only what is whole. It also leaves out strings and literals that are cut off.
	KeepWhole
)

// String returns the name of the constant, such as "KeepText".
func (k Keep) String() string {
	switch k {
	case KeepText:
		return "KeepText"
	case KeepBegun:
		return "KeepBegun"
	case KeepWhole:
		return "KeepWhole"
	}
	return fmt.Sprintf("Keep(%d)", uint8(k))
}

// AppendDocument appends a valid document made from the text so far to dst, and returns the extended
// buffer. Open arrays and objects are closed. If nothing of the document is kept, null is appended. A complete
// document is appended as it is; one that is only a number is complete after [Parser.Close]. If the text so far
// is invalid, nothing is appended.
func (p *Parser) AppendDocument(dst []byte, keep Keep) []byte {
	c := &p.core
	switch {
	case c.phase == failed:
		return dst
	case c.phase == afterDocument:
		return append(dst, c.buf...)
	case keep == KeepText:
		return p.AppendSuffix(append(dst, c.buf...))
	case keep == KeepBegun && c.inToken() && c.phase != inNumber && !c.inName():
		dst = append(dst, c.buf[:c.safeEnd()]...)
		if c.phase == inLiteral {
			dst, _ = c.appendEnd(dst)
		} else {
			dst = append(dst, '"')
		}
	case c.depth == 0:
		return append(dst, "null"...)
	default:
		dst = append(dst, c.buf[:c.endOfWhole()]...)
	}
	return c.appendClosers(dst)
}

// endOfWhole returns the offset at which the last complete value of the innermost container ends, or the
// offset after the opening bracket if there is none.
func (c *core) endOfWhole() int {
	marks := uint32(len(c.marks))
	switch {
	case c.phase == wantColon, c.phase == wantMember:
		marks -= 2
	case c.inToken():
		marks--
		if c.object && !c.inName() {
			marks -= 2
		}
	}
	last := c.position(marks - 1)
	if b := c.buf[min(last, len(c.buf)-1)]; marks-1 == c.here.at || last < len(c.buf) && (b == '"' || syntax.IsClosing(b)) {
		last++ // a bracket or quotation mark; otherwise, the mark is after a number or literal
	}
	return last
}
