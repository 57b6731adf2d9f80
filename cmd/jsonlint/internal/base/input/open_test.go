package input

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

func TestUnpacked(t *testing.T) {
	for name, want := range map[string]string{"a.json": "a.json", "a.json.gz": "a.json", "a.ndjson.ZST": "a.ndjson", "gz": "gz", ".gz": ""} {
		if got := Unpacked(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func contentOf(t *testing.T, f File, name string, stdin io.Reader) string {
	t.Helper()
	c, err := Open(f, name, stdin, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if c.Stream == nil {
		return string(c.Data)
	}
	all, err := io.ReadAll(c.Stream)
	if err != nil {
		t.Fatal(err)
	}
	return string(all)
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	text := strings.Repeat("0123456789", 2000)
	var gz, zst bytes.Buffer
	g := gzip.NewWriter(&gz)
	g.Write([]byte(text))
	g.Close()
	z, err := zstd.NewWriter(&zst)
	if err != nil {
		t.Fatal(err)
	}
	z.Write([]byte(text))
	z.Close()
	for name, b := range map[string][]byte{"a.json": []byte(text), "a.json.gz": gz.Bytes(), "a.json.zst": zst.Bytes(), "short": []byte("x"), "empty": nil} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, b, 0o666); err != nil {
			t.Fatal(err)
		}
		want := text
		if len(b) < 2 {
			want = string(b)
		}
		for range 3 { // buffers are reused
			if got := contentOf(t, File{Name: path}, path, nil); got != want {
				t.Errorf("%s: %d bytes", name, len(got))
			}
			if got := contentOf(t, File{Name: name, Data: b, Held: true}, name, nil); got != want {
				t.Errorf("%s in memory: %d bytes", name, len(got))
			}
			if got := contentOf(t, File{Name: Stdin}, name, bytes.NewBuffer(b)); got != want {
				t.Errorf("%s as standard input: %d bytes", name, len(got))
			}
		}
	}
	for _, name := range []string{"gone", "."} {
		if _, err := Open(File{Name: filepath.Join(dir, name)}, name, nil, nil); name == "gone" && err == nil {
			t.Errorf("%s was opened", name)
		}
	}
	if _, err := Open(File{Name: "x", Data: []byte("plain"), Held: true}, "x.gz", nil, nil); err == nil {
		t.Error("what is not packed was unpacked")
	}
}

// readInto reads a file to its end, even if the file is longer or shorter than expected.
func TestReadInto(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	text := strings.Repeat("x", 10_000)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{0, 1, 4096, 9_999, 10_000, 20_000} {
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		b, err := readInto(nil, file, size)
		file.Close()
		if string(b) != text || err != nil {
			t.Errorf("size %d: %d bytes, %v", size, len(b), err)
		}
	}
}

func TestParseRaw(t *testing.T) {
	got, err := parseRaw([]string{":000000 100644 00 ab A", "a.json", ":100644 120000 ab cd T", "link", ":000000 160000 00 ef A", "module"}, new(listed))
	if err != nil || len(got) != 1 || got[0] != (staged{"a.json", "ab"}) {
		t.Errorf("%v %v", got, err)
	}
	if _, err := parseRaw([]string{"nonsense", "x"}, new(listed)); err == nil {
		t.Error("nonsense is understood")
	}
}

// Head does not consume the bytes that it returns.
func TestHead(t *testing.T) {
	text := strings.Repeat("0123456789", 1000)
	file := filepath.Join(t.TempDir(), "a.json")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]func() (*Content, error){
		"memory": func() (*Content, error) { return Open(File{Name: file}, file, nil, nil) },
		"file":   func() (*Content, error) { return open(File{Name: file}, file, nil, nil, 10) },
		"pipe": func() (*Content, error) {
			return Open(File{Name: Stdin}, "x", io.MultiReader(strings.NewReader(text)), nil)
		},
	} {
		for _, n := range []int{0, 1, 4096, len(text), 2 * len(text)} {
			content, err := c()
			if err != nil {
				t.Fatal(err)
			}
			head := string(content.Head(n))
			rest := content.Data
			if content.Stream != nil {
				rest, err = io.ReadAll(content.Stream)
			}
			if err != nil || head != text[:min(n, len(text))] || string(rest) != text {
				t.Errorf("%s, %d: %d bytes, then %d, %v", name, n, len(head), len(rest), err)
			}
			content.Close()
		}
	}
}

// A file that is a stream has changed if its length or its time is another one than when it was opened.
func TestChangesOfAStreamAreNoticed(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.json")
	for _, change := range []func() error{
		func() error { return os.Truncate(name, 4) },
		func() error { return os.Truncate(name, 6) },
		func() error { return os.Chtimes(name, time.Time{}, time.Unix(1, 0)) },
	} {
		if err := os.WriteFile(name, []byte("[1, 2"), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, limit := range []int64{1, Whole} {
			c, err := open(File{Name: name}, name, nil, nil, limit)
			if err != nil {
				t.Fatal(err)
			}
			if c.HasChanged() {
				t.Error("a file that is the same has changed")
			}
			if err := change(); err != nil {
				t.Fatal(err)
			}
			if got, want := c.HasChanged(), c.Stream != nil; got != want {
				t.Errorf("limit %d: %v, want %v", limit, got, want)
			}
			c.Close()
		}
	}
}
