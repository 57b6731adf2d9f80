package records_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// Many lines with equal names are judged together, and then some errors are found at once because earlier
// ones have been asked for. The verdicts and errors are those of single documents.
func TestRecordsWithEqualNames(t *testing.T) {
	rounds := 60
	if longtest.Off() {
		rounds = 8 / longtest.OneIn(4)
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(41, 42))
		for round := range rounds {
			text := manyEqualNames(rng, 150_000)
			asks := []int{1 << 30, 500, 1}[round%3] // ask for the error of one in so many records
			unique := []tokenizer.Option{tokenizer.UniqueNames(), tokenizer.UniqueFoldedNames()}[round%2]
			opts := []records.Option{records.Each(unique), records.Chunk([]int{256 << 10, 5000}[rng.IntN(2)]), records.MaxRecord(5000)}
			ofBad := records.JoinOptions(opts...)
			for name, found := range map[string]func(func(records.Record, error) bool){
				"All": func(yield func(records.Record, error) bool) {
					records.All(text, opts...)(func(r records.Record) bool { return yield(r, nil) })
				},
				"Read":    records.Read(context.Background(), jsontest.InChunks(text, 70_000), opts...),
				"Bad":     records.BadOf(text, ofBad, records.Workers(1+rng.IntN(2))),
				"ReadBad": records.ReadBad(context.Background(), jsontest.InChunks(text, 70_000), ofBad, records.Workers(1+rng.IntN(2)), records.ReadAhead()),
			} {
				checkVerdicts(t, name, text, unique, found, name == "All" || name == "Read", asks)
			}
		}
	})
}

// Lines of which some have equal names are judged together, and blank lines are still what the option says.
func TestBlankLinesAmongEqualNames(t *testing.T) {
	text := []byte("{}\n\n{\"a\":1,\"a\":2}\n\n{}\n")
	for _, test := range []struct {
		blank records.BlankPolicy
		want  string
	}{{records.SkipBlank, "1 3! 5 "}, {records.YieldBlank, "1 2 3! 4 5 "}, {records.RejectBlank, "1 2! 3! 4! 5 "}} {
		opts := []records.Option{records.BlankLines(test.blank), records.Each(tokenizer.UniqueNames())}
		var all, read, bad string
		describe := func(to *string, r records.Record) {
			*to += fmt.Sprint(r.Line)
			if !r.Valid() {
				*to += "!"
				bad += fmt.Sprint(r.Line, "! ")
			}
			*to += " "
		}
		for r := range records.All(text, opts...) {
			describe(&all, r)
		}
		wantBad := bad
		for r, err := range records.Read(context.Background(), bytes.NewReader(text), opts...) {
			if err != nil {
				t.Fatal(err)
			}
			describe(&read, r)
		}
		bad = ""
		for r := range records.BadOf(text, records.JoinOptions(opts...)) {
			describe(new(string), r)
		}
		if all != test.want || read != test.want || bad != wantBad {
			t.Errorf("%v: All %s, Read %s, Bad %s, want %s", test.blank, all, read, bad, test.want)
		}
	}
}

// manyEqualNames returns about n bytes of lines. In most parts of the text, many lines have equal names,
// and few have other errors.
func manyEqualNames(rng *rand.Rand, n int) (b []byte) {
	for len(b) < n {
		other, equal := 1+rng.IntN(400), 1+rng.IntN(6)
		for range rng.IntN(400) {
			switch {
			case rng.IntN(other) == 0:
				b = append(b, []string{`{"a":1,"a":}`, `{"a":1,"b"}`, " ", "", "\r", `[1] `, `{"a":"` + "\xff" + `"}`}[rng.IntN(7)]...)
			case rng.IntN(equal) == 0:
				b = fmt.Appendf(b, ` {"id":%d,"%s":2}`, rng.IntN(1000), []string{"id", "id", "ID"}[rng.IntN(3)])[rng.IntN(2):]
			case rng.IntN(300) == 0:
				b = fmt.Appendf(b, `{"x":"%s","x":1}`, bytes.Repeat([]byte("-"), rng.IntN(6000)))
			default:
				b = fmt.Appendf(b, `{"id":%d,"tags":[{"id":3},{"id":4}]}`, rng.IntN(1000))
			}
			b = append(b, "\r\n"[rng.IntN(2):]...)
		}
	}
	return b
}

// checkVerdicts compares records with the lines of text. If all is not set, there are only invalid records.
func checkVerdicts(t *testing.T, name string, text []byte, unique tokenizer.Option, found func(func(records.Record, error) bool), all bool, asks int) {
	t.Helper()
	lines := bytes.SplitAfter(text, []byte("\n"))
	line, offset, n := 0, 0, 0
	// next returns the next record, and moves line and offset to it.
	next := func() (data []byte, err *tokenizer.SyntaxError) {
		for ; line < len(lines); line++ {
			data = bytes.TrimSuffix(bytes.TrimSuffix(lines[line], []byte("\n")), []byte("\r"))
			err, _ = tokenizer.Check(data, unique).(*tokenizer.SyntaxError)
			isLong := len(data) > 5000
			if len(bytes.TrimSpace(data)) > 0 && (all || err != nil || isLong) {
				if isLong {
					return data[:5000], &tokenizer.SyntaxError{Kind: records.RecordTooLong, Offset: 5000}
				}
				return data, err
			}
			offset += len(lines[line])
		}
		return nil, nil
	}
	for r, failed := range found {
		if failed != nil {
			t.Fatal(failed)
		}
		data, want := next()
		if !bytes.Equal(r.Data, data) || r.Line != line+1 || int(r.Offset) != offset || r.Valid() != (want == nil) {
			t.Fatalf("%s: line %d at %d, valid %v: %q, want line %d at %d, %v: %q", name, r.Line, r.Offset, r.Valid(), r.Data, line+1, offset, want, data)
		}
		if n++; n%asks == 0 && want != nil {
			if got := r.Err(); got == nil || got.Kind != want.Kind || got.Offset != want.Offset {
				t.Fatalf("%s: line %d: %v, want %v", name, r.Line, got, want)
			}
		}
		offset += len(lines[line])
		line++
	}
	if data, err := next(); data != nil {
		t.Errorf("%s: no record for line %d, %v", name, line+1, err)
	}
}

// Lines that are judged together, because earlier lines had equal names, are not longer than the limit.
func TestEqualNamesAndLongRecords(t *testing.T) {
	const limit = 40
	long := `{"name":"` + strings.Repeat("x", limit) + `"}`
	text := strings.Repeat(`{"a":1,"a":2}`+"\n", 50) + long + "\n" + `{"b":1}` + "\n"
	n := 0
	for r := range records.All([]byte(text), records.MaxRecord(limit), records.Each(tokenizer.UniqueNames())) {
		n++ // errors are not asked for, because lines are not judged together after that
		if r.Valid() != (n == 52) || n == 51 && len(r.Data) != limit {
			t.Errorf("record %d: %q, valid %v", n, r.Data, r.Valid())
		}
	}
	if n != 52 {
		t.Errorf("%d records", n)
	}
}
