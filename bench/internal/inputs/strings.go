package inputs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"github.com/assayjson/assay/bench/internal/contest"
)

// A stringSource creates strings to quote, from the documents in dir or from a seed.
type stringSource struct {
	name string
	make func(dir string) ([][]byte, error)
}

var stringSources = []stringSource{
	{"clean/1KiB", generated(1<<10, asciiRune)},
	{"clean/64KiB", generated(64<<10, asciiRune)},
	{"quote-per-64B/1KiB", generated(1<<10, quoteRune)},
	{"quote-per-64B/64KiB", generated(64<<10, quoteRune)},
	{"tweets/64KiB", tweetText},
	{"twitter-strings", twitterStrings},
	{"log-lines/1KiB", generated(1<<10, logRune)},
	{"log-lines/64KiB", generated(64<<10, logRune)},
	{"cyrillic/64KiB", generated(64<<10, scripts[2].next)},
}

// stringInputs returns the inputs of the Quoting and Unquoting categories. Unquoting has the same
// strings with quotation marks, and one more string that consists of \u escapes. A short list omits
// the strings of 1 KiB.
func stringInputs(dir string, c contest.Category, short bool) []Input {
	var ins []Input
	for _, s := range stringSources {
		if short && strings.HasSuffix(s.name, "/1KiB") {
			continue
		}
		ins = append(ins, Input{Category: c, Name: s.name, make: func() ([][]byte, error) {
			texts, err := s.make(dir)
			if c == contest.Unquoting && err == nil {
				texts, err = quoteAll(texts)
			}
			return texts, err
		}})
	}
	if c == contest.Unquoting {
		ins = append(ins, Input{Category: c, Name: "cyrillic-escaped/64KiB", make: func() ([][]byte, error) {
			return [][]byte{escapeAll(textChunks(scripts[2].next, 64<<10)[0])}, nil
		}})
	}
	return ins
}

func generated(size int, next script) func(string) ([][]byte, error) {
	return func(string) ([][]byte, error) { return textChunks(next, size), nil }
}

// quoteRune generates text with one quotation mark per 64 bytes on average.
func quoteRune(r *rand.Rand) rune {
	if r.IntN(64) == 0 {
		return '"'
	}
	return asciiRune(r)
}

// logRune generates text in which one character in 8 must be escaped, as in logs of JSON, paths and
// stack traces.
func logRune(r *rand.Rand) rune {
	if r.IntN(8) == 0 {
		return []rune("\"\\\n\t\x1B")[r.IntN(5)]
	}
	return asciiRune(r)
}

// tweetText returns the texts of twitter.json, joined and repeated to 64 KiB.
func tweetText(dir string) ([][]byte, error) {
	var doc struct{ Statuses []struct{ Text string } }
	if err := unmarshalDocument(dir, "twitter", &doc); err != nil {
		return nil, err
	}
	var text []byte
	for len(text) < 64<<10 {
		before := len(text)
		for _, s := range doc.Statuses {
			text = append(text, s.Text...)
			text = append(text, '\n')
		}
		if len(text) == before {
			return nil, fmt.Errorf("twitter.json has no texts")
		}
	}
	return [][]byte{bytes.ToValidUTF8(text[:64<<10], nil)}, nil // the text may be cut inside a character
}

// twitterStrings returns every string and name of twitter.json. They are short, so the cost of a
// call matters most.
func twitterStrings(dir string) ([][]byte, error) {
	doc, err := Document(dir, "twitter")
	if err != nil {
		return nil, err
	}
	var all [][]byte
	for dec := json.NewDecoder(bytes.NewReader(doc)); ; {
		token, err := dec.Token()
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		if s, ok := token.(string); ok && s != "" {
			all = append(all, []byte(s))
		}
	}
}

func unmarshalDocument(dir, name string, v any) error {
	doc, err := Document(dir, name)
	if err != nil {
		return err
	}
	return json.Unmarshal(doc, v)
}

// quoteAll quotes texts as encoding/json does, without escapes for HTML.
func quoteAll(texts [][]byte) ([][]byte, error) {
	quoted := make([][]byte, len(texts))
	for i, text := range texts {
		var out bytes.Buffer
		enc := json.NewEncoder(&out)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(string(text)); err != nil {
			return nil, err
		}
		quoted[i] = bytes.TrimSuffix(out.Bytes(), []byte("\n"))
	}
	return quoted, nil
}

// escapeAll quotes a text of the Basic Multilingual Plane, and writes all characters except spaces
// as \u escapes.
func escapeAll(text []byte) []byte {
	out := []byte{'"'}
	for _, c := range string(text) {
		if c == ' ' {
			out = append(out, ' ')
		} else {
			out = fmt.Appendf(out, `\u%04x`, c)
		}
	}
	return append(out, '"')
}
