package format

import (
	"bytes"
	"slices"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/files/suppress"
)

// fixedLines are the lines of a text to which comments refer that suppress findings of package lint, and the lines
// from such a comment to the line that it refers to. What is on one of these lines before a text is formatted is on one
// line afterwards, and nothing else is; otherwise the comment would suppress other findings than before. The lines are
// ranges of offsets, in order; ranges that overlap have been merged.
type fixedLines []lineRange

type lineRange struct{ begin, end int }

func fixedLinesOf(src []byte, d dialect.Dialect) (all fixedLines) {
	target, item := -1, 0
	for _, one := range suppress.Find(src, d) {
		first, last := one.Target, one.Target
		switch one.Scope {
		case suppress.NextLine:
			if target != one.Target {
				target, item = one.Target, one.Target
				if target >= 0 {
					item += firstItem(src[target:], d)
				}
			}
			first, last = one.Offset, max(one.End, item)
		case suppress.Line:
		default:
			continue
		}
		before := len(all) - 1 // the range before, in which this one begins or which it follows: comments are in order
		if before >= 0 && last < all[before].end {
			continue
		}
		lineEnd := len(src)
		if n := bytes.IndexAny(src[last:], "\r\n"); n >= 0 {
			lineEnd = last + n
		}
		if before >= 0 && first < all[before].end {
			all[before].end = lineEnd
		} else {
			all = append(all, lineRange{1 + bytes.LastIndexAny(src[:first], "\r\n"), lineEnd})
		}
	}
	return all
}

// firstItem returns the offset of the first item in a text. A comma or colon does not count, because it is moved to the line of what
// precedes it.
func firstItem(text []byte, d dialect.Dialect) int {
	for lexer := dialect.NewLexer(text, d); ; {
		token, _ := lexer.Next()
		if !token.Kind.IsTrivia() && token.Kind != dialect.Comma && token.Kind != dialect.Colon {
			return token.Begin
		}
	}
}

// at returns the number of the range that contains an offset, from 1, or 0 if there is none.
func (f fixedLines) at(offset int) int {
	i, exact := slices.BinarySearchFunc(f, offset, func(r lineRange, offset int) int { return r.begin - offset })
	if exact {
		return i + 1
	}
	if i > 0 && offset < f[i-1].end {
		return i
	}
	return 0
}

// touch reports whether a part of a token is in one of the ranges.
func (f fixedLines) touch(t dialect.Token) bool {
	if len(f) == 0 {
		return false
	}
	i, _ := slices.BinarySearchFunc(f, t.Begin, func(r lineRange, offset int) int { return r.end - 1 - offset })
	return i < len(f) && f[i].begin < t.End
}
