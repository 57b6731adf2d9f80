package main

import (
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
		if wantErr := s.prefix() + "logs/c.ndjson: the object has changed since reading or planning began\n"; status != 2 || !strings.HasPrefix(stderr, "jsonlint-cloud: shard ") || !strings.HasSuffix(stderr, wantErr) {
			t.Errorf("a changed object: status %d: %s", status, stderr)
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
