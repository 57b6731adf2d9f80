//go:build purego || !amd64

package search

func passClosed(b []byte, blocks int, s *Closed) (left int) { return passClosedGeneric(b, blocks, s) }
