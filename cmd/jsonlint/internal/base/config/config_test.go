package config

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/engine/suggest"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/lint"
)

func parse(t *testing.T, src string) *Config {
	t.Helper()
	c, err := Parse("/r/.jsonlintrc.json", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestFor(t *testing.T) {
	c := parse(t, `{
		"$schema": "x",
		"dialect": "jsonc", // all
		"maxProblems": 0,
		"rules": {"bom": "off", "key-order": {"severity": "warn", "order": "desc"}, "deep-nesting": {"limit": 9}, "schema": {"maxSteps": 7000}},
		"schemas": {"api/**/*.json": "schemas/api.json", "*.abs.json": "/abs.json", "https://x.org/s#": "s.json"},
		"overrides": [
			{"files": ["a/"], "rules": {"bom": "error"}, "dialect": "json5", "maxDepth": 3},
			{"files": ["*.x.json", "!keep.x.json"], "rules": {"bom": "info"}, "maxProblems": 7},
		],
	}`)
	jsonc, json5, zero, seven := lint.JSONC, lint.JSON5, 0, 7
	for _, c2 := range []struct {
		path    string
		bom     lint.Severity
		dialect lint.Dialect
		certain bool
		most    int
		depth   int
		schema  string
	}{
		{"/r/b.json", lint.Off, jsonc, false, zero, 0, ""},
		{"/r/a/b.json", lint.Error, json5, true, zero, 3, ""},
		{"/r/a/b.x.json", lint.Info, json5, true, seven, 3, ""},
		{"/r/c/keep.x.json", lint.Off, jsonc, false, zero, 0, ""},
		{"/r/api/v1/d.json", lint.Off, jsonc, false, zero, 0, "/r/schemas/api.json"},
		{"/r/z.abs.json", lint.Off, jsonc, false, zero, 0, "/abs.json"},
	} {
		s := c.For(filepath.FromSlash(c2.path))
		if s.Severities["bom"] != c2.bom || *s.Dialect != c2.dialect || s.Certain != c2.certain || *s.MaxProblems != c2.most ||
			s.MaxDepth != c2.depth || filepath.ToSlash(s.Schema) != c2.schema || s.KeyOrder != "desc" || s.NestingLimit != 9 || s.MaxSteps != 7000 ||
			s.Severities["key-order"] != lint.Warning {
			t.Errorf("%s: %+v, dialect %v, at most %d", c2.path, s, *s.Dialect, *s.MaxProblems)
		}
	}
	if s := (*Config)(nil).For("x"); s.Dialect != nil || s.Severities != nil {
		t.Errorf("%+v", s)
	}
}

func TestIgnores(t *testing.T) {
	c := parse(t, `{"ignore": ["gen/", "*.min.json", "!a.min.json"]}`)
	for path, want := range map[string]bool{
		"/r/a.json": false, "/r/gen/a.json": true, "/r/x/b.min.json": true, "/r/a.min.json": false, "/other/gen/a.json": false,
	} {
		if c.Ignores(filepath.FromSlash(path)) != want {
			t.Errorf("%s: %t", path, !want)
		}
	}
	if (*Config)(nil).Ignores("/x") {
		t.Error("no settings ignore")
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`[]`, `1:1: expected an object, found an array`},
		{`{"rules": [}`, `1:12: '}' does not match the '[' at line 1, column 11`},
		{`{"rulse": {}}`, `1:2: unknown setting "rulse"; did you mean "rules"?`},
		{`{"something": 1}`, `1:2: unknown setting "something"; use extends, root, ignore, overrides, schemas, suppressions, baseline, dialect, rules, format, preview, maxProblems, maxDepth or $schema`},
		{`{"schema": {}}`, `1:2: unknown setting "schema"; did you mean "schemas"?`},
		{`{"$shema": ""}`, `1:2: unknown setting "$shema"; did you mean "$schema"?`},
		{`{"files": ["a"]}`, `1:2: "files" belongs in "overrides"`},
		{"{\n  \"rules\": {\"é\": 1,\n   \"bmo\": \"error\"}}", `2:13: unknown rule "é"; use ` + suggest.List(RuleNames())},
		{`{"rules": {"bmo": "error"}}`, `1:12: unknown rule "bmo"; did you mean "bom"?`},
		{`{"rules": {"bom": "eror"}}`, `1:19: unknown severity "eror"; did you mean "error"?`},
		{`{"rules": {"bom": "no"}}`, `1:19: unknown severity "no"; use off, info, warn, warning or error`},
		{`{"rules": {"bom": 2}}`, `1:19: expected a severity, such as "error", found a number`},
		{`{"rules": {"bom": {"limit": 2}}}`, `1:20: unknown option of bom "limit"; use severity`},
		{`{"rules": {"deep-nesting": {"limt": 2}}}`, `1:29: unknown option of deep-nesting "limt"; did you mean "limit"?`},
		{`{"rules": {"schema": {"maxSteps": 0}}}`, `1:35: expected an integer from 1 to 2147483647, found 0`},
		{`{"rules": {"deep-nesting": {"limit": 0}}}`, `1:38: expected an integer from 1 to 2147483647, found 0`},
		{`{"rules": {"key-order": {"order": "dsc"}}}`, `1:35: unknown order "dsc"; did you mean "asc"?`},
		{`{"rules": true}`, `1:11: expected an object, found true`},
		{`{"dialect": "jsn"}`, `1:13: unknown dialect "jsn"; did you mean "json"?`},
		{`{"dialect": null}`, `1:13: expected a string, found null`},
		{`{"maxProblems": 1.5}`, `1:17: expected an integer from 0 to 2147483647, found 1.5`},
		{`{"maxProblems": 1e3}`, `1:17: expected an integer from 0 to 2147483647, found 1e3`},
		{`{"format": {"ident": 2}}`, `1:13: unknown setting of format "ident"; did you mean "indent"?`},
		{`{"maxDepth": "3"}`, `1:14: expected a number, found a string`},
		{`{"ignore": "x"}`, `1:12: expected an array of strings, found a string`},
		{`{"ignore": ["x", 1]}`, `1:18: expected a string, found a number`},
		{`{"schemas": ["x"]}`, `1:13: expected an object, found an array`},
		{`{"schemas": {"x": 1}}`, `1:19: expected a string, found a number`},
		{`{"overrides": {}}`, `1:15: expected an array of objects, found an object`},
		{`{"overrides": [{"rules": {}}]}`, `1:16: an override must have "files"`},
		{`{"overrides": [{"files": ["a"], "ignore": []}]}`, `1:33: an override cannot set "ignore"`},
		{`{"overrides": [{"files": ["a"], "ignroe": []}]}`, `1:33: unknown setting "ignroe"; use files, dialect, rules, format, preview, maxProblems or maxDepth`},
		{`{"overrides": [{"files": ["a"], "overrides": []}]}`, `1:33: an override cannot set "overrides"`},
		{`{"root": 1}`, `1:10: expected true or false, found a number`},
		{`{"extends": {}}`, `1:13: expected a string or an array of strings, found an object`},
		{`{"extends": ["a", 1]}`, `1:19: expected a string, found a number`},
		{`{"suppressions": {}}`, `1:18: expected an array of objects, found an object`},
		{`{"suppressions": ["a"]}`, `1:19: expected an object, found a string`},
		{`{"suppressions": [{"rules": ["bom"]}]}`, `1:19: a suppression must have "files" and "rules"`},
		{`{"suppressions": [{"file": ["a"]}]}`, `1:20: unknown key of a suppression "file"; did you mean "files"?`},
		{`{"suppressions": [{"files": ["a"], "rules": ["bmo"]}]}`, `1:46: unknown rule "bmo"; did you mean "bom"?`},
		{`{"suppressions": [{"files": ["a"], "rules": ["bom", "syntax"]}]}`, `1:53: findings of the rule syntax cannot be suppressed`},
		{`{"suppressions": [{"files": ["a"], "rules": ["bom"], "pointers": ["a"]}]}`, `1:67: "a" is not a JSON Pointer; it must begin with a slash, and a ~ in a name is written ~0`},
		{`{"a": /* open`, `1:7: unterminated comment; add the missing */`},
		{"{\n  # none\n}", `2:3: unexpected '#', expected a name in double quotes or '}'; comments begin with // or /*`},
		{`{"root": true <!-- none -->}`, `1:15: unexpected '<', expected ',' or '}'; comments begin with // or /*`},
		{`{"rules": {}, "rules": {}}`, `1:15: duplicate name "rules", first used at line 1, column 2`},
		{``, `1:1: no JSON value in the input`},
	} {
		_, err := Parse("f", []byte(c.src))
		var invalid *Error
		if !errors.As(err, &invalid) || invalid.Error() != "f:"+c.want {
			t.Errorf("%s\ngot  %v\nwant f:%s", c.src, err, c.want)
		}
	}
}

func TestPlain(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`[1,]`, `[1 ]`},
		{"[1, // x\n]", "[1      \n]"},
		{`{"a": 1, /* , */ }`, `{"a": 1          }`},
		{`["//", "/*", ",]"]`, `["//", "/*", ",]"]`},
		{`["\"//",]`, `["\"//" ]`},
		{"[1,2] // end", "[1,2]       "},
		{"/* a\nb */[]", "    \n    []"},
		{`[1,,]`, `[1,,]`},
		{`[,]`, `[,]`},
		{`{ , }`, `{ , }`},
		{`[[],{},"",]`, `[[],{},"" ]`},
		{`[[ ], ]`, `[[ ]  ]`},
		{`[/*`, `[/*`},
		{`["a`, `["a`},
	} {
		if b, _ := plain([]byte(c.src)); string(b) != c.want {
			t.Errorf("%q: %q, want %q", c.src, b, c.want)
		}
	}
}

func TestFinder(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(".jsonlintrc.json", "{}")
	write("a/b/assay.json", "{}")
	write("twice/jsonlint.json", "{}")
	write("twice/.jsonlintrc.json", "{}")
	write("bad/jsonlint.json", "{")
	var f Finder
	for range 2 {
		for folder, want := range map[string]string{".": ".jsonlintrc.json", "a": ".jsonlintrc.json", "a/b": "a/b/assay.json", "a/b/c/d": "a/b/assay.json"} {
			c, err := f.Find(filepath.Join(dir, filepath.FromSlash(folder)))
			if err != nil || c.Path != filepath.Join(dir, filepath.FromSlash(want)) {
				t.Errorf("%s: %v %v", folder, c, err)
			}
		}
		if _, err := f.Find(filepath.Join(dir, "bad", "below")); err == nil {
			t.Error("a bad settings file is no error")
		}
		if _, err := f.Find(filepath.Join(dir, "twice")); err == nil || !strings.Contains(err.Error(), "also in .jsonlintrc.json") {
			t.Error("two settings files in one folder:", err)
		}
	}
}

func FuzzParse(t *testing.F) {
	f := fuzzing.Of(t)
	f.Add([]byte(`{"rules": {"bom": {"severity": "off"},}, /* x */ "overrides": [{"files": ["a"]}]}`))
	f.Add([]byte(`{"maxDepth": 1e9, "dialect": "json5" // `))
	f.Fuzz(func(t *testing.T, src []byte) {
		c, err := Parse("f", src)
		var invalid *Error
		if (c == nil) == (err == nil) || err != nil && (!errors.As(err, &invalid) || invalid.Position.Line < 1 || invalid.Position.Column < 1) {
			t.Errorf("%v %v", c, err)
		}
		if c != nil {
			c.For("a/b.json")
			c.Ignores("a/b.json")
		}
		if p, _ := plain(src); len(p) != len(src) {
			t.Errorf("%d bytes of %d", len(p), len(src))
		}
	})
}

// Settings map the URLs of schemas to paths relative to the folder of the settings file.
func TestResources(t *testing.T) {
	c, err := Parse("/r/jsonlint.json", []byte(`{"schemas": {"https://x.org/s#": "s/x.json", "https://x.org/t": "/t.json", "*": "https://x.org/s"}}`))
	if err != nil {
		t.Fatal(err)
	}
	s := c.For("/r/a.json")
	want := map[string]string{"https://x.org/s": filepath.FromSlash("/r/s/x.json"), "https://x.org/t": "/t.json"}
	if !maps.Equal(s.Resources, want) || s.Schema != "https://x.org/s" {
		t.Errorf("%v, %s", s.Resources, s.Schema)
	}
}

// The page of a rule uses the names that its options have in a settings file.
func TestPagesNameOptions(t *testing.T) {
	for _, o := range RuleOptions() {
		if page, ok := lint.Explain(o.Rule); !ok || !strings.Contains(page, "`"+o.Name+"` in the settings") {
			t.Errorf("%s: the page says nothing of %s", o.Rule, o.Name)
		}
	}
}
