package lint

import (
	"cmp"
	"slices"
	"sort"

	"github.com/assayjson/assay/internal/engine/explain"
	"github.com/assayjson/assay/utf8check"
)

// Apply returns src with the fixes of the diagnostics applied, and the number of applied fixes. A
// fix is applied completely or not at all. If two fixes overlap, the one whose first edit comes
// later is omitted. A fix whose edits are not in order, or not inside src, is omitted as well.
// Checking the result finds the omitted fixes again.
//
// If no fix is applied, Apply returns src itself. It takes O(n log n) comparisons for n edits.
func Apply(src []byte, diagnostics []Diagnostic) (fixed []byte, applied int) {
	var fixes []*Fix
	for i := range diagnostics {
		if f := diagnostics[i].Fix; f != nil && f.fits(len(src)) {
			fixes = append(fixes, f)
		}
	}
	slices.SortStableFunc(fixes, func(a, b *Fix) int { return cmp.Compare(a.Edits[0].Offset, b.Edits[0].Offset) })
	var edits edits
	for _, f := range fixes {
		if edits.add(f.Edits) {
			applied++
		}
	}
	if applied == 0 {
		return src, 0
	}
	return edits.applyTo(src), applied
}

// fits reports whether a fix has edits that are in ascending order, do not overlap, and are inside
// a text of size bytes.
func (f *Fix) fits(size int) bool {
	end := int64(0)
	for _, e := range f.Edits {
		if e.Offset < end || e.Length < 0 || e.Length > int64(size)-e.Offset {
			return false
		}
		end = e.Offset + e.Length
	}
	return len(f.Edits) > 0
}

// edits are in ascending order and do not overlap.
type edits []Edit

// add adds all edits of a fix if none of them overlaps an edit in e, and reports whether it has
// added them.
func (e *edits) add(more []Edit) bool {
	for _, edit := range more {
		if e.overlaps(edit) {
			return false
		}
	}
	for _, edit := range more {
		*e = slices.Insert(*e, e.place(edit), edit)
	}
	return true
}

// place returns the index in e at which an edit must be inserted. An edit that only inserts text
// precedes an edit that replaces the bytes at the same offset.
func (e edits) place(edit Edit) int {
	return sort.Search(len(e), func(i int) bool {
		if e[i].Offset == edit.Offset {
			return e[i].Length >= edit.Length
		}
		return e[i].Offset > edit.Offset
	})
}

// overlaps reports whether an edit changes bytes that an edit in e changes, inserts text between
// such bytes, or inserts text at the same offset as an edit in e.
func (e edits) overlaps(edit Edit) bool {
	i := e.place(edit)
	if i < len(e) && (e[i].Offset < edit.Offset+edit.Length || e[i].Offset == edit.Offset && e[i].Length == edit.Length) {
		return true
	}
	return i > 0 && e[i-1].Offset+e[i-1].Length > edit.Offset
}

func (e edits) applyTo(src []byte) []byte {
	fixed, done := make([]byte, 0, len(src)), int64(0)
	for _, edit := range e {
		fixed = append(append(fixed, src[done:edit.Offset]...), edit.New...)
		done = edit.Offset + edit.Length
	}
	return append(fixed, src[done:]...)
}

// Each of the exported functions below fixes one kind of mistake in a whole text, and returns nil if there is nothing to fix. They are for
// callers that know what the bytes were intended to be.

// ReplaceInvalidUTF8 returns a fix that replaces each ill-formed sequence with U+FFFD, as the
// WHATWG decoder does.
func ReplaceInvalidUTF8(src []byte) *Fix {
	return repairUTF8(src, "replace invalid UTF-8 with U+FFFD", func(b []byte) (string, int) {
		n, _ := utf8check.Sequence(b)
		return "\uFFFD", n
	})
}

// ConvertLegacy returns a fix that converts sequences of an older or looser form of UTF-8, such as
// CESU-8, to UTF-8. Other ill-formed sequences are not changed. Sequences that stand for characters
// in ASCII are not changed either, because such a character might begin or end a string.
func ConvertLegacy(src []byte, form utf8check.Form) *Fix {
	return repairUTF8(src, "convert "+form.String()+" to UTF-8", func(b []byte) (string, int) {
		legacy, ok := utf8check.Recognize(b)
		if !ok {
			n, _ := utf8check.Sequence(b)
			return "", n
		}
		text, _ := form.AppendDecode(nil, legacy.Bytes) // text is empty if the sequence is in another form
		if len(text) == 1 {
			text = nil
		}
		return string(text), len(legacy.Bytes)
	})
}

// ConvertWindows1252 returns a fix that takes all bytes that are not valid UTF-8 for windows-1252,
// and converts them to UTF-8. The printable characters of ISO 8859-1 are the same in windows-1252.
// Valid UTF-8 is not changed, so a text that mixes both encodings can be converted.
func ConvertWindows1252(src []byte) *Fix {
	return repairUTF8(src, "convert windows-1252 to UTF-8", func(b []byte) (string, int) {
		if c := b[0]; 0x80 <= c && c < 0xA0 {
			return string(windows1252[c-0x80]), 1
		}
		return string(rune(b[0])), 1
	})
}

// ConvertWindows1252Lines is like [ConvertWindows1252], except that it changes only those lines of src that are in windows-1252. A line is
// not if more of its characters outside ASCII are in UTF-8 than there are other bytes, such as those of a record that was cut off inside a
// character. If there are as many of both, it is in UTF-8 if at least half of the lines before were.
func ConvertWindows1252Lines(src []byte) *Fix {
	fix := Fix{Title: "convert lines in windows-1252 to UTF-8"}
	for at, line := range explain.EncodedLines(src) {
		if f := ConvertWindows1252(line); f != nil {
			for _, e := range f.Edits {
				e.Offset += int64(at)
				fix.Edits = append(fix.Edits, e)
			}
		}
	}
	return fix.orNil()
}

// windows1252 contains the characters of the bytes 0x80 to 0x9F, as defined by the WHATWG Encoding
// Standard.
var windows1252 = [32]rune{
	'€', 0x81, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0x8D, 'Ž', 0x8F,
	0x90, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0x9D, 'ž', 'Ÿ',
}

// repairUTF8 returns a fix with an edit for each ill-formed sequence. The function repair is called
// with the rest of the text, which begins with an ill-formed sequence. It returns the replacement
// for the sequence, and the length of the sequence. If the replacement is "", the sequence is kept.
func repairUTF8(src []byte, title string, repair func([]byte) (string, int)) *Fix {
	fix := Fix{Title: title}
	for at := utf8check.ValidPrefix(src); at < len(src); at += utf8check.ValidPrefix(src[at:]) {
		text, n := repair(src[at:])
		if text != "" {
			fix.Edits = append(fix.Edits, Edit{int64(at), int64(n), text})
		}
		at += n
	}
	return fix.orNil()
}

func (f Fix) orNil() *Fix {
	if len(f.Edits) == 0 {
		return nil
	}
	return &f
}
