package records_test

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

const logLine = `{"time":"2026-11-21T10:20:30.123456Z","level":"INFO","msg":"some text of a log that says what has happened","user":1234567,"took_ms":12.345,"ok":true,"tags":["http","v2"],"peer":null}` + "\n"

// BenchmarkRecords measures every way to iterate over 16 MiB of records. In "invalid", one record
// in 1,000 is invalid. In "spread", every value spans many lines.
func BenchmarkRecords(b *testing.B) {
	valid := bytes.Repeat([]byte(logLine), 16<<20/len(logLine))
	invalid := bytes.Clone(valid)
	for i := 500 * len(logLine); i < len(invalid); i += 1000 * len(logLine) {
		invalid[i] = '['
	}
	sequence := bytes.ReplaceAll(valid, []byte("{\"time"), []byte("\x1E{\"time"))
	spread := bytes.ReplaceAll(valid, []byte(","), []byte(",\n "))
	for _, c := range []struct {
		name   string
		text   []byte
		number int
		opts   []records.Option
	}{
		{"valid", valid, 0, nil},
		{"invalid", invalid, bytes.Count(invalid, []byte("[\"time")), nil},
		{"ijson", valid, 0, []records.Option{records.Each(tokenizer.IJSON())}},
		{"sequence", sequence, 0, []records.Option{records.TextSequence()}},
		{"concatenated", valid, 0, []records.Option{records.Concatenated()}},
		{"spread", spread, 0, []records.Option{records.Concatenated()}},
	} {
		run := func(name string, f func() int) {
			b.Run(c.name+"/"+name, func(b *testing.B) {
				asmtest.Benchmark(b, func(b *testing.B) {
					b.SetBytes(int64(len(c.text)))
					b.ReportAllocs()
					for b.Loop() {
						if n := f(); n != c.number {
							b.Fatal(n, " invalid records, want ", c.number)
						}
					}
				})
			})
		}
		if c.number == 0 {
			run("Check", func() int {
				if records.Check(c.text, c.opts...) != nil {
					return 1
				}
				return 0
			})
		}
		run("All", func() (n int) {
			for r := range records.All(c.text, c.opts...) {
				if !r.Valid() {
					n++
				}
			}
			return n
		})
		run("Read", func() (n int) {
			for r := range records.Read(context.Background(), bytes.NewReader(c.text), c.opts...) {
				if !r.Valid() {
					n++
				}
			}
			return n
		})
		for _, workers := range []int{1, 2, 4} {
			opts := []records.ReadBadOption{records.JoinOptions(c.opts...), records.Workers(workers)}
			run(fmt.Sprint("BadOf/", workers), func() (n int) {
				for range records.BadOf(c.text, opts...) {
					n++
				}
				return n
			})
			run(fmt.Sprint("ReadBad/", workers), func() (n int) {
				for range records.ReadBad(context.Background(), bytes.NewReader(c.text), append(opts, records.ReadAhead())...) {
					n++
				}
				return n
			})
		}
	}
}
