package search

const block = 64 // number of bytes that a mask describes, with one bit for each byte
