package progress

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"
)

func TestLine(t *testing.T) {
	const all = "[############            ]  50%  500 MB  250 MB/s  3 files  0:02 left"
	for _, c := range []struct {
		bytes, total, files int64
		elapsed             time.Duration
		width               int
		want                string
	}{
		{500e6, 1e9, 3, 2 * time.Second, 80, all},
		{500e6, 1e9, 3, 2 * time.Second, len(all) + 1, all},
		{500e6, 1e9, 3, 2 * time.Second, len(all), " 50%  500 MB  250 MB/s  3 files  0:02 left"},
		{500e6, 1e9, 3, 2 * time.Second, 42, " 50%  500 MB  250 MB/s  0:02 left"},
		{500e6, 1e9, 3, 2 * time.Second, 30, " 50%  250 MB/s  0:02 left"},
		{500e6, 1e9, 3, 2 * time.Second, 20, " 50%  0:02 left"},
		{500e6, 1e9, 3, 2 * time.Second, 10, " 50%"},
		{500e6, 1e9, 3, 2 * time.Second, 4, ""},
		{500e6, 1e9, 3, 2 * time.Second, 0, ""},
		{2e9, 1e9, 1, 2 * time.Second, 80, "[########################] 100%  2 GB  1 GB/s  1 file"},
		{2e9, 0, 3, 2 * time.Second, 80, "2 GB  1 GB/s  3 files"},
		{2e9, 0, 3, 2 * time.Second, 21, "2 GB  1 GB/s"},
		{2e9, 0, 3, 2 * time.Second, 10, "2 GB"},
		{2e9, 0, 3, 2 * time.Second, 3, ""},
		{0, 10, 0, 2 * time.Second, 80, "[                        ]   0%  0 B  0 B/s  0 files"},
		{1, 5000, 0, 2 * time.Second, 80, "[                        ]   0%  1 B  0 B/s  0 files  2:46:38 left"},
		{1, 1e6, 0, 2 * time.Second, 80, "[                        ]   0%  1 B  0 B/s  0 files  more than 100 hours left"},
		{1e9, 100e9, 0, 2 * time.Second, 80, "[                        ]   1%  1 GB  500 MB/s  0 files  3:18 left"},
	} {
		if got := line(c.bytes, c.total, c.files, c.elapsed, c.width); got != c.want {
			t.Errorf("width %d:\ngot  %q\nwant %q", c.width, got, c.want)
		}
	}
}

// If only the number of files is known, the line shows what part of them has ended.
func TestFileLine(t *testing.T) {
	const all = "[######                  ]  25%  100 files  0:06 left"
	for width, want := range map[int]string{80: all, len(all): " 25%  100 files  0:06 left", 20: " 25%  0:06 left", 10: " 25%", 2: ""} {
		if got := fileLine(100, 400, 2*time.Second, width); got != want {
			t.Errorf("width %d: %q, want %q", width, got, want)
		}
	}
}

// A terminal shows the text that has been written to it, as one with a single line does.
type terminal struct {
	mu      sync.Mutex
	text    string
	columns int
	drawn   int // how often something was written
	wrapped bool
}

func (m *terminal) Write(p []byte) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.drawn++
	for _, part := range strings.SplitAfter(string(p), "\r") {
		m.text += part
		if strings.HasSuffix(part, "\r") {
			m.text = ""
		}
	}
	m.text = strings.TrimSuffix(m.text, "\x1b[K")
	m.wrapped = m.wrapped || len(m.text) >= m.columns
	return len(p), nil
}

func (m *terminal) width() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.columns
}

func (m *terminal) resize(columns int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.columns = columns
}

func (m *terminal) shows(t *testing.T, want string) {
	t.Helper()
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.text != want || m.wrapped {
		t.Errorf("the terminal shows %q, want %q; wrapped %t", m.text, want, m.wrapped)
	}
}

func TestBar(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		screen := &terminal{columns: 80}
		b := Start(screen, Options{Total: 4000, Width: screen.width})
		p := b.Begin(4000)
		p.At(1000)
		time.Sleep(patience - 1)
		synctest.Wait()
		screen.shows(t, "") // short runs show nothing
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		screen.shows(t, "[######                  ]  25%  1 kB  1 kB/s  0 files  0:03 left")
		time.Sleep(time.Second + interval/2) // between two drawings, so that none is under way while the terminal shrinks
		p.At(3000)
		screen.resize(20)
		time.Sleep(interval)
		synctest.Wait()
		screen.shows(t, " 75%  0:01 left")
		b.Clear()
		screen.shows(t, "")
		time.Sleep(interval)
		synctest.Wait()
		screen.shows(t, " 75%  0:01 left")
		if b.Open() != 1 || b.Total() != 4000 {
			t.Error(b.Open(), b.Total())
		}
		p.End()
		if b.Bytes() != 4000 || b.Files() != 1 || b.Open() != 0 {
			t.Error(b.Bytes(), b.Files(), b.Open())
		}
		b.Stop()
		b.Stop()
		screen.shows(t, "")
		drawn := screen.drawn
		time.Sleep(time.Minute)
		if screen.drawn != drawn {
			t.Error("it is drawn after Stop")
		}
	})
}

// Without a terminal, a bar only counts.
func TestCounting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := Start(nil, Options{})
		b.Begin(0).At(7)
		time.Sleep(time.Minute)
		b.Clear()
		b.Stop()
		if b.Bytes() != 7 {
			t.Error(b.Bytes())
		}
	})
}

func TestNoBar(t *testing.T) {
	var none *Bar
	p := none.Begin(5)
	p.At(1)
	p.End()
	none.Clear()
	none.Stop()
	if r := strings.NewReader(""); p.Reader(r) != r {
		t.Error("a reader for nothing")
	}
}

// A text that can be read again.
type text struct {
	io.Reader
	again string
}

func (t *text) Size() int64    { return int64(len(t.again)) }
func (t *text) Restart() error { t.Reader = strings.NewReader(t.again); return nil }

// Bytes that are read twice count once.
func TestReader(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(name, []byte("0123456789"), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, in := range []io.Reader{strings.NewReader("0123456789"), &text{strings.NewReader("0123456789"), "0123456789"}, file} {
		b := Start(nil, Options{})
		p := b.Begin(20)
		r := p.Reader(in)
		again := func() error {
			if s, ok := r.(io.Seeker); ok {
				_, err := s.Seek(0, io.SeekStart)
				return err
			}
			return r.(interface{ Restart() error }).Restart()
		}
		for _, n := range []int64{4, 2, 4, 7, 10} {
			if err := again(); err != nil {
				t.Fatal(err)
			}
			if _, err := io.CopyN(io.Discard, r, n); err != nil {
				t.Fatal(err)
			}
			if got, want := b.Bytes(), max(n, 4); got != want {
				t.Errorf("%T: %d bytes, want %d", in, got, want)
			}
		}
		if p.End(); b.Bytes() != 20 {
			t.Errorf("%T: %d bytes after the end", in, b.Bytes())
		}
		if _, isFile := r.(fs.File); isFile != (in == file) {
			t.Errorf("%T: a file: %t", in, isFile)
		}
	}
	if err := iotest.TestReader(Start(nil, Options{}).Begin(0).Reader(bytes.NewReader([]byte("0123456789"))), []byte("0123456789")); err != nil {
		t.Error(err)
	}
	p := Start(nil, Options{}).Begin(0)
	if n, err := p.Reader(file).(io.ReaderAt).ReadAt(make([]byte, 3), 5); n != 3 || err != nil || p.bar.Bytes() != 8 {
		t.Errorf("read %d bytes at an offset, error %v, and counted %d bytes", n, err, p.bar.Bytes())
	}
	failed := errors.New("failed")
	if _, err := io.ReadAll(Start(nil, Options{}).Begin(0).Reader(iotest.ErrReader(failed))); err != failed {
		t.Error(err)
	}
}
