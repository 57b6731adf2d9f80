package input

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// An unruly reader returns its data and then breaks the contract of io.Reader.
type unruly struct {
	data  []byte
	then  func(p []byte) (int, error)
	calls int
}

func (r *unruly) Read(p []byte) (int, error) {
	if n := copy(p, r.data); n > 0 {
		r.data = r.data[n:]
		return n, nil
	}
	if r.calls++; r.calls > 10_000 {
		panic("the reader is read forever")
	}
	return r.then(p)
}

var errReader = errors.New("the reader has failed")

// If standard input breaks the contract of io.Reader, reading the content returns an error. It must
// not panic or loop. This also holds for compressed data, other encodings, and reads after a call
// to Head.
func TestReadersThatBreakTheirContract(t *testing.T) {
	text := []byte(strings.Repeat("[1, 2]\n", 50_000))
	var gz, zst bytes.Buffer
	g := gzip.NewWriter(&gz)
	g.Write(text)
	g.Close()
	z, err := zstd.NewWriter(&zst)
	if err != nil {
		t.Fatal(err)
	}
	z.Write(text)
	z.Close()
	latin, err := Decoder("windows-1252")
	if err != nil {
		t.Fatal(err)
	}
	units, err := Decoder("utf-16le")
	if err != nil {
		t.Fatal(err)
	}
	readers := map[string]func(p []byte) (int, error){
		"too many":              func(p []byte) (int, error) { return len(p) + 1, nil },
		"far too many":          func(p []byte) (int, error) { return math.MaxInt, io.EOF },
		"negative":              func([]byte) (int, error) { return -1, nil },
		"nothing":               func([]byte) (int, error) { return 0, nil },
		"an error":              func([]byte) (int, error) { return 0, errReader },
		"too many and an error": func(p []byte) (int, error) { return len(p) + 1, errReader },
	}
	for form, in := range map[string]struct {
		name   string
		data   []byte
		decode func(io.Reader) io.Reader
	}{
		"plain":        {"a.json", text, nil},
		"gzip":         {"a.json.gz", gz.Bytes(), nil},
		"zstd":         {"a.json.zst", zst.Bytes(), nil},
		"windows-1252": {"a.json", text, latin},
		"utf-16le":     {"a.json", text, units},
		"gzip, latin":  {"a.json.gz", gz.Bytes(), latin},
	} {
		for name, then := range readers {
			for _, n := range []int{0, 1, 2, 3, 4, 5, 20, len(in.data) / 2, len(in.data) - 1} {
				for _, head := range []int{0, 10, 64 << 10} {
					c, err := Open(File{Name: Stdin}, in.name, &unruly{data: in.data[:n], then: then}, in.decode)
					if err == nil {
						if head > 0 {
							c.Head(head)
						}
						_, err = c.All()
						c.Close()
					}
					if err == nil {
						t.Errorf("%s, %s after %d bytes, head %d: no error", form, name, n, head)
					}
				}
			}
		}
	}
	if c, err := Open(File{Name: Stdin}, "a.json", nil, nil); err == nil {
		if _, err := c.All(); err == nil {
			t.Error("a reader that is nil has no error")
		}
	}
}
