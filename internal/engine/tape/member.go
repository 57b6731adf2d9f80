package tape

import (
	"encoding/binary"

	"github.com/assayjson/assay/internal/engine/token"
	"github.com/assayjson/assay/internal/engine/unique"
)

// Member returns the value of the last member of v with the given name. If there is none, or if v is not an object, it returns a
// missing value.
func (v Value) Member(name string) Value {
	if v.kind != token.BeginObject {
		return Value{}
	}
	t, like := v.tape, likenessOf(name)
	last := uint32(0) // index of the first mark of the value; 0 if there is none
	for i, end := v.Inside(); ; i = t.Value(i + 2).Next() {
		if i = t.alike(&like, i, end); i >= end {
			break
		}
		if t.isName(i, name) {
			if last = i + 2; t.unique {
				break
			}
		}
	}
	if last == 0 {
		return Value{}
	}
	return t.Value(last)
}

// isName reports whether the name whose first mark has index i is the given one.
func (t *Tape) isName(i uint32, name string) bool {
	begin := t.Marks[i]
	if begin < HasEscape {
		return string(t.Data[begin+1:t.Marks[i+1]]) == name
	}
	return unique.IsName(t.Data[begin&^HasEscape+1:t.Marks[i+1]], true, name)
}

// A likeness is what a name has in common with few others: its length, and its last bytes, at most eight.
type likeness struct {
	n    uint32 // in bytes
	end  uint64 // the last bytes; the very last one is the highest
	mask uint64 // of these bytes
}

func likenessOf(name string) likeness {
	n := len(name)
	var end [8]byte
	copy(end[max(0, 8-n):], name[max(0, n-8):])
	return likeness{uint32(n), binary.LittleEndian.Uint64(end[:]), ^uint64(0) << (8 * max(0, 8-n))}
}

// alike returns the index of the first mark of the next name with a likeness, or of a name with escapes, from index i on. It returns
// an index that is not smaller than end, that of the closing bracket, if there is none.
//
// The length of a name is the distance of its marks. If it has an escape, it seems to be longer than any text, because the first mark
// has HasEscape.
func (t *Tape) alike(like *likeness, i, end uint32) uint32 {
	data, marks, links, n := t.Data, t.Marks, t.Links, like.n
	for i < end {
		begin, close := marks[i], marks[i+1]
		if length := close - begin - 1; length == n {
			if close < 8 || binary.LittleEndian.Uint64(data[close-8:])&like.mask == like.end {
				break
			}
		} else if int32(length) < 0 {
			break
		}
		value := i + 2
		i += 4
		if data[marks[value]&^HasEscape]|' ' == '{' {
			i = links[value] + 1
		}
	}
	return i
}
