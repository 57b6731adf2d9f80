package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/assayjson/assay/lint"
)

// unpack writes the files of an archive to a new folder.
func unpack(t *testing.T, archive string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		path := filepath.Join(folder, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func TestExtends(t *testing.T) {
	dir := unpack(t, `
-- .jsonlintrc.json --
{"extends": ["shared/a.json", "shared/b.json"], "rules": {"bom": "error"}}
-- shared/a.json --
{"rules": {"bom": "off", "key-order": {"severity": "info", "order": "desc"}}, "ignore": ["gen/"], "schemas": {"x.json": "s.json"}, "baseline": "known"}
-- shared/b.json --
{"extends": "c.json", "overrides": [{"files": ["/deep/*.json"], "rules": {"bom": "info"}, "maxDepth": 4}]}
-- shared/c.json --
{"rules": {"key-order": "warning"}, "maxProblems": 7}
`)
	var f Finder
	c, err := f.Find(filepath.Join(dir, "deep"))
	if err != nil {
		t.Fatal(err)
	}
	s := c.For(filepath.Join(dir, "deep", "x.json"))
	if s.Severities["bom"] != lint.Error || s.Severities["key-order"] != lint.Warning || s.KeyOrder != "desc" || *s.MaxProblems != 7 || s.MaxDepth != 4 {
		t.Errorf("%+v", s.Section)
	}
	if s.Schema != filepath.Join(dir, "shared", "s.json") || c.Baseline() != filepath.Join(dir, "shared", "known") {
		t.Errorf("%q, %q", s.Schema, c.Baseline())
	}
	if !c.Ignores(filepath.Join(dir, "gen", "x.json")) || c.Ignores(filepath.Join(dir, "x.json")) {
		t.Error("patterns are not relative to the folder of the outer file")
	}
	if got := len(c.Inherited()); got != 3 {
		t.Errorf("%d files", got)
	}
}

func TestInheritance(t *testing.T) {
	dir := unpack(t, `
-- jsonlint.json --
{"root": true, "rules": {"bom": "off", "key-order": "info"}, "ignore": ["gen/", "*.min.json"], "overrides": [{"files": ["a/**"], "rules": {"bom": "info", "final-newline": "error"}}],
 "suppressions": [{"files": ["b.json"], "rules": ["schema"], "pointers": ["/x", "/y"], "reason": "outer"}]}
-- a/jsonlint.json --
{"rules": {"bom": "error"}, "ignore": ["!b.min.json"], "suppressions": [{"files": ["/b.json"], "rules": ["bom"]}]}
-- a/b/jsonlint.json --
{"root": true, "maxDepth": 3}
`)
	var f Finder
	for folder, want := range map[string]string{
		".": "bom:off key-order:info final-newline:off 2", "a": "bom:error key-order:info final-newline:error 3", "a/b": "bom:error key-order:off final-newline:off 0", "c/d": "bom:off key-order:info final-newline:off 2",
	} {
		c, err := f.Find(filepath.Join(dir, filepath.FromSlash(folder)))
		if err != nil {
			t.Fatal(err)
		}
		s := c.For(filepath.Join(dir, filepath.FromSlash(folder), "b.json"))
		o := lint.Options{Severities: s.Severities}
		if got := fmt.Sprintf("bom:%v key-order:%v final-newline:%v %d", o.SeverityOf("bom"), o.SeverityOf("key-order"), o.SeverityOf("final-newline"), len(s.Suppressions)); got != want {
			t.Errorf("%s: %s, want %s", folder, got, want)
		}
	}
	c, _ := f.Find(filepath.Join(dir, "a"))
	for name, want := range map[string]bool{"a/b.json": false, "a/x.min.json": true, "a/b.min.json": false, "a/gen/x.json": true} {
		if c.Ignores(filepath.Join(dir, filepath.FromSlash(name))) != want {
			t.Errorf("%s: not %t", name, want)
		}
	}
}

// A file that any settings file names for a URL takes precedence over copies.
func TestExtendsWithCopies(t *testing.T) {
	lock := func(members string) string { return `{"version": 1, "schemas": {` + members + "}}\n" }
	dir := unpack(t, `
-- jsonlint.json --
{"extends": ["base.json", "shared/base.json"], "schemas": {"https://x/d": "d.json"}}
-- base.json --
{"schemas": {"https://x/a": "mine.json"}}
-- shared/base.json --
{"schemas": {"https://x/e": "e.json"}}
-- .jsonlint/schemas.lock.json --
`+lock(`"https://x/a": {"file": ".jsonlint/schemas/x/a.json"}, "https://x/b": {"file": ".jsonlint/schemas/x/b.json", "added": true},
 "https://x/d": {"file": ".jsonlint/schemas/x/d.json"}, "https://x/e": {"file": ".jsonlint/schemas/x/e.json"}`)+`
-- shared/.jsonlint/schemas.lock.json --
`+lock(`"https://x/b": {"file": ".jsonlint/schemas/x/b.json"}, "https://x/c": {"file": ".jsonlint/schemas/x/c.json"}`))
	c, err := Read(filepath.Join(dir, "jsonlint.json"), false)
	if err != nil {
		t.Fatal(err)
	}
	s := c.For(filepath.Join(dir, "x"))
	for url, want := range map[string]string{
		"a": "mine.json false", "b": ".jsonlint/schemas/x/b.json false", "c": "shared/.jsonlint/schemas/x/c.json true", "d": "d.json false", "e": "shared/e.json false",
	} {
		path, err := filepath.Rel(dir, s.Resources["https://x/"+url])
		if got := fmt.Sprint(filepath.ToSlash(path), " ", s.Indirect["https://x/"+url]); got != want || err != nil {
			t.Errorf("%s: %s, want %s; %v", url, got, want, err)
		}
	}
	if len(c.Given()) != 3 || len(c.GivenHere()) != 1 {
		t.Error(c.Given(), c.GivenHere())
	}
}

func TestExtendsErrors(t *testing.T) {
	const archive = `
-- missing.json --
{
  "extends": ["ok.json", "no.json"]}
-- url.json --
{"extends": "https://example.com/x.json"}
-- empty.json --
{"extends": ""}
-- ok.json --
{}
-- one.json --
{"extends": "two.json"}
-- two.json --
{"extends": "./one.json"}
-- itself.json --
{"extends": ["itself.json"]}
-- bad.json --
{"extends": "sub/bad.json"}
-- sub/bad.json --
{"rules": 1}
-- folder.json --
{"extends": "sub"}
-- many.json --
{"extends": ["m1.json", "m1.json", "m1.json", "m1.json", "m1.json"]}
-- m1.json --
{"extends": ["m2.json", "m2.json", "m2.json", "m2.json", "m2.json"]}
-- m2.json --
{"extends": ["ok.json", "ok.json", "ok.json", "ok.json", "ok.json"]}
`
	dir := unpack(t, archive)
	for _, c := range []struct{ name, want string }{
		{"missing.json", `missing.json:2:26: "no.json" does not exist; the path is relative to the folder of this file`},
		{"url.json", `url.json:1:13: "https://example.com/x.json" is not the path of a file`},
		{"empty.json", `empty.json:1:13: "" is not the path of a file`},
		{"one.json", `two.json:1:13: "./one.json" extends itself: one.json -> two.json -> one.json`},
		{"itself.json", `itself.json:1:14: "itself.json" extends itself: itself.json -> itself.json`},
		{"bad.json", `sub/bad.json:1:11: expected an object, found a number`},
		{"many.json", `m2.json:1:58: more than 100 settings files extend each other`},
	} {
		_, err := Read(filepath.Join(dir, c.name), false)
		if err == nil || !strings.HasSuffix(filepath.ToSlash(err.Error()), "/"+c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if _, err := Read(filepath.Join(dir, "folder.json"), false); err == nil || !strings.Contains(err.Error(), `folder.json:1:13: "sub" cannot be read: `) {
		t.Error(err)
	}
	if _, err := Read(filepath.Join(dir, "ok.json"), false); err != nil {
		t.Error(err)
	}
}
