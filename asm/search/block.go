package search

const block = 64 // number of bytes for which a mask has one bit each
