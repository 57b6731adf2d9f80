package suppress

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/testing/fuzzing"
)

func TestFind(t *testing.T) {
	for _, c := range []struct {
		src  string
		want string // for each directive: word without marker, rule, offset+length, target, reason
	}{
		{"// nothing\n1", ""},
		{"// jsonlint-disable-next-line a\n1", "-next-line a 30+1 @32 \"\""},
		{"// jsonlint-disable-next-line a, b -- the   reason\n\n// more\n1", "-next-line a 30+1 @60 \"the reason\"; -next-line b 33+1 @60 \"the reason\""},
		{"/* jsonlint-disable-next-line a-b--c */ 1\n,2", "-next-line a-b--c 30+6 @42 \"\""},
		{"/*\n * jsonlint-disable-file a --because\n * of b\n */ 1", "-file a 28+1 @-1 \"because * of b\""},
		{"[1, // jsonlint-disable-line a\n2]", "-line a 29+1 @4 \"\""},
		{"//jsonlint-disable-line\n", "-line  2+21 @0 \"\""},
		{"//jsonlint-disable-line -- why\n", "-line  2+21 @0 \"why\""},
		{"// jsonlint-disable a\n1", "?  3+16 @-1 \"\""},
		{"// see jsonlint-disable-line a\n1", ""},
		{"[\n// jsonlint-disable-next-line a\n// jsonlint-disable-next-line b\n1]", "-next-line a 32+1 @66 \"\"; -next-line b 64+1 @66 \"\""},
		{"// jsonlint-disable-next-line a", "-next-line a 30+1 @-1 \"\""},
		{"[\"// jsonlint-disable-line a\"]", ""},
		{"/* jsonlint-disable-line a", "-line a 25+1 @0 \"\""},
		{"// jsonlint-disable-line a\n/*/", "-line a 25+1 @0 \"\""},
		{"/* jsonlint-disable-next-line a */ 1, /*\n*/ 2", "-next-line a 30+1 @44 \"\""},
		{"// jsonlint-disable-line ,,\r1", "-line  3+21 @0 \"\""},
	} {
		var got []string
		for _, d := range Find([]byte(c.src), dialect.JSONC) {
			word := strings.TrimPrefix(d.Word, marker)
			if d.Scope == Unknown {
				word = "?"
			}
			got = append(got, fmt.Sprintf("%s %s %d+%d @%d %q", word, d.Rule, d.Offset, d.Length, d.Target, d.Reason))
		}
		if all := strings.Join(got, "; "); all != c.want {
			t.Errorf("%q:\n%s\nwant\n%s", c.src, all, c.want)
		}
	}
	if Find([]byte("// jsonlint-disable-line a"), dialect.JSON) != nil {
		t.Error("JSON has no comments")
	}
}

// Many directives do not take more and more memory, and the last ones that count have their targets.
func TestFindMany(t *testing.T) {
	for name, text := range map[string]string{
		"comments": strings.Repeat("/* jsonlint-disable-next-line a */", 2*Most) + "\n1",
		"rules":    "// jsonlint-disable-next-line " + strings.Repeat("a ", 2*Most) + "\n1",
	} {
		all := Find([]byte(text), dialect.JSONC)
		if len(all) != Most || all[Most-1].Target != len(text)-1 {
			t.Errorf("%s: %d directives, the last one is %+v", name, len(all), all[len(all)-1])
		}
	}
}

func FuzzFind(t *testing.F) {
	f := fuzzing.Of(t)
	f.Add("// jsonlint-disable-line a\n/*/")
	f.Add("// jsonlint-disable-line a, b -- c\n[1, /* jsonlint-disable-next-line */ 2]\n")
	f.Fuzz(func(t *testing.T, src string) {
		last := 0
		for _, d := range Find([]byte(src), dialect.JSON5) {
			if d.Offset < last || d.Offset+d.Length > len(src) || d.Target >= len(src) || d.Rule != "" && src[d.Offset:d.Offset+d.Length] != d.Rule {
				t.Errorf("%+v", d)
			}
			last = d.Offset
		}
	})
}

// Watch finds the word across reads, and otherwise changes nothing.
func TestWatch(t *testing.T) {
	for _, text := range []string{"", "x", marker, "-" + marker, "jsonlint-" + marker + " x", strings.Repeat("jsonlint-disabl ", 9), strings.Repeat("x", 40) + marker} {
		for n := 1; n < 40; n++ {
			got, err := io.ReadAll(Watch(pieces{strings.NewReader(text), n}))
			if found := err == ErrFound; found != strings.Contains(text, marker) || !found && (err != nil || string(got) != text) {
				t.Errorf("%q, %d bytes at a time: %q, %v", text, n, got, err)
			}
		}
	}
}

// A pieces reader returns at most n bytes at a time.
type pieces struct {
	io.Reader
	n int
}

func (r pieces) Read(p []byte) (int, error) { return r.Reader.Read(p[:min(len(p), r.n)]) }

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		pattern, pointer string
		want             bool
	}{
		{"", "", true}, {"", "/a/b", true}, {"/a", "/a", true}, {"/a", "/a/b", true}, {"/a", "/ab", false}, {"/a", "", false},
		{"/a/b", "/a", false}, {"/*/b", "/x/b", true}, {"/*/b", "/0/b/c", true}, {"/*/b", "/b", false}, {"/*", "/*", true},
		{"/", "/", true}, {"/", "//x", true}, {"/", "/x", false}, {"/a~1b", "/a~1b", true}, {"/a/*", "/a", false}, {"/a/*", "/a/", true},
	} {
		if Matches(c.pattern, c.pointer) != c.want {
			t.Errorf("%q, %q: not %t", c.pattern, c.pointer, c.want)
		}
	}
	for s, want := range map[string]bool{"": true, "/": true, "/a~0~1": true, "a": false, "/~": false, "/~2": false, "/*": true} {
		if IsPattern(s) != want {
			t.Errorf("%q: not %t", s, want)
		}
	}
}
