package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/assayjson/assay/internal/testing/longtest"
)

// built is a release for this platform, which is built once for all tests.
var built = sync.OnceValues(func() (map[string][]byte, error) { return testBuilder().everything([]platform{hostPlatform()}) })

func testBuilder() *builder {
	return &builder{source: "..", version: "1.2.3", time: time.Unix(1_700_000_000, 0).UTC(), noPage: !longtest.Asked(), noEditors: !longtest.Asked()}
}

// hostPlatform is linux with the architecture of this machine, because only Linux has packages in
// all formats.
func hostPlatform() platform {
	for _, p := range platforms {
		if p.os == "linux" && p.arch == runtime.GOARCH {
			return p
		}
	}
	return platforms[0]
}

// release returns the files of the release.
func release(t *testing.T) map[string][]byte {
	t.Helper()
	if testing.Short() {
		t.Skip("building takes long")
	}
	files, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// get returns the only file whose name has a suffix.
func get(t *testing.T, files map[string][]byte, suffix string) (name string, data []byte) {
	t.Helper()
	for n, d := range files {
		if strings.HasSuffix(n, suffix) {
			if name != "" {
				t.Fatalf("both %s and %s end in %s", name, n, suffix)
			}
			name, data = n, d
		}
	}
	if name == "" {
		t.Fatalf("no file ends in %s", suffix)
	}
	return name, data
}

// untar returns the entries of a tar archive, which may be compressed.
func untar(t *testing.T, data []byte) map[string]file {
	t.Helper()
	var r io.Reader = bytes.NewReader(data)
	if bytes.HasPrefix(data, []byte("\x1f\x8b")) {
		unzipped, err := gzip.NewReader(r)
		if err != nil {
			t.Fatal(err)
		}
		r = unzipped
	}
	entries := map[string]file{}
	for archive := tar.NewReader(r); ; {
		header, err := archive.Next()
		if err == io.EOF {
			return entries
		} else if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(archive)
		if err != nil {
			t.Fatal(err)
		}
		if header.Uid != 0 || header.Gid != 0 || !header.ModTime.Equal(testBuilder().time) {
			t.Errorf("%s: owner %d:%d, time %s", header.Name, header.Uid, header.Gid, header.ModTime)
		}
		entries[header.Name] = file{header.Name, text, header.FileInfo().Mode()}
	}
}

func TestArchive(t *testing.T) {
	_, data := get(t, release(t), "_"+hostPlatform().arch+".tar.gz")
	entries := untar(t, data)
	for _, name := range []string{"LICENSE", "THIRD_PARTY_LICENSES", "README.md", "docs/reference/cli.md", "man/jsonlint.1", "completions/jsonlint.bash", "completions/_jsonlint", "completions/jsonlint.fish", "completions/jsonlint.ps1", "man/assay.1", "completions/_assay"} {
		if f := entries[name]; len(f.data) == 0 || f.mode != 0o644 {
			t.Errorf("%s: %d bytes, mode %s", name, len(f.data), f.mode)
		}
	}
	program := entries["jsonlint"]
	if program.mode != 0o755 {
		t.Errorf("mode %s", program.mode)
	}
	info, err := buildinfo.Read(bytes.NewReader(program.data))
	if err != nil {
		t.Fatal(err)
	}
	for _, dep := range info.Deps {
		if !bytes.Contains(entries["THIRD_PARTY_LICENSES"].data, []byte("\n"+dep.Path+" "+dep.Version+"\n")) {
			t.Errorf("no licence of %s", dep.Path)
		}
	}
}

// checksums.txt has every file but itself.
func TestChecksums(t *testing.T) {
	files := release(t)
	lines := strings.Split(strings.TrimSuffix(string(files["checksums.txt"]), "\n"), "\n")
	if len(lines) != len(files)-1 {
		t.Errorf("%d lines, want %d", len(lines), len(files)-1)
	}
	for _, line := range lines {
		sum, name, _ := strings.Cut(line, "  ")
		if want := fmt.Sprintf("%x", sha256.Sum256(files[name])); sum != want {
			t.Errorf("%s: %s, want %s", name, sum, want)
		}
	}
}

// The checksums in the wheel are those of its files, the program can be executed, and the Python module is there.
func TestWheel(t *testing.T) {
	name, data := get(t, release(t), ".whl")
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	entries := map[string][]byte{}
	for _, f := range archive.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if entries[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
		want := os.FileMode(0o644)
		if strings.HasSuffix(f.Name, "/scripts/jsonlint") {
			want = 0o755
		}
		if f.Mode() != want {
			t.Errorf("%s: mode %s, want %s", f.Name, f.Mode(), want)
		}
	}
	const info = "assay_jsonlint-1.2.3.dist-info/"
	record := string(entries[info+"RECORD"])
	for name, text := range entries {
		sum := sha256.Sum256(text)
		line := fmt.Sprintf("%s,sha256=%s,%d\n", name, base64.RawURLEncoding.EncodeToString(sum[:]), len(text))
		if name == info+"RECORD" {
			line = name + ",,\n"
		}
		if !strings.Contains(record, line) {
			t.Errorf("RECORD has no line %q", line)
		}
	}
	for _, name := range []string{"assay/__init__.py", "assay/_program.py", "assay/py.typed"} {
		if _, ok := entries[name]; !ok {
			t.Errorf("%s is missing", name)
		}
	}
	if got := string(entries[info+"entry_points.txt"]); got != wheelScripts {
		t.Errorf("entry_points.txt is %q", got)
	}
	tags := strings.Split(strings.TrimSuffix(name, ".whl"), "-")
	for tag := range strings.SplitSeq(tags[len(tags)-1], ".") {
		if !strings.Contains(string(entries[info+"WHEEL"]), "\nTag: py3-none-"+tag+"\n") {
			t.Errorf("WHEEL has no tag %s", tag)
		}
	}
}

// The npm package lists the packages of all platforms, has no scripts, and the package for a platform
// says which one that is.
func TestNPM(t *testing.T) {
	files := release(t)
	main := npmPackageJSON(t, files, "npm/assay-jsonlint-1.2.3.tgz")
	if main.scripts != nil || len(main.Optional) != len(platforms) || main.Bin["jsonlint"] != "bin/jsonlint.js" || main.Bin["assay"] != "bin/jsonlint.js" {
		t.Errorf("%+v", main)
	}
	host := hostPlatform()
	program := npmPackageJSON(t, files, "npm/assay-jsonlint-"+host.npm+"-1.2.3.tgz")
	if main.Optional[program.Name] != program.Version || program.OS[0]+"-"+program.CPU[0] != host.npm || program.scripts != nil {
		t.Errorf("%+v", program)
	}
	if !strings.Contains(string(npmStarter), name+"-${process.platform}-${process.arch}") {
		t.Error("the starter looks for other packages")
	}
}

type packageJSON struct {
	npmManifest
	scripts any
}

func npmPackageJSON(t *testing.T, files map[string][]byte, name string) (p packageJSON) {
	t.Helper()
	text := untar(t, files[name])["package/package.json"].data
	var all map[string]any
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	p.scripts = all["scripts"]
	if err := json.Unmarshal(text, &p.npmManifest); err != nil {
		t.Fatal(err)
	}
	return p
}

// The formula has the checksums of the archives.
func TestFormula(t *testing.T) {
	files := release(t)
	name, data := get(t, files, ".tar.gz")
	formula := string(files["assay-jsonlint.rb"])
	for _, want := range []string{"releases/download/v1.2.3/" + name + `"`, fmt.Sprintf("sha256 %q", fmt.Sprintf("%x", sha256.Sum256(data))), `version "1.2.3"`, "%w[jsonlint assay].each"} {
		if !strings.Contains(formula, want) {
			t.Errorf("the formula lacks %s", want)
		}
	}
}

func TestVersions(t *testing.T) {
	for text, want := range map[string]version{"1.2.3": "1.2.3", "v0.1.0": "0.1.0", "1.0.0-rc.2": "1.0.0-rc.2", "1.2": "", "01.2.3": "", "1.2.3-beta": "", "1.2.3 ": "", "": ""} {
		got, err := parseVersion(text)
		if got != want || (err != nil) != (want == "") {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	if got := version("1.3.0-rc.1").python(); got != "1.3.0rc1" {
		t.Error(got)
	}
}

func TestChoosePlatforms(t *testing.T) {
	if all, err := choosePlatforms(""); err != nil || len(all) != 8 {
		t.Errorf("%d platforms, %v", len(all), err)
	}
	if two, err := choosePlatforms("linux/arm64,windows/amd64"); err != nil || len(two) != 2 || two[1].binary() != "jsonlint.exe" {
		t.Errorf("%v, %v", two, err)
	}
	if _, err := choosePlatforms("linux/amd64,plan9/386"); err == nil {
		t.Error("plan9/386 is not built")
	}
}

// Two builds are equal, even if the source is in another folder. With long tests, this is tried for
// all platforms and with an empty build cache.
func TestReproducible(t *testing.T) {
	files := release(t)
	b := testBuilder()
	if longtest.Asked() {
		all, err := b.everything(platforms)
		if err != nil {
			t.Fatal(err)
		}
		if err := b.verify(platforms, all); err != nil {
			t.Error(err)
		}
		return
	}
	b.source = t.TempDir()
	if err := copySource("..", b.source); err != nil {
		t.Fatal(err)
	}
	again, err := b.everything([]platform{hostPlatform()})
	if err != nil {
		t.Fatal(err)
	}
	if differing := differences(files, again); len(differing) > 0 {
		t.Errorf("a second build differs in %s", strings.Join(differing, ", "))
	}
}

func TestDifferences(t *testing.T) {
	a := map[string][]byte{"same": []byte("1"), "other": []byte("1"), "only a": nil}
	b := map[string][]byte{"same": []byte("1"), "other": []byte("2"), "only b": nil}
	if got := fmt.Sprint(differences(a, b)); got != "[only a other only b]" {
		t.Error(got)
	}
}
