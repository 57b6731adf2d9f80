package jsonsimd_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
)

// BenchmarkValidJSON measures hard cases: inputs of 1 MB designed to be slow, and documents of at
// most a few hundred bytes, for which fixed costs matter. Benchmarks with real documents are in
// bench/.
func BenchmarkValidJSON(b *testing.B) {
	for _, shape := range hostileJSON(1_000_000) {
		b.Run("hostile/"+shape.name, func(b *testing.B) {
			benchmarkJSON(b, [][]byte{shape.document})
		})
	}
	for _, size := range []int{16, 32, 63, 100, 189, 220, 256, 400, 511, 1000, 2000} {
		b.Run(fmt.Sprintf("size/%d", size), func(b *testing.B) {
			benchmarkJSON(b, payloads(256, size))
		})
	}
}

// benchmarkJSON checks the documents in turn, with each kernel that can check them.
func benchmarkJSON(b *testing.B, documents [][]byte) {
	b.Helper()
	total := 0
	for _, document := range documents {
		total += len(document)
	}
	asmtest.Benchmark(b, func(b *testing.B) {
		for _, document := range documents {
			valid, known := jsonsimd.Valid(document, maxDepth)
			if !known {
				b.Skip("left to the scanner")
			}
			if !valid {
				b.Fatalf("rejected: %.200q", document)
			}
		}
		b.SetBytes(int64(total / len(documents)))
		accepted, i := true, 0
		for b.Loop() {
			valid, _ := jsonsimd.Valid(documents[i], maxDepth)
			accepted = accepted && valid
			if i++; i == len(documents) {
				i = 0
			}
		}
		if !accepted {
			b.Fatal("rejected")
		}
	})
}

// hostileJSON returns documents of about n bytes. Each of them repeats one construct.
func hostileJSON(n int) []struct {
	name     string
	document []byte
} {
	array := func(element string) []byte {
		return []byte("[" + strings.Repeat(element+",", n/(len(element)+1)) + "1]")
	}
	in := func(open, unit, shut string) []byte {
		return []byte(open + strings.Repeat(unit, n/len(unit)) + shut)
	}
	return []struct {
		name     string
		document []byte
	}{
		{"nest1000", array(strings.Repeat("[", 999) + strings.Repeat("]", 999))},
		{"nest60", array(strings.Repeat("[", 59) + strings.Repeat("]", 59))},
		{"mixed60", array(strings.Repeat(`[{"":`, 29) + "1" + strings.Repeat("}]", 29))},
		{"arrays", array("[]")},
		{"objects", array(`{"":{}}`)},
		{"ones", array("1")},
		{"walk", bracketWalk(n)},
		{"literals", array("true,false,null")},
		{"exponents", array("-1.5e-7")},
		{"digits", in("", "1234567890", "")},
		{"strings", array(`""`)},
		{"backslashes", in(`"`, `\\`, `"`)},
		{"escapes", in(`"`, `\u00e9\n`, `"`)},
		{"nonascii", in(`"`, "é漢😀", `"`)},
		{"space", in("[", " \n", "]")},
	}
}

// bracketWalk returns a document of about n bytes whose depth goes up and down at random, with
// little between the brackets.
func bracketWalk(n int) []byte {
	rng := rand.New(rand.NewPCG(1, 2))
	document, open := []byte("["), []byte("]")
	for len(document)+len(open) < n {
		top := open[len(open)-1]
		if c := document[len(document)-1]; c == ']' || c == '}' {
			if len(open) > 1 && rng.IntN(2) == 0 {
				document, open = append(document, top), open[:len(open)-1]
				continue
			}
			document = append(document, ',')
		}
		if top == '}' {
			document = append(document, `"":`...)
		}
		opener := "[{"[rng.IntN(2)]
		document, open = append(document, opener), append(open, opener+2)
		if rng.IntN(2) == 0 {
			document, open = append(document, opener+2), open[:len(open)-1]
		}
	}
	for i := len(open) - 1; i >= 0; i-- {
		document = append(document, open[i])
	}
	return document
}

// payloads returns the given number of documents of about size bytes that resemble those of web
// services. All are different, so that a branch predictor cannot learn them.
func payloads(count, size int) [][]byte {
	rng := rand.New(rand.NewPCG(3, uint64(size)))
	var documents [][]byte
	for len(documents) < count {
		document := appendPayload(nil, rng, size, 0)
		if d := len(document) - size; max(d, -d) <= size/64 {
			documents = append(documents, bytes.Clone(document))
		}
	}
	return documents
}

var (
	payloadNames = strings.Fields(`id name type url user email status created_at updated_at count total price currency active
		tags items data meta lang text title description version lat lon score address city zip phone avatar_url is_admin parent_id`)
	payloadWords = strings.Fields(`the quick brown fox jumps over a lazy dog alpha beta gamma München café order shipped
		pending https://example.com/p/ 2024-05-17T08:31:22Z a3f8-99c1 \"quoted\" line\nbreak \u00e9 Zürich 東京`)
)

// appendPayload appends an object of about size bytes and returns the extended buffer.
func appendPayload(dst []byte, rng *rand.Rand, size, depth int) []byte {
	dst = append(dst, '{')
	for end := len(dst) + size - 1; ; {
		dst = append(dst, '"')
		dst = append(dst, payloadNames[rng.IntN(len(payloadNames))]...)
		dst = append(dst, '"', ':')
		dst = appendPayloadValue(dst, rng, end-len(dst), depth)
		if end-len(dst) < 12 {
			return append(dst, '}')
		}
		dst = append(dst, ',')
	}
}

// appendPayloadValue appends a value that should not take more than room bytes, but may take fewer,
// and returns the extended buffer.
func appendPayloadValue(dst []byte, rng *rand.Rand, room, depth int) []byte {
	switch kind := rng.IntN(12); {
	case kind == 0 && room > 40 && depth < 4:
		return appendPayload(dst, rng, 20+rng.IntN(room-30), depth+1)
	case kind == 1 && room > 30 && depth < 4:
		dst = append(dst, '[')
		for end := len(dst) + rng.IntN(room-20); len(dst) < end; {
			dst = append(appendPayloadValue(dst, rng, end-len(dst), depth+1), ',')
		}
		return append(strconv.AppendInt(dst, int64(rng.IntN(100)), 10), ']')
	case kind < 4:
		return strconv.AppendInt(dst, int64(rng.Uint32()>>rng.IntN(32)), 10)
	case kind == 4:
		return strconv.AppendFloat(dst, rng.Float64()*1000-300, 'g', 1+rng.IntN(9), 64)
	case kind < 7:
		return append(dst, []string{"true", "false", "null"}[rng.IntN(3)]...)
	}
	dst = append(dst, '"')
	for i := range rng.IntN(4) {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = append(dst, payloadWords[rng.IntN(len(payloadWords))]...)
	}
	return append(dst, '"')
}
