package command

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/lint"
)

// recordsOfAllKinds are single records. Most of them have findings: all kinds of errors, and findings of
// rules.
var recordsOfAllKinds = []string{
	`{"a":1}`, `1`, "\ufeff{\"a\":1}", "\ufeff", "\ufeff\ufeff1", "\xef\xbb{}", `{"a":1,}`, `[1`, `{"a":"x`, `[1 2]`, `{"a" 1}`, `[01]`, `[+1]`, `[.5]`, `[-]`, `[1.]`, `[1e]`, `[1x]`, `[tru]`, `]`, `{"a":1]`, `1 2`,
	"\"\x01\"", `"\x"`, `"\u12"`, "\"\xff\"", "\"\xc2\"", `{}` + "\xc2", `"\ud800"`, `"\ufdd0"`, `[1e400]`, `{"a":1,"a":2}`, `{"a":1,"\u0061":2}`, `{"a":1,"А":2}`, `{"a":1,"a ":2}`, `[9007199254740993]`, `[0.10000000000000000001]`, `[-0]`,
	strings.Repeat("[", 300) + strings.Repeat("]", 300), strings.Repeat("[", 20000), `{"b":1,"a":2}`, `// comment`, `{'a':1}`, `{a:1}`, `nil`, `NaN`, "\"\u202e\"", "\"\u200b\"", "[1]\x00", "\x1e1", `<html>`, "\x1f\x8b\x08", "PK\x03\x04", "1\r",
}

// The exit status is 1 if the report counts bad records, whatever the flags and the finding, and if it
// counts none, no finding in a record makes the exit status 1.
func TestStatusAgreesWithReport(t *testing.T) {
	t.Chdir(t.TempDir())
	flags := [][]string{{}, {"-B"}, {"--off", "syntax"}, {"--warn", "syntax"}, {"--off", "bom", "--off", "encoding"}, {"--fail-on", "warning"}, {"--max-problems", "1"}, {"--off", "duplicate-keys"}}
	for _, rule := range lint.Rules() {
		flags = append(flags, []string{"--error", rule.Name})
	}
	for i, record := range recordsOfAllKinds {
		for j, f := range flags {
			if j >= 8 && (i+j)%13 != 0 { // rules that are errors are tried with some records
				continue
			}
			name, text := "a.ndjson", "0\n"+record+"\n{}\n"
			switch (i + j) % 3 {
			case 1:
				name, text = "b.ndjson", record+"\n0\n"
			case 2:
				name, text = "c.json-seq", "\x1e0\n\x1e"+record+"\n\x1e2\n"
			}
			if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			checkStatus(t, name, text, f)
		}
	}
}

func checkStatus(t *testing.T, name, text string, flags []string) {
	t.Helper()
	args := append([]string{"--no-config", "--format", "ndjson", "--good-to", "good", "--bad-to", "bad", "--report", "report"}, flags...)
	status, out, errs := runWith(strings.NewReader(""), append(args, name)...)
	var all, good, bad int
	at := strings.LastIndex(strings.TrimSpace(errs), "\n") + 1
	if _, err := fmt.Sscanf(strings.Replace(errs[at:], "records:", "record:", 1), "%d record: %d good, %d bad", &all, &good, &bad); err != nil {
		t.Errorf("%v, %.100q: %v: %s", flags, text, err, errs)
		return
	}
	if bad > 0 && status != StatusFindings {
		t.Errorf("%v, %.100q: %d bad, but the status is %d: %s", flags, text, bad, status, errs)
	}
	if bad == 0 && status != StatusValid && !strings.Contains(out, `"rule":"bom"`) && !strings.Contains(out, `"rule":"final-newline"`) {
		t.Errorf("%v, %.100q: no record is bad, but the status is %d: %s%s", flags, text, status, out, errs)
	}
	report, err := os.ReadFile("report")
	if err != nil || !strings.Contains(string(report), fmt.Sprintf(`"good":%d,"bad":%d`, good, bad)) {
		t.Errorf("%v, %.100q: %v, report %s", flags, text, err, report)
	}
	for _, output := range []string{"good", "bad", "report"} {
		_ = os.Remove(filepath.Join(".", output))
	}
}

// A kind of error has the same name in an index and in a report.
func TestKindsInIndexAndReport(t *testing.T) {
	t.Chdir(t.TempDir())
	records := slices.DeleteFunc(slices.Clone(recordsOfAllKinds), func(r string) bool {
		return r == `{}`+"\xc2" // the end of the record cuts off a character, and the grammar has another name for that outside of strings
	})
	text := strings.Join(records, "\n") + "\n"
	wide := ""
	for _, c := range text[:40] {
		wide += string(byte(c)) + "\x00"
	}
	for name, text := range map[string]string{"a.ndjson": "{}\n" + text, "wide.ndjson": wide} {
		write(t, name, text)
		kinds := func(args ...string) (all []string) {
			_, out, _ := runWith(nil, append(args, name)...)
			for line := range strings.Lines(out) {
				var e struct {
					Type, Kind           string
					Record, Line, Column int
				}
				if err := json.Unmarshal([]byte(line), &e); err != nil {
					t.Fatalf("%q: %v", line, err)
				}
				if e.Record > 0 {
					all = append(all, fmt.Sprint(e.Record, " ", e.Line, ":", e.Column, " ", e.Kind))
				}
			}
			return all
		}
		index, report := kinds("index", "--list-bad", "--format", "ndjson"), kinds("-q", "--records", "any", "--report", "-")
		if len(index) < 2 || !slices.Equal(index, report) {
			t.Errorf("%s:\n%s\n%s", name, index, report)
		}
	}
}
