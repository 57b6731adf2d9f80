package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/assayjson/assay/docs/draw/internal/picture"
)

const root = "../.."

func TestPicturesAreCurrent(t *testing.T) {
	for name, draw := range pictures {
		p, err := draw(root)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if have, err := os.ReadFile(filepath.Join(root, "docs", "pictures", name)); err != nil {
			t.Error(err)
		} else if string(have) != string(p.Bytes()) {
			t.Errorf("docs/pictures/%s is not what the code draws now: go run ./docs/draw", name)
		}
	}
}

// All boxes of packages have the same width, so their text must be cut into lines.
func TestTextFitsItsBox(t *testing.T) {
	packages, err := readPackages(root)
	if err != nil {
		t.Fatal(err)
	}
	if len(packages) < 20 {
		t.Errorf("only %d packages are found", len(packages))
	}
	for name, p := range packages {
		if p.does == "" {
			t.Errorf("%s: the package comment does not say what it does", name)
		}
		for _, n := range p.notes() {
			if width := picture.Width(n.font, n.text); width > boxWidth-2*inset {
				t.Errorf("%s: %q is %.0f wide", name, n.text, width)
			}
		}
	}
}

func TestReadPackages(t *testing.T) {
	packages, err := readPackages(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, absent := range []string{"asm/asmtest", "asm/internal/swar", "conformance", "docs/draw", "internal/testing/longtest", "lint/internal/names", "cmd/jsonlint/internal/check/command"} {
		if packages[absent] != nil {
			t.Errorf("%s has a box", absent)
		}
	}
	if p := packages["tokenizer"]; p == nil || !slices.Equal(p.takes, []string{"[]byte", "io.Reader"}) {
		t.Errorf("tokenizer is %+v", p)
	}
	if p := packages["cmd/jsonlint"]; p == nil || !slices.Contains(p.imports, "lint") || slices.Contains(p.imports, "cmd/jsonlint") {
		t.Errorf("cmd/jsonlint is %+v", p)
	}
}

func TestFirstClause(t *testing.T) {
	for doc, want := range map[string]string{
		"Package scan decides what is JSON, and names every error. More.": "decides what is JSON",
		"Package escape writes JSON strings (RFC 8259, section 7).":       "writes JSON strings",
		"Package p does one thing. It does it well.":                      "does one thing",
		"": "",
	} {
		if got := firstClause(doc); got != want {
			t.Errorf("%q: got %q, want %q", doc, got, want)
		}
	}
}
