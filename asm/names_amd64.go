//go:build !purego

package asm

import "unsafe"

func (n *Names) addSome(src []byte, marks []uint32, from int) (walked int) {
	if !useAVX512 && !useAVX2 {
		return n.addSomeGeneric(src, marks, from)
	}
	spans, keys, firsts := unsafe.SliceData(n.Spans), unsafe.SliceData(n.Keys), unsafe.SliceData(n.Firsts)
	walked, count, depth := addNamesAVX2(src, marks, from, spans, keys, len(n.Keys), n.Kept, firsts, len(n.Firsts)-1, cap(n.Firsts)-1)
	n.Spans, n.Keys, n.Firsts = n.Spans[:count], n.Keys[:count], n.Firsts[:depth+1]
	return walked
}
