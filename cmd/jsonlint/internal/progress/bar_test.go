package progress

import (
	"io"
	"strings"
	"testing"
	"time"
)

func TestLine(t *testing.T) {
	for _, c := range []struct {
		bytes, total, files int64
		want                string
	}{
		{500e6, 1e9, 3, "[############            ]  50%  0.50 GB  0.25 GB/s  3 files"},
		{2e9, 1e9, 3, "[########################] 100%  2.00 GB  1 GB/s  3 files"},
		{2e9, 0, 3, "2.00 GB  1 GB/s  3 files"},
		{0, 10, 0, "[                        ]   0%  0.00 GB  0 GB/s  0 files"},
	} {
		if got := line(c.bytes, c.total, c.files, 2*time.Second); got != c.want {
			t.Errorf("got  %q\nwant %q", got, c.want)
		}
	}
}

func TestBar(t *testing.T) {
	var out strings.Builder
	b := Start(&out, 10)
	b.File()
	if n, err := b.Reader(strings.NewReader("12345")).Read(make([]byte, 9)); n != 5 || err != nil {
		t.Error(n, err)
	}
	b.draw()
	b.Clear()
	b.Clear()
	b.Stop()
	got := out.String()
	if !strings.Contains(got, " 50%") || !strings.Contains(got, "1 files") || strings.Count(got, "\r\x1b[K") != 1 {
		t.Errorf("%q", got)
	}
}

// The reader of a bar implements io.Seeker only if the underlying reader can seek.
func TestReaderSeeks(t *testing.T) {
	b := new(Bar)
	if _, ok := b.Reader(strings.NewReader("")).(io.Seeker); !ok {
		t.Error("a file can't seek")
	}
	if _, ok := b.Reader(io.MultiReader()).(io.Seeker); ok {
		t.Error("a pipe can seek")
	}
}

func TestShortRunsShowNothing(t *testing.T) {
	var out strings.Builder
	Start(&out, 10).Stop()
	if out.Len() > 0 {
		t.Errorf("%q", out.String())
	}
	var none *Bar
	none.Add(1)
	none.File()
	none.Clear()
	none.Stop()
	if r := strings.NewReader(""); none.Reader(r) != r {
		t.Error("a reader for nothing")
	}
}
