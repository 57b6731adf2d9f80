package lsp

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
	"github.com/assayjson/assay/lint"
)

// differences returns edits that turn one text into another. If only white space differs, as after
// formatting, they replace only white space. Otherwise, the last edit may replace more. The time is linear.
func differences(from, to []byte) (edits []lint.Edit) {
	i, j := 0, 0
	for i < len(from) || j < len(to) {
		n, m := spaces(from[i:]), spaces(to[j:])
		if !bytes.Equal(from[i:i+n], to[j:j+m]) {
			edits = appendEdit(edits, trimmed(i, from[i:i+n], to[j:j+m]))
		}
		i, j = i+n, j+m
		for i < len(from) && j < len(to) && from[i] == to[j] && spaces(from[i:i+1]) == 0 {
			i, j = i+1, j+1
		}
		bothSpaces := i < len(from) && j < len(to) && (spaces(from[i:i+1]) > 0 || spaces(to[j:j+1]) > 0)
		atEnd := i == len(from) && spaces(to[j:]) == len(to)-j || j == len(to) && spaces(from[i:]) == len(from)-i
		if !bothSpaces && !atEnd {
			for i > 0 && (isInside(from, i) || isInside(to, j)) { // the first bytes of two characters are equal
				i, j = i-1, j-1
			}
			return appendEdit(edits, trimmed(i, from[i:], to[j:]))
		}
	}
	return edits
}

// appendEdit appends an edit, or adds it to the last edit if they are adjacent.
func appendEdit(edits []lint.Edit, e lint.Edit) []lint.Edit {
	if n := len(edits) - 1; n >= 0 && edits[n].Offset+edits[n].Length == e.Offset {
		edits[n].Length += e.Length
		edits[n].New += e.New
		return edits
	}
	return append(edits, e)
}

// spaces returns how many characters of white space b begins with.
func spaces(b []byte) int { return len(b) - len(bytes.TrimLeft(b, " \t\r\n")) }

// trimmed returns an edit that replaces from, which begins at an offset, with to. It leaves the end alone if
// both end in the same way, and the beginning if both begin in the same way. It does not divide characters and
// line ends, because there are no positions inside them.
func trimmed(offset int, from, to []byte) lint.Edit {
	tail := 0
	for tail < min(len(from), len(to)) && from[len(from)-1-tail] == to[len(to)-1-tail] {
		tail++
	}
	for tail > 0 && (isInside(from, len(from)-tail) || isInside(to, len(to)-tail)) {
		tail--
	}
	whole := from
	from, to = from[:len(from)-tail], to[:len(to)-tail]
	head := 0
	for head < min(len(from), len(to)) && from[head] == to[head] {
		head++
	}
	for head > 0 && (isInside(whole, head) || isInside(to, head)) {
		head--
	}
	return lint.Edit{Offset: int64(offset + head), Length: int64(len(from) - head), New: string(to[head:])}
}

// isInside reports whether a place is inside a character or a line end.
func isInside(b []byte, at int) bool {
	return at < len(b) && (!utf8.RuneStart(b[at]) || at > 0 && b[at] == '\n' && b[at-1] == '\r')
}

// mostEdits is the largest number of edits that formatting makes. Many thousands of them take much longer to send and to apply
// than a text that is replaced as a whole.
const mostEdits = 5000

// few returns edits with the same effect, at most mostEdits of them.
func few(from []byte, edits []lint.Edit) []lint.Edit {
	if len(edits) <= mostEdits {
		return edits
	}
	first := edits[0].Offset
	end := first
	var b strings.Builder
	for _, e := range edits {
		b.Write(from[end:e.Offset])
		b.WriteString(e.New)
		end = e.Offset + e.Length
	}
	return []lint.Edit{{Offset: first, Length: end - first, New: b.String()}}
}

// textEdits converts edits to those of the protocol.
func (t *task) textEdits(edits []lint.Edit) []protocol.TextEdit {
	all := make([]protocol.TextEdit, len(edits))
	for i, e := range edits {
		all[i] = protocol.TextEdit{Range: t.Range(int(e.Offset), int(e.Offset+e.Length)), NewText: e.New}
	}
	return all
}

// formatting answers textDocument/formatting. A text that is invalid stays as it is: what is wrong is among its
// diagnostics.
func formatting(t *task) (any, error) {
	var p protocol.FormattingParams
	if err := t.read(&p); err != nil {
		return nil, err
	}
	edits, err := t.format(p.Options)
	if err != nil {
		return nil, err
	}
	return t.textEdits(few(t.Bytes(), edits)), nil
}

// rangeFormatting formats the whole text and leaves out the edits outside the range.
func rangeFormatting(t *task) (any, error) {
	var p protocol.RangeParams
	if err := t.read(&p); err != nil {
		return nil, err
	}
	edits, err := t.format(p.Options)
	if err != nil {
		return nil, err
	}
	begin, end := int64(t.Offset(p.Range.Start)), int64(t.Offset(p.Range.End))
	inside := []lint.Edit{}
	for _, e := range edits {
		if begin <= e.Offset && e.Offset+e.Length <= end {
			inside = append(inside, e)
		}
	}
	return t.textEdits(few(t.Bytes(), inside)), nil
}

func (t *task) format(o protocol.FormattingOptions) ([]lint.Edit, error) {
	keepEnd := o.InsertFinalNewline != nil && !*o.InsertFinalNewline
	out, err := t.engine.Format(t.path, t.Bytes(), keepEnd)
	if err != nil {
		return nil, failure(protocol.CodeRequestFailed, err.Error())
	}
	return differences(t.Bytes(), out), nil
}
