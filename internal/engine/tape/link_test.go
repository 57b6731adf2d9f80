package tape

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/testing/jsontest"
)

// brackets returns the indexes of the brackets in the marks of t, each with its link. Other links have no meaning.
func brackets(t *Tape) (links []uint32) {
	for i, mark := range t.Marks {
		if at := int(mark &^ HasEscape); at < len(t.Data) && bracket[t.Data[at]] != 0 {
			links = append(links, uint32(i), t.Links[i])
		}
	}
	return links
}

// withMarks returns the tape of a document, without links. It reads the tokens by the scanner.
func withMarks(t *testing.T, doc []byte) *Tape {
	t.Helper()
	s := new(scan.Scanner)
	s.Rules = scan.Plain(scan.DefaultMaxDepth)
	s.Reset(doc)
	tape := &Tape{Data: doc}
	for s.SkipSpace(); s.Pos < len(doc); s.SkipSpace() {
		begin := s.Pos
		if !s.Token(doc[begin]) {
			t.Fatalf("%.200q is invalid at %d", doc, begin)
		}
		if raw := doc[begin:s.Pos]; raw[0] != ',' && raw[0] != ':' {
			tape.Append(uint32(begin), raw, slices.Contains(raw, '\\'))
		}
	}
	return tape
}

// The two ways to link brackets find the same links, and each links an opening bracket with its closing bracket.
func TestLinks(t *testing.T) {
	rng := rand.New(rand.NewPCG(43, 11))
	docs := []string{"[]", "{}", `[1]`, `{"a":[1],"b":{"c":[]},"":""}`, `[[[1],2],[3,[4]]]`, `["[","{\"","]","}"]`, strings.Repeat("[", 3000) + strings.Repeat("]", 3000)}
	for range 300 {
		docs = append(docs, jsontest.Nested(rng, rng.IntN(4000)))
	}
	for _, doc := range docs {
		short := withMarks(t, []byte(doc))
		long := Tape{Data: short.Data, Marks: short.Marks}
		short.Link()
		firsts := make([]byte, len(long.Marks))
		for i := range firsts {
			firsts[i] = doc[long.position(uint32(i))]
		}
		long.linkLong(firsts, make([]uint32, longMemory))
		if got, want := brackets(&long), brackets(short); !slices.Equal(got, want) {
			t.Fatalf("%.200q: linkLong makes links %v, want %v", doc, got, want)
		}
		depth, open := 0, []uint32{}
		for i, mark := range short.Marks {
			switch at := mark &^ HasEscape; {
			case int(at) == len(doc) || bracket[doc[at]] == 0:
			case doc[at]&opens != 0:
				depth, open = depth+1, append(open, uint32(i))
			default:
				depth--
				if o := open[depth]; short.Links[o] != uint32(i) {
					t.Fatalf("%.200q: mark %d has the link %d, want %d", doc, o, short.Links[o], i)
				}
				open = open[:depth]
			}
		}
	}
}
