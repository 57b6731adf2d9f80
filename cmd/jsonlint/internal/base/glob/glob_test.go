package glob

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/fuzzing"
)

// The rows are based on the documentation of Git and its test t3070-wildmatch.
func TestMatch(t *testing.T) {
	for _, c := range []struct {
		glob string
		yes  string
		no   string
	}{
		{"a.json", "a.json", "a-json b/a.json a.json5"},
		{"*.json", "a.json .json é.json", "a/b.json a.jsonc"},
		{"?.json", "a.json é.json", "ab.json .json /.json"},
		{"**/a", "a x/a x/y/a", "ba x/ba a/x"},
		{"**/*.json", "a.json x/a.json x/y/z/a.json", "a.jsonc"},
		{"a/**", "a/b a/b/c", "a ab"},
		{"a/**/b", "a/b a/x/b a/x/y/b", "a/xb ab a/b/c"},
		{"a**b", "ab axxb", "a/b ax/b"},
		{"***/a", "a x/a x/y/a", "ba"},
		{"a/***", "a/b a/b/c", "a"},
		{`a/**\/b`, "a/b a/x/y/b", "a/xb"},
		{`a\/b`, "a/b", `a\ a\/b`},
		{"**/a/**/b/**", "a/b/c x/a/y/b/c/d a/b/b", "a/b x/a/b b/a/c"},
		{"**/a/**", "a/a a/b x/a/a/a", "a x/a"},
		{"*a*b*", "ab xaxbx aab", "ba a/b"},
		{"a*/*b", "a/b ax/xb", "a ab a/x/b"},
		{"**", "a a/b/c", ""},
		{"a/*", "a/b", "a/b/c a"},
		{"[a-c]x", "ax bx", "dx /x"},
		{"[!a-c]x", "dx éx", "ax /x"},
		{"[^a]x", "bx", "ax"},
		{"[]-]x", "]x -x", "ax"},
		{"[a-]x", "ax -x", "bx"},
		{"[[:digit:]_]x", "0x _x", "ax :x"},
		{"[[:upper:]]", "A", "a"},
		{`[\]]`, "]", `\`},
		{`\*`, "*", `a \*`},
		{`a\`, "", `a a\`},
		{"[a", "", "a [a"},
		{"日?", "日本", "日"},
	} {
		p := Compile(c.glob)
		for _, path := range strings.Fields(c.yes) {
			if !p.Match(path) {
				t.Errorf("%s does not match %s", c.glob, path)
			}
		}
		for _, path := range strings.Fields(c.no) {
			if p.Match(path) {
				t.Errorf("%s matches %s", c.glob, path)
			}
		}
	}
}

// This test would not end in reasonable time if matching backtracked to wildcards other than the
// last one.
func TestMatchIsNeverSlow(t *testing.T) {
	for _, c := range []struct{ glob, path string }{
		{strings.Repeat("*a", 100) + "b", strings.Repeat("a", 10_000)},
		{strings.Repeat("**/a/", 100) + "b", strings.Repeat("a/", 5_000) + "a"},
		{strings.Repeat("**/*a*/", 100) + "b", strings.Repeat("aa/", 3_000) + "a"},
		{"[" + strings.Repeat("[:", 1<<20), "a"},
	} {
		if Compile(c.glob).Match(c.path) {
			t.Errorf("%.20s matches what does not end in b", c.glob)
		}
	}
}

func TestMatchDoesNotAllocate(t *testing.T) {
	p := Compile("packages/**/[a-c]*/x?*y.json")
	if !p.Match("packages/m/n/bb/xüzy.json") {
		t.Error("does not match")
	}
	if n := testing.AllocsPerRun(100, func() { p.Match("packages/m/n/bb/xüzy.json") }); n > 0 {
		t.Errorf("%g allocations", n)
	}
}

func TestLiteral(t *testing.T) {
	for glob, want := range map[string]string{"a": "a", "a/b.json": "a/b.json", `a\*/\b`: "a*/b", "é": "é", "a*": "", "**/a": "", "[a]": "", "a?": "", "[": ""} {
		if got, ok := Compile(glob).Literal(); got != want || ok != (want != "") {
			t.Errorf("%s: %q, %t; want %q", glob, got, ok, want)
		}
	}
}

func TestExpand(t *testing.T) {
	for _, c := range []struct{ glob, want string }{
		{"a", "a"},
		{"*.{json,har}", "*.json *.har"},
		{"{a,b}/{c,d}", "a/c a/d b/c b/d"},
		{"{a,b{1,2}}", "a b1 b2"},
		{"{a}", "{a}"},
		{"{a,b", "{a,b"},
		{`\{a,b}`, `\{a,b}`},
		{"x{,y}", "x xy"},
	} {
		if got := Expand(c.glob); !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%s: %q, want %s", c.glob, got, c.want)
		}
	}
	if n := len(Expand(strings.Repeat("{a,b}", 100))); n > 2*mostExpanded {
		t.Errorf("%d globs", n)
	}
}

// expandSimply is an obvious version of [Expand], which takes the square of the length of a glob.
func expandSimply(glob string) []string {
	for open := range len(glob) {
		if glob[open] != '{' || escaped(glob, open) {
			continue
		}
		parts, depth, from := []string(nil), 0, open+1
		for i := open + 1; i < len(glob); i++ {
			switch c := glob[i]; {
			case escaped(glob, i):
			case c == '{':
				depth++
			case c == ',' && depth == 0:
				parts, from = append(parts, glob[from:i]), i+1
			case c == '}' && depth > 0:
				depth--
			case c == '}':
				if parts == nil {
					i = len(glob)
					break
				}
				var all []string
				for _, part := range append(parts, glob[from:i]) {
					all = append(all, expandSimply(glob[:open]+part+glob[i+1:])...)
				}
				return all
			}
		}
	}
	return []string{glob}
}

// escaped reports whether an odd number of backslashes precedes glob[i].
func escaped(glob string, i int) bool {
	return (i-len(strings.TrimRight(glob[:i], `\`)))%2 != 0
}

func TestExpandAgrees(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	several := 0
	for range 50_000 {
		b := make([]byte, rng.IntN(14))
		for i := range b {
			b[i] = `{{}},,a\`[rng.IntN(8)]
		}
		want := expandSimply(string(b))
		if got := Expand(string(b)); !slices.Equal(got, want) {
			t.Fatalf("%q: %q, want %q", b, got, want)
		}
		if len(want) > 1 {
			several++
		}
	}
	if several < 1000 {
		t.Errorf("only %d globs have alternatives", several)
	}
}

// The work and the result are limited, whatever the braces are.
func TestExpandIsLimited(t *testing.T) {
	const n = 20_000
	for _, glob := range []string{
		strings.Repeat("{", n), strings.Repeat("{", n) + strings.Repeat("}", n), strings.Repeat("{a,", n), strings.Repeat("{a,", n) + strings.Repeat("}", n),
		strings.Repeat("{", n) + "a,b" + strings.Repeat("}", n), "{" + strings.Repeat(",", n) + "}" + strings.Repeat("x", n), strings.Repeat("{a,b}", n),
		"{" + strings.Repeat("{a,b}", n), strings.Repeat("{a,b", n) + strings.Repeat("x", 10*n),
	} {
		var x expander
		size := 0
		for _, g := range x.expand(glob) {
			size += len(g)
		}
		if most := 3 * (mostExpanded + 1) * len(glob); x.steps > most || size > mostBytes+len(glob) {
			t.Errorf("%.10s...: %d steps, at most %d are allowed; the globs have %d bytes", glob, x.steps, most, size)
		}
	}
}

// A literal is compiled at once, however long it is, and escapes do not divide it.
func TestLiteralsAreMerged(t *testing.T) {
	long := strings.Repeat("é{x", 1000)
	for _, end := range []string{"", "*", "?", "[a]", `\a`, "/a", "*a"} {
		token, n := tokenOf(long + end)
		if token.text != long || n != len(long) {
			t.Errorf("before %q, a token has %d of %d bytes", end, n, len(long))
		}
	}
	for glob, want := range map[string]int{`a\b\cd`: 1, `\a\*?\?b`: 3, `*\a\b`: 2, `a\b*c\d`: 3} {
		p := Compile(glob)
		tokens := merged(p.parts[0].tokens)
		if p.parts[0].kind != general {
			tokens = make([]token, map[partKind]int{exactly: 1, begins: 2, ends: 2}[p.parts[0].kind])
		}
		if len(tokens) != want {
			t.Errorf("%s: %d tokens, want %d", glob, len(tokens), want)
		}
	}
}

func TestRoot(t *testing.T) {
	for glob, want := range map[string]string{"*.json": "", "a/b/*.json": "a/b/", "a/b*/c": "a/", "/x/**": "/x/", "a/b": "a/", "**": ""} {
		if got := Root(glob); got != want {
			t.Errorf("%s: %q, want %q", glob, got, want)
		}
	}
}

func FuzzMatch(t *testing.F) {
	f := fuzzing.Of(t)
	f.Add("a/**/[!b-d]*?.json", "a/x/y/zz.json")
	f.Add(`[[:alpha:]\]]`, "]")
	f.Fuzz(func(t *testing.T, glob, path string) {
		if len(glob) > 200 || len(path) > 200 {
			return
		}
		for _, g := range Expand(glob) {
			Compile(g).Match(path)
		}
		// A path matches itself if its special characters are escaped.
		quoted := strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
		if !Compile(quoted).Match(path) {
			t.Errorf("%q does not match %q", quoted, path)
		}
	})
}
