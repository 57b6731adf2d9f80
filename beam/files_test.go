package assaybeam

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"strings"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

// files is a file system in memory, for names that begin with test://. The readers of names that begin
// with pipe:// cannot seek.
var files = &memory{data: map[string]string{}, opened: map[string]int{}}

func init() {
	filesystem.Register("test", func(context.Context) filesystem.Interface { return files })
	filesystem.Register("unmoved", func(context.Context) filesystem.Interface { return unmoved{files} })
	filesystem.Register("pipe", func(context.Context) filesystem.Interface { return files })
}

// unmoved is a file system whose files cannot be renamed.
type unmoved struct{ *memory }

func (unmoved) Rename(context.Context, string, string) error { return errors.ErrUnsupported }

type memory struct {
	mu     sync.Mutex
	data   map[string]string
	opened map[string]int    // how often each file has been opened since it was put there
	onRead func(name string) // is called before each read; may be nil
}

func (m *memory) put(name, data string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.data[name] = data
	m.opened[name] = 0
	return name
}

// in returns how many files are in a folder.
func (m *memory) in(folder string) (n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for name := range m.data {
		if strings.HasPrefix(name, folder) {
			n++
		}
	}
	return n
}

func (m *memory) timesOpened(name string) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.opened[name]
}

func (m *memory) watch(f func(name string)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.onRead = f
}

func (m *memory) OpenRead(_ context.Context, name string) (io.ReadCloser, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	data, ok := m.data[name]
	if !ok {
		return nil, fs.ErrNotExist
	}
	m.opened[name]++
	r := &memoryReader{strings.NewReader(data), name, m.onRead}
	if strings.HasPrefix(name, "pipe://") {
		return io.NopCloser(io.MultiReader(r)), nil
	}
	return r, nil
}

func (m *memory) OpenWrite(_ context.Context, name string) (io.WriteCloser, error) {
	return &memoryWriter{name: name, to: m}, nil
}

func (m *memory) Size(_ context.Context, name string) (int64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return int64(len(m.data[name])), nil
}

func (m *memory) Rename(_ context.Context, from, to string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.data[to] = m.data[from]
	delete(m.data, from)
	return nil
}

func (m *memory) List(context.Context, string) ([]string, error) { return nil, errors.ErrUnsupported }
func (m *memory) Close() error                                   { return nil }

type memoryReader struct {
	*strings.Reader
	name   string
	onRead func(name string)
}

func (r *memoryReader) Read(p []byte) (int, error) {
	if r.onRead != nil {
		r.onRead(r.name)
	}
	return r.Reader.Read(p)
}

func (r *memoryReader) Close() error { return nil }

// A memoryWriter creates a file when it is closed, as object stores do.
type memoryWriter struct {
	bytes.Buffer
	name string
	to   *memory
}

func (w *memoryWriter) Close() error {
	w.to.put(w.name, w.String())
	return nil
}

// bits are what random files are made of.
var bits = []string{
	`{"id":1}`, `{"a":[1,2,{"b":null}]}`, `[]`, `"x"`, `3.25`, `{"ä":"𝄞€"}`,
	`{"id":2,}`, `{"a":1,"a":2}`, `{"a":[1,{"b":`, `{"a":"b`, `[1 2]`, `nul`, `{"x":"\ud800"}`, `12345678901234567890`,
	`{"line 2, column 5":1, "line 2, column 5":2}`, `["line 1, column 1" "line 4, column 2"`,
	"\n", "\n", "\n", "\r\n", "\r\n", "\n\n", "\r", " \t\n", "\uFEFF", "\xff", "\xc3", "\x00", "// comment", "\xed\xa0\x80",
	strings.Repeat(" ", 40), `{"a":"` + strings.Repeat("x", 300) + `"}`,
}

// randomFile returns a file with up to about 60 records. It may have a byte order mark, blank lines, line ends of both
// kinds, text that is not UTF-8, or another format, and may be empty or end without a line end.
func randomFile(rng *rand.Rand) string {
	var b strings.Builder
	if rng.IntN(5) == 0 {
		b.WriteString([]string{"\uFEFF", "\xff\xfe{\x00", "PK\x03\x04", "\uFEFF\n"}[rng.IntN(4)])
	}
	for range rng.IntN(60) {
		b.WriteString(bits[rng.IntN(len(bits))])
		if rng.IntN(3) > 0 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}
