package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// The tables in docs/install.md are those of this program; "go -C release run . guide" writes them.
func TestGuideIsCurrent(t *testing.T) {
	page, err := os.ReadFile("../docs/install.md")
	if err != nil {
		t.Fatal(err)
	}
	want, err := guide(page)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(page, want) {
		t.Errorf("docs/install.md has other tables; run: go -C release run . guide")
	}
	if _, err := guide([]byte("no comments")); err == nil {
		t.Error("a page without places for tables is accepted")
	}
}

// The files that the guide names are those of a release.
func TestGuideNamesFiles(t *testing.T) {
	files := release(t)
	page := table("", ways) + table("", proofs)
	for _, suffix := range []string{".deb", ".rpm"} {
		name, _ := get(t, files, suffix)
		name = strings.ReplaceAll(strings.ReplaceAll(name, "1.2.3", "VERSION"), "arm64", "amd64")
		if !strings.Contains(page, name) {
			t.Errorf("the guide does not name %s", name)
		}
	}
}
