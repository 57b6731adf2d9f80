package explain

import (
	"bytes"
	"fmt"

	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/scan"
)

// indentHint guesses by the indentation which closing bracket is missing in a truncated text. There is
// no guess unless all of the text is examined.
func (e Explainer) indentHint() Advice {
	text := e.Before()
	if int64(len(text)) != e.Offset {
		return Advice{}
	}
	var open []level
	for at := 0; at < len(text); {
		end := at + lineLen(text[at:])
		line := text[at:end]
		body := bytes.TrimLeft(line, " \t")
		indent := len(line) - len(body)
		if n := len(open); n > 0 && len(bytes.TrimRight(body, "\r\n")) > 0 && body[0] != '}' && body[0] != ']' {
			switch top := &open[n-1]; {
			case top.inner == 0:
				top.inner = indent
			case indent < top.inner && indent > 0:
				return e.closedBefore(text, top.opener, at+indent)
			}
		}
		open = follow(open, text, at, end)
		at = end
	}
	return Advice{}
}

// closedBefore returns the advice to close a bracket before the text at an offset.
func (e Explainer) closedBefore(text []byte, opener, offset int) Advice {
	hint := general(fmt.Sprintf("judging by the indentation, the '%c'", text[opener]))
	mention := func(words string, offset int) (known bool) {
		return e.mention(&hint.Text, words, place.Place{Offset: int64(offset), Position: place.Locate(text, int64(offset))})
	}
	if !mention(" at ", opener) || !mention(" should be closed before ", offset) {
		return Advice{}
	}
	return hint
}

// A level is an open object or array.
type level struct {
	opener int // the offset of its bracket
	inner  int // the indentation of the first line in it, or 0 if there is none yet
}

// lineLen returns the length of the first line of b, including its line end.
func lineLen(b []byte) int {
	if i := bytes.IndexByte(b, '\n'); i >= 0 {
		return i + 1
	}
	return len(b)
}

// follow opens and closes the brackets in text[at:end], which is a line.
func follow(open []level, text []byte, at, end int) []level {
	for i := at; i < end; i++ {
		switch text[i] {
		case '"':
			i += max(scan.TokenLen(text[i:end]), 1) - 1
		case '{', '[':
			open = append(open, level{opener: i})
		case '}', ']':
			open = open[:max(len(open)-1, 0)]
		}
	}
	return open
}
