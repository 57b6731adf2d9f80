package report

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/tokenizer"
	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

var update = flag.Bool("update", false, "write the golden files")

// span returns the span of length bytes at an offset in src.
func span(src string, offset, length int) lint.Span {
	at := func(n int) tokenizer.Position { return tokenizer.Locate([]byte(src), int64(n)) }
	return lint.Span{Offset: int64(offset), Length: int64(length), Start: at(offset), End: at(offset + length)}
}

// files returns the files that are written to the golden file. Together, they set every field and
// contain characters that must be escaped.
func files() []*File {
	src := "\uFEFF{\"😀\": 1,\n \"a\": 2, \"a\": 3,}\n"
	trailing := strings.Index(src, ",}")
	second := strings.LastIndex(src, `"a"`)
	first := strings.Index(src, `"a"`)
	line := []byte(src[strings.Index(src, "\n")+1 : len(src)-1])
	lineAt := int64(strings.Index(src, "\n") + 1)
	invalid := &lint.Report{Bytes: int64(len(src)), Omitted: 7, Diagnostics: []lint.Diagnostic{
		{
			Rule: "bom", Code: "byte-order-mark", Severity: lint.Info, Span: span(src, 0, 3), HasPointer: true,
			Message: "byte order mark EF BB BF before the document", Hint: "remove it",
			Fix:     &lint.Fix{Title: "remove the byte order mark", Edits: []lint.Edit{{Offset: 0, Length: 3}}},
			Context: []byte(src[:lineAt-1]),
		},
		{
			Rule: "duplicate-keys", Severity: lint.Warning, Span: span(src, second, 3), Pointer: "/a", HasPointer: true,
			Message: `duplicate name "a"`, Related: []lint.Related{{Span: span(src, first, 3), Message: "the first name is here", Lead: "the first name is"}},
			Context: line, ContextOffset: lineAt,
		},
		{
			Rule: "syntax", Code: "trailing-comma", Severity: lint.Error, Span: span(src, trailing, 1), HasPointer: true,
			Message: "trailing comma before '}' <&\"]]> \x1b[31m\n::error::%", Context: line, ContextOffset: lineAt,
			Fix: &lint.Fix{Title: "remove the comma", Edits: []lint.Edit{{Offset: int64(trailing), Length: 1, New: " "}}},
		},
	}}
	invalid.Suppressed = []lint.Suppressed{
		{Diagnostic: invalid.Diagnostics[1], Reason: "<old> readers", Source: lint.InComment},
		{Diagnostic: invalid.Diagnostics[1], Source: lint.InOptions},
		{Diagnostic: invalid.Diagnostics[0], Reason: "listed in the baseline", Source: lint.ByCaller},
	}
	return []*File{
		{Name: "good.json", Report: &lint.Report{Bytes: 3}},
		{Name: "dir, with:100%/ü \x1b\n\"'<&>.json", Dialect: lint.JWCC, Report: invalid},
		{Name: "gone.json", Trouble: errors.New("no such file or directory")},
		{Name: StdinName, Fixed: 2, Decoded: "utf-16le", Report: &lint.Report{Bytes: 2, Diagnostics: []lint.Diagnostic{
			{Rule: "encoding", Severity: lint.Error, Span: span("[]", 0, 2), Message: "over\nlines", Context: []byte("[]")},
		}}},
		{Name: "/abs/\xff.json", Report: &lint.Report{Diagnostics: []lint.Diagnostic{
			{Rule: "syntax", Severity: lint.Error, Span: span("[\n\n", 1, 2), Message: "over lines", Context: []byte("[")},
		}}},
	}
}

// write returns the output of a format for files.
func write(t *testing.T, name string, o Options, files []*File) string {
	t.Helper()
	var out bytes.Buffer
	o.Version = "v1.2.3"
	f := New(name, &out, o)
	var sum Summary
	for _, file := range files {
		sum.Add(file)
		if err := f.File(file); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.End(&sum); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// The golden file contains the output of each format. To rewrite it, run the test with -update.
func TestFormats(t *testing.T) {
	const golden = "testdata/formats.txtar"
	got := &txtar.Archive{Comment: []byte("What each format writes; go test -update writes this file.\n")}
	add := func(name, text string) {
		if strings.Contains(name, "sarif") {
			head, tail, _ := strings.Cut(text, `"rules":[`)
			_, tail, _ = strings.Cut(tail, "]}}")
			text = head + `"rules":[...]}}` + tail
		}
		got.Files = append(got.Files, txtar.File{Name: name, Data: []byte(text)})
	}
	for _, k := range Formats() {
		add(k.Name, write(t, k.Name, Options{}, files()))
	}
	add("text with frames", write(t, "text", Options{Width: 60}, files()))
	add("text in color", write(t, "text", Options{Width: 60, Color: true}, files()))
	add("compact in bytes", write(t, "compact", Options{Unit: Byte}, files()))
	add("compact in UTF-16", write(t, "compact", Options{Unit: UTF16}, files()))
	if *update {
		if err := os.WriteFile(golden, txtar.Format(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := txtar.ParseFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(txtar.Format(want)), string(txtar.Format(got))); d != "" {
		t.Error(d)
	}
}

func TestFormatsAreWellFormed(t *testing.T) {
	for _, files := range [][]*File{files(), nil} {
		for _, k := range Formats() {
			checkWellFormed(t, k.Name, write(t, k.Name, Options{}, files))
		}
	}
}

// The table in docs/ci.md lists all formats.
func TestGuideListsFormats(t *testing.T) {
	page, err := os.ReadFile("../../../../../docs/ci.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "## Formats\n")
	table, _, _ = strings.Cut(table, "\n## ")
	var rows strings.Builder
	for line := range strings.Lines(table) {
		if cell, _, ok := strings.Cut(strings.TrimPrefix(line, "| "), " | "); ok {
			rows.WriteString(cell + "\n")
		}
	}
	for _, name := range FormatNames() {
		if !strings.Contains(rows.String(), "`"+name+"`") {
			t.Errorf("docs/ci.md does not list %s", name)
		}
	}
}

// SARIF output is valid according to the schema of OASIS (sarif-schema-2.1.0-rtm.5). The schema is
// in testdata/sarif-2.1.0.json.
func TestSARIFIsWhatItsSchemaAsksFor(t *testing.T) {
	raw, err := os.ReadFile("testdata/sarif-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	schema, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("sarif.json", schema); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("sarif.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, unit := range []Unit{Rune, Byte, UTF16} {
		for _, files := range [][]*File{files(), nil} {
			log, err := jsonschema.UnmarshalJSON(strings.NewReader(write(t, "sarif", Options{Unit: unit, Root: Root{"/repo", "/repo/a"}}, files)))
			if err != nil {
				t.Fatal(err)
			}
			if err := compiled.Validate(log); err != nil {
				t.Errorf("%d files: %v", len(files), err)
			}
		}
	}
	broken, _ := jsonschema.UnmarshalJSON(strings.NewReader(`{"version":"2.1.0","runs":[{"tool":{}}]}`))
	if compiled.Validate(broken) == nil {
		t.Error("the schema lets a log without a driver pass")
	}
}

// File names and messages that contain line endings do not add lines to the output.
func TestLinesStayLines(t *testing.T) {
	if n := strings.Count(write(t, "compact", Options{}, files()), "\n"); n != 5 {
		t.Errorf("%d lines for 5 findings", n)
	}
	for line := range strings.Lines(write(t, "github", Options{}, files())) {
		if !strings.HasPrefix(line, "::error file=") && !strings.HasPrefix(line, "::warning file=") && !strings.HasPrefix(line, "::notice file=") {
			t.Errorf("%q", line)
		}
	}
}

// The fingerprint of a finding does not change when lines are added above the finding. Equal
// findings in one file have different fingerprints.
func TestFingerprint(t *testing.T) {
	d := lint.Diagnostic{Rule: "syntax", Code: "trailing-comma", Message: "m", Span: span("[,\n,]", 1, 1)}
	moved := d
	moved.Span = span("\n\n[,]", 3, 1)
	seen := map[string]int{}
	one, two := fingerprint("a", &d, seen), fingerprint("a", &d, seen)
	if one == two || one != fingerprint("a", &moved, map[string]int{}) || one == fingerprint("b", &d, map[string]int{}) {
		t.Error(one, two)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestWriteErrors(t *testing.T) {
	for _, k := range Formats() {
		f := New(k.Name, failing{}, Options{})
		var err error
		for _, file := range files() {
			if err = f.File(file); err != nil {
				break
			}
		}
		if err == nil {
			err = f.End(&Summary{})
		}
		if err == nil || err != nil && !errors.Is(err, io.ErrShortWrite) {
			t.Errorf("%s: %v", k.Name, err)
		}
	}
}

func TestSummary(t *testing.T) {
	var s Summary
	for _, f := range files() {
		s.Add(f)
	}
	if got, want := s.String(), "4 files checked, 3 failed, 1 not fully checked: 3 errors, 1 warning, 1 info finding (2 syntax, 1 bom, 1 duplicate-keys, 1 encoding); 2 findings fixed; 7 not shown; at least 2 can be fixed with --fix; 1 in the baseline; 2 suppressed"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := (&Summary{Files: 1}).String(); got != "1 file checked: no findings" {
		t.Error(got)
	}
}

func TestSize(t *testing.T) {
	for n, want := range map[int64]string{0: "0 B", 999: "999 B", 1000: "1 kB", 1234: "1.23 kB", 999_600: "1 MB", 5e9: "5 GB", 1e15: "1e+03 TB"} {
		if got := Size(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

func FuzzLine(t *testing.F) {
	f := fuzzing.Of(t)
	f.Add("a\x1b[31m\u202e\xff\n")
	f.Fuzz(func(t *testing.T, s string) {
		for _, got := range []string{Line(s), Path(s)} {
			if !isPlain(got) {
				t.Errorf("%q becomes %q", s, got)
			}
		}
	})
}

// Related positions are added to the message unless the message already mentions them.
func TestFullSentence(t *testing.T) {
	const src = "{\"a\": 1,\n \"é\": 2}"
	for _, c := range []struct {
		message, lead string // what the related position states is the lead and the word "here"
		offset        int    // offset of the related position; the offset of the finding is 13
		mentions      []lint.Mention
		want          string
	}{
		{"m", "the first name is", 1, nil, "m (the first name is at line 1, column 2); h"},
		{"m", "the previous name is", 1, nil, "m (the previous name is at line 1, column 2); h"},
		{"m", "see", 1, nil, "m (see at line 1, column 2); h"},
		{"the '[' at line 1, column 2 is open", "it is", 1, []lint.Mention{{Index: 16, Position: tokenizer.Position{Line: 1, Rune: 2}}}, "the '[' at line 1, column 2 is open; h"},
		{"the name line 1, column 2", "it is", 1, nil, "the name line 1, column 2 (it is at line 1, column 2); h"},
		{"m", "the last of 2 is", 15, nil, "m; h"},
	} {
		d := &lint.Diagnostic{Message: c.message, Mentions: c.mentions, Hint: "h", Span: span(src, 13, 1), Related: []lint.Related{{Span: span(src, c.offset, 1), Message: c.lead + " here", Lead: c.lead}}}
		if got := (Options{}).fullSentence(d); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	quoted := &lint.Diagnostic{Message: "m", Span: span(src, 13, 1), Related: []lint.Related{{Span: span(src, 1, 1), Message: "see the word here"}}}
	if got, want := (Options{}).fullSentence(quoted), "m (see the word here at line 1, column 2)"; got != want {
		t.Errorf("without a lead: %q, want %q", got, want)
	}
}
