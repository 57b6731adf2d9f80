package recordscmd

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/tokenizer"
)

// lineBreaks are line breaks with the indentation after them. They are never in strings.
var lineBreaks = regexp.MustCompile(`[\r\n][ \t\r\n]*`)

// oracle returns the records that the array at a JSON Pointer consists of, or false if it is not clear which one is meant or if there is none.
func oracle(text []byte, pointer string) (lines string, ok bool) {
	doc, err := document.Parse(text, tokenizer.AllowBOM())
	if err != nil {
		return "", false
	}
	v, err := doc.Lookup(pointer)
	var elements []json.RawMessage
	if err != nil || json.Unmarshal(v.Raw(), &elements) != nil || elements == nil {
		return "", false
	}
	var b strings.Builder
	for _, e := range elements {
		b.Write(lineBreaks.ReplaceAll(e, nil))
		b.WriteByte('\n')
	}
	return b.String(), true
}

// split returns the records that a splitter writes.
func split(r io.Reader, pointer string, most int) (string, error) {
	names, err := parsePointer(pointer)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	s := newSplitter(&out, pointer, names)
	s.most = most
	err = s.convert(r)
	if n, begun := s.written(); err == nil && (begun || n != int64(strings.Count(out.String(), "\n"))) {
		return "", fmt.Errorf("%d records are counted", n)
	}
	return out.String(), err
}

// check compares the records of a text with those of the oracle, for several ways to read the text.
func check(t *testing.T, text []byte, pointer string) {
	t.Helper()
	want, ok := oracle(text, pointer)
	for _, most := range []int{1, 64, mostText} {
		for name, r := range map[string]io.Reader{"whole": bytes.NewReader(text), "bytes": iotest.OneByteReader(bytes.NewReader(text)), "halves": iotest.HalfReader(bytes.NewReader(text))} {
			got, err := split(r, pointer, most)
			var missing *missingError
			if errors.As(err, &missing) && strings.Contains(missing.reason, "twice") {
				continue // the oracle takes the first member
			}
			if ok != (err == nil) || ok && got != want {
				t.Fatalf("%.2000q at %q, %s, most %d: %v\n got %.2000q\nwant %.2000q", text, pointer, name, most, err, got, want)
			}
			var bad *tokenizer.SyntaxError
			if invalid := tokenizer.Check(text, tokenizer.AllowBOM()); errors.As(err, &bad) != (invalid != nil) || invalid != nil && err.Error() != invalid.Error() {
				t.Fatalf("%.2000q at %q: %v, want %v", text, pointer, err, invalid)
			}
		}
	}
}

func TestSplit(t *testing.T) {
	for _, text := range []string{
		`[]`, " [ \n] ", `[1]`, "[1,2 , 3]", "[\n  {\n    \"a\": 1,\r\n    \"b\": [ ] \n  }\n,\n[\r]]\n", `["\n\r"," "]`, "\ufeff[1]", "[[\r\n\r\n\t1 , 2\r]]", `[null,true,false,-0.0e+1]`,
		`{"items":[1,[2]]}`, `{"a":1,"items":[{"items":[3]}],"b":[4]}`, `{"it\u0065ms":[1]}`, `{"items":[1],"items":[2]}`, `{"items":{}}`, `{"items":1}`, `{"b":{"items":[1]}}`, `[{"items":[7]}]`,
		`[0,[1,2]]`, `[[1,2],{"items":5}]`, `{"":[1]}`, `{"a/b":[1],"m~n":[2]}`, `{"items":[1,2,}`, `[1,2`, `[1,2]]`, `[1] x`, ``, `"s"`, "[\"a\nb\"]", `{"0":[1]}`, `[[[]]]`, `[{"items":[]},2,3]`,
	} {
		for _, pointer := range []string{"", "/items", "/0", "/1", "/0/items", "/", "/a~1b", "/m~0n", "/items/0/items", "/01", "/-", "/99999999999999999999"} {
			check(t, []byte(text), pointer)
		}
	}
}

// Arrays with all kinds of white space and with elements that are longer than the memory.
func TestSplitRandom(t *testing.T) {
	rounds := 2000
	if longtest.Off() {
		rounds = 300
	}
	r := rand.New(rand.NewPCG(1, 2))
	for i := range rounds {
		var b strings.Builder
		n, depth := r.IntN(6), 3
		if i%3 == 0 {
			n, depth = r.IntN(80), r.IntN(2) // many scalars
		}
		space(&b, r)
		b.WriteString("[")
		for j := range n {
			if j > 0 {
				b.WriteString(",")
			}
			value(&b, r, depth)
		}
		b.WriteString("]")
		space(&b, r)
		text := []byte(b.String())
		if i%4 == 3 {
			text[r.IntN(len(text))] = "\x00\n \"[]{},:1\xff"[r.IntN(12)]
		}
		check(t, text, "")
	}
	long := strings.Repeat("[1 ,\n\t{\"a\" : \"b\"}\r\n ],", 20_000)
	text := `{"x":[` + strings.Repeat(long, 2) + `0],"items":[` + long + `[` + long + `2], "` + strings.Repeat("long ", 100_000) + `",` + strings.Repeat(" ", 300_000) + `[` + strings.Repeat(" ", 300_000) + "\n]]}"
	want, _ := oracle([]byte(text), "/items")
	if got, err := split(iotest.HalfReader(strings.NewReader(text)), "/items", 0); err != nil || got != want {
		t.Errorf("%v, %d bytes, want %d", err, len(got), len(want))
	}
}

// The output does not depend on how much of a document is known to be valid at a time.
func TestSplitPieces(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		var b strings.Builder
		b.WriteString(`{"a":[1,{"items":[`)
		for j := range r.IntN(6) {
			if j > 0 {
				b.WriteString(",")
			}
			value(&b, r, 3)
		}
		b.WriteString(`]}],"b":[`)
		value(&b, r, 2)
		b.WriteString("]}")
		text := []byte(b.String())
		for _, pointer := range []string{"/a/1/items", "/a", "/b", "/b/0", "/c"} {
			want, ok := oracle(text, pointer)
			var out strings.Builder
			names, _ := parsePointer(pointer)
			s := newSplitter(&out, pointer, names)
			s.most = 1 + r.IntN(20)
			tokens := tokenizer.New(text)
			for read := 0; ; {
				_, err := tokens.Next()
				if err == nil && r.IntN(3) > 0 {
					continue
				}
				end := int(tokens.InputOffset())
				if err == io.EOF {
					end = len(text)
				}
				s.text = append(s.text, text[read:end]...)
				read = end
				s.Passed(reading.Offset(end))
				if err != nil {
					break
				}
			}
			s.flush()
			if got := out.String(); got != want && ok || ok != (s.failure == nil) {
				t.Fatalf("%q at %s: %q, want %q; %v", text, pointer, got, want, s.failure)
			}
		}
	}
}

// space writes white space.
func space(b *strings.Builder, r *rand.Rand) {
	for r.IntN(3) == 0 {
		b.WriteString([]string{" ", "\n", "\r\n", "\r", "\t", "    ", "\n        "}[r.IntN(7)])
	}
}

// value writes a value with white space around it.
func value(b *strings.Builder, r *rand.Rand, depth int) {
	space(b, r)
	defer space(b, r)
	n := r.IntN(4)
	switch k := r.IntN(6); {
	case k == 0 && depth > 0:
		b.WriteString("[")
		for i := range n {
			if i > 0 {
				b.WriteString(",")
			}
			value(b, r, depth-1)
		}
		space(b, r)
		b.WriteString("]")
	case k < 3 && depth > 0:
		b.WriteString("{")
		for i := range n {
			if i > 0 {
				b.WriteString(",")
			}
			space(b, r)
			fmt.Fprintf(b, `"n%d"`, i)
			space(b, r)
			b.WriteString(":")
			value(b, r, depth-1)
		}
		space(b, r)
		b.WriteString("}")
	default:
		b.WriteString([]string{"null", "1.5e3", `"s p a c e"`, `"\n"`, "-0", `""`, strings.Repeat("7", 1+r.IntN(80)), `"é\\"`, `",[ ,"`, "3"}[r.IntN(10)])
	}
}

func FuzzSplit(f *testing.F) {
	f.Add([]byte("[1,\n{\"a\":[\r2 ]}]"), "")
	f.Add([]byte(`{"items":[1,2],"items":3}`), "/items")
	f.Fuzz(func(t *testing.T, text []byte, pointer string) {
		if _, err := parsePointer(pointer); err == nil {
			check(t, text, pointer)
		}
	})
}

// What is written before an error are the elements before it, and a part of the element that has the error only if that is long.
func TestSplitBeforeError(t *testing.T) {
	text := `[1,{"a":2},` + strings.Repeat(" ", 100) + `[3,` + strings.Repeat("4,", 100) + `x`
	for most, want := range map[int]string{mostText: "1\n{\"a\":2}\n", 16: "1\n{\"a\":2}\n[3,4"} {
		got, err := split(iotest.OneByteReader(strings.NewReader(text)), "", most)
		if err == nil || !strings.HasPrefix(got, want) || most == mostText && got != want {
			t.Errorf("%d: %v, %q", most, err, got)
		}
	}
}

// An array that has been made from records has the same records.
func TestJoin(t *testing.T) {
	for text, want := range map[string]string{
		"": "[]\n", "\n \n": "[]\n", "1\n": "[\n1\n]\n", "1\n{\"a\": [2] }\r\n\n \"x\\n\" \n[]": "[\n1,\n{\"a\": [2] },\n\"x\\n\",\n[]\n]\n",
	} {
		var array bytes.Buffer
		j := joiner{out: &array}
		if err := errors.Join(j.convert(strings.NewReader(text)), j.end()); err != nil || array.String() != want {
			t.Errorf("%q: %q, %v; want %q", text, array.String(), err, want)
		}
		lines, err := split(&array, "", 0)
		if trimmed := regexp.MustCompile(`(?m)^[ \t]*\r?\n|[ \t\r]+$|^ +`).ReplaceAllString(text, ""); err != nil || strings.TrimSuffix(lines, "\n") != strings.TrimSuffix(trimmed, "\n") {
			t.Errorf("%q: %q, %v", text, lines, err)
		}
	}
}

func BenchmarkSplit(b *testing.B) {
	record := `{"id": 12345, "name": "user 12345", "price": 431.07, "tags": ["a", "bb"], "address": {"city": "Berlin", "zip": "01234"}, "active": true, "note": null}`
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, []byte(record), "  ", "  "); err != nil {
		b.Fatal(err)
	}
	for name, element := range map[string]string{"lines": record, "pretty": pretty.String(), "numbers": "12345", "text": `"` + strings.Repeat("some words of a text, ", 500) + `"`} {
		text := "[" + strings.Repeat("\n  "+element+",", 4<<20/len(element)) + "\n  0\n]\n"
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				s := newSplitter(io.Discard, "", nil)
				if err := s.convert(strings.NewReader(text)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
