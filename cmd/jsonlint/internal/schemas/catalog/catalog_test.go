package catalog

import (
	_ "embed"
	"path"
	"slices"
	"strings"
	"testing"
)

// patterns has all patterns of SchemaStore's catalogue of 2026-08-07, sorted.
//
//go:embed testdata/patterns.txt
var patterns string

// matches is what a pattern of a catalogue means: it matches the end of a path, element by element.
func matches(pattern, file string) bool {
	return matchesAll(strings.Split("**/"+pattern, "/"), strings.Split(file, "/"))
}

func matchesAll(pattern, file []string) bool {
	switch {
	case len(pattern) == 0:
		return len(file) == 0
	case pattern[0] == "**":
		return matchesAll(pattern[1:], file) || len(file) > 0 && matchesAll(pattern, file[1:])
	case len(file) == 0:
		return false
	}
	ok, err := path.Match(strings.ReplaceAll(pattern[0], "**", "*"), file[0])
	return err == nil && ok && matchesAll(pattern[1:], file[1:])
}

// samples returns paths that a pattern matches, and paths that it does not match or may not match.
func samples(pattern string) (all []string) {
	for _, folders := range []string{"", "x/", "x/y/"} {
		file := strings.ReplaceAll(pattern, "**/", folders)
		file = strings.NewReplacer("**", "m", "*", "m", "?", "n").Replace(file)
		first, rest, _ := strings.Cut(file, "/")
		all = append(all, file, "top/"+file, "top/sub/"+file, file+"x", "x"+file, file+"/below.json", rest, first, path.Base(file))
	}
	return slices.DeleteFunc(all, func(file string) bool { return file == "" })
}

// Every pattern of the catalogue, converted, matches what it matches there.
func TestConvert(t *testing.T) {
	all := strings.Fields(patterns)
	inFolders, hits := 0, 0
	for i, match := range all {
		text := convert(match)
		if strings.Contains(match, "!(") {
			if text != "" {
				t.Errorf("%s is %s, but must be left out", match, text)
			}
			continue
		}
		p := compile(text)
		if strings.HasPrefix(text, "**/") {
			inFolders++
		}
		for _, other := range all[i:min(i+4, len(all))] {
			for _, file := range samples(other) {
				want := matches(match, file)
				if got := p.Matches(file); got != want {
					t.Errorf("%s, which is %s, matches %s: %t, but must be %t", match, text, file, got, want)
				}
				if want {
					hits++
				}
			}
		}
	}
	if inFolders < 500 || hits < 3*len(all) {
		t.Errorf("%d patterns have folders, and %d paths match, which are too few", inFolders, hits)
	}
}

func TestConvertOther(t *testing.T) {
	for match, want := range map[string]string{
		"":               "",
		"!a.json":        "",
		"#a.json":        "",
		"https://e.org/": "",
		"**/@(a|b).json": "",
		"/a.json":        "a.json",
		"/a/b.json":      "**/a/b.json",
		"a/b.json":       "**/a/b.json",
		"**/a.json":      "a.json",
		"**/a/*.json":    "**/a/*.json",
		"**/*@*/b.json":  "**/*@*/b.json",
	} {
		if got := convert(match); got != want {
			t.Errorf("convert(%q) = %q, want %q", match, got, want)
		}
	}
}
