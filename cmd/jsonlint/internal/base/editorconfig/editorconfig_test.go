package editorconfig

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assayjson/assay/format"
	"github.com/assayjson/assay/internal/testing/fuzzing"
)

func TestPatterns(t *testing.T) {
	for _, c := range []struct{ glob, matches, others string }{
		{"*", "a a.json .x d/a.json", ""},
		{"*.json", "a.json d/e/a.json .json", "a.js a.json5 a.json/b"},
		{"a?.json", "ab.json d/ac.json", "a.json a/.json abc.json"},
		{"**.json", "a.json d/e/a.json", "a.js"},
		{"/*.json", "a.json", "d/a.json"},
		{"d/*.json", "d/a.json", "a.json d/e/a.json x/d/a.json"},
		{"d/**.json", "d/a.json d/e/a.json", "a.json"},
		{"d/**/a.json", "d/a.json d/e/a.json d/e/f/a.json", "a.json da.json"},
		{"{package,composer}.json", "package.json d/composer.json", "a.json {package,composer}.json"},
		{"*.{json,json5,c{a,b}}", "x.json x.json5 x.ca x.cb", "x.c x.{json"},
		{"{package.json}", "{package.json}", "package.json"},
		{"{}", "{}", ""},
		{"a{b", "a{b", "ab"},
		{"a}b{c", "a}b{c", "abc"},
		{"a{1..12}.json", "a1.json a12.json", "a0.json a13.json a.json ax.json"},
		{"a{-3..3}", "a-3 a0 a3", "a-4 a4"},
		{"{a,b{1..2}}", "a b1 b2", "b3"},
		{"[ab].json", "a.json b.json", "c.json ab.json"},
		{"[!ab].json", "c.json", "a.json"},
		{"[a-c]", "b", "d"},
		{"a[b", "a[b", "ab"},
		{"a[/]b", "a[/]b", "a/b"},
		{"[]", "[]", ""},
		{"[][a]", "[]a", "[]b"},
		{"[a[b[", "[a[b[", ""},
		{"a[b[c/[d]e", "a[b[c/de", "a[b[c/[d]e"},
		{"[a/[!c][d", "[a/x[d", "[a/c[d"},
		{`a\*`, "a*", "ab"},
		{`\{a,b}`, "", "a"},
		{"a.b+(c)|d^$", "a.b+(c)|d^$", "axb"},
		{"größe.*", "größe.json", "grosse.json"},
		{"{ä,ö}x", "äx öx", "x"},
		{"[z-a]", "", "z a"},
		{"a,b", "a,b", "a b"},
	} {
		p := compile(c.glob)
		for _, path := range strings.Fields(c.matches) {
			if !p.match(path) {
				t.Errorf("%s does not match %s", c.glob, path)
			}
		}
		for _, path := range strings.Fields(c.others) {
			if p.match(path) {
				t.Errorf("%s matches %s", c.glob, path)
			}
		}
	}
}

// No glob is a panic, and no glob takes long.
func FuzzPatterns(t *testing.F) {
	f := fuzzing.Of(t)
	f.Add("{a,b{1..2}}[!x]**/?", "a/b1")
	f.Add(strings.Repeat("{a,", 200)+strings.Repeat("}", 200), "a")
	f.Fuzz(func(t *testing.T, glob, path string) { compile(glob).match(path) })
}

const main = "\uFEFF; a comment\r\nROOT = True\n[*]\nindent_style=space\nIndent_Size = 4\n# another\n[*.json]\nindent_size = 2\nmax_line_length = 100\nno property\n" +
	"=x\n[Makefile]\nindent_style = tab\n[]\nindent_size=9\n[unset.json]\nmax_line_length=unset\n[not closed\n"

func TestFinder(t *testing.T) {
	top := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(top, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(".editorconfig", "[*]\ntab_width=7\nend_of_line=crlf\n")
	write("a/.editorconfig", main)
	write("a/b/.editorconfig", "root = false\n[*.json]\nindent_style = tab\n")
	write("a/b/c/d/.editorconfig/x", "")
	var f Finder
	for name, want := range map[string]string{
		"x.json":         "crlf 7",
		"a/x.json":       "100 2 space",
		"a/x.js":         "4 space",
		"a/Makefile":     "4 tab",
		"a/unset.json":   "2 space unset",
		"a/b/x.json":     "100 2 tab",
		"a/b/c/x.json":   "100 2 tab",
		"a/b/c/Makefile": "4 tab",
	} {
		p, err := f.Find(filepath.Join(top, name))
		var got []string
		for _, key := range []string{"end_of_line", "max_line_length", "indent_size", "indent_style", "tab_width"} {
			if p[key] != "" {
				got = append(got, p[key])
			}
		}
		if strings.HasSuffix(want, "unset") {
			got = append(got[1:], got[0])
		}
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%s: %q, %v, want %q", name, got, err, want)
		}
	}
	if _, err := f.Find(filepath.Join(top, "a/b/c/d/x.json")); err == nil {
		t.Error("a folder called .editorconfig is no error")
	}
}

func TestApply(t *testing.T) {
	for _, c := range []struct {
		text string
		want format.Options
	}{
		{"", format.Options{Detect: true, Width: 80}},
		{"indent_style=space", format.Options{Detect: true, Width: 80}},
		{"indent_style=space\nindent_size=4", format.Options{Indent: "    ", TabWidth: 4, Width: 80}},
		{"indent_size=3", format.Options{Indent: "   ", TabWidth: 3, Width: 80}},
		{"indent_style=space\ntab_width=3", format.Options{Indent: "   ", TabWidth: 3, Width: 80}},
		{"indent_style=tab", format.Options{Indent: "\t", Width: 80}},
		{"indent_style=tab\nindent_size=4", format.Options{Indent: "\t", TabWidth: 4, Width: 80}},
		{"indent_style=tab\nindent_size=4\ntab_width=8", format.Options{Indent: "\t", TabWidth: 8, Width: 80}},
		{"indent_size=tab\ntab_width=8", format.Options{Indent: "\t", TabWidth: 8, Width: 80}},
		{"indent_style=space\nindent_size=tab\ntab_width=8", format.Options{Indent: "        ", TabWidth: 8, Width: 80}},
		{"tab_width=8", format.Options{Detect: true, TabWidth: 8, Width: 80}},
		{"indent_style=space\nindent_size=17", format.Options{Detect: true, Width: 80}},
		{"indent_size=unset\nmax_line_length=x\nend_of_line=cr\ninsert_final_newline=?", format.Options{Detect: true, Width: 80}},
		{"max_line_length=100\nend_of_line=crlf\ninsert_final_newline=false", format.Options{Detect: true, Width: 100, LineEnd: format.CRLF, FinalNewline: format.KeepNewline}},
		{"max_line_length=OFF\nend_of_line=lf\ninsert_final_newline=true", format.Options{Detect: true, Width: 1 << 20}},
	} {
		p := Properties{}
		parse("[*]\n"+c.text).addTo(p, "a.json")
		o := format.Options{Detect: true, Width: 80}
		if p.Apply(&o); o != c.want {
			t.Errorf("%q: %+v, want %+v", c.text, o, c.want)
		}
	}
}
