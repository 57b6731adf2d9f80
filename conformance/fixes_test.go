package conformance

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/format"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/tokenizer"
)

var fixCount = flag.Int("fixes", 0, "damage and fix so many documents with TestFixesKeepStrings; 0 is for some seconds")

// TestFixesKeepStrings damages one structural byte of each of many valid documents. It checks that
// no fix changes text that was in a string before the damage.
//
//	go test ./conformance -run TestFixesKeepStrings -fixes 1000000 -seed 7 -timeout 0 -v
func TestFixesKeepStrings(t *testing.T) {
	count := *fixCount
	switch {
	case count > 0:
	case slow():
		count = 3_000
	default:
		count = 40_000
	}
	c := fixChecker{T: t, rng: rand.New(rand.NewPCG(*documentSeed, 20)), field: fieldParts(t)}
	for c.checked < count && !t.Failed() {
		c.document()
	}
	t.Logf("seed %d: %d documents, %d of them still valid, %d fixed by %d edits", *documentSeed, c.checked, c.valid, c.fixed, c.edits)
	if c.fixed < count/100 {
		t.Error("a run that proves little")
	}
}

// fieldParts returns arrays and objects of medium size from real documents.
func fieldParts(t *testing.T) (parts [][]byte) {
	const fewest, most, ofEach = 20, 1500, 3000
	for _, doc := range documents(t) {
		var begins []int64
		found := 0
		tokens := tokenizer.New(doc.Data)
		for found < ofEach {
			token, err := tokens.Next()
			if err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			switch token.Kind() {
			case tokenizer.BeginObject, tokenizer.BeginArray:
				begins = append(begins, token.Offset())
			case tokenizer.EndObject, tokenizer.EndArray:
				begin := begins[len(begins)-1]
				begins = begins[:len(begins)-1]
				if n := token.Offset() + 1 - begin; fewest <= n && n <= most {
					parts = append(parts, doc.Data[begin:token.Offset()+1])
					found++
				}
			}
		}
	}
	return parts
}

// A fixChecker damages documents, fixes them, and compares the strings before and after.
type fixChecker struct {
	*testing.T
	rng   *rand.Rand
	field [][]byte

	checked, valid, fixed, edits int
}

// document chooses a document, and damages and fixes it in several ways.
func (c *fixChecker) document() {
	d := pick(c.rng, mostlyJSON)
	src := c.source(d)
	places, strings := structureOf(src, d)
	for range 10 {
		m := c.mutate(src, places)
		c.check(d, src, m, strings)
	}
}

// source returns a valid document in a dialect.
func (c *fixChecker) source(d lint.Dialect) []byte {
	w := fixWriter{rng: c.rng, dialect: d, layout: c.rng.IntN(4)}
	switch d {
	case lint.JSON, lint.IJSON:
		if c.rng.IntN(3) == 0 {
			return bytes.Clone(pick(c.rng, c.field))
		}
	case lint.NDJSON, lint.JSONSeq:
		w.layout = 0
		for range 1 + c.rng.IntN(4) {
			if d == lint.JSONSeq {
				w.WriteByte(0x1E)
			}
			w.value(0)
			w.WriteByte('\n')
		}
		return w.Bytes()
	}
	w.space()
	w.value(0)
	w.space()
	return w.Bytes()
}

// A fixWriter writes a valid document whose strings are full of text that fixes look for.
type fixWriter struct {
	bytes.Buffer
	rng     *rand.Rand
	dialect lint.Dialect
	layout  int // 0: without line ends
}

// baits are the parts of which strings are made: text that fixes look for, structural characters,
// comments and the ends of comments.
var baits = []string{
	",", ",]", ",}", ", ]", "[1,]", "[1,2,]", "{,}", "True", "None", "NULL", "+1", ".5", "+.5", "NaN", "nil", "[", "]", "{", "}", ":", " ", " ", ", ", ": ",
	"//", "/*", "*/", "#", "'", "''", `\"`, `\"`, `\\`, `\\`, `\t`, `\u0041`, "true", "1", "x", "a b", "é", "漢", "u'", "- ", "(", "`", "=", ";", "<", "http://a",
}

var comments = []string{
	"x", "don't", `"a": 1,`, `"a": [1,],`, `5" disk`, `"`, `""`, "True", "[1,]", `say "yes"`, `'it`, `a, "b`, "//", "*", "/", " ",
}

func (w *fixWriter) string() {
	quote := byte('"')
	if w.dialect == lint.JSON5 && w.rng.IntN(3) == 0 {
		quote = '\''
	}
	w.WriteByte(quote)
	for range w.rng.IntN(5) {
		switch bait := pick(w.rng, baits); {
		case bait[0] == quote || quote == '\'' && bait[0] == '\'':
		case w.dialect == lint.JSON5 && quote == '\'' && w.rng.IntN(8) == 0:
			w.WriteByte('"')
		case quote == '\'' && bait == "u'":
		default:
			w.WriteString(bait)
		}
	}
	w.WriteByte(quote)
}

// space writes white space and comments.
func (w *fixWriter) space() {
	if w.layout == 0 {
		return
	}
	switch n := w.rng.IntN(12); {
	case n < 5:
	case n < 8:
		w.WriteByte(' ')
	case n < 9:
		w.WriteByte('\t')
	case w.layout == 1:
	case n < 11 || w.dialect == lint.JSON || w.dialect == lint.IJSON:
		w.WriteString(pick(w.rng, []string{"\n", "\n", "\n  ", "\r\n", "\r", "\n\t"}))
	case w.rng.IntN(2) == 0:
		w.WriteString("//")
		w.comment("\r\n")
		w.WriteString("\n")
	default:
		w.WriteString("/*")
		w.comment("*/")
		w.WriteString("*/")
	}
}

// comment writes the text of a comment. It never writes the parameter end, the text that would
// terminate the comment.
func (w *fixWriter) comment(end string) {
	for range w.rng.IntN(3) {
		if text := pick(w.rng, comments); end != "*/" || text[0] != '*' && text[0] != '/' {
			w.WriteString(text)
		}
	}
}

func (w *fixWriter) value(depth int) {
	switch n := w.rng.IntN(12); {
	case n < 3 && depth < 4 || depth == 0 && n < 6:
		w.members(depth, '[', ']', func() { w.value(depth + 1) })
	case n < 6 && depth < 4 || depth == 0:
		w.members(depth, '{', '}', func() {
			w.string()
			w.space()
			w.WriteByte(':')
			w.space()
			w.value(depth + 1)
		})
	case n < 10:
		w.string()
	default:
		w.WriteString(pick(w.rng, []string{"1", "0", "-1.5", "1e5", "true", "false", "null"}))
	}
}

func (w *fixWriter) members(depth int, opening, closing byte, member func()) {
	w.WriteByte(opening)
	n := w.rng.IntN(5)
	for i := range n {
		w.space()
		member()
		w.space()
		if i < n-1 || (w.dialect == lint.JWCC || w.dialect == lint.JSON5) && w.rng.IntN(3) == 0 {
			w.WriteByte(',')
		}
	}
	w.space()
	w.WriteByte(closing)
}

// A stretch is src[begin:end].
type stretch struct{ begin, end int }

// structureOf returns the offsets of the structural bytes, which include quotation marks and the
// delimiters of comments. It also returns where the contents of strings are.
func structureOf(src []byte, d lint.Dialect) (places []int, inStrings []stretch) {
	add := func(begin, end int) {
		for i := begin; i < end; i++ {
			places = append(places, i)
		}
	}
	lexer := dialect.NewLexer(src, d.Notation())
	for {
		token, err := lexer.Next()
		if err == io.EOF {
			return places, inStrings
		}
		switch begin, end := token.Begin, token.End; token.Kind {
		case dialect.String:
			places = append(places, begin, begin, begin, end-1, end-1, end-1) // chosen more often
			inStrings = append(inStrings, stretch{begin + 1, end - 1})
		case dialect.LineComment:
			add(begin, begin+2)
		case dialect.BlockComment:
			add(begin, begin+2)
			add(end-2, end)
		default:
			add(begin, end)
		}
	}
}

// A mutation is a changed document.
type mutation struct {
	text        []byte
	at          int // the bytes of the original document from this offset on have moved
	moved       int // number of bytes by which these bytes have moved, negative if toward the start
	description string
}

// intruding are bytes that are likely to mislead a fix.
const intruding = "\"\"\"\"\\,:[]{}'/*# \n\t0tT+.\x00\xff"

// mutate deletes, doubles or replaces a structural byte, or swaps it with the next one.
func (c *fixChecker) mutate(src []byte, places []int) mutation {
	at := pick(c.rng, places)
	text := bytes.Clone(src)
	switch c.rng.IntN(6) {
	case 0, 1:
		return mutation{append(text[:at], text[at+1:]...), at + 1, -1, fmt.Sprintf("without the byte at %d", at)}
	case 2:
		return mutation{append(text[:at+1], src[at:]...), at + 1, 1, fmt.Sprintf("with the byte at %d twice", at)}
	case 3:
		text[at] = intruding[c.rng.IntN(len(intruding))]
	case 4:
		if next := at + 1; slices.Contains(places, next) {
			text[at], text[next] = text[next], text[at]
			return mutation{text, at, 0, fmt.Sprintf("with the bytes at %d and %d exchanged", at, next)}
		}
		fallthrough
	default:
		text[at] = byte(c.rng.IntN(256))
	}
	return mutation{text, at, 0, fmt.Sprintf("with %q for the byte at %d", text[at], at)}
}

// check fixes a mutation in rounds, until there is nothing left to fix. It checks in each round
// that no fix changes the contents of strings.
func (c *fixChecker) check(d lint.Dialect, src []byte, m mutation, inStrings []stretch) {
	options := lint.Options{Dialect: d, MaxProblems: -1, Severities: map[string]lint.Severity{
		"final-newline": lint.Warning,
	}}
	l := lint.New(options)
	kept := make([]stretch, 0, len(inStrings))
	for _, s := range inStrings {
		if s.begin >= m.at {
			s = stretch{s.begin + m.moved, s.end + m.moved}
		}
		kept = append(kept, s)
	}
	text, count := m.text, 0
	for range 200 {
		found := withoutEncoding(l.Check(text))
		for i := range found {
			if fix := found[i].Fix; fix != nil {
				c.compare(src, m, kept, "Check", text, fix)
			}
		}
		next, n := lint.Apply(text, found)
		if n == 0 {
			break
		}
		kept = move(kept, found)
		text, count = next, count+n
	}
	fixed, n := l.Fix(m.text)
	if !bytes.Equal(fixed, text) || n != count {
		c.Errorf("%v: %q: Fix makes %d fixes, %q; those of Check are %d, %q", d, m.text, n, fixed, count, text)
	}
	c.checked++
	if n > 0 {
		c.fixed++
		c.edits += n
	}
	if l.Check(m.text).Count(lint.Error) == 0 {
		c.valid++
		if l.Check(fixed).Count(lint.Error) > 0 {
			c.Errorf("%v: %q is valid, and fixed it is %q", d, m.text, fixed)
		}
	} else if d == lint.JSON {
		if out, err := format.Append(nil, m.text, format.Options{}); err == nil {
			c.Errorf("%q is not valid, and was formatted: %q", m.text, out)
		}
	}
}

func withoutEncoding(r *lint.Report) (found []lint.Diagnostic) {
	for _, d := range r.Diagnostics {
		if d.Rule != "encoding" {
			found = append(found, d)
		}
	}
	return found
}

// compare checks that a fix changes nothing in the stretches in kept, which are the contents of
// strings.
func (c *fixChecker) compare(src []byte, m mutation, kept []stretch, name string, text []byte, fix *lint.Fix) {
	for _, e := range fix.Edits {
		for _, s := range kept {
			begin, end := int64(s.begin), int64(s.end)
			if e.Offset < end && e.Offset+e.Length > begin || e.Length == 0 && begin <= e.Offset && e.Offset <= end {
				c.Errorf("%s: %q\n%s, would %s at %d:\n%q\nwhere %q was in a string", name, src, m.description, fix.Title, e.Offset, text, text[begin:end])
			}
		}
	}
}

// move returns where the strings are after all fixes have been applied. The fixes must not overlap.
func move(strings []stretch, found []lint.Diagnostic) []stretch {
	moved := append([]stretch(nil), strings...)
	for _, d := range found {
		if d.Fix == nil {
			continue
		}
		for _, e := range d.Fix.Edits {
			for i, s := range strings {
				if e.Offset < int64(s.begin) {
					moved[i].begin += len(e.New) - int(e.Length)
					moved[i].end += len(e.New) - int(e.Length)
				}
			}
		}
	}
	return moved
}
