package outputs

import (
	"bytes"
	"errors"
	"io"
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
