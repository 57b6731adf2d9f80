package salvage

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/engine/lazy"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// A mending is a kind of text that can be made a record.
type mending uint8

const (
	notMended  mending = iota
	escaped            // a record as the content of a string
	python             // an object as Python prints a dict
	notANumber         // an object with NaN or Infinity
	numMendings
)

// mendings describe what has been mended, in the list and in messages.
var mendings = [numMendings]struct{ name, words string }{
	escaped: {"escaped", "escaped in a string"}, python: {"python", "printed by Python"}, notANumber: {"nan", "with NaN or Infinity"},
}

// A mender counts the texts that can be made records.
type mender struct {
	each   []tokenizer.Option // of records
	repair bool               // the records are written to GOOD
	spans  bool               // records may span several lines, so that an object on a line of its own may be inside another one
	mended [numMendings]int64

	waiting mendedText // what follows it decides whether it is a record; its how is notMended if there is none
	before  byte       // the last byte before the next part that is not white space, in text that is not a record
}

// A mendedText is a record that a text stands for.
type mendedText struct {
	record []byte
	how    mending
}

// isInside reports whether a text is a value in a record, because of the byte before it or the byte after it, on any line. A
// record on a line of its own is a record whatever these are, unless records may span several lines; a string is not.
func (m *mender) isInside(before, after byte) bool {
	if m.waiting.how != escaped && !m.spans {
		return false
	}
	return strings.IndexByte(":,[", before) >= 0 || strings.IndexByte(":,}]", after) >= 0
}

// firstByte returns the first byte of b that is not white space, or 0 if there is none.
func firstByte(b []byte) byte {
	for _, c := range b {
		if !syntax.IsSpace(c) {
			return c
		}
	}
	return 0
}

// note remembers how a part ends, for the next one.
func (m *mender) note(p *records.Salvaged) {
	text := bytes.TrimSpace(p.Text)
	switch {
	case len(text) == 0 || p.Reason == records.StrayComma:
	case p.Reason == 0:
		m.before = 0
	default:
		m.before = text[len(text)-1]
	}
}

// mend returns the record that a text that is not a record probably stands for, on one line, and what has been done. It
// returns notMended if there is none.
func mend(text []byte, each []tokenizer.Option) (record []byte, how mending) {
	text = bytes.TrimSpace(text)
	switch {
	case len(text) < 2:
		return nil, notMended
	case text[0] == '"':
		var content string
		if text[len(text)-1] != '"' || !utf8.Valid(text) || json.Unmarshal(text, &content) != nil {
			return nil, notMended
		}
		if strings.ContainsRune(content, utf8.RuneError) {
			return nil, notMended // perhaps for half of a surrogate pair
		}
		record, how = bytes.TrimSpace([]byte(content)), escaped
	case text[0] == '{' && text[len(text)-1] == '}':
		record, how = translate(text)
	}
	if how == notMended || len(record) == 0 || record[0] != '{' || tokenizer.Check(record, each...) != nil {
		return nil, notMended
	}
	if bytes.ContainsAny(record, "\r\n") {
		var line bytes.Buffer
		if json.Compact(&line, record) != nil {
			return nil, notMended
		}
		record = line.Bytes()
	}
	return record, how
}

// words maps the literals of Python, and numbers that JSON does not have, to literals of JSON.
var words = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"True": "true", "False": "false", "None": "null",
		"NaN": "null", "nan": "null", "Infinity": "null", "-Infinity": "null", "inf": "null", "-inf": "null",
	}
}}

// pythonWords are the words that only Python writes.
var pythonWords = []string{"True", "False", "None", "nan", "inf", "-inf"}

// translate writes the strings and literals of an object as JSON does. The result may be invalid.
func translate(text []byte) (b []byte, how mending) {
	note := func(m mending) {
		if how != python {
			how = m
		}
	}
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '"':
			end := stringEnd(text, i)
			b = append(b, text[i:end]...)
			i = end
		case c == '\'':
			end := stringEnd(text, i)
			b = appendQuoted(b, text[i:end])
			note(python)
			i = end
		case isWord(c):
			end := i + 1
			for end < len(text) && isWord(text[end]) {
				end++
			}
			word := text[i:end]
			if to, ok := words.Get()[string(word)]; ok {
				word = []byte(to)
				note(notANumber)
				if slices.Contains(pythonWords, string(text[i:end])) {
					note(python)
				}
			}
			b = append(b, word...)
			i = end
		default:
			b = append(b, c)
			i++
		}
	}
	return b, how
}

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '+' || c == '.' || c == '_'
}

// stringEnd returns the end of the string that begins at text[i] with a quotation mark of any kind, or the length of the text.
func stringEnd(text []byte, i int) int {
	for end := i + 1; end < len(text); end++ {
		switch text[end] {
		case '\\':
			end++
		case text[i]:
			return end + 1
		}
	}
	return len(text)
}

// appendQuoted appends a string in single quotes as JSON writes it.
func appendQuoted(b, s []byte) []byte {
	b = append(b, '"')
	for i := 1; i < len(s)-1; i++ {
		switch c := s[i]; {
		case c == '"':
			b = append(b, '\\', c)
		case c == '\\' && s[i+1] == '\'' && i+1 < len(s)-1:
			i++
			b = append(b, '\'')
		case c == '\\' && s[i+1] == 'x':
			i++
			b = append(b, `\u00`...)
		case c == '\\' && i+1 < len(s)-1:
			i++
			b = append(b, c, s[i])
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}
