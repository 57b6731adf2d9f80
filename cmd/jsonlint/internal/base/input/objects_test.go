package input

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"iter"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/ignore"
	"github.com/assayjson/assay/internal/data/store"
)

// A shelf is a store in memory: texts by the names of objects. Names with "denied" cannot be read, and
// lists end with an error after a key that begins with "fail".
type shelf map[string]string

var errShelf = errors.New("broken shelf")

func (s shelf) Scheme() string { return "s3" }

func (s shelf) Stat(_ context.Context, name string) (store.Object, error) {
	text, ok := s[name]
	switch {
	case strings.Contains(name, "denied"):
		return store.Object{}, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrPermission}
	case !ok:
		return store.Object{}, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist}
	}
	return store.Object{Name: name, Size: int64(len(text)), Version: "1"}, nil
}

func (s shelf) List(_ context.Context, prefix string) iter.Seq2[store.Object, error] {
	return func(yield func(store.Object, error) bool) {
		for _, name := range slices.Sorted(maps.Keys(s)) {
			if !strings.HasPrefix(name, prefix) {
				continue
			}
			if !yield(store.Object{Name: name, Size: int64(len(s[name]))}, nil) {
				return
			}
			if _, _, key := store.Split(name); strings.HasPrefix(key, "fail") {
				yield(store.Object{}, errShelf)
				return
			}
		}
	}
}

func (s shelf) Open(ctx context.Context, name, _ string, from int64) (store.Reader, error) {
	o, err := s.Stat(ctx, name)
	if err != nil {
		return nil, err
	}
	if strings.Contains(name, "coded") {
		o.Encoding = "gzip"
	}
	return &taken{strings.NewReader(s[name][from:]), o, name == "s3://b/cut.ndjson"}, nil
}

// A taken object is one that is being read.
type taken struct {
	r   *strings.Reader
	o   store.Object
	cut bool
}

func (t *taken) Object() store.Object { return t.o }
func (t *taken) Close() error         { return nil }
func (t *taken) Read(p []byte) (int, error) {
	n, err := t.r.Read(p)
	if err == io.EOF && t.cut {
		err = &fs.PathError{Op: "read", Path: t.o.Name, Err: errShelf}
	}
	return n, err
}

// Globs and folders of objects select what globs and folders of files select.
func TestObjectsAreFound(t *testing.T) {
	s := shelf{}
	for _, key := range []string{
		"a.json", "a.txt", "logs/1.ndjson", "logs/2.ndjson.gz", "logs/x.txt", "logs/in/3.ndjson", "logs/.hidden/4.json", "logs/node_modules/5.json",
		"logs/", "logs//6.json", "star*.json", "x:1.json", "skip/7.json", "fail/8.json",
	} {
		s["s3://b/"+key] = "{}"
	}
	search := &Search{
		Known:   func(name string) bool { return !strings.HasSuffix(name, ".txt") },
		Skipped: func(path string) bool { return strings.HasSuffix(path, "skip/7.json") },
		Exclude: ignore.ParseAll([]string{"excluded"}), Stores: store.Stores{s},
	}
	for _, c := range []struct{ args, want string }{
		{"s3://b/a.json", "a.json"},
		{"s3://b/a.txt", "a.txt"}, // a name is enough
		{"s3://b/logs", "logs//6.json logs/1.ndjson logs/2.ndjson.gz logs/in/3.ndjson"},
		{"s3://b/logs/", "logs//6.json logs/1.ndjson logs/2.ndjson.gz logs/in/3.ndjson"},
		{"s3://b/logs/*.ndjson", "logs/1.ndjson"},
		{"s3://b/logs/**/*.ndjson", "logs/1.ndjson logs/in/3.ndjson"},
		{"s3://b/logs/{1,2}.*", "logs/1.ndjson logs/2.ndjson.gz"},
		{"s3://b/logs/.hidden/*", "logs/.hidden/4.json"},
		{"s3://b/star*.json", "star*.json"}, // the name of an object
		{"s3://b/logs/*.ndjson s3://b/logs/1.ndjson", "logs/1.ndjson"},
		{"s3://b/skip/*", "!no object matches"},
		{"s3://b/none*", "!no object matches"},
		{"s3://b/none", "!file does not exist: there is no object or folder with this name"},
		{"s3://b/denied", "!permission denied"},
		{"s3://b/fail", "fail/8.json !broken shelf"},
		{"s3://*/a", "!the name of the bucket is missing or is a pattern"},
		{"s3://", "!the name of the bucket is missing or is a pattern"},
		{"gs://b/a.json", "!objects are read by jsonlint-cloud, as docs/reference/cloud.md describes"},
	} {
		var got []string
		for f := range search.Files(strings.Fields(c.args)) {
			if f.Err != nil {
				got = append(got, "!"+Cause(f.Err).Error())
				continue
			}
			if f.Store == nil {
				t.Errorf("%s has no store", f.Name)
			}
			got = append(got, strings.TrimPrefix(f.Name, "s3://b/"))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %s, want %s", c.args, strings.Join(got, " "), c.want)
		}
	}
	for _, arg := range []string{"s3://b", "s3://b/", "s3://b/*.json"} { // an empty bucket is no mistake
		search := &Search{Known: search.Known, Stores: store.Stores{shelf{}}}
		for f := range search.Files([]string{arg}) {
			if !errors.Is(f.Err, ErrNoMatch) || f.Err.Error() != "no object matches" {
				t.Errorf("%s in an empty bucket: %v", arg, f.Err)
			}
		}
	}
	for f := range search.Files(nil, "s3://b/logs/*.ndjson") { // names are not globs
		if !errors.Is(f.Err, fs.ErrNotExist) {
			t.Errorf("a name is used as a glob: %v, %v", f.Name, f.Err)
		}
	}
	for range search.Files([]string{"s3://b/logs", "s3://b/*"}) {
		break // must be possible
	}
}

// The contents of objects are those of files, and an error in the middle is never taken for the end.
func TestObjectsAreOpened(t *testing.T) {
	gz := zipped(t, "[1]\n")
	stores := store.Stores{shelf{"s3://b/a.json": "[1]\n", "s3://b/a.json.gz": gz, "s3://b/coded.json": gz, "s3://b/cut.ndjson": "[1]\n"}}
	for _, name := range []string{"s3://b/a.json", "s3://b/a.json.gz", "s3://b/coded.json"} {
		for _, limit := range []int64{Whole, 2} {
			c, err := open(Named(name, stores), name, nil, nil, limit)
			if err != nil {
				t.Fatal(err)
			}
			if held := c.Stream == nil; held != (limit == Whole && name == "s3://b/a.json") {
				t.Errorf("%s, limit %d: in memory %v", name, limit, held)
			}
			if head := c.Head(2); string(head) != "[1" {
				t.Errorf("%s begins with %q", name, head)
			}
			if all, err := c.All(); string(all) != "[1]\n" || err != nil {
				t.Errorf("%s: %q, %v", name, all, err)
			}
			c.Close()
		}
	}
	if _, err := Open(Named("s3://b/cut.ndjson", stores), "x", nil, nil); !errors.Is(err, errShelf) {
		t.Errorf("cut off, in memory: %v", err)
	}
	c, err := open(Named("s3://b/cut.ndjson", stores), "x", nil, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.All(); !errors.Is(err, errShelf) {
		t.Errorf("cut off: %v", err)
	}
	for name, want := range map[string]error{"s3://b/none": fs.ErrNotExist, "gs://b/a.json": ErrNoStore} {
		if _, err := Open(Named(name, stores), name, nil, nil); !errors.Is(err, want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func zipped(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	io.WriteString(z, text)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
