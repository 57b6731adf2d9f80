package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"strings"
	"time"
)

// A bill lists the modules that a program was linked from, in the format CycloneDX 1.6:
// https://cyclonedx.org/docs/1.6/json/. Tools compare such lists with databases of vulnerabilities.
type bill struct {
	Schema       string           `json:"$schema"`
	Format       string           `json:"bomFormat"`
	SpecVersion  string           `json:"specVersion"`
	Serial       string           `json:"serialNumber"`
	Version      int              `json:"version"`
	Metadata     billMetadata     `json:"metadata"`
	Components   []billComponent  `json:"components"`
	Dependencies []billDependency `json:"dependencies"`
}

type billMetadata struct {
	Timestamp time.Time     `json:"timestamp"`
	Component billComponent `json:"component"`
}

type billComponent struct {
	Type       string         `json:"type"`
	Ref        string         `json:"bom-ref"`
	Name       string         `json:"name"`
	Version    string         `json:"version"`
	PURL       string         `json:"purl"`
	Hashes     []billHash     `json:"hashes,omitempty"`
	Licenses   []billLicense  `json:"licenses,omitempty"`
	Properties []billProperty `json:"properties,omitempty"`
}

type billHash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

type billLicense struct {
	License map[string]string `json:"license"`
}

type billProperty struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type billDependency struct {
	Ref       string   `json:"ref"`
	DependsOn []string `json:"dependsOn,omitempty"`
}

// bill returns the bill of a program, from what the linker has recorded in it.
func (b *builder) bill(build *build) ([]byte, error) {
	sum := sha256.Sum256(build.program)
	main := goComponent("application", build.info.Main.Path, b.version.tag())
	main.Hashes = []billHash{{"SHA-256", fmt.Sprintf("%x", sum)}}
	main.Licenses = []billLicense{{map[string]string{"id": licence}}}
	for _, s := range build.info.Settings {
		main.Properties = append(main.Properties, billProperty{"go:build:" + s.Key, s.Value})
	}
	out := bill{
		Schema: "http://cyclonedx.org/schema/bom-1.6.schema.json", Format: "CycloneDX", SpecVersion: "1.6", Serial: serial(sum), Version: 1,
		Metadata:   billMetadata{b.time, main},
		Components: []billComponent{goComponent("library", "stdlib", strings.TrimPrefix(build.info.GoVersion, "go"))},
	}
	for _, dep := range build.info.Deps {
		out.Components = append(out.Components, moduleComponent(dep))
	}
	on := billDependency{Ref: main.Ref}
	for _, c := range out.Components {
		on.DependsOn = append(on.DependsOn, c.Ref)
	}
	out.Dependencies = []billDependency{on}
	text, err := json.MarshalIndent(out, "", "  ")
	return append(text, '\n'), err
}

// goComponent describes a Go module by its package URL:
// https://github.com/package-url/purl-spec/blob/main/types-doc/golang-definition.md
func goComponent(kind, path, version string) billComponent {
	purl := "pkg:golang/" + path + "@" + version
	return billComponent{Type: kind, Ref: purl, Name: path, Version: version, PURL: purl}
}

// moduleComponent describes a dependency. Go's checksum of a module is not that of a file, so it is a
// property and not a hash.
func moduleComponent(m *debug.Module) billComponent {
	if m.Replace != nil {
		m = m.Replace
	}
	c := goComponent("library", m.Path, m.Version)
	if m.Sum != "" {
		c.Properties = []billProperty{{"go:sum", m.Sum}}
	}
	return c
}

// serial returns a UUID of version 8 (RFC 9562), which is made from a checksum so that it is the same in every
// build.
func serial(sum [sha256.Size]byte) string {
	id := sum[:16]
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80
	return fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}
