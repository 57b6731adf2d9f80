package conformance

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"strconv"
	"testing"
	"time"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// The cost of an invalid document is the time for the invalid document divided by the time for the
// same document without the error.

var costLargest = flag.Int("cost-largest", 64<<10, "the size in bytes of the largest documents of BenchmarkInvalid, which go up to 50 MiB")

// costShapes define the documents. In each document, a unit is repeated between head and tail. The
// bad field is the text that causes the error.
var costShapes = []struct{ name, head, unit, tail, bad string }{
	{"records", "[", `{"id":17,"name":"Some Name","tags":[true,null,"x"],"value":1.25e3},`, "0]", "}"},
	{"tiny", "[", "1,", "0]", ":"},
	{"nested", "[", `[[[[[{"a":{"b":[[1]]}}]]]]],`, "0]", "}"},
	{"strings", "[", `"The quick brown fox jumps over the lazy dog, and over it again, and once more",`, "0]", ";"},
	{"long", `["`, "x", `"]`, "\x01"},
	{"cyrillic", "[", `{"имя":"Съешь же ещё этих мягких французских булок"},`, "0]", ","},
	{"escapes", "[", `"\u00e9\n\\\"",`, "0]", "]"},
	{"pretty", "[", "\n        {\n            \"a\": 1\n        },", "0]", "}"},
	{"numbers", "[", "-122.4194155,37.7749295e-3,", "0]", "1.2.3"},
	{"object", "{", "", "\"z\":0}", `"z"`},
}

// costDocument returns a valid document of about the given size, and the offsets of some of its
// elements.
func costDocument(shape int, size int) (b []byte, begins []int) {
	s := costShapes[shape]
	b = append(b, s.head...)
	for i := 0; len(b) == len(s.head) || len(b) < size; i++ {
		begins = append(begins, len(b))
		unit := s.unit
		if unit == "" {
			unit = fmt.Sprintf(`"name %d":%d,`, i, i)
		}
		b = append(b, unit...)
	}
	return append(b, s.tail...), begins
}

// costPlaces are the positions of the error.
var costPlaces = []string{"start", "middle", "end", "cut-off"}

func withError(shape int, b []byte, begins []int, place string) []byte {
	at := begins[len(begins)-1]
	switch place {
	case "start":
		at = begins[0]
	case "middle":
		at = begins[len(begins)/2]
	case "cut-off":
		return b[:len(b)-1]
	}
	return bytes.Join([][]byte{b[:at], b[at:]}, []byte(costShapes[shape].bad))
}

func ask(err error) {
	if e, ok := err.(*tokenizer.SyntaxError); ok {
		_, _ = e.Error(), e.Position()
		_, _ = e.Pointer()
		_, _ = e.Related()
	}
}

var costly = lint.New(lint.Options{})

var costFunctions = []struct {
	name string
	most int // in bytes
	run  func(b []byte)
}{
	{"Valid", math.MaxInt, func(b []byte) { tokenizer.Valid(b) }},
	{"Check", math.MaxInt, func(b []byte) { _ = tokenizer.Check(b) }},
	{"Check+ask", math.MaxInt, func(b []byte) { ask(tokenizer.Check(b)) }},
	{"UniqueNames", math.MaxInt, func(b []byte) { _ = tokenizer.Check(b, tokenizer.UniqueNames()) }},
	{"IJSON", 1 << 20, func(b []byte) { _ = tokenizer.Check(b, tokenizer.IJSON()) }},
	{"ServiceLimits", 4 << 20, func(b []byte) { _ = tokenizer.Check(b, tokenizer.ServiceLimits()) }},
	{"MaxMembers", math.MaxInt, func(b []byte) { _ = tokenizer.Check(b, tokenizer.MaxMembers(len(b)/2-1)) }},
	{"AllowBOM", 1 << 20, func(b []byte) { _ = tokenizer.Check(b, tokenizer.AllowBOM()) }},
	{"CheckReader", math.MaxInt, func(b []byte) {
		_ = tokenizer.CheckReader(context.Background(), struct{ io.Reader }{bytes.NewReader(b)})
	}},
	{"Parse", math.MaxInt, func(b []byte) { _, _ = document.Parse(b) }},
	{"records.Check", math.MaxInt, func(b []byte) { _ = records.Check(b) }},
	{"Lint", math.MaxInt, func(b []byte) { costly.Check(b) }},
	{"LintReader", math.MaxInt, func(b []byte) { _, _ = costly.CheckReader(context.Background(), bytes.NewReader(b)) }},
}

// BenchmarkInvalid runs each function alternately on a valid document and on an invalid one. It
// reports the ratio of the two times, which is the relative cost of the invalid document. The time
// of an operation is the sum of both times. For example, run it with -bench 'Invalid/Check/'
// -benchtime 100ms -cost-largest 52428800.
func BenchmarkInvalid(b *testing.B) {
	for _, f := range costFunctions {
		b.Run(f.name, func(b *testing.B) {
			for _, size := range []int{20, 200, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 1 << 20, 50 << 20} {
				if size > min(f.most, *costLargest) {
					continue
				}
				b.Run(strconv.Itoa(size), func(b *testing.B) {
					for shape := range costShapes {
						b.Run(costShapes[shape].name, func(b *testing.B) { benchmarkInvalid(b, f.name, f.run, shape, size) })
					}
				})
			}
		})
	}
}

func benchmarkInvalid(b *testing.B, name string, run func([]byte), shape, size int) {
	valid, begins := costDocument(shape, size)
	for _, place := range costPlaces {
		b.Run(place, func(b *testing.B) {
			valid, invalid := valid, withError(shape, valid, begins, place)
			if name == "records.Check" {
				valid, invalid = asRecords(valid), asRecords(invalid)
			}
			compare(b, func() { run(valid) }, func() { run(invalid) })
		})
	}
}

// asRecords converts the elements of a document to lines.
func asRecords(b []byte) []byte {
	return bytes.ReplaceAll(bytes.ReplaceAll(bytes.Trim(b, "[]"), []byte("\n"), []byte(" ")), []byte("},"), []byte("}\n"))
}

// compare runs two functions alternately, and reports the ratio of their shortest times.
func compare(b *testing.B, valid, invalid func()) {
	best := [2]time.Duration{math.MaxInt64, math.MaxInt64}
	times := 1
	for start := time.Now(); ; times++ {
		if valid(); time.Since(start) > 20*time.Microsecond {
			break
		}
	}
	for b.Loop() {
		for i, f := range []func(){valid, invalid} {
			start := time.Now()
			for range times {
				f()
			}
			best[i] = min(best[i], time.Since(start))
		}
	}
	b.ReportMetric(float64(best[0].Nanoseconds())/float64(times), "valid-ns")
	b.ReportMetric(float64(best[1].Nanoseconds())/float64(times), "invalid-ns")
	b.ReportMetric(float64(best[1])/float64(best[0]), "ratio")
}
