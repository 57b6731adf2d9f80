package inputs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"github.com/assayjson/assay/bench/internal/contest"
)

// records returns the inputs of the Records category: one JSON value per line.
func records(dir string, short bool) []Input {
	input := func(name string, make func() ([]byte, error)) Input {
		return Input{Category: contest.Records, Name: name, make: func() ([][]byte, error) { return single(make()) }}
	}
	ins := []Input{
		input("log-records", func() ([]byte, error) { return LogRecords(4 << 20), nil }),
		input("tweets", func() ([]byte, error) { return tweetRecords(dir) }),
	}
	if !short {
		ins = append(ins, input(linesDocument, func() ([]byte, error) { return Document(dir, linesDocument) }))
	}
	return ins
}

// LogRecords returns at least size bytes of log records of about 190 bytes each, generated from a
// fixed seed.
func LogRecords(size int) []byte {
	r := rand.New(rand.NewPCG(3, 3))
	out := make([]byte, 0, size+512)
	levels := []string{"DEBUG", "INFO", "WARN", "ERROR"}
	for len(out) < size {
		out = fmt.Appendf(out, `{"time":"2026-11-%02dT%02d:%02d:%02d.%06dZ","level":%q,"msg":"`,
			1+r.IntN(30), r.IntN(24), r.IntN(60), r.IntN(60), r.IntN(1e6), levels[r.IntN(len(levels))])
		out = appendText(out, englishRune, 20+r.IntN(60), r)
		out = fmt.Appendf(out, `","user":%d,"took_ms":%.3f,"ok":%t,"tags":["http","v%d"],"peer":null}`+"\n",
			r.IntN(1e7), r.Float64()*1000, r.IntN(2) == 0, r.IntN(9))
	}
	return out
}

// tweetRecords returns the statuses of twitter.json, one per line, four times in a row.
func tweetRecords(dir string) ([]byte, error) {
	var doc struct{ Statuses []json.RawMessage }
	if err := unmarshalDocument(dir, "twitter", &doc); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	for _, status := range doc.Statuses {
		if err := json.Compact(&out, status); err != nil {
			return nil, err
		}
		out.WriteByte('\n')
	}
	return bytes.Repeat(out.Bytes(), 4), nil
}
