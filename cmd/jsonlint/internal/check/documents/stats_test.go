package documents

import (
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/longtest"
)

func TestLineCounter(t *testing.T) {
	for text, want := range map[string]int64{
		"": 0, "a": 1, "a\n": 1, "a\nb": 2, "\n": 1, "\r": 1, "\r\n": 1, "\r\n\r\n": 2, "\n\r": 2, "a\rb\r\nc\nd": 4, "\r\r\n\n": 3,
	} {
		for cut := range len(text) + 1 {
			var l lineCounter
			io.WriteString(&l, text[:cut])
			io.WriteString(&l, text[cut:])
			if got := l.lines(); got != want || l.bytes != int64(len(text)) {
				t.Errorf("%q and %q: %d lines, want %d", text[:cut], text[cut:], got, want)
			}
		}
	}
}

// Computing the statistics of a long document takes little memory.
func TestStatsMemory(t *testing.T) {
	elements := 4_000_000
	if longtest.Off() {
		elements = 400_000
	}
	in, out := io.Pipe()
	go func() {
		portion := []byte(strings.Repeat("[1,\n2],", 1000))
		io.WriteString(out, "[")
		for range elements / 1000 {
			out.Write(portion)
		}
		io.WriteString(out, `"end"]`)
		out.Close()
	}()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var d description
	err := d.survey(in)
	runtime.ReadMemStats(&after)
	if err != nil || d.Tokens != int64(4*elements+3) || d.lines() != int64(elements+1) || d.Depth != 2 {
		t.Errorf("%+v, %v", d, err)
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20 {
		t.Errorf("%d bytes were allocated", n)
	}
}
