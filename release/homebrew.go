package main

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"fmt"
	"text/template"
)

//go:embed homebrew.rb.tmpl
var formulaText string

var formulaTemplate = template.Must(template.New("formula").Parse(formulaText))

// An archiveLink is what a formula needs to know of an archive.
type archiveLink struct{ CPU, URL, SHA256 string }

// formula returns the formula for Homebrew, with the archives that have been built.
func (b *builder) formula(out map[string][]byte) []byte {
	links := map[string][]archiveLink{}
	for _, p := range platforms {
		name := b.archiveFile(p)
		if data, ok := out[name]; ok {
			cpu := map[string]string{"amd64": "intel", "arm64": "arm"}[p.arch]
			links[p.os] = append(links[p.os], archiveLink{cpu, b.version.download(name), fmt.Sprintf("%x", sha256.Sum256(data))})
		}
	}
	var formula bytes.Buffer
	err := formulaTemplate.Execute(&formula, map[string]any{"Summary": summary, "Repository": repository, "Licence": licence, "Version": b.version, "MacOS": links["darwin"], "Linux": links["linux"]})
	if err != nil {
		panic("BUG: " + err.Error()) // only writing can fail, and writing to memory cannot
	}
	return formula.Bytes()
}
