package command

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/schema/contract"
)

// crashingSchemas has one schema, schema.json, which panics for documents that contain "crash".
// Compiling a schema with another name panics immediately.
type crashingSchemas struct{ Schemas }

func (crashingSchemas) Declared([]byte) (string, int64, int64, bool) { return "", 0, 0, false }

func (crashingSchemas) Compile(name string, _ []byte, _ map[string]string, _ config.Copies, _ bool, _ int, _ string, _ func(string)) (contract.Schema, error) {
	if !strings.HasSuffix(name, "schema.json") {
		panic("no schema")
	}
	return crashingSchema{}, nil
}

type crashingSchema struct{}

func (crashingSchema) Check(data []byte) ([]contract.Finding, error) {
	if bytes.Contains(data, []byte("crash")) {
		var none []int
		_ = none[len(data)]
	}
	return nil, nil
}

// panicReader is a standard input that panics when it is read.
type panicReader struct{}

func (panicReader) Read([]byte) (int, error) { panic("pulled the plug") }

// runCrashing runs the command with crashingSchemas and a standard input that panics.
func runCrashing(args ...string) (status int, out, errs string) {
	var o, e strings.Builder
	status = run(args, Stdio{In: panicReader{}, Out: &o, Err: &e, Schemas: func() Schemas { return crashingSchemas{} }})
	return status, o.String(), e.String()
}

// inCrashFolder enters a new folder with three files. With --schema schema.json, checking the
// second file panics.
func inCrashFolder(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"a.json": "[1,]", "b.json": `{"crash": 1}`, "c.json": "[2,]"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

const boom = "internal error in b.json: runtime error: index out of range [12] with length 0; please report it\n"

// A panic while one file is checked is reported for that file in every format. The findings in the
// other files are still reported, and the exit status is 2.
func TestCrashWhileCheckingAFile(t *testing.T) {
	inCrashFolder(t)
	for _, format := range report.FormatNames() {
		for _, jobs := range []string{"1", "3"} {
			status, out, errs := runCrashing("--no-config", "--jobs", jobs, "--schema", "schema.json", "--format", format, ".")
			if status != StatusTrouble || errs != "jsonlint: "+boom {
				t.Errorf("%s: status %d, %s", format, status, errs)
			}
			first, last := strings.Index(out, "a.json"), strings.LastIndex(out, "c.json")
			if first < 0 || last < first {
				t.Errorf("%s: findings are lost: %s", format, out)
			}
			told := strings.Contains(out, "internal error") && strings.Contains(out, "b.json")
			if told == slices.Contains([]string{"text", "compact"}, format) {
				t.Errorf("%s: %s", format, out)
			}
		}
	}
}

// The stack is printed only with --debug.
func TestCrashWithDebug(t *testing.T) {
	inCrashFolder(t)
	for _, args := range [][]string{
		{"--debug", "--schema", "schema.json", "."}, {"fmt", "--check", "--debug", "-", "b.json"}, {"stats", "--debug", "-"}, {"complete", "--debug"},
	} {
		status, _, errs := runCrashing(args...)
		if status != StatusTrouble || !strings.Contains(errs, "goroutine ") || !strings.Contains(errs, "crash_test.go") {
			t.Errorf("%v: status %d, %s", args, status, errs)
		}
	}
}

// If fmt or stats panics for one file, the other files are not affected.
func TestCrashInFmtAndStats(t *testing.T) {
	inCrashFolder(t)
	const plug = "jsonlint: internal error in %s: pulled the plug; please report it\n"
	status, out, errs := runCrashing("fmt", "--check", "b.json", "-", "c.json")
	if status != StatusTrouble || !strings.HasPrefix(out, "b.json:") || !strings.HasPrefix(errs, fmt.Sprintf(plug, "<stdin>")) || !strings.Contains(out, "c.json:1:3: ") {
		t.Errorf("fmt: status %d, %s%s", status, out, errs)
	}
	status, out, errs = runCrashing("stats", "a.json", "-", "b.json")
	if status != StatusTrouble || errs != fmt.Sprintf(plug, "<stdin>") || !strings.Contains(out, "a.json:1:") || !strings.Contains(out, "b.json") {
		t.Errorf("stats: status %d, %s%s", status, out, errs)
	}
}

// If checking a file panics, --fix leaves that file unchanged and still fixes the others.
func TestCrashWithFix(t *testing.T) {
	inCrashFolder(t)
	status, _, errs := runCrashing("--no-config", "--fix", "--schema", "schema.json", ".")
	if status != StatusTrouble || !strings.Contains(errs, boom) {
		t.Errorf("status %d, %s", status, errs)
	}
	for name, want := range map[string]string{"a.json": "[1]", "b.json": `{"crash": 1}`, "c.json": "[2]"} {
		if got, err := os.ReadFile(name); err != nil || string(got) != want {
			t.Errorf("%s: %s, %v; want %s", name, got, err, want)
		}
	}
	if err := os.WriteFile("b.json", []byte(`{"crash": 1,}`), 0o666); err != nil {
		t.Fatal(err)
	}
	runCrashing("--no-config", "--fix", "--schema", "schema.json", ".")
	if got, err := os.ReadFile("b.json"); err != nil || string(got) != `{"crash": 1,}` {
		t.Errorf("b.json has been written: %s, %v", got, err)
	}
}

// After a panic while a file is replaced, the old file is unchanged and no temporary file is left.
func TestCrashWhileReplacing(t *testing.T) {
	inCrashFolder(t)
	err := crash.Catch(func() error {
		return outputs.ReplaceBy("a.json", outputs.VersionOf([]byte("[1,]")), func(w io.Writer) error {
			if _, err := io.WriteString(w, "half"); err != nil {
				return err
			}
			panic("boom")
		})
	})
	got, _ := os.ReadFile("a.json")
	names, _ := filepath.Glob("*")
	hidden, _ := filepath.Glob(".*")
	if crash.Of(err) == nil || string(got) != "[1,]" || len(names) != 3 || len(hidden) != 0 {
		t.Errorf("%v: %s, %v %v", err, got, names, hidden)
	}
}

// If reading a schema panics, the panic affects all files but is reported only once.
func TestCrashWhileReadingASchema(t *testing.T) {
	inCrashFolder(t)
	status, _, errs := runCrashing("--no-config", "--schema", "other.json", ".")
	if status != StatusTrouble || errs != "jsonlint: schema other.json: internal error: no schema; please report it\n" {
		t.Errorf("status %d, %s", status, errs)
	}
}

// Staged files are protected against panics, too.
func TestCrashWithStaged(t *testing.T) {
	c := new(Checker)
	c.base = base{Settings: &Settings{Checks: Checks{Schema: "schema.json"}, Lookup: Lookup{NoConfig: true}}, Std: Stdio{Schemas: func() Schemas { return crashingSchemas{} }}}
	c.cache = new(schemaCache)
	if f := c.file(input.File{Name: "b.json", Held: true, Data: []byte(`"crash"`)}); crash.Of(f.Trouble) == nil {
		t.Errorf("%+v", f)
	}
}

// --watch continues after a panic.
func TestCrashWithWatch(t *testing.T) {
	inCrashFolder(t)
	out, errs, end := startWatch(t, func() Schemas { return crashingSchemas{} }, "--schema", "schema.json", ".")
	waitFor(t, errs, boom)
	waitFor(t, out, "c.json:1:3")
	if err := os.WriteFile("d.json", []byte("[3,,]"), 0o666); err != nil {
		t.Fatal(err)
	}
	waitFor(t, out, "d.json:1:4")
	end()
}

// After a panic while searching for files, the search continues.
func TestCrashWhileSearching(t *testing.T) {
	inCrashFolder(t)
	s := &input.Search{Known: func(name string) bool {
		if name == "b.json" {
			panic("boom")
		}
		return true
	}}
	var names []string
	for f := range s.Files([]string{".", "nothing", "a.json"}) {
		names = append(names, f.Name)
		if (crash.Of(f.Err) != nil) != (f.Name == "b.json") {
			t.Errorf("%s: %v", f.Name, f.Err)
		}
	}
	if want := []string{"a.json", "b.json", "c.json", "nothing"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
}

// After a panic outside the check of a file, no findings are lost and the output is complete.
func TestCrashOfTheRun(t *testing.T) {
	inCrashFolder(t)
	f, err := Parse([]string{"--no-config", "--format", "json", "a.json"})
	if err != nil {
		t.Fatal(err)
	}
	var out, errs strings.Builder
	c, err := NewChecker(&f.Settings, Stdio{Out: &out, Err: &errs})
	if err != nil {
		t.Fatal(err)
	}
	status, err := c.Check(func(yield func(input.File) bool) {
		yield(input.File{Name: "a.json"})
		panic("boom")
	})
	if err != nil || status != StatusTrouble || errs.String() != "jsonlint: internal error: boom; please report it\n" {
		t.Errorf("status %d, %v, %s", status, err, errs.String())
	}
	if status, _, _ := runWith(strings.NewReader(out.String())); status != StatusValid || !strings.Contains(out.String(), "trailing comma") {
		t.Errorf("%s", out.String())
	}
}

// A panic before any file is processed is reported, too.
func TestCrashBeforeFiles(t *testing.T) {
	var errs strings.Builder
	status := run([]string{"rules"}, Stdio{Out: panicWriter{}, Err: &errs})
	if status != StatusTrouble || errs.String() != "jsonlint: internal error: no paper; please report it\n" {
		t.Errorf("status %d, %s", status, errs.String())
	}
}

type panicWriter struct{ io.Writer }

func (panicWriter) Write([]byte) (int, error) { panic("no paper") }
