package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
)

// check checks the files of the release against each other, before anything is published.
func (c *call) check() error {
	files, err := c.files()
	if err != nil {
		return err
	}
	if err := checkRelease(files, c.parsed); err != nil {
		return err
	}
	fmt.Fprintf(c.log, "%d files agree with each other: checksums, bills of materials, programs (except in deb and rpm), versions, records and digests.\n", len(files))
	return nil
}

// errMissing is the error for a file of the release that is not there.
var errMissing = errors.New("it is missing")

// checkRelease returns an error unless checksums.txt lists exactly the files that there are, with their checksums, and the archive,
// the packages of npm and PyPI, the extension and the image for a platform contain the program that its bill of materials describes.
// The packages deb and rpm are not unpacked here: .ci/install installs them.
func checkRelease(files map[string][]byte, v version) error {
	found := []error{checkChecksums(files)}
	complain := func(name string, err error) {
		if err != nil {
			found = append(found, fmt.Errorf("%s: %w", name, err))
		}
	}
	var checked int
	for _, p := range platforms {
		b := &builder{version: v}
		text, ok := files[b.file(p, ".cdx.json")]
		if !ok { // not built for this platform
			continue
		}
		checked++
		sum, err := billedProgram(text, v)
		complain(b.file(p, ".cdx.json"), err)
		for name, inside := range b.programs(p) {
			complain(name, checkProgram(files, name, inside, sum))
		}
		if p.wheel != "" {
			complain(b.wheelFile(p), checkRecord(files[b.wheelFile(p)]))
		}
		if p.os == "linux" {
			complain(b.file(p, "_image.tar"), checkImage(files[b.file(p, "_image.tar")], p.binary(), sum))
			for _, name := range []string{b.file(p, ".deb"), b.file(p, ".rpm")} {
				if len(files[name]) == 0 {
					complain(name, errMissing)
				}
			}
		}
		if _, ok := files[b.extensionFile("")]; ok {
			for _, target := range p.editorTargets() {
				complain(b.extensionFile(target), checkExtension(files[b.extensionFile(target)], target, v))
				complain(b.extensionFile(target), checkProgram(files, b.extensionFile(target), "extension/bin/"+p.binary(), sum))
			}
		}
		complain(b.npmFile(npmName(p)), checkNPM(files, npmName(p), v))
	}
	if checked == 0 {
		found = append(found, errors.New("there is no bill of materials"))
	}
	if data, ok := files[(&builder{version: v}).extensionFile("")]; ok {
		complain("the extension", checkExtension(data, "", v))
	}
	complain(name, checkNPM(files, name, v))
	complain(name+".rb", checkFormula(files, v))
	return errors.Join(found...)
}

// programs returns the packages of a platform with the names that the program has in them.
func (b *builder) programs(p platform) map[string]string {
	all := map[string]string{b.archiveFile(p): p.binary(), b.npmFile(npmName(p)): "package/bin/" + p.binary()}
	if p.wheel != "" {
		all[b.wheelFile(p)] = wheelName + "-" + b.version.python() + ".data/scripts/" + p.binary()
	}
	return all
}

func checkChecksums(files map[string][]byte) error {
	if want := checksums(without(files, "checksums.txt")); !bytes.Equal(files["checksums.txt"], want) {
		var names []string
		is := map[string]bool{}
		for line := range strings.Lines(string(files["checksums.txt"])) {
			is[line] = true
		}
		for line := range strings.Lines(string(want)) {
			if !is[line] {
				_, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
				names = append(names, name)
			}
		}
		return fmt.Errorf("checksums.txt does not list the files as they are; wrong or missing: %s", strings.Join(names, ", "))
	}
	return nil
}

// billedProgram returns the SHA-256 of the program that a bill of materials describes.
func billedProgram(text []byte, v version) (string, error) {
	var b bill
	if err := json.Unmarshal(text, &b); err != nil {
		return "", err
	}
	c := b.Metadata.Component
	if c.Version != v.tag() || len(c.Hashes) != 1 || c.Hashes[0].Algorithm != "SHA-256" {
		return "", fmt.Errorf("it is about version %s, with the hashes %v", c.Version, c.Hashes)
	}
	return c.Hashes[0].Content, nil
}

func checkProgram(files map[string][]byte, name, inside, sum string) error {
	entries, err := unpack(files[name])
	if err != nil {
		return err
	}
	program, ok := entries[inside]
	if got := digestOf(program.data); !ok || got != sum {
		return fmt.Errorf("the SHA-256 of %s in it is %s, but the bill of materials has %s", inside, got, sum)
	}
	if program.mode.Perm()&0o111 == 0 {
		return fmt.Errorf("%s in it cannot be executed", inside)
	}
	return nil
}

// checkImage checks that an image fits together, and that one of its layers has the program with the given SHA-256.
func checkImage(archive []byte, program, sum string) error {
	image, err := readImage(archive)
	if err != nil {
		return err
	}
	for _, blob := range image.blobs {
		if entries, err := unpack(blob); err == nil && digestOf(entries[program].data) == sum {
			return nil
		}
	}
	return fmt.Errorf("no layer has the program with the SHA-256 %s of the bill of materials", sum)
}

// checkRecord checks a wheel against the list in it.
func checkRecord(wheel []byte) error {
	entries, err := unpack(wheel)
	if err != nil {
		return err
	}
	for name := range entries {
		if !strings.HasSuffix(name, ".dist-info/RECORD") {
			continue
		}
		listed := map[string]bool{}
		for line := range strings.Lines(string(entries[name].data)) {
			file, rest, _ := strings.Cut(strings.TrimSpace(line), ",")
			sum, _ := hex.DecodeString(digestOf(entries[file].data))
			want := fmt.Sprintf("sha256=%s,%d", base64.RawURLEncoding.EncodeToString(sum), len(entries[file].data))
			if rest != want && file != name {
				return fmt.Errorf("RECORD has %q for %s, want %q", rest, file, want)
			}
			listed[file] = true
		}
		if len(listed) != len(entries) {
			return fmt.Errorf("RECORD lists %d of %d files", len(listed), len(entries))
		}
		return nil
	}
	return errors.New("it has no RECORD")
}

// checkNPM checks the versions in an npm package, and that there are no scripts, which npm would run.
func checkNPM(files map[string][]byte, pkg string, v version) error {
	data := files[(&builder{version: v}).npmFile(pkg)]
	entries, err := unpack(data)
	if err != nil {
		return err
	}
	var m struct {
		npmManifest
		Scripts json.RawMessage
	}
	if err := json.Unmarshal(entries["package/package.json"].data, &m); err != nil {
		return err
	}
	if m.Name != pkg || m.Version != string(v) || m.Scripts != nil {
		return fmt.Errorf("package.json has the name %s, the version %s and the scripts %s", m.Name, m.Version, m.Scripts)
	}
	if m.Repository["url"] != "git+"+repository+".git" { // npm compares it with the provenance
		return fmt.Errorf("package.json has the repository %s", m.Repository["url"])
	}
	for other, want := range m.Optional {
		if want != string(v) {
			return fmt.Errorf("package.json demands version %s of %s", want, other)
		}
	}
	return nil
}

// checkFormula checks that the formula has each archive for macOS and Linux, with its checksum.
func checkFormula(files map[string][]byte, v version) error {
	b := &builder{version: v}
	if want := b.formula(files); !bytes.Equal(files[name+".rb"], want) {
		return errors.New("the formula is not that of the archives")
	}
	return nil
}

// readImage returns the manifest of an image after it has compared all digests with their blobs.
func readImage(archive []byte) (*storedImage, error) {
	entries, err := unpack(archive)
	if err != nil {
		return nil, err
	}
	image := &storedImage{blobs: map[string][]byte{}}
	for name, f := range entries {
		if sum, ok := strings.CutPrefix(name, "blobs/sha256/"); ok && sum != "" {
			if digestOf(f.data) != sum {
				return nil, fmt.Errorf("the digest of %s is %s", name, digestOf(f.data))
			}
			image.blobs["sha256:"+sum] = f.data
		}
	}
	var index, manifest ociManifest
	if err := json.Unmarshal(entries["index.json"].data, &index); err != nil {
		return nil, fmt.Errorf("index.json: %w", err)
	}
	if len(index.Manifests) != 1 {
		return nil, fmt.Errorf("index.json has %d images", len(index.Manifests))
	}
	image.manifest = index.Manifests[0]
	if err := json.Unmarshal(image.blobs[image.manifest.Digest], &manifest); err != nil {
		return nil, fmt.Errorf("manifest %s: %w", image.manifest.Digest, err)
	}
	if manifest.Config == nil || len(manifest.Layers) == 0 {
		return nil, fmt.Errorf("manifest %s has no configuration or no layers", image.manifest.Digest)
	}
	for _, d := range append(manifest.Layers, *manifest.Config) {
		if data, ok := image.blobs[d.Digest]; !ok || len(data) != d.Size {
			return nil, fmt.Errorf("blob %s has %d bytes, want %d", d.Digest, len(data), d.Size)
		}
	}
	return image, nil
}

// unpack returns the entries of a zip or tar archive, which may be compressed.
func unpack(data []byte) (map[string]file, error) {
	if len(data) == 0 {
		return nil, errMissing
	}
	entries := map[string]file{}
	if bytes.HasPrefix(data, []byte("PK")) {
		archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return nil, err
		}
		for _, f := range archive.File {
			text, err := fs.ReadFile(archive, f.Name)
			if err != nil {
				return nil, err
			}
			entries[f.Name] = file{f.Name, text, f.Mode()}
		}
		return entries, nil
	}
	var r io.Reader = bytes.NewReader(data)
	if bytes.HasPrefix(data, []byte("\x1f\x8b")) {
		unzipped, err := gzip.NewReader(r)
		if err != nil {
			return nil, err
		}
		r = unzipped
	}
	for archive := tar.NewReader(r); ; {
		header, err := archive.Next()
		if err == io.EOF {
			return entries, nil
		} else if err != nil {
			return nil, err
		}
		text, err := io.ReadAll(archive)
		if err != nil {
			return nil, err
		}
		entries[path.Clean(header.Name)] = file{header.Name, text, header.FileInfo().Mode()}
	}
}
