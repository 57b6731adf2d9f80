package inputs

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/assayjson/assay/bench/internal/contest"
)

// anyValue is the name of an input that is decoded into any.
const anyValue = "twitter, any"

// decodings returns the inputs of the Decoding category. Contestants know the Go type of each input by its name.
func decodings(dir string, short bool) []Input {
	document := func(name string) func() ([][]byte, error) {
		return func() ([][]byte, error) { return single(Document(dir, name)) }
	}
	ins := []Input{
		{Name: "twitter", make: document("twitter")},
		{Name: "payload-small", make: document("payload-small")},
		{Name: "log-records", make: func() ([][]byte, error) { return logLines(), nil }},
		{Name: "log-records, NDJSON", make: func() ([][]byte, error) { return single(LogRecords(poolSize), nil) }, isNDJSON: true},
	}
	if !short {
		ins = append(ins,
			Input{Name: "twitter, nine fields", make: document("twitter")},
			Input{Name: anyValue, make: document("twitter")},
			Input{Name: "citm_catalog", make: document("citm_catalog")},
			Input{Name: "canada", make: document("canada")},
			Input{Name: "github_events", make: document("github_events")},
			Input{Name: "payload-medium", make: document("payload-medium")},
			Input{Name: "floats", make: func() ([][]byte, error) { return single(floats(10000), nil) }},
			Input{Name: "map of strings", make: func() ([][]byte, error) { return single(stringMap(2000), nil) }},
		)
	}
	return withCategory(contest.Decoding, ins)
}

// logLines returns log records, each as a chunk.
func logLines() [][]byte { return slices.Collect(bytes.Lines(LogRecords(poolSize))) }

// floats returns an array of n numbers with 15 to 17 digits.
func floats(n int) []byte {
	r := rand.New(rand.NewPCG(4, 4))
	out := []byte("[")
	for range n {
		out = append(strconv.AppendFloat(out, r.NormFloat64()*1000, 'g', -1, 64), ',')
	}
	out[len(out)-1] = ']'
	return out
}

// stringMap returns an object with n strings of up to 60 bytes.
func stringMap(n int) []byte {
	r := rand.New(rand.NewPCG(5, 5))
	out := []byte("{")
	for i := range n {
		out = fmt.Appendf(out, `"name.%d":"`, i*7919)
		out = append(appendText(out, englishRune, r.IntN(60), r), `",`...)
	}
	out[len(out)-1] = '}'
	return out
}
