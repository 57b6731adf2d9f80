package suspects

import (
	"bytes"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// IsSorted reports whether no name in src should precede the previous name in its object. compare compares two names, as
// [bytes.Compare] does. IsSorted gives up and returns false if names have escapes, or if src is not known to be valid according
// to the given rules of the grammar.
func IsSorted(src []byte, rules scan.Rules, compare func(a, b []byte) int) bool {
	return isSorted(src, rules, 0, compare)
}

// AreSorted is like [IsSorted] for lines, each of which is a valid document. The last line may lack its newline.
func AreSorted(lines []byte, rules scan.Rules, compare func(a, b []byte) int) bool {
	end := bytes.LastIndexByte(lines, '\n') + 1
	return (end == len(lines) || IsSorted(lines[end:], rules, compare)) &&
		(end == 0 || isSorted(lines[:end], rules, jsonsimd.Records, compare))
}

// isSorted is IsSorted for a document, or for records that end with a newline.
func isSorted(src []byte, rules scan.Rules, kind jsonsimd.Rules, compare func(a, b []byte) int) bool {
	c := orderCheck{compare: compare}
	rules.IJSON, rules.UniqueNames, rules.Form = false, false, nil
	return index.VisitNames(rules, src, kind, index.Visitor{Names: c.add})
}

// An orderCheck compares each name with the previous one in its object.
type orderCheck struct {
	compare func(a, b []byte) int
	last    [][]byte // the last name in each open object, or nil
}

// add compares the names before the marks, which are those of the text after all earlier marks. It returns
// false if a name should precede the previous one, or if it gives up.
func (c *orderCheck) add(src []byte, marks []uint32) (ok bool) {
	for _, mark := range marks {
		inner := len(c.last) - 1
		switch at := src[mark]; {
		case at == '{':
			c.last = append(c.last, nil)
		case inner < 0:
			return false
		case at == '}':
			c.last = c.last[:inner]
		default:
			name, ok := nameBefore(src, int(mark))
			if !ok || bytes.IndexByte(name, '\\') >= 0 || c.last[inner] != nil && c.compare(name, c.last[inner]) < 0 {
				return false
			}
			c.last[inner] = name
		}
	}
	return true
}

// nameBefore returns the name before the colon at src[at] as it is written, without quotation marks. It
// returns false if there is no name.
func nameBefore(src []byte, at int) (name []byte, ok bool) {
	for at > 0 && syntax.IsSpace(src[at-1]) {
		at--
	}
	if at == 0 || src[at-1] != '"' {
		return nil, false
	}
	begin := syntax.LastQuote(src[:at-1], 0) + 1
	return src[begin : at-1 : at-1], begin > 0
}
