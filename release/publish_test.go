package main

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// newPublisher returns a call that publishes files with these names by programs that only write down their arguments, and a function
// that returns what they have written. The program npm knows the packages that are named last.
func newPublisher(t *testing.T, v version, files []string, published ...string) (*call, func() string) {
	t.Helper()
	dir := t.TempDir()
	log, dist := filepath.Join(dir, "log"), filepath.Join(dir, "dist")
	write := func(path, text string) {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for _, program := range []string{"npm", "npx", "gh"} {
		write(filepath.Join(dir, "bin", program), "#!/bin/sh\ncase $1-$2 in\n"+
			"view-*) case \" "+strings.Join(published, " ")+" \" in *\" $2 \"*) echo 1.2.3 ;; *-win32-*) exit 1 ;; esac ;;\n"+
			"*) echo "+program+" \"$@\" >>'"+log+"' ;;\nesac\n")
	}
	t.Setenv("PATH", filepath.Join(dir, "bin")+string(filepath.ListSeparator)+os.Getenv("PATH"))
	for _, name := range files {
		write(filepath.Join(dist, name), name)
	}
	source := filepath.Join(dir, "source")
	write(filepath.Join(source, "CHANGELOG.md"), "# Changelog\n\n## ["+string(v)+"]\n\nnotes\n")
	write(filepath.Join(source, "editors", "package.json"), "{}")
	write(filepath.Join(dir, "attestation.json"), "{}")
	_, clone := repositoryPair(t)
	c := &call{settings: settings{source: source, bundle: filepath.Join(dir, "attestation.json")}, parsed: v, log: io.Discard, dist: dist, clone: clone}
	return c, func() string {
		text, err := os.ReadFile(log)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		return strings.ReplaceAll(string(text), dist+"/", "")
	}
}

// The packages for the platforms are published before the main one, and those that are there are skipped, so that a job can run again.
func TestPublishNPM(t *testing.T) {
	for v, tag := range map[version]string{"1.2.3": "latest", "1.2.3-rc.1": "next"} {
		files := []string{"npm/assay-jsonlint-" + string(v) + ".tgz", "npm/assay-jsonlint-linux-x64-" + string(v) + ".tgz", "npm/assay-jsonlint-win32-x64-" + string(v) + ".tgz"}
		c, log := newPublisher(t, v, files, "assay-jsonlint-linux-x64@"+string(v))
		if err := c.publishNPM(); err != nil {
			t.Fatal(err)
		}
		flags := "npm publish --access public --tag " + tag + " --provenance npm/assay-jsonlint-"
		if got, want := log(), flags+"win32-x64-"+string(v)+".tgz\n"+flags+string(v)+".tgz\n"; got != want {
			t.Errorf("%s: ran\n%swant\n%s", v, got, want)
		}
	}
}

// The release on GitHub gets all files but the npm packages, and the attestation.
func TestPublishFiles(t *testing.T) {
	for v, flags := range map[version]string{"1.2.3": "", "1.2.3-rc.1": " --prerelease --latest=false"} {
		c, log := newPublisher(t, v, []string{"a.tar.gz", "checksums.txt", "npm/b.tgz"})
		if err := c.publishFiles(); err != nil {
			t.Fatal(err)
		}
		got := log()
		want := "gh release create v" + string(v) + " --verify-tag --title v" + string(v) + " --notes notes" + flags + " a.tar.gz checksums.txt "
		if !strings.HasPrefix(got, want) || !strings.HasSuffix(got, "/"+bundleName(v)+"\n") || strings.Contains(got, "b.tgz") {
			t.Errorf("ran %swant %s", got, want)
		}
	}
	c, _ := newPublisher(t, "1.2.3", []string{"a.tar.gz"})
	c.parsed = "1.2.4"
	if err := c.publishFiles(); err == nil {
		t.Error("a release without a section in the changelog is published")
	}
}

// Both places get the extensions for all platforms and the one without a program, by programs that are installed before, because no
// package may be installed while a token is in the environment.
func TestPublishExtensions(t *testing.T) {
	files := []string{"assay-jsonlint-1.2.3.vsix", "assay-jsonlint-linux-x64-1.2.3.vsix"}
	c, log := newPublisher(t, "1.2.3", files)
	for _, step := range []func() error{c.installPublishers, c.publishVSCode, c.publishOpenVSX} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	const npx, flags = "npx --no-install ", " publish --skip-duplicate --packagePath assay-jsonlint-1.2.3.vsix assay-jsonlint-linux-x64-1.2.3.vsix\n"
	want := "npm " + strings.Join(installLocked, " ") + "\n" + npx + "vsce --version\n" + npx + "ovsx --version\n" + npx + "vsce" + flags + npx + "ovsx" + flags
	if got := log(); got != want {
		t.Errorf("ran\n%swant\n%s", got, want)
	}
}

// repositoryPair returns a bare repository, and a clone with one commit.
func repositoryPair(t *testing.T) (origin, clone string) {
	t.Helper()
	dir := t.TempDir()
	origin, clone = filepath.Join(dir, "origin.git"), filepath.Join(dir, "clone")
	c := &call{log: io.Discard}
	for _, args := range [][]string{{"init", "-q", "--bare", "-b", "main", origin}, {"init", "-q", "-b", "main", clone}, {"-C", clone, "remote", "add", "origin", origin}, {"-C", clone, "commit", "-q", "--allow-empty", "-m", "first"}} {
		if err := c.gitAs(dir, args...); err != nil {
			t.Fatal(err)
		}
	}
	return origin, clone
}

// taggedClone returns a clone of a repository with the given tags.
func taggedClone(t *testing.T, tags ...string) string {
	t.Helper()
	_, clone := repositoryPair(t)
	c := &call{log: io.Discard}
	for _, tag := range tags {
		if err := c.gitAs(clone, "push", "-q", "origin", "HEAD:refs/tags/"+tag); err != nil {
			t.Fatal(err)
		}
	}
	return clone
}

// Only the greatest version is the latest one, whatever the order of the releases.
func TestLatest(t *testing.T) {
	clone := taggedClone(t, "v1.2.4", "v1.10.0", "v1.11.0-rc.1", "v1", "cloud/v9.0.0", "2.0.0")
	for v, want := range map[version]string{"1.10.0": "latest", "1.2.5": "v1.2", "1.10.1": "latest", "1.11.0-rc.1": "next", "2.0.0": "latest"} {
		c := &call{parsed: v, log: io.Discard, clone: clone}
		if got, err := c.npmTag(); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", v, got, err, want)
		}
	}
	if _, err := (&call{parsed: "1.2.3", clone: t.TempDir()}).isLatest(); err == nil {
		t.Error("a clone without an origin is accepted")
	}
}

// The formula arrives in the tap once, even if the step runs twice.
func TestUpdateTap(t *testing.T) {
	origin, clone := repositoryPair(t)
	dist := t.TempDir()
	if err := os.WriteFile(filepath.Join(dist, name+".rb"), []byte("formula"), 0o666); err != nil {
		t.Fatal(err)
	}
	c := &call{settings: settings{tap: clone}, parsed: "1.2.3", dist: dist, log: io.Discard, clone: taggedClone(t, "v1.2.3")}
	for range 2 {
		if err := c.updateTap(); err != nil {
			t.Fatal(err)
		}
	}
	c.parsed = "1.2.2"
	if err := c.updateTap(); err != nil {
		t.Fatal(err)
	}
	if text, err := git(origin, "show", "main:Formula/"+name+".rb"); err != nil || text != "formula" {
		t.Errorf("%q, %v", text, err)
	}
	if log, err := git(origin, "log", "--format=%s", "main"); err != nil || log != name+" 1.2.3\nfirst\n" {
		t.Errorf("%q, %v", log, err)
	}
}

// The tag of the major version moves to the commit of the latest release.
func TestMoveMajorTag(t *testing.T) {
	origin, clone := repositoryPair(t)
	for _, v := range []version{"1.2.3", "1.10.0", "1.9.1", "2.0.0", "2.1.0-rc.1", "1.2.4"} {
		c := &call{parsed: v, log: io.Discard, clone: clone}
		if err := c.gitAs(clone, "commit", "-q", "--allow-empty", "-m", string(v)); err != nil {
			t.Fatal(err)
		}
		if err := c.gitAs(clone, "tag", "-a", "-m", v.tag(), v.tag()); err != nil {
			t.Fatal(err)
		}
		if err := c.gitAs(clone, "push", "-q", "origin", v.tag()); err != nil {
			t.Fatal(err)
		}
		if v.candidate() { // which skip the step
			continue
		}
		if err := c.moveMajorTag(); err != nil {
			t.Fatal(err)
		}
	}
	for tag, want := range map[string]string{"v1": "1.10.0", "v2": "2.0.0"} {
		if got, err := git(origin, "log", "-1", "--format=%s", "refs/tags/"+tag); err != nil || got != want+"\n" {
			t.Errorf("%s is %q, %v", tag, got, err)
		}
	}
	if kind, err := git(origin, "cat-file", "-t", "refs/tags/v1"); err != nil || kind != "commit\n" { // the action has no use for annotations
		t.Errorf("v1 is a %q, %v", kind, err)
	}
}

// The extension for a platform has its program and names it, and all versions in it are that of the release.
func TestExtension(t *testing.T) {
	packed, err := zipped([]file{
		{"[Content_Types].xml", []byte("<Types/>"), 0o644},
		{"extension.vsixmanifest", []byte(`<PackageManifest><Metadata><Identity Language="en-US" Id="assay-jsonlint" Version="0.1.0" Publisher="assayjson" /></Metadata><Assets><Asset Type="x" Path="extension/package.json"/></Assets></PackageManifest>`), 0o644},
		{"extension/package.json", []byte(`{"name": "assay-jsonlint", "version": "0.1.0"}`), 0o644},
		{"extension/dist/extension.js", []byte("code"), 0o644},
	}, testBuilder().time)
	if err != nil {
		t.Fatal(err)
	}
	b, p := testBuilder(), hostPlatform()
	made := &build{platform: p, program: []byte("program")}
	archive, err := tgz([]file{{"THIRD_PARTY_LICENSES", []byte("licences"), 0o644}}, b.time)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]byte{b.archiveFile(p): archive}
	for _, target := range append(p.editorTargets(), "") {
		one := made
		if target == "" {
			one = nil
		}
		data, err := b.extension(packed, target, one, out)
		if err != nil {
			t.Fatal(err)
		}
		if err := checkExtension(data, target, "1.2.3"); err != nil {
			t.Errorf("%q: %v", target, err)
		}
		if err := checkExtension(data, target, "1.2.4"); err == nil {
			t.Errorf("%q: another version is accepted", target)
		}
		if err := checkExtension(data, "darwin-arm64", "1.2.3"); err == nil {
			t.Errorf("%q: another platform is accepted", target)
		}
		files := map[string][]byte{"x": data}
		if err := checkProgram(files, "x", "extension/bin/jsonlint", digestOf(made.program)); (err == nil) != (one != nil) {
			t.Errorf("%q: %v", target, err)
		}
		again, err := b.extension(packed, target, one, out)
		if err != nil || !bytes.Equal(data, again) {
			t.Errorf("%q: a second package differs, %v", target, err)
		}
		archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil || archive.File[0].Name != "[Content_Types].xml" {
			t.Errorf("%q: %v", target, err)
		}
	}
	if _, err := b.extension(repacked(t, packed, `Version="0.1.0"`, `Version="0.1.1"`), "", nil, out); err == nil {
		t.Error("a package with two versions is accepted")
	}
}
