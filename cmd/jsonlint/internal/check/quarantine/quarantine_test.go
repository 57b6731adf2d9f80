package quarantine

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/lint"
)

// A line is a line of the report.
type line struct {
	Type, File string
	Raw        map[string]any
}

// number returns a field of the line.
func (l line) number(name string) int64 {
	n, ok := l.Raw[name].(float64)
	if !ok {
		panic(fmt.Sprintf("no number %s in %v", name, l.Raw))
	}
	return int64(n)
}

func linesOf(t *testing.T, report string) (all []line) {
	t.Helper()
	for text := range strings.Lines(report) {
		var l line
		if err := json.Unmarshal([]byte(text), &l.Raw); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		l.Type, _ = l.Raw["type"].(string)
		l.File, _ = l.Raw["file"].(string)
		all = append(all, l)
	}
	return all
}

// rebuilt puts the inputs together again, as docs/reference/quarantine.md describes.
func rebuilt(all []line, good, bad string) map[string]string {
	inputs := map[string]string{}
	for _, f := range all {
		if f.Type != "file" {
			continue
		}
		var b strings.Builder
		at := f.number("good_offset")
		end := at + f.number("good_bytes")
		for _, l := range all {
			if l.File != f.File || l.Type != "record" && l.Type != "mark" {
				continue
			}
			n := l.number("record_offset") - int64(b.Len())
			b.WriteString(good[at : at+n])
			at += n + l.number("good_inserted")
			from := l.number("bad_offset")
			b.WriteString(bad[from : from+l.number("record_length")])
		}
		b.WriteString(good[min(at, end):end])
		inputs[f.File] = b.String()
	}
	return inputs
}

// run divides inputs and returns the contents of the outputs.
func run(t *testing.T, dialect lint.Dialect, concatenated bool, inputs []string, suffix string) (good, bad, report string) {
	t.Helper()
	dir := t.TempDir()
	n := Names{filepath.Join(dir, "good"+suffix), filepath.Join(dir, "bad"+suffix), filepath.Join(dir, "report"+suffix)}
	r, err := Begin(n, nil)
	if err != nil {
		t.Fatal(err)
	}
	l := lint.New(lint.Options{Dialect: dialect})
	for i, in := range inputs {
		if _, err := r.Divide(context.Background(), fmt.Sprint(i), strings.NewReader(in), dialect, concatenated, l, lint.Error); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := r.Commit(); err != nil {
		t.Fatal(err)
	}
	return contents(t, n.Good), contents(t, n.Bad), contents(t, n.Report)
}

// contents returns the contents of a file, decompressed.
func contents(t *testing.T, name string) string {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var r io.Reader = file
	switch filepath.Ext(name) {
	case ".gz":
		r, err = gzip.NewReader(file)
	case ".zst":
		r, err = zstd.NewReader(file)
	}
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The inputs can be rebuilt from the outputs, and the outputs are valid.
func TestDivide(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	tokens := []string{"1", "\"e\"", "{}", "x", "\n", "\n", "\r\n", " ", "\x1E", "\x1E", "[1,2]", "tru", "{\"e\":1}", "[", "\uFEFF", "\xff"}
	rounds := 400
	if longtest.Off() {
		rounds = 24 // each round waits for the disk several times
	}
	for i := range rounds {
		inputs := make([]string, 1+rng.IntN(4))
		for i := range inputs {
			if rng.IntN(4) == 0 {
				inputs[i] = "\uFEFF"
			}
			for range rng.IntN(10) {
				inputs[i] += tokens[rng.IntN(len(tokens))]
			}
		}
		dialect, concatenated := lint.NDJSON, i%3 == 1
		if i%3 == 2 {
			dialect = lint.JSONSeq
		}
		check(t, dialect, concatenated, inputs, []string{"", ".gz", ".zst"}[i%7%3])
	}
}

func check(t *testing.T, dialect lint.Dialect, concatenated bool, inputs []string, suffix string) {
	t.Helper()
	good, bad, report := run(t, dialect, concatenated, inputs, suffix)
	all := linesOf(t, report)
	again := rebuilt(all, good, bad)
	var sum struct{ records, bad, bytes int64 }
	for i, in := range inputs {
		if got := again[fmt.Sprint(i)]; got != in {
			t.Fatalf("%v, %v, %q: input %d rebuilt as %q from %q, %q and %s", dialect, concatenated, inputs, i, got, good, bad, report)
		}
	}
	for _, l := range all {
		if l.Type == "file" {
			sum.records += l.number("records")
			sum.bad += l.number("bad")
			sum.bytes += l.number("bytes")
		}
	}
	total := all[len(all)-1]
	if total.Type != "total" || total.number("records") != sum.records || total.number("bad") != sum.bad || total.number("bytes") != sum.bytes ||
		total.number("good") != sum.records-sum.bad || total.number("good_bytes") != int64(len(good)) || total.number("bad_bytes") != int64(len(bad)) {
		t.Fatalf("%q: totals %v", inputs, total.Raw)
	}
	if strings.HasPrefix(good, "\uFEFF") {
		t.Fatalf("%v, %v, %q: the good output %q begins with a byte order mark", dialect, concatenated, inputs, good)
	}
	// All records of the good output are good.
	second, _, again2 := run(t, dialect, concatenated, []string{good}, "")
	last := linesOf(t, again2)
	if n := last[len(last)-1]; second != good || n.number("bad") != 0 || n.number("records") != total.number("good") {
		t.Fatalf("%v, %v, %q: the good output %q has %v", dialect, concatenated, inputs, good, n.Raw)
	}
}

// An output whose disk is full ends the run, and the error names the output.
func TestFullDisk(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("requires /dev/full")
	}
	input := strings.Repeat("{\"id\":1}\nx\n", 100_000)
	for i, name := range []string{"good", "bad", "report"} {
		dir := t.TempDir()
		n := Names{filepath.Join(dir, "good"), filepath.Join(dir, "bad"), filepath.Join(dir, "report")}
		*[]*string{&n.Good, &n.Bad, &n.Report}[i] = "/dev/full"
		r, err := Begin(n, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, err = r.Divide(context.Background(), "in", strings.NewReader(input), lint.NDJSON, false, lint.New(lint.Options{Dialect: lint.NDJSON}), lint.Error)
		var failed *outputs.Error
		if !errors.As(err, &failed) || failed.Name != "/dev/full" || !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("%s: %v", name, err)
		}
		if err := r.Abort(); err != nil {
			t.Error(err)
		}
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("%s: left %v", name, left)
		}
	}
}

func TestStandardOutput(t *testing.T) {
	var out bytes.Buffer
	r, err := Begin(Names{Good: "-"}, &out)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Divide(context.Background(), "in", strings.NewReader("1\nx\n2"), lint.NDJSON, false, lint.New(lint.Options{Dialect: lint.NDJSON}), lint.Error); err != nil {
		t.Fatal(err)
	}
	if good, bad, err := r.Commit(); good != 2 || bad != 1 || err != nil || out.String() != "1\n2" {
		t.Errorf("%d, %d, %v, %q", good, bad, err, out.String())
	}
}

func TestNames(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		names Names
		ok    bool
	}{
		{Names{Good: "a", Bad: "b"}, true}, {Names{Good: "a", Bad: "./a"}, false}, {Names{Good: filepath.Join(dir, "new"), Bad: dir + "/../" + filepath.Base(dir) + "/new"}, false}, {Names{Bad: "-", Report: "-"}, false},
		{Names{Good: file, Report: dir + "/./file"}, false}, {Names{Good: os.DevNull, Bad: os.DevNull}, true},
	} {
		if err := c.names.Check(); (err == nil) != c.ok {
			t.Errorf("%+v: %v", c.names, err)
		}
	}
	if n := (Names{Good: file}); !n.Include(dir+"/../"+filepath.Base(dir)+"/file") || n.Include("-") || n.Include(dir) {
		t.Error("Include is wrong")
	}
}

// An error in the first bytes of an input is an error, even if it is the one with which io.ReadFull
// describes a short text.
func TestTruncatedAtStart(t *testing.T) {
	for _, text := range []string{"", "1", "12"} {
		r, err := Begin(Names{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		in := io.MultiReader(strings.NewReader(text), iotest.ErrReader(io.ErrUnexpectedEOF))
		if _, err := r.Divide(context.Background(), "in", in, lint.NDJSON, false, lint.New(lint.Options{Dialect: lint.NDJSON}), lint.Error); err != io.ErrUnexpectedEOF || !r.Failed() {
			t.Errorf("after %q: %v", text, err)
		}
	}
}
