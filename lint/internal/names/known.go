package names

import (
	"encoding/binary"

	"github.com/assayjson/assay/tokenizer"
)

// A Span is the place of a name, in bytes and in lines and columns. For a document in memory, Start
// and End are zero, because they are computed only when they are needed.
type Span struct {
	Offset, Length int64
	Start, End     tokenizer.Position
}

// known is a compact sequence of names with their places. It is compact because a million names
// must not take much more memory than their text. Each name is stored as several varints, followed
// by its text with all escapes decoded.
type known []byte

// numbersOfName is the number of varints before the text of a name. They are the offset and length
// of the name, the four numbers of its position, its length in characters, its length in UTF-16
// code units, and the length of the stored text.
const numbersOfName = 9

// add appends a name.
func (k known) add(s Span, text []byte) known {
	for _, n := range [numbersOfName]int{
		int(s.Offset), int(s.Length), s.Start.Line, s.Start.Column, s.Start.Rune, s.Start.UTF16,
		s.End.Rune - s.Start.Rune, s.End.UTF16 - s.Start.UTF16, len(text),
	} {
		k = binary.AppendUvarint(k, uint64(n))
	}
	return append(k, text...)
}

// numbers returns the varints of the name at k[at], and the index at which its text begins.
func (k known) numbers(at int) (numbers [numbersOfName]int, begin int) {
	for i := range numbers {
		n, size := binary.Uvarint(k[at:])
		numbers[i] = int(n)
		at += size
	}
	return numbers, at
}

// text returns the text of the name at k[at], and the index of the next name.
func (k known) text(at int) (text []byte, next int) {
	numbers, begin := k.numbers(at)
	next = begin + numbers[numbersOfName-1]
	return k[begin:next], next
}

// span returns the place of the name at k[at].
func (k known) span(at int) Span {
	n, _ := k.numbers(at)
	s := Span{Offset: int64(n[0]), Length: int64(n[1])}
	if n[2] > 0 {
		s.Start = tokenizer.Position{Line: n[2], Column: n[3], Rune: n[4], UTF16: n[5]}
		s.End = tokenizer.Position{Line: n[2], Column: n[3] + n[1], Rune: n[4] + n[6], UTF16: n[5] + n[7]}
	}
	return s
}
