package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/assayjson/assay/cloud/internal/cloudtest"
	"github.com/assayjson/assay/cloud/objects"
	"github.com/assayjson/assay/cmd/jsonlint/program"
	"github.com/assayjson/assay/docs/doccheck"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// The test binary is also the program, under the name in this variable.
const asProgram = "JSONLINT_CLOUD_TEST_NAME"

func TestMain(m *testing.M) {
	if name := os.Getenv(asProgram); name != "" {
		os.Exit(program.Main(name, objects.Stores(os.Getenv)...))
	}
	os.Exit(m.Run())
}

// run runs the program.
func run(t *testing.T, name, stdin string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	c := exec.Command(os.Args[0], args...)
	c.Env = append(os.Environ(), asProgram+"="+name)
	var out, err bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader(stdin), &out, &err
	c.Dir = t.TempDir()
	if failed := c.Run(); failed != nil {
		var exit *exec.ExitError
		if !errors.As(failed, &exit) {
			t.Fatal(failed)
		}
	}
	return out.String(), err.String(), c.ProcessState.ExitCode()
}

// serve starts a server for a bucket of each kind of store, and sets the environment so that the program
// uses them.
func serve(t *testing.T) (all []*server) {
	for _, b := range cloudtest.Buckets(t) {
		s := &server{b, &cloudtest.Faulty{Next: b}}
		at := httptest.NewServer(s.proxy)
		t.Cleanup(at.Close)
		for name, value := range b.Env(at.URL) {
			t.Setenv(name, value)
		}
		all = append(all, s)
	}
	return all
}

// A server is a bucket behind a faulty proxy.
type server struct {
	cloudtest.Bucket
	proxy *cloudtest.Faulty
}

func (s *server) prefix() string { return s.Scheme() + "://" + cloudtest.BucketName + "/" }

// zipped returns a text that is compressed by gzip.
func zipped(text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write([]byte(text))
	z.Close()
	return b.String()
}

// damaged returns about n bytes of NDJSON, some of whose records are invalid.
func damaged(n int) string {
	random := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		end := "}\n"
		if random.IntN(5000) == 0 {
			end = ",}\n"
		}
		fmt.Fprintf(&b, `{"id": %d, "name": "%x", "list": [1, 2.5, null]%s`, i, random.Uint64(), end)
	}
	return b.String()
}

var fixable = regexp.MustCompile("; [0-9]+ can be fixed with --fix")

// The program reports the same about objects as about files, byte for byte except for their names, also
// through a proxy that damages some responses.
func TestSameAsFiles(t *testing.T) {
	large := damaged(5 << 20) // two ranges
	files := map[string]string{
		"a.json": `{"a": [1, 2,]}`, "b/c.jsonc": "// c\n{}\n", "b/long.ndjson": large, "b/long.ndjson.gz": zipped(damaged(400_000)), "b/cut.json.gz": zipped("[1, 2]")[:20],
		"b/names.json": `{"a": 1, "a": 2}`, "b/no.txt": "no", "empty.json": "", "d/bom.json": "\uFEFF{}", "d/e/utf16.json": "\xff\xfe{\x00}\x00", "x.json5": "{a: 1,}",
	}
	if !longtest.Off() {
		files["b/streamed.ndjson"] = damaged(17 << 20) // too large to be held in memory
	}
	dir := t.TempDir()
	servers := serve(t)
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
		for _, s := range servers {
			s.Put(name, text)
		}
	}
	for _, args := range [][]string{
		{"--format", "compact", "--summary", "DIR"},
		{"--format", "json", "DIR/b/*", "DIR/x.json5"},
		{"--good-to", "-", "--fail-on", "none", "DIR/b/long.ndjson"},
		{"get", "DIR/b/long.ndjson:9000"},
		{"get", "DIR/a.json", "/a/0"},
		{"salvage", "DIR/b/long.ndjson.gz"},
		{"--fix", "--diff", "DIR/a.json", "DIR/x.json5"},
		{"fmt", "DIR/b/names.json"},
		{"complete", "DIR/d/bom.json"},
	} {
		at := func(prefix string) (all []string) {
			for _, arg := range args {
				all = append(all, strings.ReplaceAll(arg, "DIR/", prefix))
			}
			return strings.Split(strings.ReplaceAll(strings.Join(all, "\x00"), "DIR", strings.TrimSuffix(prefix, "/")), "\x00")
		}
		prefix := filepath.ToSlash(dir) + "/"
		wantOut, wantErr, wantStatus := run(t, "jsonlint", "", at(prefix)...)
		wantErr = fixable.ReplaceAllString(wantErr, "") // objects cannot be fixed
		for _, s := range servers {
			n := 0
			s.proxy.Set(func(*http.Request) (cloudtest.Fault, int) {
				if n++; n%9 != 4 {
					return cloudtest.None, 0
				}
				return []cloudtest.Fault{cloudtest.Refused, cloudtest.Reset, cloudtest.Truncated, cloudtest.Short}[n/9%4], n * 1000
			})
			out, stderr, status := run(t, "jsonlint", "", at(s.prefix())...)
			local := func(text string) string { return strings.ReplaceAll(text, s.prefix(), prefix) }
			if local(out) != wantOut || local(stderr) != wantErr || status != wantStatus {
				t.Errorf("%s %q: status %d, want %d; %s", s.Scheme(), args, status, wantStatus, firstDifference(local(out)+local(stderr), wantOut+wantErr))
			}
		}
	}
}

// firstDifference returns the first lines that differ.
func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("%.300q, want %.300q", g[i], w[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(g), len(w))
}

// An object that changes is an error for that object, and the others are checked.
func TestChangedObject(t *testing.T) {
	text := strings.Repeat("[1]\n", 3<<20)
	for _, s := range serve(t) {
		s.Put("a.ndjson", text)
		s.Put("b.ndjson", "[1,]\n")
		n := 0
		s.proxy.Set(func(r *http.Request) (cloudtest.Fault, int) {
			if from := r.Header.Get("Range"); strings.HasPrefix(from, "bytes=4194304-") {
				if n++; n == 1 {
					s.Put("a.ndjson", strings.Repeat("[2]\n", 3<<20))
				}
			}
			return cloudtest.None, 0
		})
		out, stderr, status := run(t, "jsonlint-cloud", "", "-j", "1", s.prefix())
		wantErr := "jsonlint-cloud: " + s.prefix() + "a.ndjson: the object has changed since reading or planning began\n"
		if status != 2 || stderr != wantErr || out != s.prefix()+"b.ndjson:1:3: trailing comma before ']' [syntax]\n" {
			t.Errorf("status %d\n%s%s", status, out, stderr)
		}
	}
}

// What cannot be done with objects is an error that says so, and is not recommended.
func TestFilesOnly(t *testing.T) {
	for _, s := range serve(t) {
		s.Put("a.ndjson", "[1,]\n")
		for _, c := range []struct{ args, want string }{
			{"index " + s.prefix() + "a.ndjson", "is an object, and only files can have an index; records of objects are read without an index"},
		} {
			if out, stderr, status := run(t, "jsonlint-cloud", "", strings.Fields(c.args)...); status != 2 || out != "" || stderr != "jsonlint-cloud: "+s.prefix()+"a.ndjson: "+c.want+"\n" {
				t.Errorf("%s: status %d\n%s%s", c.args, status, out, stderr)
			}
		}
		if out, stderr, _ := run(t, "jsonlint-cloud", "", "--summary", s.prefix()); !strings.Contains(out+stderr, "1 error\n") {
			t.Errorf("%s%s", out, stderr)
		}
	}
}

// The program has a name of its own, and still reads files and standard input.
func TestProgram(t *testing.T) {
	for _, c := range []struct{ args, stdin, want string }{
		{"--version", "", "jsonlint-cloud "},
		{"--help", "", "Usage: jsonlint-cloud [flags]"},
		{"get --help", "", "Usage: jsonlint-cloud get "},
		{"completion bash", "", "# bash completion of jsonlint-cloud\n_jsonlint-cloud() {"},
		{"man", "", `.TH JSONLINT\-CLOUD 1`},
		{"-", "[1,]", "<stdin>:1:3: "},
	} {
		if out, stderr, _ := run(t, "jsonlint-cloud", c.stdin, strings.Fields(c.args)...); !strings.HasPrefix(out, c.want) {
			t.Errorf("%s: %.200s%s", c.args, out, stderr)
		}
	}
	if _, stderr, status := run(t, "jsonlint-cloud", "", "--no-such-flag"); status != 2 || !strings.HasPrefix(stderr, "jsonlint-cloud: ") || !strings.Contains(stderr, "jsonlint-cloud --help") {
		t.Errorf("an unknown flag: %s", stderr)
	}
}

// The commands of docs/reference/cloud.md work as shown.
func TestDocs(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the commands are for a POSIX shell")
	}
	for _, s := range serve(t) {
		s.Put("2026/01.ndjson", "{\"id\":1}\n{\"id\":2,}\n{\"id\":3}\n")
		s.Put("2026/02.ndjson.gz", zipped("{\"id\":4}\n{\"id\":5}\n"))
		s.Put("config.json", "{\"debug\": false}\n")
		s.Put("readme.txt", "no JSON")
	}
	text, err := os.ReadFile("../../../docs/reference/cloud.md")
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	self, err := filepath.Abs(os.Args[0])
	if err == nil {
		err = os.Symlink(self, filepath.Join(bin, "jsonlint"))
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(asProgram, "jsonlint")
	blocks := 0
	page := doccheck.Parse("docs/reference/cloud.md", strings.ReplaceAll(string(text), "jsonlint-cloud", "jsonlint")) // package doccheck runs programs called jsonlint
	for _, b := range page.Blocks {
		if b.Language == "console" {
			blocks++
		}
	}
	for _, complaint := range (doccheck.Commands{Bin: bin}).Check(page, t.TempDir()) {
		t.Error(complaint)
	}
	if blocks < 4 {
		t.Errorf("%d blocks were run", blocks)
	}
}
