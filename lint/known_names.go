package lint

import (
	"encoding/binary"
	"hash/maphash"

	"github.com/assayjson/assay/tokenizer"
)

// knownNames are names with their places, one after the other, in few bytes: a million of them
// must not take much more memory than their text. Each is its numbers as varints, the length of
// its text and the text, without escapes.
type knownNames []byte

// numbersOfName is how many varints stand before the text of a name: its offset and length, its
// position, how long it is in characters and UTF-16 units, and how long its text is. The position is
// that of a flow, and zero in a document in memory, where it is computed when it is needed.
const numbersOfName = 9

// append adds a name.
func (k knownNames) append(s Span, offset int64, text []byte) knownNames {
	for _, n := range [numbersOfName]int{
		int(offset), int(s.Length), s.Start.Line, s.Start.Column, s.Start.Rune, s.Start.UTF16,
		s.End.Rune - s.Start.Rune, s.End.UTF16 - s.Start.UTF16, len(text),
	} {
		k = binary.AppendUvarint(k, uint64(n))
	}
	return append(k, text...)
}

// numbers returns the numbers of the name at k[at], and where its text begins.
func (k knownNames) numbers(at int) (numbers [numbersOfName]int, begin int) {
	for i := range numbers {
		n, size := binary.Uvarint(k[at:])
		numbers[i] = int(n)
		at += size
	}
	return numbers, at
}

// text returns the text of the name at k[at], and where the next one begins.
func (k knownNames) text(at int) (text []byte, next int) {
	numbers, begin := k.numbers(at)
	next = begin + numbers[numbersOfName-1]
	return k[begin:next], next
}

// span returns where the name at k[at] is.
func (k knownNames) span(d *document, at int) Span {
	n, _ := k.numbers(at)
	if d.flow == nil {
		return d.raise(int64(n[0]), int64(n[1]))
	}
	start := tokenizer.Position{Line: n[2], Column: n[3], Rune: n[4], UTF16: n[5]}
	end := tokenizer.Position{Line: n[2], Column: n[3] + n[1], Rune: n[4] + n[6], UTF16: n[5] + n[7]}
	return Span{int64(n[0]), int64(n[1]), start, end}
}

// spanOfName returns the place of a name, for later: with its position if that can't be told later.
func (d *document) spanOfName(offset, length int64) Span {
	s := Span{Offset: offset, Length: length}
	if d.flow != nil {
		d.flow.place(&s)
	}
	return s
}

// looks are what the names of an object look like: a hash table of the places of the first names of
// their looks among known names. Skeletons themselves are not kept.
type looks struct {
	slots []look // a power of two of them, at most three quarters in use
	used  int
}

type look struct {
	hash  uint64
	first int // plus one; 0 if the slot is free
}

var hashSeed = maphash.MakeSeed()

// find returns the first name that has the skeleton, as same tells of names with its hash. If there
// is none, the name at known[at] becomes the first.
func (l *looks) find(skeleton []byte, at int, same func(first int) bool) (first int, isOld bool) {
	if 4*(l.used+1) > 3*len(l.slots) {
		l.grow()
	}
	hash := maphash.Bytes(hashSeed, skeleton)
	for i := hash; ; i++ {
		slot := &l.slots[i&uint64(len(l.slots)-1)]
		switch {
		case slot.first == 0:
			*slot = look{hash, at + 1}
			l.used++
			return at, false
		case slot.hash == hash && same(slot.first-1):
			return slot.first - 1, true
		}
	}
}

func (l *looks) grow() {
	const fewest = 16
	old := l.slots
	l.slots = make([]look, max(fewest, 2*len(old)))
	for _, slot := range old {
		if slot.first == 0 {
			continue
		}
		i := slot.hash
		for l.slots[i&uint64(len(l.slots)-1)].first != 0 {
			i++
		}
		l.slots[i&uint64(len(l.slots)-1)] = slot
	}
}

// isSmall reports whether there is memory that takes less to clear than to allocate.
func (l *looks) isSmall() bool { return 0 < len(l.slots) && len(l.slots) <= 128 }

// cleared returns l without its names, for another object.
func (l *looks) cleared() looks {
	clear(l.slots)
	return looks{slots: l.slots}
}
