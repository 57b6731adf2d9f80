package lint

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/assayjson/assay/internal/longtest"
)

// Every record has the findings that it would have as a document of its own.
func TestRecordsAreCheckedLikeDocuments(t *testing.T) {
	rounds := 2000
	if longtest.Off() {
		rounds = 200
	}
	type place struct {
		rule, code, pointer string
		offset, length      int64
	}
	places := func(r *Report, at int64) (all []place) {
		for _, d := range r.Diagnostics {
			all = append(all, place{d.Rule, d.Code, d.Pointer, at + d.Offset, d.Length})
		}
		return all
	}
	rng := rand.New(rand.NewPCG(20, 25))
	severities := severitiesOf(func(Rule) Severity { return Error })
	severities["final-newline"] = Off
	for round := range rounds {
		o := Options{MaxProblems: -1}
		if round%2 == 0 {
			o.Severities = severities
		}
		text := []byte("1\n") // the first record decides whether the text consists of records at all
		var want []place
		for range 1 + rng.IntN(20) {
			record := randomText(rng)
			if bytes.ContainsAny(record, "\r\n\x00\x1E") || len(bytes.TrimSpace(record)) == 0 || record[0] > '~' {
				continue
			}
			want = append(want, places(thorough(o, record), int64(len(text)))...)
			text = append(append(text, record...), '\n')
		}
		lines := o
		lines.Dialect = NDJSON
		got := places(New(lines).Check(text), 0)
		if len(got) != len(want) {
			t.Fatalf("%q: %v, want %v", text, got, want)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("%q: %v, want %v", text, got[i], want[i])
			}
		}
	}
}
