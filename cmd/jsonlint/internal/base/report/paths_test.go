package report

import (
	"encoding/json"
	"encoding/xml"
	"net/url"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/assayjson/assay/lint"
)

// troublesome are file names, some of which must be quoted.
var troublesome = []string{
	"a.json", "with space.json", "ünïcode.json", `back\slash.json`, `in"side.json`, `"quoted".json`,
	"new\nline.json", "tab\t.json", "\x1b[31m.json", "\x7f.json", "bidi\u202e.json", "line\u2028.json", "\xff\xfe.json", "sub/\n/a.json", "",
	"a:b.json", "100%.json", "[x].json", "#a?b.json", "/abs/\n.json",
	"::add-mask::q.json", "  ::add-mask::q.json", "sub/::q.json", "##[group]q.json", "###[group]q.json", "a/##vso[task.complete]q.json", "##teamcity[x]##[y].json", "##q.json",
}

// pathIn extracts the path of the file from text, which is the output of a format for a file with
// one finding.
func pathIn(t *testing.T, format, text string) string {
	t.Helper()
	var place struct{ Location struct{ Path string } }
	decode := func(text string, v any) {
		t.Helper()
		if err := json.Unmarshal([]byte(text), v); err != nil {
			t.Fatalf("%s: %v: %s", format, err, text)
		}
	}
	switch format {
	case "text", "compact":
		name, _, _ := strings.Cut(text, ":1:2: ")
		return name
	case "json":
		var v struct{ Files []struct{ Path string } }
		decode(text, &v)
		return v.Files[0].Path
	case "ndjson":
		var v struct{ Path string }
		line, _, _ := strings.Cut(text, "\n")
		decode(line, &v)
		return v.Path
	case "gitlab":
		decode(strings.Trim(text, "[]\n"), &place)
		return place.Location.Path
	case "rdjson":
		var v struct{ Diagnostics []json.RawMessage }
		decode(text, &v)
		decode(string(v.Diagnostics[0]), &place)
		return place.Location.Path
	case "github":
		name := regexp.MustCompile(`file=([^,]*),`).FindStringSubmatch(text)[1]
		return strings.NewReplacer("%2C", ",", "%3A", ":", "%0D", "\r", "%0A", "\n", "%25", "%").Replace(name)
	case "junit", "checkstyle":
		var v struct {
			Suite []struct {
				Name string `xml:"name,attr"`
			} `xml:",any"`
		}
		if err := xml.Unmarshal([]byte(text), &v); err != nil {
			t.Fatalf("%s: %v: %s", format, err, text)
		}
		return v.Suite[0].Name
	}
	t.Fatalf("%s: no way to find the path", format)
	return ""
}

// All formats write a file name in the same way, and the original name can be recovered.
func TestPathsAreWrittenAlike(t *testing.T) {
	written := map[string]string{}
	for _, name := range troublesome {
		want := Path(name)
		if before, taken := written[want]; taken {
			t.Errorf("%q and %q are both written %s", before, name, want)
		}
		written[want] = name
		back := want
		if strings.HasPrefix(want, `"`) {
			back, _ = strconv.Unquote(want)
		}
		if back != name {
			t.Errorf("%q is written %s, which is %q", name, want, back)
		}
		for _, k := range Formats() {
			if k.Name == "sarif" {
				continue
			}
			if got := pathIn(t, k.Name, write(t, k.Name, Options{}, []*File{finding(name)})); got != want {
				t.Errorf("%s: %q is written %s, want %s", k.Name, name, got, want)
			}
		}
	}
}

// uriReference matches a relative reference (RFC 3986, section 4.2) or a URI with the scheme "file"
// (RFC 3986, section 3). It does not check that the first segment of a relative reference contains
// no colon.
var uriReference = regexp.MustCompile(`^(file:///|/)?([A-Za-z0-9._~!$&'()*+,;=@:/-]|%[0-9A-F]{2})*$`)

func TestSARIFHasURIs(t *testing.T) {
	for _, name := range troublesome {
		uri := uri(name)
		first, _, _ := strings.Cut(uri, "/")
		if !uriReference.MatchString(uri) || strings.Contains(first, ":") && first != "file:" {
			t.Errorf("%q: %s is no reference of RFC 3986", name, uri)
		}
		u, err := url.Parse(uri)
		if err != nil || strings.TrimPrefix(u.Path, "./") != name {
			t.Errorf("%q: %s leads to %q, %v", name, uri, u.Path, err)
		}
	}
}

// Invisible characters and characters that change the order of displayed text are escaped in all
// JSON documents.
func TestInvisibleCharactersAreEscaped(t *testing.T) {
	const invisible = "\x00\x1b\x7f\u0085\u009b\u200b\u200f\u202e\u2028\u2029\u2066\ufeff\U000e0001"
	f := &File{Name: "a.json", Report: &lint.Report{Diagnostics: []lint.Diagnostic{{
		Rule: "syntax", Severity: lint.Error, Span: span("[", 0, 1), Pointer: "/" + invisible, HasPointer: true, Message: "é😀" + invisible, Hint: invisible,
		Related: []lint.Related{{Span: span("[", 0, 1), Message: invisible}},
		Fix:     &lint.Fix{Title: invisible, Edits: []lint.Edit{{New: invisible}}},
	}}}}
	documents := 0
	for _, k := range Formats() {
		name, text := k.Name, write(t, k.Name, Options{}, []*File{f, {Name: "b.json", Trouble: explained(invisible)}})
		if text[0] != '{' && text[0] != '[' {
			continue
		}
		documents++
		if plain := strings.ReplaceAll(text, "\n", ""); !isPlain(plain) {
			t.Errorf("%s: %q", name, text)
		}
		checkWellFormed(t, name, text)
		if name != "ndjson" {
			var v any
			if err := json.Unmarshal([]byte(text), &v); err != nil || !contains(v, "é😀"+invisible) {
				t.Errorf("%s: %v: the message is not what it was", name, err)
			}
		}
	}
	if documents < 5 {
		t.Errorf("only %d formats are JSON", documents)
	}
}

// explained is an error with the given text.
type explained string

func (e explained) Error() string { return string(e) }

// contains reports whether a string in v contains s.
func contains(v any, s string) bool {
	switch v := v.(type) {
	case string:
		return strings.Contains(v, s)
	case []any:
		for _, e := range v {
			if contains(e, s) {
				return true
			}
		}
	case map[string]any:
		for _, e := range v {
			if contains(e, s) {
				return true
			}
		}
	}
	return false
}

// The URI of the root is absolute and ends in a slash, even if the root is that of the file system.
func TestURIOfTheRoot(t *testing.T) {
	for folder, want := range map[string]string{"/": "file:///", "/repo": "file:///repo/", "/a b/": "file:///a%20b/"} {
		if bases := sarifBases(Root{Folder: filepath.FromSlash(folder)}); !strings.Contains(bases, `"uri":"`+want+`"`) {
			t.Errorf("%s: %s, want %s", folder, bases, want)
		}
	}
}

func TestPathsInTheRoot(t *testing.T) {
	r := Root{Folder: filepath.FromSlash("/repo/a"), Here: filepath.FromSlash("/repo/a/here")}
	for _, c := range []struct {
		name, path, uri string
		isInside        bool
	}{
		{"x.json", "here/x.json", "here/x.json", true},
		{"./x.json", "here/x.json", "here/x.json", true},
		{"b//c/../x.json", "here/b/x.json", "here/b/x.json", true},
		{"../x.json", "x.json", "x.json", true},
		{"/repo/a/x.json", "x.json", "x.json", true},
		{"/repo/a/./b//x.json", "b/x.json", "b/x.json", true},
		{"../a:b.json", "a:b.json", "./a:b.json", true},
		{"..x.json", "here/..x.json", "here/..x.json", true},
		{"\xff %.json", "here/\xff %.json", "here/%FF%20%25.json", true},
		{"../../x.json", "/repo/x.json", "file:///repo/x.json", false},
		{"/repo/ab/x.json", "/repo/ab/x.json", "file:///repo/ab/x.json", false},
		{"s3://bucket/a b//%.json", "s3://bucket/a b//%.json", "s3://bucket/a%20b//%25.json", false},
		{StdinName, StdinName, "", false},
		{"", "", "", false},
	} {
		path, isInside := r.path(filepath.FromSlash(c.name))
		if path != c.path || isInside != c.isInside || c.uri != "" && uri(path) != c.uri {
			t.Errorf("%q is %q, %q, inside: %v", c.name, path, uri(path), isInside)
		}
	}
	if path, isInside := (Root{}).path("./x.json"); path != "./x.json" || isInside {
		t.Errorf("without a root: %q, %v", path, isInside)
	}
}
