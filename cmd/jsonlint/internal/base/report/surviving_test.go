package report

import (
	"bufio"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/crash"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// explosive is an error with a text that formats cannot write, because its method Error panics.
type explosive struct{}

func (explosive) Error() string { panic("boom") }

// crashing is a format that panics for one file and in End.
type crashing struct{ Format }

func (c crashing) File(f *File) error {
	if f.Name == "explosive.json" && f.Trouble == nil {
		panic("boom")
	}
	return c.Format.File(f)
}

func (c crashing) End(*Summary) error { panic("boom at the end") }

// finding returns a file with one finding.
func finding(name string) *File {
	return &File{Name: name, Report: &lint.Report{Bytes: 2, Diagnostics: []lint.Diagnostic{
		{Rule: "syntax", Severity: lint.Error, Span: span("[,", 1, 1), Message: "found in " + name, Context: []byte("[,")},
	}}}
}

// checkWellFormed checks that the output of a format follows the grammar of the format. It also
// checks that the output contains no control characters that a terminal would interpret.
func checkWellFormed(t *testing.T, name, text string) {
	t.Helper()
	for _, r := range text {
		if r != '\n' && r < ' ' || r == 0x7F {
			t.Errorf("%s: %q in the output", name, r)
		}
	}
	switch name {
	case "text", "compact", "github": // lines
	case "json", "sarif", "gitlab", "rdjson":
		if err := tokenizer.Check([]byte(text), tokenizer.IJSON()); err != nil {
			t.Errorf("%s: %v: %s", name, err, text)
		}
	case "ndjson":
		if err := records.Check([]byte(text), records.Each(tokenizer.IJSON())); err != nil {
			t.Errorf("%s: %v: %s", name, err, text)
		}
	case "junit", "checkstyle":
		d := xml.NewDecoder(strings.NewReader(text))
		for {
			_, err := d.Token()
			if err == io.EOF {
				return
			}
			if err != nil {
				t.Errorf("%s: %v: %s", name, err, text)
				return
			}
		}
	default:
		t.Errorf("%s: no way to check the output", name)
	}
}

// If a format panics while it writes a file, the panic is reported as trouble with that file. The
// findings in the files before and after that file are still reported.
func TestFormatsSurviveAPanic(t *testing.T) {
	for _, k := range Formats() {
		for how, invalid := range map[string]*File{
			"before the file":    finding("explosive.json"),
			"within its element": {Name: "explosive.json", Trouble: explosive{}, Report: finding("x").Report},
		} {
			var out strings.Builder
			f := New(k.Name, &out, Options{}).(*surviving)
			f.Format = crashing{f.Format}
			crashed := 0
			for _, file := range []*File{finding("before.json"), invalid, finding("after.json")} {
				if err := f.File(file); crash.Of(err) != nil {
					crashed++
				} else if err != nil {
					t.Fatal(err)
				}
			}
			if err := f.Format.(crashing).Format.End(&Summary{}); err != nil {
				t.Fatal(err)
			}
			text := out.String()
			if !strings.Contains(text, "found in before.json") || !strings.Contains(text, "found in after.json") {
				t.Errorf("%s, %s: findings are lost: %s", k.Name, how, text)
			}
			if told := k.Name != "text" && k.Name != "compact"; told && (crashed != 1 || !strings.Contains(text, "internal error: boom; please report it")) {
				t.Errorf("%s, %s: %d panics: %s", k.Name, how, crashed, text)
			}
			checkWellFormed(t, k.Name, text)
		}
	}
}

// A panic in End does not lose output that was written before.
func TestFormatsSurviveAPanicAtTheEnd(t *testing.T) {
	for _, k := range Formats() {
		var out strings.Builder
		f := New(k.Name, &out, Options{}).(*surviving)
		f.Format = crashing{f.Format}
		if err := f.File(finding("a.json")); err != nil {
			t.Fatal(err)
		}
		if err := f.End(&Summary{}); crash.Of(err) == nil || !strings.Contains(out.String(), "found in a.json") {
			t.Errorf("%s: %v, %s", k.Name, err, out.String())
		}
	}
}

// If a write fails and the format panics as well, the error of the write is returned.
func TestSurvivingReturnsWriteErrors(t *testing.T) {
	w := bufio.NewWriterSize(failing{}, 16)
	f := &surviving{crashing{newCompact(w, Options{})}, w}
	invalid := finding("explosive.json")
	if err := f.File(invalid); crash.Of(err) == nil {
		t.Error(err)
	}
	if err := f.File(finding("a.json")); err == nil || crash.Of(err) != nil {
		t.Error(err)
	}
}
