// Package baseline has the three kinds of UTF-8 validators with which Keiser and Lemire compare
// their algorithm in "Validating UTF-8 In Less Than One Instruction Per Byte" (Software: Practice
// and Experience, 2021; arXiv:2010.03090). They are written anew in Go, so their speed relative to
// assay's can be compared with the figures of the article, whose validators are in C++.
package baseline
