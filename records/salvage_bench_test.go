package records_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/records"
)

// BenchmarkSalvage measures Salvage on 16 MiB of records. In "rare", one record in 1,000 is torn and
// spliced with the next one; in "spliced", every other one is. In "joined", there are no newlines.
func BenchmarkSalvage(b *testing.B) {
	clean := bytes.Repeat([]byte(logLine), 16<<20/len(logLine))
	lines := bytes.SplitAfter(clean, []byte("\n"))
	damaged := func(oneIn int) []byte {
		var all []byte
		for i, line := range lines {
			if i%oneIn == oneIn/2 {
				line = line[:min(60, len(line))] // in a string
			}
			all = append(all, line...)
		}
		return all
	}
	for _, c := range []struct {
		name string
		text []byte
	}{
		{"clean", clean}, {"rare", damaged(1000)}, {"spliced", damaged(2)}, {"joined", bytes.ReplaceAll(clean, []byte("\n"), nil)},
		{"text", bytes.Repeat([]byte("2026-11-25 10:20:30 INFO some text of a log that is not JSON at all\n"), 1<<18)}, {"nul", make([]byte, 16<<20)},
	} {
		run := func(name string, f func() int) {
			b.Run(c.name+"/"+name, func(b *testing.B) {
				asmtest.Benchmark(b, func(b *testing.B) {
					b.SetBytes(int64(len(c.text)))
					b.ReportAllocs()
					for b.Loop() {
						if n := f(); n != len(c.text) {
							b.Fatal(n)
						}
					}
				})
			})
		}
		run("Salvage", func() (n int) {
			for p := range records.Salvage(c.text) {
				n += len(p.Text)
			}
			return n
		})
		run("ReadSalvage", func() (n int) {
			for p := range records.ReadSalvage(context.Background(), bytes.NewReader(c.text)) {
				n += len(p.Text)
			}
			return n
		})
	}
}
