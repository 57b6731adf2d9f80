package command

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// Schemas that refer to others, settings for patterns of files, and rules have the effects that they have in jsonlint.
func TestSettings(t *testing.T) {
	lint := jsonlint(t)
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.ndjson":          "{\"id\":1}\n{\"id\":\"x\"}\n{\"id\":2,\"id\":3}\n{\"n\":1e400}\n{\"at\":{\"x\":true}}\n",
		"b.ndjson":          "{\"id\":\"x\"}\n{\"b\":1,\"a\":2}\n[[[[1]]]]\n\"\\ud800\"\n",
		"c.ndjson":          "{\"id\":\"x\",\"id\":1}\n{\"at\":[]}\n",
		"s.json":            `{"properties": {"id": {"type": "integer"}, "at": {"$ref": "parts/at.json"}}}`,
		"parts/at.json":     `{"$ref": "https://example.com/point.json"}`,
		"point.json":        `{"required": ["x", "y"], "properties": {"x": {"type": "number"}}}`,
		"other.json":        `{"required": ["id"]}`,
		".jsonlintrc.json":  `{"schemas": {"https://example.com/point.json": "point.json", "a.*": "s.json"}, "rules": {"key-order": "warning"}, "overrides": [{"files": ["b.*"], "rules": {"key-order": "error"}, "maxDepth": 3}]}`,
		"strict/other.json": `{"rules": {"duplicate-keys": "error"}, "suppressions": [{"files": ["../a.*"], "rules": ["duplicate-keys"], "pointers": ["/id"], "reason": "old"}]}`,
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	seen := map[string]bool{}
	for _, flags := range [][]string{
		nil,
		{"--no-config"},
		{"--schema", at("s.json")},
		{"--schema", at("other.json"), "--no-config", "--fail-on", "warning"},
		{"--config", at("strict/other.json"), "--schema", at("other.json")},
		{"--records", "any", "--error", "key-order", "--off", "syntax"},
		{"--ijson", "--no-config"},
	} {
		theirs := flags
		if i := len(flags) - 2; i >= 0 && flags[i] == "--ijson" {
			theirs = []string{"--error", "duplicate-keys,lone-surrogates,noncharacters,number-range", "--no-config"}
		}
		want, wantStatus := expected(t, lint, at("*.ndjson"), theirs...)
		n := in(t.TempDir())
		status, out := program(t, append([]string{"--input", at("*.ndjson"), "--report", n.report, "--quarantine", n.bad, "--good", n.good, "--piece-size", "20"}, flags...)...)
		if status != wantStatus {
			t.Fatalf("%s: status %d, want %d: %s", flags, status, wantStatus, out)
		}
		if got := texts3(t, n); got != want {
			t.Errorf("%s: %s\nwant\n%s", flags, got[0], want[0])
		}
		seen[want[0]] = true
	}
	if len(seen) != 7 {
		t.Errorf("only %d of the reports differ", len(seen))
	}
}

// A bucket of Google Cloud Storage. It has no folders, and all lists are on one page.
type bucket struct {
	mu      sync.Mutex
	objects map[string]string
	version int
	ranges  []string // that have been requested
	changes bool     // there is another version from the first read in the middle of an object on
}

func (b *bucket) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	key, err := url.PathUnescape(strings.TrimPrefix(strings.TrimPrefix(r.URL.EscapedPath(), "/storage/v1/b/logs/o"), "/"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if key == "" {
		var items []string
		for name, text := range b.objects {
			if strings.HasPrefix(name, r.URL.Query().Get("prefix")) {
				items = append(items, fmt.Sprintf(`{"name": %q, "size": "%d", "generation": "%d"}`, name, len(text), b.version))
			}
		}
		slices.Sort(items)
		fmt.Fprintf(w, `{"items": [%s]}`, strings.Join(items, ","))
		return
	}
	if b.ranges = append(b.ranges, r.Header.Get("Range")); b.changes && isMiddle(r.Header.Get("Range")) {
		b.version = 1
	}
	text, ok := b.objects[key]
	switch want := r.URL.Query().Get("ifGenerationMatch"); {
	case !ok:
		http.NotFound(w, r)
	case want != "" && want != fmt.Sprint(b.version):
		http.Error(w, "Precondition Failed", http.StatusPreconditionFailed)
	default:
		w.Header().Set("X-Goog-Generation", fmt.Sprint(b.version))
		http.ServeContent(w, r, "", time.Time{}, strings.NewReader(text))
	}
}

// isMiddle reports whether a range begins in the middle of an object, which is requested only after the object has been examined.
func isMiddle(r string) bool { return r != "" && !strings.HasPrefix(r, "bytes=0-") }

// Objects are divided, and outputs are those for files with the same texts. An object that changes ends the job.
func TestObjects(t *testing.T) {
	lint := jsonlint(t)
	dir := t.TempDir()
	text := strings.Repeat("{\"id\":1}\n", 50_000) + "{\"id\":2,}\n" + strings.Repeat("{\"id\":3}\n", 50_000)
	b := &bucket{objects: map[string]string{"a.ndjson": text, "b.ndjson.gz": string(gzipped(t, []byte("{}\n[1,]"))), "c.ndjson": "", "d.txt": "{"}}
	for name, text := range b.objects {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := httptest.NewServer(b)
	t.Cleanup(s.Close)
	t.Setenv("STORAGE_EMULATOR_HOST", s.URL)
	want, wantStatus := expected(t, lint, filepath.Join(dir, "*.ndjson*"))
	want[0] = strings.ReplaceAll(want[0], filepath.ToSlash(dir)+"/", "gs://logs/")
	n := in(t.TempDir())
	args := []string{"--input", "gs://logs/*.ndjson*", "--report", n.report, "--quarantine", n.bad, "--good", n.good, "--piece-size", "200000"}
	if status, out := program(t, args...); status != wantStatus || texts3(t, n) != want {
		t.Fatalf("status %d, want %d, or other outputs: %s", status, wantStatus, out)
	}
	middle := 0
	for _, r := range b.ranges {
		if isMiddle(r) {
			middle++
		}
	}
	if middle < 4 {
		t.Errorf("the ranges are %q", b.ranges)
	}

	b.changes = true
	status, out := program(t, args...)
	if status != 2 || !strings.Contains(out, ": the object has changed since reading or planning began\n") || texts3(t, n) != want {
		t.Errorf("status %d, or other outputs: %s", status, out)
	}
	if status, out := program(t, "--input", "gs://logs/none*"); status != 2 || out != "assay-beam: gs://logs/none*: no object matches\n" {
		t.Errorf("status %d: %s", status, out)
	}
}
