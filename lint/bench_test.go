package lint

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	_ "github.com/minio/simdjson-go" // contains the documents

	"github.com/assayjson/assay/lint/internal/suspects"
	"github.com/assayjson/assay/tokenizer"
)

// sample returns the real document with the given name.
func sample(tb testing.TB, name string) []byte {
	tb.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/minio/simdjson-go").Output()
	if err != nil {
		tb.Skip(err)
	}
	compressed, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(out)), "testdata", name+".json.zst"))
	if err != nil {
		tb.Fatal(err)
	}
	d, err := zstd.NewReader(nil)
	if err != nil {
		tb.Fatal(err)
	}
	defer d.Close()
	data, err := d.DecodeAll(compressed, nil)
	if err != nil {
		tb.Fatal(err)
	}
	return data
}

func BenchmarkCheck(b *testing.B) {
	texts := map[string][]byte{
		"tiny":  []byte(`{"id": 17, "name": "a name", "tags": ["x", "y"], "ok": true}`),
		"small": []byte(`{"name": "assay", "version": "1.0.0", "scripts": {"build": "go build ./...", "test": "go test ./..."}, "dependencies": {"left": "^1.2.3", "right": "~4.5.6"}, "keywords": ["json", "lint", "utf-8"], "private": true}`),
	}
	for _, name := range []string{"twitter", "twitterescaped", "canada", "citm_catalog", "github_events", "mesh.pretty", "gsoc-2018"} {
		texts[name] = sample(b, name)
	}
	for name, text := range texts {
		for _, c := range []struct {
			name string
			run  func()
		}{
			{"verdict", func() { _ = tokenizer.Check(text) }},
			{"unique", func() { _ = tokenizer.Check(text, tokenizer.UniqueNames()) }},
			{"suspects", func() { suspects.Find(text, defaults.on, &defaults.verdict) }},
			{"default", func() { defaults.Check(text) }},
			{"syntax", func() { syntaxOnly.Check(text) }},
			{"all", func() { everything.Check(text) }},
		} {
			b.Run(name+"/"+c.name, func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					c.run()
				}
			})
		}
	}
}

var (
	defaults   = New(Options{})
	onlySyntax = severitiesOf(func(r Rule) Severity {
		if r.Name == "syntax" || r.Name == "encoding" {
			return Error
		}
		return Off
	})
	syntaxOnly = New(Options{Severities: onlySyntax})
	everything = New(Options{Severities: severitiesOf(func(Rule) Severity { return Error })})
)

func severitiesOf(of func(Rule) Severity) map[string]Severity {
	m := map[string]Severity{}
	for _, r := range Rules() {
		m[r.Name] = of(r)
	}
	return m
}

func BenchmarkCheckReader(b *testing.B) {
	doc := sample(b, "citm_catalog")
	record := sample(b, "github_events")
	var line bytes.Buffer
	if err := json.Compact(&line, record); err != nil {
		b.Fatal(err)
	}
	line.WriteByte('\n')
	document := slices.Concat([]byte("["), bytes.Repeat(append(doc, ','), 10), []byte("0]"))
	records := bytes.Repeat(line.Bytes(), 200)
	for _, c := range []struct {
		name    string
		options Options
		text    []byte
	}{
		{"document/default", Options{}, document},
		{"document/syntax", Options{Severities: onlySyntax}, document},
		{"records/default", Options{Dialect: NDJSON}, records},
		{"records/syntax", Options{Dialect: NDJSON, Severities: onlySyntax}, records},
	} {
		l := New(c.options)
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.text)))
			for b.Loop() {
				if r, err := l.CheckReader(b.Context(), bytes.NewReader(c.text)); err != nil || len(r.Diagnostics) > 0 {
					b.Fatal(err)
				}
			}
		})
		b.Run(c.name+"/memory", func(b *testing.B) {
			b.SetBytes(int64(len(c.text)))
			for b.Loop() {
				l.Check(c.text)
			}
		})
	}
}

// BenchmarkWindow measures streams for which a verdict is not enough, so that a
// walk over the tokens is needed.
func BenchmarkWindow(b *testing.B) {
	document := append([]byte("["), bytes.Repeat(append(sample(b, "citm_catalog"), ','), 4)...)
	for _, c := range []struct {
		name, last string
		options    Options
	}{
		{"valid/default", `"\ud800"]`, Options{}},
		{"valid/all", "0]", Options{Severities: severitiesOf(func(Rule) Severity { return Error })}},
		{"invalid/syntax", "]", Options{Severities: onlySyntax}},
		{"invalid/default", `nope, "\ud800"]`, Options{}},
	} {
		l, text := New(c.options), append(document[:len(document):len(document)], c.last...)
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if r, err := l.CheckReader(b.Context(), io.MultiReader(bytes.NewReader(text))); err != nil || len(r.Diagnostics) == 0 {
					b.Fatal(err)
				}
			}
		})
	}
}
