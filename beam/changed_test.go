package assaybeam

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/rtrackers/offsetrange"
)

// A file that another one replaces, or that is written or grows, after it has been examined ends the job: before a piece of it is
// opened, and while one is read.
func TestChangedFiles(t *testing.T) {
	text := strings.Repeat("{\"id\":1}\n", 30_000)
	for name, change := range map[string]func(name string) error{
		"replaced": func(name string) error {
			if err := os.WriteFile(name+"2", []byte(strings.ReplaceAll(text, "1", "2")), 0o600); err != nil {
				return err
			}
			if err := os.Chtimes(name+"2", time.Time{}, time.Unix(1, 1)); err != nil {
				return err
			}
			return os.Rename(name+"2", name)
		},
		"touched": func(name string) error { return os.Chtimes(name, time.Time{}, time.Unix(0, 1)) },
		"grown":   func(name string) error { return os.WriteFile(name, []byte(text+"{}\n"), 0o600) },
		"shorter": func(name string) error { return os.Truncate(name, 10) },
		"removed": os.Remove,
	} {
		for _, ext := range []string{".ndjson", ".ndjson.gz"} {
			for _, when := range []string{"before", "while"} {
				t.Run(name+ext+" "+when, func(t *testing.T) {
					file := filepath.Join(t.TempDir(), "a"+ext)
					content := text
					if ext != ".ndjson" {
						var b bytes.Buffer
						z := gzip.NewWriter(&b)
						if _, err := io.WriteString(z, text); err != nil || z.Close() != nil {
							t.Fatal(err)
						}
						content = b.String()
					}
					if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
						t.Fatal(err)
					}
					if err := os.Chtimes(file, time.Time{}, time.Unix(1, 0)); err != nil {
						t.Fatal(err)
					}
					f, err := describe(t.Context(), listed{File: File{Name: file}})
					if err != nil {
						t.Fatal(err)
					}
					fn := &checkFn{Options: Options{Good: true}}
					if err := fn.Setup(); err != nil {
						t.Fatal(err)
					}
					check := func(good func([]byte)) error {
						rest := fn.CreateInitialRestriction(f)
						if !f.Whole {
							rest = offsetrange.Restriction{Start: f.Size / 2, End: f.Size}
						}
						return fn.ProcessElement(context.Background(), fn.CreateTracker(rest), f, func(piece) {}, good)
					}
					if err := check(func([]byte) {}); err != nil {
						t.Fatal(err)
					}
					changed := false
					change := func() {
						if changed {
							return
						}
						changed = true
						if err := change(file); err != nil {
							t.Fatal(err)
						}
					}
					if when == "before" {
						change()
					}
					err = check(func([]byte) { change() })
					want := file + ": has changed since the job began"
					if name == "removed" {
						want = file + ": no such file or directory"
					}
					if err == nil || err.Error() != want {
						t.Errorf("%v, want %s", err, want)
					}
				})
			}
		}
	}
}
