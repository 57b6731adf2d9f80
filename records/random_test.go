package records_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// recordParts are the parts from which inputs are made: valid and invalid records, and parts of
// records.
var recordParts = []string{
	"1", "[]", `{"a":`, "}", "{", "[", "]", "\n", "\n", "\n", " ", "\t", "\r", "\r\n", "\n\n", `"é"`, `"😀"`, "😀", ",", ":", "null", "true", "fal", "-", "0.5e1", "1.",
	"\xff", "\xF0", "\xF0\x9F", "\xE6\xBC", `"`, `"\"`, `\`, `\n`, `"\u00e9\\"`, `"\u0`, "[1,2]", "[1,\n 2,\n\t[3]]", "\x1E", "\x1E", "\x1E[1]\n", "\x1E12\n", "\x1Etrue",
	"\uFEFF", "{\"a\":[1,{\"b\":null}]}\n", "{\"a\":[1,{\"b\":null]}\n", `{"a":1,"a":2}`, `"\uD800"`, "[[[[1]]]]", "\x00", "[1,]\n", `{"a":1,}`, "\x1E[1,]\n", "\x1E\"abc",
	"{\"name\":\"some text that is longer\",\"list\":[1.5,true,false]}\n", "\x1E{\"name\":\"text\"}\n", `"a long string without an end`,
}

// validRecords are whole records.
var validRecords = []string{"1\n", "{\"a\":1,\"b\":{\"a\":[{}]}}\n", "[1,2,{}]\r\n", "{\"name\":\"value \\u00e9 é\",\"list\":[1.5e3,true,false,null]}\n", "\"text\"\n", "\n", "  [ ]\n"}

func randomRecords(rng *rand.Rand, format string) []byte {
	var b []byte
	if rng.IntN(8) == 0 {
		b = append(b, "\uFEFF"...)
	}
	parts, oneIn := rng.IntN(30), 1
	if rng.IntN(4) == 0 {
		parts, oneIn = rng.IntN(300), 60
		if format == "concatenated" { // the oracle takes quadratic time
			parts /= 5
		}
	}
	for range parts {
		switch {
		case rng.IntN(oneIn) == 0:
			b = append(b, recordParts[rng.IntN(len(recordParts))]...)
		case format == "sequence":
			b = append(append(b, 0x1E), validRecords[rng.IntN(len(validRecords))]...)
		default:
			b = append(b, validRecords[rng.IntN(len(validRecords))]...)
		}
	}
	return b
}

func randomRules(rng *rand.Rand) rules {
	r := rules{
		format:   []string{"", "", "sequence", "concatenated"}[rng.IntN(4)],
		blank:    records.BlankPolicy(rng.IntN(3)),
		ijson:    rng.IntN(4) == 0,
		unique:   rng.IntN(4) == 0,
		allowBOM: rng.IntN(2) == 0,
	}
	if rng.IntN(3) == 0 {
		r.maxRecord = 1 + rng.IntN(40)
	}
	if rng.IntN(5) == 0 {
		r.maxDepth = 1 + rng.IntN(3)
	}
	switch rng.IntN(8) {
	case 0:
		r.maxTokens = 1 + rng.IntN(10)
	case 1:
		r.maxString = 1 + rng.IntN(10)
	case 2:
		r.members = 1 + rng.IntN(3)
	}
	return r
}

func TestRecordsAtRandom(t *testing.T) {
	n := 300
	if longtest.Off() {
		n = 60
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(51, 52))
		for range n {
			r := randomRules(rng)
			r.check(t, randomRecords(rng, r.format))
		}
	})
}

// The random inputs contain enough records of every kind.
func TestRecordsAtRandomAreOfAllKinds(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing depends on the machine")
	}
	rng := rand.New(rand.NewPCG(51, 52))
	seen := map[string]int{}
	for range 2000 {
		r := randomRules(rng)
		for _, f := range r.oracle(randomRecords(rng, r.format)) {
			kind := "valid"
			if f.err != "" {
				_, _ = fmt.Sscan(f.err, &kind)
			}
			seen[r.format+" "+kind]++
		}
	}
	for _, format := range []string{"", "sequence", "concatenated"} {
		for _, kind := range []string{"valid", "record-too-long", "truncated", "unterminated-string", "trailing-comma", "utf8-truncated"} {
			if seen[format+" "+kind] == 0 {
				t.Errorf("%q, %s: none", format, kind)
			}
		}
	}
	if seen["sequence missing-separator"] < 2 || seen["sequence undelimited-record"] < 2 {
		t.Error("no faults of sequences")
	}
}

// MaxBytes limits each record. It does not matter whether all records together exceed that limit.
func TestRecordsLongerThanMaxBytesTogether(t *testing.T) {
	input := []byte("4,5091,40]\n[1,2]\n" + strings.Repeat("[1,2]\n", 300))
	asmtest.EachKernel(t, func(t *testing.T) {
		for n := int64(10); n < int64(len(input)+10); n += 13 {
			bad := 0
			for r := range records.All(input, records.Each(tokenizer.MaxBytes(n))) {
				if !r.Valid() {
					bad++
				}
			}
			if err := records.Check(input, records.Each(tokenizer.MaxBytes(n))); err == nil || bad != 1 {
				t.Errorf("MaxBytes(%d): %v, %d records are not valid", n, err, bad)
			}
		}
	})
}
