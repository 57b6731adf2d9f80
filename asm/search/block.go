package search

const block = 64 // bytes, of which a mask has a bit each
