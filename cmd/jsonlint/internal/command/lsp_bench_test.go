//go:build unix

package command

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/assayjson/assay/cmd/jsonlint/internal/lsp/protocol"
	"github.com/assayjson/assay/lint"
)

// BenchmarkLSPEdit measures the time from an edit to the diagnostics of the new text, through the messages of the
// protocol, with the default rules and with all of them. Each edit is reversed by the next one. The metrics are the median and the
// 99th percentile of all edits, and of their CPU time, which includes the client but depends less on what else the machine does.
// The bars are 10 ms for 1 MB and 100 ms for 20 MB, with GOMAXPROCS=1.
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
						benchmarkLSPEdit(b, settings, name, editedTexts[name](size), kind)
					})
				}
			}
		}
	}
}

func benchmarkLSPEdit(b *testing.B, settings, name, text string, kind editKind) {
	dir := b.TempDir()
	if err := os.WriteFile(filepath.Join(dir, ".jsonlintrc.json"), []byte(settings), 0o666); err != nil {
		b.Fatal(err)
	}
	uri := protocol.URI(filepath.Join(dir, name))
	c := startLSP(b)
	c.Initialize(encodingCapability("utf-16"), dir)
	c.Open(uri, "json", text)
	c.Published(uri)
	there, back := kind.edits(text)
	text = ""
	var times, cpu []time.Duration
	for b.Loop() {
		for _, e := range []protocol.TextEdit{there, back} {
			start, used := time.Now(), cpuTime(b)
			c.Edit(uri, e.Range, e.NewText)
			c.Published(uri)
			times, cpu = append(times, time.Since(start)), append(cpu, cpuTime(b)-used)
		}
	}
	b.ReportMetric(0, "ns/op")
	report := func(name string, of []time.Duration) {
		slices.Sort(of)
		b.ReportMetric(float64(of[len(of)/2].Microseconds())/1000, name+"-median")
		b.ReportMetric(float64(of[len(of)*99/100].Microseconds())/1000, name+"-p99")
	}
	report("ms", times)
	report("cpu-ms", cpu)
	if err := c.Shutdown(); err != nil {
		b.Error(err)
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
