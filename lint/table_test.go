package lint

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/schema/contract"
	"github.com/assayjson/assay/tokenizer"
)

var update = flag.Bool("update", false, "write what is found to testdata")

// A row is a row of a table: a text, options, and the expected findings. A table is an archive with
// two files for each row: "NAME | OPTIONS" contains the text, and "NAME.found" the findings. The
// newline at the end of the first file is not part of the text. In the text, ⟦FF 80⟧ stands for
// bytes in hexadecimal, and ⟦x1000:a⟧ for 1000 times "a".
type row struct {
	name    string
	options Options
	input   []byte
	found   string
}

// tables returns the rows of each table. The keys of the result are the file names of the tables,
// without extension.
func tables(tb testing.TB) map[string][]row {
	tb.Helper()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		tb.Fatal("no tables", err)
	}
	all := map[string][]row{}
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			tb.Fatal(err)
		}
		all[strings.TrimSuffix(filepath.Base(file), ".txtar")] = rowsOf(tb, a)
	}
	return all
}

func rowsOf(tb testing.TB, a *txtar.Archive) (rows []row) {
	tb.Helper()
	for _, f := range a.Files {
		if name, isFound := strings.CutSuffix(f.Name, ".found"); isFound {
			if n := len(rows); n == 0 || rows[n-1].name != name {
				tb.Fatalf("%s.found has no text before it", name)
			}
			rows[len(rows)-1].found = string(f.Data)
			continue
		}
		name, words, _ := strings.Cut(f.Name, " | ")
		rows = append(rows, row{name: name, options: optionsOf(tb, words), input: inputOf(tb, f.Data)})
	}
	return rows
}

// optionsOf parses options such as "dialect=ndjson max=3 key-order=warning".
func optionsOf(tb testing.TB, words string) Options {
	tb.Helper()
	o := Options{Severities: map[string]Severity{}}
	for _, word := range strings.Fields(words) {
		key, value, _ := strings.Cut(word, "=")
		n, _ := strconv.Atoi(value)
		var err error
		switch key {
		case "dialect":
			o.Dialect, err = ParseDialect(value)
		case "max":
			o.MaxProblems = n
		case "depth":
			o.MaxDepth = n
		case "nesting":
			o.NestingLimit = n
		case "order":
			o.KeyOrder = value
		case "comments":
			o.SuppressInComments = value == "on"
		case "suppress":
			rules, pointer, _ := strings.Cut(value, "@")
			o.Suppressions = append(o.Suppressions, Suppression{Rules: strings.Split(rules, ","), Pointer: pointer, Reason: "by design"})
		case "schema":
			o.Schema = stubSchema(value)
		default:
			key = strings.TrimPrefix(key, "severity-") // the prefix distinguishes the rule called schema from the option called schema
			if _, ok := RuleOf(key); !ok {
				tb.Fatalf("no option %q", key)
			}
			o.Severities[key], err = ParseSeverity(value)
		}
		if err != nil {
			tb.Fatal(err)
		}
	}
	return o
}

// A stubSchema reports every occurrence of a text, with the first one as the related place of the others.
type stubSchema string

func (s stubSchema) Check(data []byte) (found []contract.Finding, err error) {
	for at := 0; ; {
		i := bytes.Index(data[at:], []byte(s))
		if i < 0 {
			return found, nil
		}
		at += i
		f := contract.Finding{Place: contract.Place{Offset: int64(at), Length: len(s), Pointer: "/x"}, Keyword: "const", Message: "not " + string(s)}
		if len(found) > 0 {
			f.Related = &found[0].Place
		}
		found = append(found, f)
		at += len(s)
	}
}

var bracketed = regexp.MustCompile(`⟦(?:x(\d+):)?([^⟧]*)⟧`)

func inputOf(tb testing.TB, data []byte) []byte {
	tb.Helper()
	return bracketed.ReplaceAllFunc(bytes.TrimSuffix(data, []byte("\n")), func(b []byte) []byte {
		m := bracketed.FindSubmatch(b)
		if len(m[1]) > 0 {
			n, _ := strconv.Atoi(string(m[1]))
			return bytes.Repeat(m[2], n)
		}
		var out []byte
		if _, err := fmt.Sscanf(strings.ReplaceAll(string(m[2]), " ", ""), "%x", &out); err != nil {
			tb.Fatalf("%s: %v", b, err)
		}
		return out
	})
}

// describe formats a report as the tables do.
func describe(r *Report) string {
	var b strings.Builder
	for _, d := range r.Diagnostics {
		fmt.Fprintf(&b, "%d:%d-%d:%d +%d %s %s", d.Start.Line, d.Start.Rune, d.End.Line, d.End.Rune, d.Offset, d.Severity, d.Rule)
		if d.Code != "" {
			b.WriteString("/" + d.Code)
		}
		if d.HasPointer {
			fmt.Fprintf(&b, " at %q", d.Pointer)
		}
		fmt.Fprintf(&b, "\n\t%s\n", d.Message)
		if d.Hint != "" {
			fmt.Fprintf(&b, "\thint: %s\n", d.Hint)
		}
		for _, related := range d.Related {
			fmt.Fprintf(&b, "\t%d:%d: %s\n", related.Start.Line, related.Start.Rune, related.Message)
		}
		if d.Fix != nil {
			fmt.Fprintf(&b, "\tfix: %s\n", d.Fix.Title)
			for _, e := range d.Fix.Edits {
				fmt.Fprintf(&b, "\t\t+%d,%d %+q\n", e.Offset, e.Length, e.New)
			}
		}
	}
	for _, s := range r.Suppressed {
		source := [...]string{InComment: "a comment", InOptions: "an option", ByCaller: "the caller"}[s.Source]
		fmt.Fprintf(&b, "suppressed by %s: %d:%d %s %s, because %q\n", source, s.Start.Line, s.Start.Rune, s.Severity, s.Rule, s.Reason)
	}
	if r.Omitted > 0 {
		fmt.Fprintf(&b, "%d omitted\n", r.Omitted)
	}
	return b.String()
}

func TestTables(t *testing.T) {
	if *update {
		updateTables(t)
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		for file, rows := range tables(t) {
			for _, row := range rows {
				t.Run(file+"/"+row.name, row.test)
			}
		}
	})
}

func (row row) test(t *testing.T) {
	got := examine(t, row.options, row.input)
	if found := describe(got); found != row.found {
		t.Errorf("found\n%swant\n%s", found, row.found)
	}
}

// updateTables writes the current findings to the tables. It keeps the options in the names of
// files.
func updateTables(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.txtar")
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		out := &txtar.Archive{Comment: a.Comment}
		for _, f := range a.Files {
			if strings.HasSuffix(f.Name, ".found") {
				continue
			}
			row := rowsOf(t, &txtar.Archive{Files: []txtar.File{f}})[0]
			found := txtar.File{Name: row.name + ".found", Data: []byte(describe(New(row.options).Check(row.input)))}
			out.Files = append(out.Files, f, found)
		}
		if err := os.WriteFile(file, txtar.Format(out), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// examine checks src in memory and through readers, and returns the report. It checks that the
// reports are equal, and that they have the properties that all reports must have.
func examine(t *testing.T, o Options, src []byte) *Report {
	t.Helper()
	l := New(o)
	r := l.Check(src)
	isRecords := o.Dialect == NDJSON || o.Dialect == JSONSeq
	for i, d := range r.Diagnostics {
		if d.Message == "" || strings.ContainsAny(d.Message+d.Hint, "\n\r\x1b") {
			t.Errorf("message %q, hint %q", d.Message, d.Hint)
		}
		spans := []Span{d.Span}
		for _, related := range d.Related {
			spans = append(spans, related.Span)
		}
		for _, s := range spans {
			checkSpan(t, src, s, isRecords)
		}
		if begin := d.ContextOffset; begin < 0 || d.Offset < begin || d.Offset > begin+int64(len(d.Context)) ||
			!bytes.HasPrefix(src[begin:], d.Context) {
			t.Errorf("context %q at %d for %d", d.Context, begin, d.Offset)
		}
		if i > 0 && r.Diagnostics[i-1].Offset > d.Offset {
			t.Errorf("finding at %d after one at %d", d.Offset, r.Diagnostics[i-1].Offset)
		}
		checkFix(t, src, d)
	}
	for _, reader := range []func() (*Report, error){
		func() (*Report, error) { return l.CheckReader(context.Background(), bytes.NewReader(src)) },
		func() (*Report, error) {
			return l.CheckReader(context.Background(), iotest.HalfReader(bytes.NewReader(src)))
		},
	} {
		if streamed, err := reader(); err != nil || !reflect.DeepEqual(streamed, r) {
			t.Errorf("a reader gives another report, %v:\n%swant\n%s", err, describe(streamed), describe(r))
		}
	}
	return r
}

func checkSpan(t *testing.T, src []byte, s Span, isRecords bool) {
	t.Helper()
	if s.Offset < 0 || s.Length < 0 || s.Offset+s.Length > int64(len(src)) {
		t.Fatalf("span %+v in %d bytes", s, len(src))
	}
	if isRecords && bytes.IndexByte(src, '\r') >= 0 {
		return // Locate counts a lone CR as a line end, but in records only LF ends a line
	}
	if start := tokenizer.Locate(src, s.Offset); start != s.Start && !(isRecords && bytes.HasPrefix(src, []byte(byteOrderMark))) {
		t.Errorf("span %+v starts at %+v", s, start)
	}
	if end := tokenizer.Locate(src, s.Offset+s.Length); end != s.End && !(isRecords && bytes.HasPrefix(src, []byte(byteOrderMark))) {
		t.Errorf("span %+v ends at %+v", s, end)
	}
}

func checkFix(t *testing.T, src []byte, d Diagnostic) {
	t.Helper()
	if d.Fix == nil {
		return
	}
	if rule, _ := RuleOf(d.Rule); !rule.Fixable || d.Fix.Title == "" {
		t.Errorf("a fix of %s", d.Rule)
	}
	end := d.Offset // every fix begins there, unless only later ones of several errors have a fix
	if d.Fix.Edits[0].Offset != end && !strings.Contains(d.Message, "Python") {
		t.Errorf("fix %+v at %d", d.Fix, end)
	}
	for _, e := range d.Fix.Edits {
		if e.Offset < end || e.Length < 0 || e.Offset+e.Length > int64(len(src)) {
			t.Errorf("edit %+v after %d", e, end)
		}
		end = e.Offset + e.Length
	}
}
