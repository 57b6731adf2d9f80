//go:build unix

package lint

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/assayjson/assay/internal/testing/jsontest"
)

// BenchmarkLargeInvalid checks texts of 20 MB with an error at the beginning, in the middle or at the end: in memory, from a
// reader that can seek, and from one that cannot. It reports the CPU time of a check, which depends less than ns/op on what else
// the machine does.
func BenchmarkLargeInvalid(b *testing.B) {
	for name, line := range map[string]func(i int) string{
		"records": func(i int) string {
			return fmt.Sprintf("  {\"id\": %d, \"name\": \"item %d\", \"tags\": [\"a\", \"b\"], \"price\": %d.5, \"note\": \"é\"},\n", i, i, i%100)
		},
		"german": func(i int) string {
			return fmt.Sprintf("  {\"Straße\": \"Königsallee %d\", \"Größe\": %d, \"Überschrift\": \"Äpfel\", \"öffentlich\": true},\n", i, i%100)
		},
	} {
		src := []byte("[\n")
		for i := 0; len(src) < 20<<20; i++ {
			src = append(src, line(i)...)
		}
		src = append(src, "  null\n]\n"...)
		middle := len(src)/2 + bytes.IndexByte(src[len(src)/2:], '\n') + 1
		b.Run(name+"/valid", func(b *testing.B) { benchmarkLarge(b, src) })
		for place, at := range map[string]int{"first": 0, "middle": middle, "end": len(src)} {
			for _, edit := range []string{",", `"`, "[", "]", "{", "}", "1"} {
				b.Run(fmt.Sprintf("%s/%s/%s", name, place, edit), func(b *testing.B) {
					benchmarkLarge(b, slices.Insert(slices.Clone(src), at, []byte(edit+" ")...))
				})
			}
		}
	}
}

func benchmarkLarge(b *testing.B, text []byte) {
	l := New(Options{})
	for name, check := range map[string]func() (*Report, error){
		"memory": func() (*Report, error) { return l.Check(text), nil },
		"file":   func() (*Report, error) { return l.CheckReader(context.Background(), jsontest.FileOf(text)) },
		"pipe": func() (*Report, error) {
			return l.CheckReader(context.Background(), io.MultiReader(bytes.NewReader(text)))
		},
	} {
		b.Run(name, func(b *testing.B) {
			used := cpuTime(b)
			for b.Loop() {
				if _, err := check(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64((cpuTime(b)-used).Microseconds())/1000/float64(b.N), "cpu-ms/op")
		})
	}
}

// cpuTime returns the CPU time of this process.
func cpuTime(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
