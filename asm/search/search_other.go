//go:build purego || !amd64

package search

func passClosed(b []byte, blocks int, s *Closed) (left int) { return passClosedGeneric(b, blocks, s) }

func findBrackets(masks []BracketMasks, b []byte) { findBracketsGeneric(masks, b) }

func findComments(masks []CommentMasks, b []byte) { findCommentsGeneric(masks, b) }

func findJSON5(masks []JSON5Masks, b []byte) { findJSON5Generic(masks, b) }

func blank(b []byte, masks []uint64) { blankGeneric(b, masks) }

func countLines(b []byte) int { return countLinesGeneric(b) }

func countPairs(b []byte) int { return countPairsGeneric(b) }

func hasNonASCIIKernel() bool { return false }

func indexUnseen([]byte) (at int, found bool) { return 0, false }

func indexNonASCIIName([]byte, bool) (at int, isOpen, found bool) { return 0, false, false }
