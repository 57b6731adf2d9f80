package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// everything returns all files of a release by name.
func (b *builder) everything(chosen []platform) (map[string][]byte, error) {
	if !b.noPage {
		if err := b.buildPage(); err != nil {
			return nil, err
		}
	}
	docs, err := b.documents()
	if err != nil {
		return nil, err
	}
	var builds []*build
	for _, p := range chosen {
		build, err := b.compile(p)
		if err != nil {
			return nil, err
		}
		builds = append(builds, build)
	}
	if docs["THIRD_PARTY_LICENSES"], err = b.notices(builds); err != nil {
		return nil, err
	}
	out := map[string][]byte{}
	for _, build := range builds {
		if err := b.packages(build, docs, out); err != nil {
			return nil, fmt.Errorf("%s: %w", build.platform, err)
		}
	}
	if out[b.npmFile(name)], err = b.npmMain(docs); err != nil {
		return nil, err
	}
	if !b.noEditors && !b.version.candidate() { // the Marketplace has no versions such as 1.3.0-rc.1
		if err := b.extensions(builds, out); err != nil {
			return nil, err
		}
	}
	out[name+".rb"] = b.formula(out)
	out["checksums.txt"] = checksums(out)
	return out, nil
}

// packages adds what there is for one platform.
func (b *builder) packages(build *build, docs, out map[string][]byte) (err error) {
	if out[b.archiveFile(build.platform)], err = b.archive(build, docs); err != nil {
		return err
	}
	if out[b.file(build.platform, ".cdx.json")], err = b.bill(build); err != nil {
		return err
	}
	if out[b.npmFile(npmName(build.platform))], err = b.npmPlatform(build, docs); err != nil {
		return err
	}
	if build.wheel != "" {
		if out[b.wheelFile(build.platform)], err = b.makeWheel(build, docs); err != nil {
			return err
		}
	}
	if build.os != "linux" {
		return nil
	}
	for _, format := range []string{"deb", "rpm"} {
		if out[b.file(build.platform, "."+format)], err = b.linuxPackage(format, build, docs); err != nil {
			return err
		}
	}
	out[b.file(build.platform, "_image.tar")], err = b.image(build, docs)
	return err
}

// file returns the name of a file for a platform.
func (b *builder) file(p platform, suffix string) string {
	return fmt.Sprintf("%s_%s_%s_%s%s", name, b.version, p.os, p.arch, suffix)
}

// archiveFile returns the name of the archive for a platform. action.sh and jsonlint_wheel.py know these
// names, too.
func (b *builder) archiveFile(p platform) string {
	if p.os == "windows" {
		return b.file(p, ".zip")
	}
	return b.file(p, ".tar.gz")
}

// archive returns an archive with the command and its documents.
func (b *builder) archive(build *build, docs map[string][]byte) ([]byte, error) {
	files := []file{{build.binary(), build.program, 0o755}}
	for _, name := range sortedKeys(docs) {
		files = append(files, file{name, docs[name], 0o644})
	}
	if build.os == "windows" {
		return zipped(files, b.time)
	}
	return tgz(files, b.time)
}

// checksums returns the SHA-256 of files, as sha256sum --check reads it.
func checksums(files map[string][]byte) []byte {
	var out bytes.Buffer
	for _, name := range sortedKeys(files) {
		fmt.Fprintf(&out, "%x  %s\n", sha256.Sum256(files[name]), name)
	}
	return out.Bytes()
}

// verify builds everything again, from a copy of the source in another folder and with an empty
// build cache, and returns an error if a file differs.
func (b *builder) verify(chosen []platform, files map[string][]byte) error {
	dir, err := os.MkdirTemp("", "release-verify-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	again := *b
	again.source, again.cache = filepath.Join(dir, "source"), filepath.Join(dir, "cache")
	if err := copySource(b.source, again.source); err != nil {
		return err
	}
	second, err := again.everything(chosen)
	if err != nil {
		return err
	}
	if differing := differences(files, second); len(differing) > 0 {
		return fmt.Errorf("a second build differs in %s", strings.Join(differing, ", "))
	}
	return nil
}

// differences returns the names of files that are not the same in both.
func differences(a, b map[string][]byte) (names []string) {
	for _, name := range sortedKeys(a) {
		if data, ok := b[name]; !ok || !bytes.Equal(a[name], data) {
			names = append(names, name)
		}
	}
	for _, name := range sortedKeys(b) {
		if _, ok := a[name]; !ok {
			names = append(names, name)
		}
	}
	return names
}

// copySource copies the files of a repository that Git does not ignore.
func copySource(from, to string) error {
	list, err := git(from, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	if err != nil {
		return err
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(list, "\x00"), "\x00") {
		data, err := os.ReadFile(filepath.Join(from, name))
		if os.IsNotExist(err) { // deleted, but not yet in a commit
			continue
		} else if err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(to, name)), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(to, name), data, 0o666); err != nil {
			return err
		}
	}
	return nil
}
