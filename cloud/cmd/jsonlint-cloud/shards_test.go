package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assayjson/assay/cloud/internal/cloudtest"
)

// The merged report on shards of objects is the report of one run, also through a proxy that damages some
// responses, and with the same exit status.
func TestShards(t *testing.T) {
	for _, s := range serve(t) {
		s.Put("logs/a.ndjson", "\uFEFF"+damaged(5<<20)) // two ranges
		s.Put("logs/b.ndjson.gz", zipped(damaged(400_000)))
		s.Put("logs/c.ndjson", "{}\n[1,]")
		s.Put("logs/d.ndjson", "")
		n := 0
		s.proxy.Set(func(*http.Request) (cloudtest.Fault, int) {
			n++
			switch n { // few, because each is followed by a pause
			case 20:
				return cloudtest.Reset, 1000
			case 25:
				return cloudtest.Truncated, 1000
			case 30:
				return cloudtest.Short, 1000
			}
			return cloudtest.None, 0
		})
		dir := t.TempDir()
		at := func(name string) string { return filepath.Join(dir, name) }
		objects := s.prefix() + "logs/*.ndjson*"
		_, wantErr, want := run(t, "jsonlint-cloud", "", "--quiet", "--report", at("report.ndjson"), objects)
		report, err := os.ReadFile(at("report.ndjson"))
		if err != nil || want != 1 {
			t.Fatalf("%v, status %d: %s", err, want, wantErr)
		}

		plan, stderr, status := run(t, "jsonlint-cloud", "", "plan", "--size", "600kB", objects)
		if status != 0 || stderr != "4 files in 10 shards\n" {
			t.Fatalf("status %d: %s", status, stderr)
		}
		s.Put("plan.ndjson", plan)
		for _, args := range [][]string{{"--shard", "3"}, {"--all"}} {
			if _, stderr, status := run(t, "jsonlint-cloud", "", append([]string{"run", s.prefix() + "plan.ndjson", "--out", at("parts")}, args...)...); status != 0 {
				t.Fatalf("status %d: %s", status, stderr)
			}
		}
		got, stderr, status := run(t, "jsonlint-cloud", "", "merge", at("parts"))
		if n < 30 {
			t.Errorf("%d requests", n)
		}
		if got != string(report) || status != want {
			t.Errorf("%s: status %d, %s; %s", s.Scheme(), status, stderr, firstDifference(got, string(report)))
		}

		s.Put("logs/c.ndjson", "{}\n[1 ]")
		_, stderr, status = run(t, "jsonlint-cloud", plan, "run", "-", "--all", "--out", at("parts2"))
		if wantErr := s.prefix() + "logs/c.ndjson: the object has changed since reading or planning began\n" +
			"jsonlint-cloud: 1 shard could not be checked; jsonlint-cloud run --all checks only those that are missing\n"; status != 2 || !strings.HasPrefix(stderr, "jsonlint-cloud: shard ") || !strings.HasSuffix(stderr, wantErr) {
			t.Errorf("a changed object: status %d: %s", status, stderr)
		}
	}
}

// A plan of listed objects needs no requests for them. Lists of S3 lack the content coding, but the shards of an object that is
// compressed agree about it, or cannot be merged. Nothing else is needed of a store that ignores ranges.
func TestListedObjects(t *testing.T) {
	for _, s := range serve(t) {
		long := zipped(damaged(2 << 20))
		s.PutCoded("e/a.ndjson", long, "gzip")
		s.Put("e/b.ndjson", damaged(700_000))
		dir := t.TempDir()
		at := func(name string) string { return filepath.Join(dir, name) }
		must := func(want int, args ...string) string {
			t.Helper()
			stdout, stderr, status := run(t, "jsonlint-cloud", "", args...)
			if status != want {
				t.Fatalf("%s: %q: status %d: %s", s.Scheme(), args, status, stderr)
			}
			return stdout + stderr
		}
		must(1, "--quiet", "--report", at("report.ndjson"), s.prefix()+"e")
		report, err := os.ReadFile(at("report.ndjson"))
		if err != nil {
			t.Fatal(err)
		}
		objects := 0
		s.proxy.Set(func(r *http.Request) (cloudtest.Fault, int) {
			if r.Header.Get("Range") != "" {
				objects++
			}
			return cloudtest.None, 0
		})
		must(0, "plan", "--size", "100kB", "--output-file", at("plan"), s.prefix()+"e/")
		must(0, "plan", "--output-file", at("plan1"), s.prefix()+"e/")
		if objects > 0 {
			t.Errorf("%s: %d requests for objects", s.Scheme(), objects)
		}
		must(0, "run", at("plan"), "--all", "--out", at("parts"))
		if got := must(1, "merge", "--quiet", at("parts")); got != string(report) {
			t.Errorf("%s: %s", s.Scheme(), firstDifference(got, string(report)))
		}
		s.proxy.Set(func(*http.Request) (cloudtest.Fault, int) { return cloudtest.Whole, 0 })
		must(0, "run", at("plan1"), "--all", "--out", at("parts1"))
		if got := must(1, "merge", "--quiet", at("parts1")); got != string(report) {
			t.Errorf("%s without ranges: %s", s.Scheme(), firstDifference(got, string(report)))
		}
		s.proxy.Set(nil)
		if s.Scheme() != "s3" {
			continue // where another content coding is another version
		}
		for i, codings := range [][2]string{{"gzip", ""}, {"", "gzip"}} {
			parts := at(fmt.Sprint("mixed", i))
			s.PutCoded("e/a.ndjson", long, codings[0])
			must(0, "run", at("plan"), "--shard", "0", "--out", parts)
			s.PutCoded("e/a.ndjson", long, codings[1])
			must(0, "run", at("plan"), "--all", "--out", parts)
			if got := must(2, "merge", parts); !strings.HasSuffix(got, "e/a.ndjson: was checked with different settings\n") {
				t.Errorf("content coding %q and then %q: %s", codings[0], codings[1], got)
			}
		}
	}
}

// An object cannot have an index, and messages begin with the name of the program.
func TestIndexOfObject(t *testing.T) {
	for _, s := range serve(t) {
		s.Put("a.ndjson", "{}\n")
		name := s.prefix() + "a.ndjson"
		if _, stderr, status := run(t, "jsonlint-cloud", "", "index", name); status != 2 || !strings.HasPrefix(stderr, "jsonlint-cloud: "+name+": is an object") {
			t.Errorf("status %d: %s", status, stderr)
		}
		if out, stderr, status := run(t, "jsonlint-cloud", "", "get", name+":1"); status != 0 || out != "{}\n" {
			t.Errorf("status %d: %s", status, stderr)
		}
	}
	file := filepath.Join(t.TempDir(), "a.ndjson")
	if err := os.WriteFile(file, []byte("{}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, stderr, status := run(t, "jsonlint-cloud", "", "index", file); status != 0 || stderr != "jsonlint-cloud: "+file+".jidx: 1 record, 0 bad\n" {
		t.Errorf("status %d: %s", status, stderr)
	}
}
