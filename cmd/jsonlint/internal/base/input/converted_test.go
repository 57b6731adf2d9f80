package input

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/klauspost/compress/gzip"

	"github.com/assayjson/assay/internal/engine/reading"
)

// TestRestart reads converted files several times, at most to the end, in parts of any size.
func TestRestart(t *testing.T) {
	text := strings.Repeat("[\"aé日😀\"]\n", 100_000)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte(text))
	z.Close()
	wide, err := Decoder("utf-16le")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		data   []byte
		decode func(io.Reader) io.Reader
		want   string
		fails  bool
	}{
		{"a.json.gz", packed.Bytes(), nil, text, false},
		{"a.json", encode(binary.LittleEndian, 2, text), wide, text, false},
		{"cut.json.gz", packed.Bytes()[:packed.Len()/2], nil, text, true},
	} {
		name := filepath.Join(t.TempDir(), c.name)
		if err := os.WriteFile(name, c.data, 0o666); err != nil {
			t.Fatal(err)
		}
		synctest.Test(t, func(t *testing.T) { // fails unless all goroutines end
			content, err := Open(File{Name: name}, name, nil, c.decode)
			if err != nil {
				t.Fatal(err)
			}
			defer content.Close()
			r, ok := content.Stream.(reading.Restarter)
			if !ok || r.Size() < int64(len(c.data)) {
				t.Fatalf("%s: %T", c.name, content.Stream)
			}
			for _, n := range []int{0, 1, 100, aheadBlock, len(text) / 3, len(text), 2 * len(text)} {
				if head := content.Head(10); string(head) != text[:10] {
					t.Errorf("%s: it begins with %q", c.name, head)
				}
				got, err := io.ReadAll(io.LimitReader(r, int64(n)))
				if !strings.HasPrefix(c.want, string(got)) || (err != nil) != (c.fails && n > len(got)) || err == nil && len(got) != min(n, len(c.want)) {
					t.Errorf("%s: %d of %d bytes, %v", c.name, len(got), n, err)
				}
				if err := r.Restart(); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// A file that is no longer what its name says when it is read again is an error.
func TestRestartOfAChangedFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.json.gz")
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte("[1]"))
	z.Close()
	if err := os.WriteFile(name, packed.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	content, err := Open(File{Name: name}, name, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer content.Close()
	if err := os.WriteFile(name, []byte("[2]"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := content.Stream.(reading.Restarter).Restart(); err == nil {
		t.Error("no error")
	}
}
