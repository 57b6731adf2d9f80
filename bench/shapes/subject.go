package shapes

import (
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"github.com/assayjson/assay/bench/internal/shapes"
)

// A subject is a text in memory, with facts about it.
type subject struct {
	shapes.Loaded
	facts facts
}

// facts describe the valid documents of a subject.
type facts struct {
	tokens, depth, members, str, number int // the largest figures of a document; str and number are lengths

	numbers, allTokens int // in all documents
}

// load generates a text and finds out the facts. It returns an error if the text is not as valid as
// its traits say.
func load(t shapes.Text, size int) (*subject, error) {
	s := &subject{Loaded: t.Load(size)}
	if t.Kind > shapes.Tiny {
		return s, nil
	}
	for i, chunk := range s.Chunks {
		// encoding/json rejects more than 10,000 levels, too.
		if want := !t.Has(shapes.Invalid); !t.Has(shapes.TooDeep) && isJSON(chunk) != want {
			return nil, fmt.Errorf("%s, chunk %d: valid is %t", t.Name, i, !want)
		}
		if !t.Has(shapes.Invalid) {
			s.facts.join(factsOf(chunk))
		}
	}
	return s, nil
}

// join adds the facts about another document.
func (f *facts) join(g facts) {
	*f = facts{max(f.tokens, g.tokens), max(f.depth, g.depth), max(f.members, g.members), max(f.str, g.str), max(f.number, g.number),
		f.numbers + g.numbers, f.allTokens + g.tokens}
}

// factsOf returns the facts about a valid document.
func factsOf(b []byte) (f facts) {
	counts := []int{0} // number of commas so far in each open array or object
	for i := 0; i < len(b); {
		n := 1
		switch c := b[i]; c {
		case ' ', '\t', '\r', '\n', ':':
			f.tokens--
		case ',':
			f.tokens--
			counts[len(counts)-1]++
			f.members = max(f.members, counts[len(counts)-1]+1)
		case '{', '[':
			counts = append(counts, 0)
			f.depth = max(f.depth, len(counts)-1)
		case '}', ']':
			counts = counts[:len(counts)-1]
		case '"':
			n = stringLength(b[i:])
			f.str = max(f.str, n-2)
		default:
			n = scalarLength(b[i:])
			if c <= '9' { // not a literal
				f.numbers++
				f.number = max(f.number, n)
			}
		}
		f.tokens++
		i += n
	}
	return f
}

// stringLength returns the length of the string at the start of b, with its quotation marks.
func stringLength(b []byte) int {
	for i := 1; ; i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
}

// scalarLength returns the length of the number or literal at the start of b.
func scalarLength(b []byte) int {
	for i, c := range b {
		switch c {
		case ' ', '\t', '\r', '\n', ',', ']', '}':
			return i
		}
	}
	return len(b)
}

// The functions below select the texts to which an operation applies.

func anyDocument(s *subject) bool {
	return s.Kind <= shapes.Tiny && !s.Has(shapes.TooDeep)
}

func validDocument(s *subject) bool { return anyDocument(s) && !s.Has(shapes.Invalid) }

// withinLimits selects documents that tokenizer.ServiceLimits accepts unless they have equal names.
func withinLimits(s *subject) bool {
	f := s.facts
	return validDocument(s) && len(s.Chunks[0]) <= 8<<20 && f.depth <= 128 && f.str <= 1<<20 && f.number <= 1000 && f.members <= 100_000 && f.tokens <= 1_000_000
}

// unlimitedDepth selects documents that are too deep by default.
func unlimitedDepth(s *subject) bool { return s.Has(shapes.TooDeep) }

// shallow selects documents whose indented form is not many times longer.
func shallow(s *subject) bool { return validDocument(s) && !s.Has(shapes.Deep) }

// interoperable selects documents that have a canonical form.
func interoperable(s *subject) bool {
	return shallow(s) && !s.Has(shapes.NotIJSON|shapes.Duplicates)
}

func ndjson(s *subject) bool { return s.Kind == shapes.Records }

func jsonc(s *subject) bool { return validDocument(s) || s.Kind == shapes.JSONC }

func json5(s *subject) bool { return jsonc(s) || s.Kind == shapes.JSON5 }

// quotable selects texts that are not JSON, in UTF-8 or not.
func quotable(s *subject) bool { return s.Kind == shapes.String || s.Kind == shapes.Bytes }

// oneString selects documents that are a single string.
func oneString(s *subject) bool {
	return s.Kind == shapes.Document && s.Chunks[0][0] == '"'
}

// isJSON is the oracle for verdicts.
func isJSON(b []byte) bool { return utf8.Valid(b) && json.Valid(b) }
