package names

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/assayjson/assay/asm/names"
	"github.com/assayjson/assay/internal/engine/unique"
)

// The forms of names that look alike. If the names of each object of a document differ in one of them, which is sure of all names, no two
// names look alike. Lone surrogates count as U+FFFD, because that is what they look like.
var (
	Skeleton = &unique.Form{Kernels: names.ASCII, Fold: func(b []byte, begin int) (folded []byte, isASCII, isSure bool) {
		folded, isASCII, _ = look(b, begin)
		return folded, isASCII, true
	}}

	// Looks is not sure of names that are not in normalization form C.
	Looks = &unique.Form{Kernels: names.ASCII, Fold: look}

	// LooksInAnyCase is also for names that differ only in case. It is not sure of names that are not in normalization form C, and of
	// those with characters that look like one ASCII letter although their small or capital form looks like another one.
	LooksInAnyCase = &unique.Form{Kernels: names.Capitals, Fold: lookInAnyCase}
)

// Excludes reports whether f is one of the forms of names that look alike.
func Excludes(f *unique.Form) bool { return f == Skeleton || f == Looks || f == LooksInAnyCase }

func look(b []byte, begin int) (folded []byte, isASCII, isSure bool) {
	at := indexNonASCII(b, begin)
	end := len(b)
	if at == end {
		return b, true, true
	}
	b, isSure = appendSkeleton(b, b[begin:])
	return b[:begin+copy(b[begin:], b[end:])], false, isSure
}

func lookInAnyCase(b []byte, begin int) (folded []byte, isASCII, isSure bool) {
	if isASCII = indexNonASCII(b, begin) == len(b); isASCII {
		return unique.AnyCase.Fold(b, begin)
	}
	replaceSurrogates(b[begin:])
	text := b[begin:]
	end := len(b)
	isSure = norm.NFC.IsNormal(text)
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		like := looksInAnyCase.of(r)
		if like == 0 {
			like, isSure = r, false
		}
		b = utf8.AppendRune(b, like)
		i += n
	}
	return b[:begin+copy(b[begin:], b[end:])], false, isSure
}

// looksInAnyCase has the results of looksOfCases.
var looksInAnyCase = table[rune]{compute: looksOfCases}

// looksOfCases returns the character that stands for all characters that look like r, or like a character that differs from it only in
// case. It returns 0 if it is not sure.
func looksOfCases(r rune) rune {
	var like rune
	for next := r; ; {
		if isInvisible(next) || 0x1D400 <= next && next <= 0x1D7FF { // it looks like nothing, or like another form of the character
			return 0
		}
		if l := likeOf(next); l != 0 {
			if l = smallestCase(l); like != 0 && like != l {
				return 0
			}
			like = l
		}
		if next = unicode.SimpleFold(next); next == r {
			break
		}
	}
	if like != 0 {
		return like
	}
	return smallestCase(r)
}

// smallestCase returns the smallest character that differs from r only in case.
func smallestCase(r rune) rune {
	least := r
	for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
		least = min(least, next)
	}
	return least
}
