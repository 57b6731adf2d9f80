// Package swar has the operations of the portable kernels that process eight bytes at a time (SIMD
// within a register). The bytes are held in a uint64, with the first byte in the lowest bits.
package swar
