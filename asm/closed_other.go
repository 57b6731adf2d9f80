//go:build purego || !amd64

package asm

func passClosed(b []byte, blocks int, s *Closed) (left int) { return passClosedGeneric(b, blocks, s) }
