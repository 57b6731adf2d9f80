package command

import (
	"compress/gzip"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/progress"
)

// Compressed files count by the bytes that have been read of them, and each byte counts once.
func TestProgressOfCompressedFiles(t *testing.T) {
	dir := t.TempDir()
	text := make([]byte, 3<<20)
	rand.NewChaCha8([32]byte{}).Read(text)
	plain, packed := filepath.Join(dir, "a.ndjson"), filepath.Join(dir, "a.ndjson.gz")
	if err := os.WriteFile(plain, append(text, make([]byte, input.Whole)...), 0o600); err != nil { // so long that it is not read into memory
		t.Fatal(err)
	}
	file, err := os.Create(packed)
	if err != nil {
		t.Fatal(err)
	}
	z := gzip.NewWriter(file)
	if _, err := z.Write(text); err != nil || z.Close() != nil || file.Close() != nil {
		t.Fatal(err)
	}
	for _, name := range []string{plain, packed} {
		size := SizeOf(name, nil)
		bar := progress.Start(nil, progress.Options{Total: totalSize(nil, name)})
		part := BeginPart(bar, input.File{Name: name}, nil)
		content, err := input.Open(input.File{Name: name}, name, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		r := ReaderIn(part, content)
		if _, err := io.CopyN(io.Discard, r, 1<<20); err != nil {
			t.Fatal(err)
		}
		if n := bar.Bytes(); n < 1<<20 || n > 2<<20 {
			t.Errorf("%s: %d bytes after 1 MiB of text", name, n)
		}
		if _, err := io.Copy(io.Discard, r); err != nil {
			t.Fatal(err)
		}
		if n := bar.Bytes(); n != size || bar.Total() != size {
			t.Errorf("%s: %d bytes of %d, but the file has %d", name, n, bar.Total(), size)
		}
		if again, ok := r.(interface{ Restart() error }); ok {
			if err := again.Restart(); err != nil {
				t.Fatal(err)
			}
			if _, err := io.Copy(io.Discard, r); err != nil {
				t.Fatal(err)
			}
		}
		content.Close()
		part.End()
		if n := bar.Bytes(); n != size || bar.Files() != 1 || bar.Open() != 0 {
			t.Errorf("%s: %d bytes, %d files", name, n, bar.Files())
		}
	}
}

func TestTotalSize(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	if err := os.WriteFile(name, []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, c := range []struct {
		stdin io.Reader
		names []string
		want  int64
	}{
		{nil, []string{name, name}, 10}, {nil, []string{name, dir}, 0}, {nil, []string{name, "missing"}, 0}, {nil, nil, 0},
		{strings.NewReader("1"), []string{"-"}, 0}, {file, []string{"-", name}, 10},
	} {
		if got := totalSize(c.stdin, c.names...); got != c.want {
			t.Errorf("%v: %d, want %d", c.names, got, c.want)
		}
	}
}

// The progress is shown on terminals that can erase it, and not together with output.
func TestShowsProgress(t *testing.T) {
	for _, c := range []struct {
		args   []string
		term   string
		prints bool
		std    Stdio
		want   bool
	}{
		{[]string{"a.json"}, "xterm", false, Stdio{ErrTTY: true}, true},
		{[]string{"a.json"}, "dumb", false, Stdio{ErrTTY: true}, false},
		{[]string{"a.json"}, "", false, Stdio{}, false},
		{[]string{"a.json", "-q"}, "", false, Stdio{ErrTTY: true}, false},
		{[]string{"a.json", "-q", "--progress", "always"}, "", false, Stdio{}, true},
		{[]string{"a.json", "--progress", "never"}, "", false, Stdio{ErrTTY: true}, false},
		{[]string{"a.json"}, "", true, Stdio{ErrTTY: true, width: 80}, false},
		{[]string{"a.json"}, "", true, Stdio{ErrTTY: true}, true},
	} {
		f, err := Parse(c.args)
		if err != nil {
			t.Fatal(err)
		}
		c.std.Err, c.std.env = io.Discard, func(string) string { return c.term }
		bar := f.StartBar(c.std, c.prints, f.Paths...)
		if bar.Stop(); (bar != nil) != c.want {
			t.Errorf("%v, %q: shown: %t", c.args, c.term, bar != nil)
		}
	}
}
