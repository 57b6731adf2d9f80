package outputs

import (
	"bytes"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

func TestWriterCompresses(t *testing.T) {
	text := strings.Repeat("text ", 50_000)
	plain := func(r io.Reader) (io.Reader, error) { return r, nil }
	unzip := func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }
	unzstd := func(r io.Reader) (io.Reader, error) { return zstd.NewReader(r) }
	for name, open := range map[string]func(io.Reader) (io.Reader, error){
		"a": plain, "": plain, "gz": plain, ".gz": plain, "a.gz.txt": plain,
		"a.gz": unzip, "A.GZ": unzip, "a.zst": unzstd, "a.gz.ZST": unzstd,
	} {
		var out bytes.Buffer
		w, err := NewWriter(name, &out)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := w.Close(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		r, err := open(&out)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got, err := io.ReadAll(r); err != nil || string(got) != text {
			t.Errorf("%s: %d bytes, %v", name, len(got), err)
		}
	}
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	var s Set
	var stdout bytes.Buffer
	for _, name := range []string{"", Standard, filepath.Join(dir, "a"), filepath.Join(dir, "b.gz")} {
		w, err := s.Open(name, &stdout)
		must(t, err)
		_, err = io.WriteString(w, "text ")
		must(t, err)
		must(t, w.Close())
	}
	must(t, s.Commit())
	files := contents(t, dir)
	z, err := gzip.NewReader(strings.NewReader(files["b.gz"]))
	must(t, err)
	unpacked, err := io.ReadAll(z)
	must(t, err)
	if stdout.String() != "text text " || len(files) != 2 || files["a"] != "text " || string(unpacked) != "text " {
		t.Errorf("standard output %q, files %q", stdout.String(), files)
	}
	if _, err := s.Open(dir, &stdout); err == nil {
		t.Error("a folder has been opened")
	}
}

type failing struct{ error }

func (f failing) Write([]byte) (int, error) { return 0, f.error }

func TestWriterReturnsErrors(t *testing.T) {
	failed := errors.New("no space")
	for _, name := range []string{"a", "a.gz", "a.zst"} {
		w, err := NewWriter(name, failing{failed})
		if err != nil {
			t.Fatal(err)
		}
		_, err = io.WriteString(w, "text")
		if err = errors.Join(err, w.Close()); !errors.Is(err, failed) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
