package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/CycloneDX/cyclonedx-go" // has the schemas of CycloneDX in its folder schema

	"github.com/assayjson/assay/schema"
)

// The bill is valid according to the schema of CycloneDX, and lists what the program was linked from.
func TestBill(t *testing.T) {
	files := release(t)
	_, text := get(t, files, ".cdx.json")
	s := cycloneDX(t)
	if findings, err := s.Check(text); err != nil || len(findings) > 0 {
		t.Errorf("%v, %v", findings, err)
	}
	invalid := bytes.Replace(text, []byte(`"type": "application"`), []byte(`"type": "no such type"`), 1)
	if findings, err := s.Check(invalid); err != nil || len(findings) != 1 {
		t.Errorf("a wrong type: %v, %v", findings, err)
	}
	_, archive := get(t, files, "_"+hostPlatform().arch+".tar.gz")
	info, err := buildinfo.Read(bytes.NewReader(untar(t, archive)["jsonlint"].data))
	if err != nil {
		t.Fatal(err)
	}
	var got bill
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Components) != len(info.Deps)+1 || len(got.Dependencies[0].DependsOn) != len(info.Deps)+1 {
		t.Errorf("%d components, want the standard library and %d modules", len(got.Components), len(info.Deps))
	}
}

// cycloneDX returns the schema of CycloneDX 1.6.
func cycloneDX(t *testing.T) *schema.Schema {
	t.Helper()
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/CycloneDX/cyclonedx-go").Output()
	if err != nil {
		t.Fatal(err)
	}
	c := schema.Compiler{Resources: map[string][]byte{}}
	for url, name := range map[string]string{
		"bom-1.6.schema.json":  "bom-1.6.schema.json",
		"spdx.schema.json":     "spdx.schema.json",
		"jsf-0.82.schema.json": "jsf-0.82.schemax.json", // the module spells the name so
	} {
		text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), "schema", name))
		if err != nil {
			t.Fatal(err)
		}
		c.Resources["http://cyclonedx.org/schema/"+url] = text
	}
	s, err := c.Compile("bom-1.6.schema.json", c.Resources["http://cyclonedx.org/schema/bom-1.6.schema.json"])
	if err != nil {
		t.Fatal(err)
	}
	return s
}
