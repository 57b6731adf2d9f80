//go:build unix

package command

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
	"github.com/assayjson/assay/lint"
)

// BenchmarkLSPEdit measures the time from an edit to the diagnostics of the new text, through the messages of the
// protocol, with the default rules and with all of them. Each edit is reversed by the next one. The metrics are the median and the
// 99th percentile of the edits, and of those that reverse them, which usually make the text valid again: the time until the server begins to
// write its answer ("answer-ms"), and the time until the client has decoded it ("ms"). The CPU times of the process until the same moments depend
// less on what else the machine does. The bars are 10 ms for 1 MB and 100 ms for 20 MB, with GOMAXPROCS=1.
//
// The kind "mixed" has edits of all kinds at random places. With -benchtime 500x, it makes 1,000 edits:
//
//	GOMAXPROCS=1 go test ./cmd/jsonlint/internal/check/command -run XXX -bench LSPEdit/.*/.*/.*/mixed -benchtime 500x -timeout 1h
func BenchmarkLSPEdit(b *testing.B) {
	var all []string
	for _, r := range lint.Rules() {
		all = append(all, fmt.Sprintf("%q: \"warning\"", r.Name))
	}
	for _, size := range []int{1 << 20, 20 << 20} {
		for _, rules := range []string{"default", "all"} {
			settings := `{"root": true}`
			if rules == "all" {
				settings = `{"root": true, "rules": {` + strings.Join(all, ",") + `}}`
			}
			for _, name := range sortedKeys(editedTexts) {
				for _, kind := range editKinds {
					b.Run(fmt.Sprintf("%dMB/%s/%s/%s", size>>20, rules, name, kind.name), func(b *testing.B) {
						benchmarkLSPEdit(b, settings, name, editedTexts[name](size), func() editKind { return kind })
					})
				}
				b.Run(fmt.Sprintf("%dMB/%s/%s/mixed", size>>20, rules, name), func(b *testing.B) {
					rng := rand.New(rand.NewPCG(29, 5))
					benchmarkLSPEdit(b, settings, name, editedTexts[name](size), func() editKind {
						kind := editKinds[rng.IntN(len(editKinds))]
						kind.place = rng.Float64()
						return kind
					})
				})
			}
		}
	}
}

func benchmarkLSPEdit(b *testing.B, settings, name, text string, next func() editKind) {
	dir := b.TempDir()
	if err := os.WriteFile(filepath.Join(dir, ".jsonlintrc.json"), []byte(settings), 0o666); err != nil {
		b.Fatal(err)
	}
	uri := protocol.URI(filepath.Join(dir, name))
	out := clockedWriter{b: b}
	c := startLSPWith(b, func(w io.Writer) io.Writer {
		out.Writer = w
		return &out
	})
	c.Initialize(encodingCapability("utf-16"), dir)
	c.Open(uri, "json", text)
	c.Published(uri)
	var times, answers, cpu, answersCPU [2][]time.Duration
	for b.Loop() {
		there, back := next().edits(text)
		for i, e := range []protocol.TextEdit{there, back} {
			start, used := time.Now(), cpuTime(b)
			c.Edit(uri, e.Range, e.NewText)
			c.Published(uri)
			times[i], cpu[i] = append(times[i], time.Since(start)), append(cpu[i], cpuTime(b)-used)
			last := out.last.Load()
			answers[i], answersCPU[i] = append(answers[i], last.Sub(start)), append(answersCPU[i], last.cpu-used)
		}
	}
	b.ReportMetric(0, "ns/op")
	for i, name := range []string{"edit", "undo"} {
		report := func(unit string, of []time.Duration) {
			slices.Sort(of)
			b.ReportMetric(float64(of[len(of)/2].Microseconds())/1000, name+"-"+unit+"-median")
			b.ReportMetric(float64(of[len(of)*99/100].Microseconds())/1000, name+"-"+unit+"-p99")
		}
		report("ms", times[i])
		report("answer-ms", answers[i])
		report("cpu-ms", cpu[i])
		report("answer-cpu-ms", answersCPU[i])
	}
	if err := c.Shutdown(); err != nil {
		b.Error(err)
	}
}

// A clockedWriter remembers when the last write began.
type clockedWriter struct {
	io.Writer
	b    *testing.B
	last atomic.Pointer[clock]
}

// A clock is a moment, with the CPU time that has been used until then.
type clock struct {
	time.Time
	cpu time.Duration
}

func (w *clockedWriter) Write(p []byte) (n int, err error) {
	w.last.Store(&clock{time.Now(), cpuTime(w.b)})
	return w.Writer.Write(p)
}

// cpuTime returns the CPU time of this process.
func cpuTime(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// BenchmarkLSPCheck measures what a check alone takes of the times of BenchmarkLSPEdit.
func BenchmarkLSPCheck(b *testing.B) {
	src := []byte(editedTexts["records.json"](20 << 20))
	middle := len(src)/2 + bytes.IndexByte(src[len(src)/2:], '\n') + 1
	for name, text := range map[string][]byte{"valid": src, "invalid": slices.Insert(slices.Clone(src), middle, ',')} {
		b.Run(name, func(b *testing.B) {
			l := lint.New(lint.Options{})
			for b.Loop() {
				l.Check(text)
			}
		})
	}
}
