package explain

import (
	"bytes"
	"iter"
	"unicode/utf8"

	"github.com/assayjson/assay/utf8check"
)

// MostLine is the length in bytes of the parts of a long line. The first one that is not in ASCII decides whether the line is in UTF-8.
const MostLine = 1 << 20

// LineCounts are numbers of lines that are not in ASCII, in a text in which the lines in UTF-8 differ from those in an encoding with one byte for each
// character, as in a log to which several programs write.
type LineCounts struct {
	Converted int64 // from the encoding
	Kept      int64 // because they were in UTF-8
}

// Decide decides whether the next line is in UTF-8, and counts it, unless it is in ASCII. A line is in UTF-8 if this is true of more characters
// outside ASCII than there are other bytes: a record that was cut off inside a character is no reason to convert another one on the same line. If there are
// as many of both, the lines before decide: it is in UTF-8 if at least half of them were.
func (c *LineCounts) Decide(line []byte) (isUTF8, isASCII bool) {
	valid, invalid := 0, 0
	for rest := line; ; {
		n := utf8check.ValidPrefix(rest)
		valid += outsideASCII(rest[:n])
		if rest = rest[n:]; len(rest) == 0 {
			break
		}
		invalid++
		rest = rest[1:]
	}
	if valid+invalid == 0 {
		return false, true
	}
	isUTF8 = valid > invalid || valid == invalid && c.Kept >= max(c.Converted, 1)
	if isUTF8 {
		c.Kept++
	} else {
		c.Converted++
	}
	return isUTF8, false
}

// EncodedLines returns the offsets of the lines of a text that are not in UTF-8, as Decide decides, with the lines.
func EncodedLines(text []byte) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		var counts LineCounts
		at := 0
		for line := range bytes.Lines(text) {
			if !counts.isUTF8Line(line) && !yield(at, line) {
				return
			}
			at += len(line)
		}
	}
}

// isUTF8Line reports whether a line, which may be long, is in UTF-8.
func (c *LineCounts) isUTF8Line(line []byte) bool {
	for len(line) > 0 {
		part := line
		if len(line) > MostLine {
			part = line[:MostLine]
			part = part[:MostLine-utf8check.Unfinished(part)]
		}
		if isUTF8, isASCII := c.Decide(part); !isASCII {
			return isUTF8
		}
		line = line[len(part):]
	}
	return true
}

// outsideASCII returns how many characters of a valid text are outside ASCII.
func outsideASCII(text []byte) (n int) {
	for _, c := range text {
		if c >= utf8.RuneSelf && utf8.RuneStart(c) {
			n++
		}
	}
	return n
}
