package main

import (
	"bytes"
	"errors"
	"maps"
	"strings"
	"testing"
)

// repacked returns an archive in which a part of each entry has been replaced.
func repacked(t *testing.T, data []byte, old, replacement string) []byte {
	t.Helper()
	entries, err := unpack(data)
	if err != nil {
		t.Fatal(err)
	}
	var files []file
	var n int
	for _, name := range sortedKeys(entries) {
		f := entries[name]
		n += bytes.Count(f.data, []byte(old))
		f.name, f.data = name, bytes.ReplaceAll(f.data, []byte(old), []byte(replacement))
		files = append(files, f)
	}
	if n == 0 {
		t.Fatalf("nothing contains %q", old)
	}
	pack := tgz
	if bytes.HasPrefix(data, []byte("PK")) {
		pack = zipped
	}
	if data, err = pack(files, testBuilder().time); err != nil {
		t.Fatal(err)
	}
	return data
}

// The files of a release agree with each other, and each kind of damage is found even if checksums.txt fits it.
func TestCheckFindsDamage(t *testing.T) {
	files := release(t)
	if err := checkRelease(files, "1.2.3"); err != nil {
		t.Fatal(err)
	}
	if err := checkRelease(files, "1.2.4"); err == nil {
		t.Error("the files of another version are accepted")
	}
	b, p := testBuilder(), hostPlatform()
	const magic = "\x7fELF"
	for _, c := range []struct {
		file, old, replacement, want string
	}{
		{b.archiveFile(p), magic, "\x7fELf", "but the bill of materials has"},
		{b.npmFile(npmName(p)), magic, "\x7fELf", "but the bill of materials has"},
		{b.npmFile(npmName(p)), `"version": "1.2.3"`, `"version": "1.2.4"`, "the version 1.2.4"},
		{b.npmFile(name), `-linux-x64": "1.2.3"`, `-linux-x64": "1.2.2"`, "demands version 1.2.2 of"},
		{b.npmFile(name), `"license"`, `"scripts": {"install": "x"}, "license"`, "the scripts"},
		{b.npmFile(name), "git+https://github.com/assayjson", "git+https://github.com/other", "the repository"},
		{b.wheelFile(p), magic, "\x7fELf", "RECORD has"},
		{b.wheelFile(p), "Version: 1.2.3", "Version: 1.2.4", "RECORD has"},
		{b.file(p, "_image.tar"), magic, "", "has no image"},
		{name + ".rb", "sha256 \"", "sha256 \"0", "the formula is not that"},
		{b.file(p, ".cdx.json"), `"version": "v1.2.3"`, `"version": "v1.2.4"`, "it is about version v1.2.4"},
	} {
		damaged := maps.Clone(files)
		switch {
		case c.want == "has no image":
			damaged[c.file], c.want = files[b.archiveFile(p)], "index.json"
		case strings.HasSuffix(c.file, ".rb") || strings.HasSuffix(c.file, ".json"):
			damaged[c.file] = []byte(strings.ReplaceAll(string(files[c.file]), c.old, c.replacement))
		default:
			damaged[c.file] = repacked(t, files[c.file], c.old, c.replacement)
		}
		damaged["checksums.txt"] = checksums(without(damaged, "checksums.txt"))
		if err := checkRelease(damaged, "1.2.3"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s with %q: %v, want %q", c.file, c.replacement, err, c.want)
		}
	}
	other, err := b.image(&build{platform: p, program: []byte("another program")}, map[string][]byte{})
	if err != nil {
		t.Fatal(err)
	}
	damaged := maps.Clone(files)
	damaged[b.file(p, "_image.tar")] = other
	damaged["checksums.txt"] = checksums(without(damaged, "checksums.txt"))
	if err := checkRelease(damaged, "1.2.3"); err == nil || !strings.Contains(err.Error(), "no layer has the program") {
		t.Errorf("an image with another program: %v", err)
	}
	for _, file := range []string{b.file(p, ".deb"), b.file(p, ".rpm")} {
		damaged := without(files, file)
		damaged["checksums.txt"] = checksums(without(damaged, "checksums.txt"))
		if err := checkRelease(damaged, "1.2.3"); !errors.Is(err, errMissing) {
			t.Errorf("without %s: %v", file, err)
		}
	}
	for _, file := range sortedKeys(files) {
		damaged := without(files, file)
		if err := checkRelease(damaged, "1.2.3"); err == nil {
			t.Errorf("nothing misses %s", file)
		}
	}
}

// An image with a wrong blob is not read.
func TestReadImageChecksDigests(t *testing.T) {
	_, archive := get(t, release(t), "_image.tar")
	image, err := readImage(archive)
	if err != nil || len(image.blobs) != 3 {
		t.Fatalf("%d blobs, %v", len(image.blobs), err)
	}
	if _, err := readImage(bytes.Replace(archive, []byte("/jsonlint"), []byte("/Jsonlint"), 1)); err == nil {
		t.Error("a wrong blob is accepted")
	}
}

// A statement is about all files, and about one commit and workflow.
func TestStatement(t *testing.T) {
	files := map[string][]byte{"a": []byte("1"), "b": []byte("2")}
	files["checksums.txt"] = checksums(files)
	made := func() *statement { return newStatement(files["checksums.txt"], "1.2.3", "c0ffee") }
	if err := made().verify(files, "1.2.3", "c0ffee"); err != nil {
		t.Error(err)
	}
	for want, change := range map[string]func(*statement){
		"the digest of a in it":          func(s *statement) { s.Subject[0].Digest["sha256"] = "0" },
		"the digest of b in it":          func(s *statement) { s.Subject = s.Subject[:1] },
		"about c, which is not there":    func(s *statement) { s.Subject = append(s.Subject, subject{Name: "c"}) },
		"it was made by the workflow":    func(s *statement) { s.Predicate.Definition.External.Workflow.Path = "other.yml" },
		"it was made by https://other":   func(s *statement) { s.Predicate.Run.Builder.ID = "https://other" },
		"it is about the source":         func(s *statement) { s.Predicate.Definition.Dependencies = nil },
		"the statement is a":             func(s *statement) { s.PredicateType = "https://slsa.dev/provenance/v0.2" },
		"want commit c0ffee":             func(s *statement) { s.Predicate.Definition.Dependencies[0].Digest["gitCommit"] = "0" },
		"workflow {Ref:refs/heads/other": func(s *statement) { s.Predicate.Definition.External.Workflow.Ref = "refs/heads/other" },
	} {
		s := made()
		change(s)
		if err := s.verify(files, "1.2.3", "c0ffee"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	for _, text := range []string{"", "{", `{"dsseEnvelope":{"payloadType":"other"}}`} {
		if _, err := readBundle([]byte(text)); err == nil {
			t.Errorf("%q is read as a bundle", text)
		}
	}
}
