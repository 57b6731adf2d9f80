package tape

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/index"
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

// The tape of lines has the marks and links of each document among them, and a mark for each newline.
func TestIndexLines(t *testing.T) {
	if !jsonsimd.HasKernel() {
		t.Skip("there are no kernels")
	}
	rng := rand.New(rand.NewPCG(4, 16))
	docs := []string{"", "  ", "1", "-1 ", " true", `"a"`, `"\u00e9\n"`, "[]", `{"a":[1,"\"",{}]}`, "[1 ,\t2]\r"}
	for range 500 {
		var text []byte
		var marks, links []uint32
		for range rng.IntN(100) {
			doc := docs[rng.IntN(len(docs))]
			if rng.IntN(9) == 0 {
				doc = jsontest.Nested(rng, rng.IntN(1000))
			}
			one := withMarks(t, []byte(doc))
			if len(one.Marks) > 0 && bracket[doc[one.position(0)]] != 0 {
				one.Link()
			}
			before := uint32(len(marks))
			for i, m := range one.Marks {
				if at := m &^ HasEscape; int(at) < len(doc) && bracket[doc[at]] != 0 {
					link := one.Links[i]
					if doc[at]&opens != 0 {
						link += before
					}
					links = append(links, before+uint32(i), link)
				}
			}
			for _, m := range one.Marks {
				marks = append(marks, m+uint32(len(text)))
			}
			text = append(append(text, doc...), '\n')
			if n := len(marks); n == 0 || marks[n-1] != uint32(len(text)-1) {
				marks = append(marks, uint32(len(text)-1))
			}
		}
		lines := Tape{Data: text}
		if ok := lines.IndexLines(scan.DefaultMaxDepth); ok != (len(text) >= index.LeastIndexed) {
			t.Fatalf("%.500q: %v", text, ok)
		} else if ok && !slices.Equal(lines.Marks, marks) {
			t.Fatalf("%.500q:\n%v\n%v", text, lines.Marks, marks)
		} else if got := brackets(&lines); ok && !slices.Equal(got, links) {
			t.Fatalf("%.500q:\n%v\n%v", text, got, links)
		}
	}
}
