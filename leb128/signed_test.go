package leb128_test

import "unsafe"

// asSigned returns the elements of values as signed integers, in the same memory.
func asSigned(values []uint64) []int64 {
	return unsafe.Slice((*int64)(unsafe.Pointer(unsafe.SliceData(values))), len(values))
}
