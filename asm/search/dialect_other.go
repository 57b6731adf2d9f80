//go:build purego || !amd64

package search

func findComments(masks []CommentMasks, b []byte) { findCommentsGeneric(masks, b) }

func findJSON5(masks []JSON5Masks, b []byte) { findJSON5Generic(masks, b) }

func blank(b []byte, masks []uint64) { blankGeneric(b, masks) }
