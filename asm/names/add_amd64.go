//go:build !purego

package names

import (
	"unsafe"

	"github.com/assayjson/assay/asm"
)

func (n *Names) addSome(src []byte, marks []uint32, from int) (walked int) {
	if !asm.AVX512() && !asm.AVX2() {
		return n.addSomeGeneric(src, marks, from)
	}
	early, least := 0, from+blockSize+2
	for early < len(marks) && int(marks[early]) < least {
		early++
	}
	if walked = n.addSomeGeneric(src, marks[:early], from); walked < early || early == len(marks) {
		return walked
	}
	spans, keys, firsts := unsafe.SliceData(n.Spans), unsafe.SliceData(n.Keys), unsafe.SliceData(n.Firsts)
	deepest := &n.Firsts[:cap(n.Firsts)][cap(n.Firsts)-1]
	var count, depth int
	if n.Form != Exact {
		walked, count, depth = addFoldedNamesAVX2(src, marks[early:], least, spans, keys, len(n.Keys), n.Kept,
			firsts, len(n.Firsts)-1, deepest, &seeds[0], &seeds[len(seeds)-blockWords], n.Form.offset())
	} else {
		walked, count, depth = addNamesAVX2(src, marks[early:], least, spans, keys, len(n.Keys), n.Kept,
			firsts, len(n.Firsts)-1, deepest, &seeds[0], &seeds[len(seeds)-blockWords])
	}
	n.Spans, n.Keys, n.Firsts = n.Spans[:count], n.Keys[:count], n.Firsts[:depth+1]
	return early + walked
}
