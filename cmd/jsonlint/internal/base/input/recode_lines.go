package input

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/engine/explain"
	"github.com/assayjson/assay/utf8check"
)

// A mixture is what a Recoding knows of a text in an encoding with one byte for each character, some lines of which are in UTF-8, as in a log to
// which several programs write.
type mixture struct {
	mu    sync.Mutex // another goroutine may decode the text
	lines Lines
	turns []turn // in the text in UTF-8 after at
	at    int64  // number of bytes of the text in UTF-8 that have been converted back
	utf8  bool   // the text at this place was in UTF-8
}

// A turn is a place in a text in UTF-8 from which on its lines were in UTF-8, or no longer.
type turn struct {
	at   int64
	utf8 bool
}

// Lines are numbers of lines that are not in ASCII.
type Lines struct {
	Converted int64 // from the encoding
	Kept      int64 // because they were in UTF-8
}

// Lines returns how many lines have been decoded so far.
func (m *mixture) Lines() Lines {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.lines
}

// Run returns how many of the next n bytes of the text are in one encoding, and whether this is UTF-8.
func (m *mixture) Run(n int) (run int, isUTF8 bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for len(m.turns) > 0 && m.turns[0].at <= m.at {
		m.utf8 = m.turns[0].utf8
		m.turns = m.turns[1:]
	}
	if len(m.turns) > 0 {
		n = int(min(int64(n), m.turns[0].at-m.at))
	}
	return n, m.utf8
}

// Pass passes over n bytes of the text, which need not be converted back.
func (m *mixture) Pass(n int) {
	m.mu.Lock()
	m.at += int64(n)
	m.mu.Unlock()
	m.Run(0)
}

// begin begins to decode the text.
func (m *mixture) begin() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.lines, m.turns, m.at, m.utf8 = Lines{}, nil, 0, false
}

// mostLine is the length in bytes of the parts of a long line.
const mostLine = explain.MostLine

// A mixedLines converts those lines of a text to UTF-8 that are not in UTF-8, as [explain.LineCounts] decides. In a text that is in the encoding as a whole, hardly any line looks like UTF-8 by chance, unless the encoding has
// letters where UTF-8 has the continuation of characters. All lines of a text in such an encoding are converted.
type mixedLines struct {
	name   string // of the encoding if a byte that is not valid in it is an error; or "", and then such bytes become those of putRaw
	in     io.Reader
	err    error // of in
	table  *[256]rune
	of     *mixture // or nil if it is not needed
	buffer []byte   // has been read, but not converted
	text   []byte   // has been converted
	out    []byte   // the end of text, which has not been returned
	at     int64    // number of bytes that have been converted
	isUTF8 bool     // the last line that is not in ASCII was in UTF-8
	lines  Lines    // so far
	inLine bool     // the text ends inside a line, for which isUTF8 is known
	failed bool     // err is about a byte that is not valid in the encoding
}

func (m *mixedLines) Read(p []byte) (n int, err error) {
	for len(m.out) == 0 {
		if m.err != nil && len(m.buffer) == 0 {
			return 0, m.err
		}
		m.fill()
	}
	n = copy(p, m.out)
	m.out = m.out[n:]
	return n, nil
}

// fill reads and converts lines, or a part of a long line.
func (m *mixedLines) fill() {
	const most = 64 << 10
	end := bytes.LastIndexByte(m.buffer, '\n') + 1
	for end == 0 && m.err == nil && len(m.buffer) < mostLine {
		old := len(m.buffer)
		m.buffer = append(m.buffer, make([]byte, min(most, mostLine-old))...)
		var n int
		n, m.err = m.in.Read(m.buffer[old:])
		m.buffer = m.buffer[:old+n]
		if at := bytes.LastIndexByte(m.buffer[old:], '\n'); at >= 0 {
			end = old + at + 1
		}
	}
	switch {
	case m.err != nil:
		end = len(m.buffer)
	case end == 0:
		end = len(m.buffer) - utf8check.Unfinished(m.buffer)
	}
	m.text = m.text[:0]
	for lines := m.buffer[:end]; len(lines) > 0; {
		n := bytes.IndexByte(lines, '\n') + 1
		if n == 0 {
			n = len(lines)
		}
		if m.line(lines[:n]); m.failed {
			m.buffer, m.out = m.buffer[:0], m.text
			return
		}
		lines = lines[n:]
	}
	m.buffer = append(m.buffer[:0], m.buffer[end:]...)
	m.out = m.text
}

// line converts a line, or a part of one.
func (m *mixedLines) line(line []byte) {
	m.inLine = (m.inLine || m.decide(line)) && line[len(line)-1] != '\n'
	old := len(m.text)
	for len(line) > 0 {
		if m.isUTF8 {
			n := utf8check.ValidPrefix(line)
			m.text, line = append(m.text, line[:n]...), line[n:]
		}
		n := 0
		for ; n < len(line) && line[n] < utf8.RuneSelf; n++ {
		}
		m.text, line = append(m.text, line[:n]...), line[n:]
		if len(line) == 0 {
			break
		}
		switch r := m.table[line[0]]; {
		case !m.isUTF8 && r != utf8.RuneError:
			m.text = utf8.AppendRune(m.text, r)
		case m.name == "":
			m.text = append(m.text, make([]byte, RawSize)...)
			putRaw(m.text[len(m.text)-RawSize:], line[0])
		case m.isUTF8:
			m.text = append(m.text, line[0])
		default:
			m.err = fmt.Errorf("invalid %s at byte %d of the decoded text", m.name, m.at+int64(len(m.text)-old))
			m.failed = true
			return
		}
		line = line[1:]
	}
	m.at += int64(len(m.text) - old)
}

// decide decides whether a line is in UTF-8, unless it is in ASCII.
func (m *mixedLines) decide(line []byte) (known bool) {
	isUTF8, isASCII := false, false
	if looksLikeUTF8(m.table) {
		if isASCII = !slices.ContainsFunc(line, func(c byte) bool { return c >= utf8.RuneSelf }); !isASCII {
			m.lines.Converted++
		}
	} else {
		isUTF8, isASCII = (*explain.LineCounts)(&m.lines).Decide(line)
	}
	if isASCII {
		return false
	}
	turns := isUTF8 != m.isUTF8
	m.isUTF8 = isUTF8
	if m.of != nil {
		m.of.note(m.at, m.isUTF8, turns)
	}
	return true
}

// looksLikeUTF8 reports whether words in an encoding often look like UTF-8: in IBM866 and windows-874, letters may have all bytes from 0xA0 to 0xEF.
func looksLikeUTF8(table *[256]rune) bool {
	return unicode.IsLetter(table[0xA0]) || unicode.Is(unicode.Thai, table[0xA1])
}

// note notes in which encoding a line that is not in ASCII was, and whether this differs from the one before.
func (m *mixture) note(at int64, isUTF8, turns bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if turns {
		m.turns = append(m.turns, turn{at, isUTF8})
	}
	if isUTF8 {
		m.lines.Kept++
	} else {
		m.lines.Converted++
	}
}
