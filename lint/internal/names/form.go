package names

import (
	"bytes"
	"unicode/utf8"

	"github.com/assayjson/assay/asm/names"
	"github.com/assayjson/assay/internal/engine/unique"
)

// The forms of names for verdicts. They are not sure of names that are not in normalization form C, so that no such name is
// in a document that passes.
var (
	// Looks is the form of names that look alike.
	Looks = &unique.Form{Kernels: names.ASCII, Fold: look}

	// LooksInAnyCase is for names that look alike or differ only in case. It is sure only of names that consist of characters that
	// look like no others.
	LooksInAnyCase = &unique.Form{Kernels: names.Capitals, Fold: lookInAnyCase}
)

// Skeleton is the form of names that look alike, for any names.
var Skeleton = &unique.Form{Kernels: names.ASCII, Fold: func(b []byte, begin int) (folded []byte, isASCII, isSure bool) {
	folded, isASCII, _ = look(b, begin)
	return folded, isASCII, true
}}

// Excludes reports whether nothing in an object can be found by the rules about the characters of names if all names differ in the
// given form, and it is sure of them.
func Excludes(f *unique.Form) bool { return f == Looks || f == LooksInAnyCase }

func look(b []byte, begin int) (folded []byte, isASCII, isSure bool) {
	end := len(b)
	at := begin
	for at < end && b[at] < utf8.RuneSelf {
		at++
	}
	if at == end {
		return b, true, true
	}
	b, isSure = appendSkeleton(b, b[begin:])
	return b[:begin+copy(b[begin:], b[end:])], false, isSure
}

func lookInAnyCase(b []byte, begin int) (folded []byte, isASCII, isSure bool) {
	end := len(b)
	skeleton, isASCII, isSure := look(bytes.Clone(b[begin:]), 0)
	isSure = isSure && bytes.Equal(skeleton, b[begin:end])
	b, _, _ = unique.AnyCase.Fold(b, begin)
	return b, isASCII, isSure
}
