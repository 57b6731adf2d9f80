package main

import (
	_ "embed"
	"encoding/json"
	"strings"
)

// The npm package has no program and no install script. For each platform there is a package with the
// program, which the main package lists as optional. npm installs the one whose os and cpu are those
// of the machine.

//go:embed npm/jsonlint.js
var npmStarter []byte

//go:embed npm/README.md
var npmReadme []byte

// npmManifest is package.json: https://docs.npmjs.com/cli/v11/configuring-npm/package-json
type npmManifest struct {
	Name         string            `json:"name"`
	Version      string            `json:"version"`
	Description  string            `json:"description"`
	Keywords     []string          `json:"keywords,omitempty"`
	Homepage     string            `json:"homepage"`
	Bugs         string            `json:"bugs"`
	Repository   map[string]string `json:"repository"`
	License      string            `json:"license"`
	Bin          map[string]string `json:"bin,omitempty"`
	Files        []string          `json:"files"`
	Engines      map[string]string `json:"engines"`
	OS           []string          `json:"os,omitempty"`
	CPU          []string          `json:"cpu,omitempty"`
	PreferUnplug bool              `json:"preferUnplugged,omitempty"` // Yarn must not keep a program in an archive
	Optional     map[string]string `json:"optionalDependencies,omitempty"`
}

// npmName returns the name of the package for a platform.
func npmName(p platform) string { return name + "-" + p.npm }

// npmFile returns the name that npm pack gives to a package.
func (b *builder) npmFile(pkg string) string { return "npm/" + pkg + "-" + string(b.version) + ".tgz" }

func (b *builder) npmManifest(pkg, about string) *npmManifest {
	return &npmManifest{
		Name: pkg, Version: string(b.version), Description: about, Homepage: repository, Bugs: repository + "/issues",
		Repository: map[string]string{"type": "git", "url": "git+" + repository + ".git"}, License: licence,
		Engines: map[string]string{"node": ">=18"},
	}
}

// npmMain returns the package that users install.
func (b *builder) npmMain(docs map[string][]byte) ([]byte, error) {
	m := b.npmManifest(name, summary)
	m.Keywords = []string{"json", "jsonlint", "lint", "linter", "jsonc", "json5", "ndjson", "json-schema", "formatter"}
	m.Bin = map[string]string{"assay": "bin/jsonlint.js", "jsonlint": "bin/jsonlint.js"}
	m.Files = []string{"bin"}
	m.Optional = map[string]string{}
	for _, p := range platforms {
		m.Optional[npmName(p)] = string(b.version)
	}
	return b.npmPackage(m, file{"bin/jsonlint.js", npmStarter, 0o755}, file{"README.md", npmReadme, 0o644}, file{"LICENSE", docs["LICENSE"], 0o644})
}

// npmPlatform returns the package with the program for a platform.
func (b *builder) npmPlatform(build *build, docs map[string][]byte) ([]byte, error) {
	m := b.npmManifest(npmName(build.platform), "The program of "+name+" for "+build.String())
	os, cpu, _ := strings.Cut(build.npm, "-")
	m.OS, m.CPU, m.PreferUnplug = []string{os}, []string{cpu}, true
	m.Files = []string{"bin", "THIRD_PARTY_LICENSES"}
	return b.npmPackage(m, file{"bin/" + build.binary(), build.program, 0o755},
		file{"LICENSE", docs["LICENSE"], 0o644}, file{"THIRD_PARTY_LICENSES", docs["THIRD_PARTY_LICENSES"], 0o644})
}

func (b *builder) npmPackage(m *npmManifest, files ...file) ([]byte, error) {
	manifest, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return nil, err
	}
	files = append([]file{{"package.json", append(manifest, '\n'), 0o644}}, files...)
	for i := range files {
		files[i].name = "package/" + files[i].name
	}
	return tgz(files, b.time)
}
