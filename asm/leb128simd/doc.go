// Package leb128simd decodes many integers in LEB128 at once.
//
// See package asm for the contract that its functions keep.
package leb128simd
