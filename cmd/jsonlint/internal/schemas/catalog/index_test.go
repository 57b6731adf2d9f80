package catalog

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/fuzzing"
)

// Each line of the index is an entry, and has patterns as they are converted.
func TestIndex(t *testing.T) {
	if date := Date(); !regexp.MustCompile(`^20\d\d-\d\d-\d\d$`).MatchString(date) {
		t.Errorf("the date is %q", date)
	}
	if page, err := os.ReadFile("../../../../../docs/reference/schema.md"); err != nil || !strings.Contains(string(page), "as of "+Date()) {
		t.Errorf("docs/reference/schema.md has not the date %s: %v", Date(), err)
	}
	entries := Index()
	if len(entries) < 600 || len(index) > 80<<10 {
		t.Errorf("the index has %d entries and %d bytes", len(entries), len(index))
	}
	for _, e := range entries {
		if !strings.Contains(e.URL, "://") || strings.Contains(e.URL, "#") || e.Name == "" || len(e.Patterns) == 0 {
			t.Errorf("incomplete: %+v", e)
		}
		for _, p := range e.Patterns {
			if convert(p.Text) != p.Text {
				t.Errorf("%s: the pattern %s has not been converted", e.Name, p.Text)
			}
		}
	}
}

func TestFind(t *testing.T) {
	const store = "https://www.schemastore.org/"
	for file, want := range map[string]string{
		"package.json":              "package.json package.json",
		"a/b/package.json":          "package.json package.json",
		".claude/settings.json":     "claude-code-settings.json **/.claude/settings.json",
		"sub/.claude/settings.json": "claude-code-settings.json **/.claude/settings.json",
		".codex/hooks.json":         "codex-hooks.json **/.codex/hooks.json",
		"src/tsconfig.build.json":   "tsconfig.json tsconfig*.json",
		"_locales/de/messages.json": "chrome-extension-locales-messages.json **/_locales/*/messages.json",
		"messages.json":             "browser.i18n.json messages.json",
		"settings.json":             "",
		"hooks.json":                "",
		"order.schema.json":         "",
		"manifest.json":             "foxx-manifest.json manifest.json, webextension.json manifest.json, web-manifest-combined.json manifest.json",
	} {
		var got []string
		for _, c := range Find(file) {
			got = append(got, strings.TrimPrefix(c.URL, store)+" "+c.Pattern)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %s, want %s", file, strings.Join(got, ", "), want)
		}
	}
	if c := Elsewhere("hooks.json"); len(c) != 1 || c[0].Pattern != "**/.codex/hooks.json" {
		t.Errorf("hooks.json elsewhere: %v", c)
	}
	if c := Elsewhere("settings.json"); len(c) < 4 {
		t.Errorf("settings.json elsewhere: %v", c)
	}
}

func FuzzDecode(f *testing.F) {
	target := fuzzing.Of(f)
	target.Add([]byte(`{"schemas": [{"name": "a", "url": "b#", "fileMatch": ["**/a", "!(b)", "{a,b}/c", "[a"]}]}`))
	target.Fuzz(func(t *testing.T, text []byte) {
		entries, err := Decode(text)
		if err != nil {
			return
		}
		for _, e := range entries {
			for _, p := range e.Patterns {
				if again := convert(p.Text); again != p.Text && again != "" {
					t.Errorf("%q is %q when it is converted again", p.Text, again)
				}
			}
			e.Covering("a/b.json")
		}
	})
}
