package assaybeam

import (
	"bytes"
	"compress/gzip"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestShardNames(t *testing.T) {
	for _, c := range []struct {
		name   string
		shards int
		want   string
	}{
		{"good.ndjson", 10, "good-00003-of-00010.ndjson"},
		{"/a.b/good.ndjson.gz", 10, "/a.b/good-00003-of-00010.ndjson.gz"},
		{"gs://b/c.d/good.x.ndjson.zst", 10, "gs://b/c.d/good.x-00003-of-00010.ndjson.zst"},
		{"a.b/good", 10, "a.b/good-00003-of-00010"},
		{"good.gz", 10, "good-00003-of-00010.gz"},
		{"good.ndjson", 1, "good.ndjson"},
		{"", 10, ""},
	} {
		if got := shardName(c.name, 3, c.shards); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// checked returns the pieces of a file, whose good records are saved.
func checked(t *testing.T, name string, onlySums bool) []piece {
	t.Helper()
	r := &runner{fn: &checkFn{Options: Options{Temp: t.TempDir(), SaveGood: true, Piece: 8}, OnlySums: onlySums}, rng: rand.New(rand.NewPCG(1, 2))}
	if err := r.fn.Setup(); err != nil {
		t.Fatal(err)
	}
	r.run(t, listed{File: File{Name: name}})
	return r.pieces
}

// If one shard fails, no file gets its name. The complete files of other shards remain under temporary names.
func TestFailedShard(t *testing.T) {
	name, dir := files.put("test://shards", "{}\n[1,\n{\"a\":1}\n"), t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "report-00000-of-00002"), []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "report-00001-of-00002"), 0o700); err != nil {
		t.Fatal(err)
	}
	o := Outputs{Report: filepath.Join(dir, "report"), Bad: filepath.Join(dir, "bad"), Shards: 2}
	if err := writeAll(t.Context(), o, []string{name}, checked(t, name, false), 8); err == nil {
		t.Fatal("a folder has been replaced")
	}
	if text := read(t, dir, "report-00000-of-00002"); text != "old" {
		t.Errorf("the report is %q", text)
	}
	all, err := os.ReadDir(dir)
	if err != nil || len(all) != 4 {
		t.Fatalf("there are %v, %v", all, err)
	}
	for _, f := range all[:2] {
		if !strings.HasPrefix(f.Name(), ".assay-") {
			t.Errorf("there is %s", f.Name())
		}
	}
}

// If the bad records are not written, they are only counted.
func TestOnlySums(t *testing.T) {
	name, dir := files.put("test://sums", "{}\n[1,\n{\"a\":1}\n"), t.TempDir()
	for _, onlySums := range []bool{false, true} {
		pieces := checked(t, name, onlySums)
		bad, found := int64(0), 0
		for _, p := range pieces {
			bad += p.Bad
			found += len(p.Found)
		}
		if bad != 1 || (found == 0) != onlySums {
			t.Errorf("%t: %d bad records in %d bytes", onlySums, bad, found)
		}
		if err := writeAll(t.Context(), Outputs{Good: filepath.Join(dir, "good")}, []string{name}, pieces, 8); err != nil {
			t.Fatal(err)
		}
		if text := read(t, dir, "good"); text != "{}\n{\"a\":1}\n" {
			t.Errorf("%t: %q", onlySums, text)
		}
	}
}

// Files with what has been found are closed also if a piece cannot be read to its end.
func TestClosedStorage(t *testing.T) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	rng := rand.New(rand.NewPCG(3, 4))
	for range 1 << 20 {
		if _, err := z.Write([]byte{'0' + byte(rng.IntN(10)), '\n'}); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	name := files.put("test://cut.gz", b.String()[:b.Len()-100])
	fn := &checkFn{Options: Options{Temp: "test://closed", SaveGood: true, AnyRecords: true}}
	if err := fn.Setup(); err != nil {
		t.Fatal(err)
	}
	f, err := describe(t.Context(), listed{File: File{Name: name}})
	if err != nil {
		t.Fatal(err)
	}
	err = fn.ProcessElement(t.Context(), fn.CreateTracker(fn.CreateInitialRestriction(f)), f, func(piece) { t.Error("a piece is emitted") }, func([]byte) {})
	if err == nil {
		t.Fatal("no error")
	}
	if all := files.in("test://closed/"); all != 1 { // files appear when they are closed
		t.Errorf("%d files have been closed", all)
	}
}
