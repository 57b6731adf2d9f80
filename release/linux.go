package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm"
)

// linuxFiles returns where a package of a format installs which file.
func (b *builder) linuxFiles(format string, build *build, docs map[string][]byte) ([]file, error) {
	zsh := map[string]string{"deb": "/usr/share/zsh/vendor-completions/_", "rpm": "/usr/share/zsh/site-functions/_"}[format]
	all := []file{{"/usr/bin/jsonlint", build.program, 0o755}}
	for _, called := range commandNames {
		manual, err := gzipped(docs["man/"+called+".1"])
		if err != nil {
			return nil, err
		}
		all = append(all,
			file{"/usr/share/man/man1/" + called + ".1.gz", manual, 0o644},
			file{"/usr/share/bash-completion/completions/" + called, docs["completions/"+called+".bash"], 0o644},
			file{"/usr/share/fish/vendor_completions.d/" + called + ".fish", docs["completions/"+called+".fish"], 0o644},
			file{zsh + called, docs["completions/_"+called], 0o644})
	}
	if format == "rpm" {
		return append(all,
			file{"/usr/share/licenses/" + name + "/LICENSE", docs["LICENSE"], 0o644},
			file{"/usr/share/licenses/" + name + "/THIRD_PARTY_LICENSES", docs["THIRD_PARTY_LICENSES"], 0o644}), nil
	}
	copyright := append(debianCopyright(), docs["THIRD_PARTY_LICENSES"]...)
	return append(all, file{"/usr/share/doc/" + name + "/copyright", copyright, 0o644}), nil
}

// debianCopyright returns the beginning of the file that Debian demands in each package. Debian has
// the text of the licence itself.
func debianCopyright() []byte {
	return []byte(name + ", " + repository + "\n\nLicensed under the Apache License, Version 2.0, " +
		"which is in /usr/share/common-licenses/Apache-2.0.\n\n")
}

// linuxPackage returns a package in a format that nfpm knows: deb or rpm.
//
// In Debian, python3-demjson has a /usr/bin/jsonlint of its own, so they cannot both be
// installed. Debian's package jsonlint has /usr/bin/jsonlint-php, which is not a conflict. This package
// does not declare that it provides or replaces either, because the flags are not the same. The rpm
// declares the same conflict, because distributions with RPM have packages of that name, too.
func (b *builder) linuxPackage(format string, build *build, docs map[string][]byte) ([]byte, error) {
	all, err := b.linuxFiles(format, build, docs)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "release-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	info := &nfpm.Info{
		Name: name, Arch: build.arch, Platform: "linux", Version: string(b.version), Section: "devel", Priority: "optional",
		Maintainer: "assayjson <assayjson@users.noreply.github.com>", Description: summary + "\n" + description,
		Homepage: repository, License: licence, MTime: b.time, DisableGlobbing: true,
	}
	info.Conflicts = []string{"python3-demjson"}
	info.RPM.BuildHost, info.RPM.Summary, info.RPM.Compression = "localhost", summary, "gzip:9"
	info.RPM.Group = "Development/Tools"
	if format == "rpm" { // which does not begin the description with the summary
		info.Description = description
	}
	for i, f := range all {
		source := filepath.Join(dir, fmt.Sprint(i))
		if err := os.WriteFile(source, f.data, 0o600); err != nil {
			return nil, err
		}
		content := &files.Content{Source: source, Destination: f.name, FileInfo: &files.ContentFileInfo{Owner: "root", Group: "root", Mode: f.mode, MTime: b.time}}
		if strings.HasPrefix(f.name, "/usr/share/licenses/") {
			content.Type = files.TypeRPMLicense
		}
		info.Contents = append(info.Contents, content)
	}
	info.Contents = append(info.Contents, &files.Content{ // the command is also called assay
		Source: "jsonlint", Destination: "/usr/bin/assay", Type: files.TypeSymlink, FileInfo: &files.ContentFileInfo{Owner: "root", Group: "root", MTime: b.time},
	})
	info = nfpm.WithDefaults(info)
	packager, err := nfpm.Get(format)
	if err != nil {
		return nil, err
	}
	if err := nfpm.PrepareForPackager(info, format); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := packager.Package(info, &out); err != nil {
		return nil, fmt.Errorf("%s: %w", format, err)
	}
	return out.Bytes(), nil
}
