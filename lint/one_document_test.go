package lint

import (
	"fmt"
	"strings"
	"testing"
	"testing/iotest"
)

// A text in the dialect NDJSON that is one document on several lines has one finding, whether it is in memory or not.
func TestOneDocumentInsteadOfRecords(t *testing.T) {
	t.Parallel()
	lines := strings.Repeat("  {\"a\": 1},\n", 20)
	const one = " on several lines, but in NDJSON, each record must be on one line"
	for _, test := range []struct {
		text string
		want string // the message, or "" if there is another one; "none" if there are no findings
	}{
		{"[\n1\n]", "array"}, {"\ufeff\n \n[ 1,\r\n2]\n", "array"}, {"{\n\"a\":[1]}\n\n", "object"}, {"[{},\n{}]", "array"}, {"[\n" + lines + "1]", "array"},
		{"[\n" + lines + "1,]", "array"}, {"[\n" + lines + strings.Repeat(lines, 2000) + "x]", "array"}, {"[[\n" + strings.Repeat(strings.Repeat("[", 5_000)+strings.Repeat("]", 5_000)+",\n", 10) + "1]]", "array"},
		{"[1,2]\n", "none"}, {"[1,2]\n[\n1]\n", ""}, {"[1,\n2,]", ""}, {"[1,\n{\"a\":1}\n{\"a\":2}\n" + lines, ""}, {"{\"a\":[\n1]\n" + lines, ""}, {"\"a\n", ""}, {"[\n", ""}, {"[1,\n" + strings.Repeat("7", mostBeginning) + "\n", ""},
	} {
		read, err := New(Options{Dialect: NDJSON}).CheckReader(t.Context(), iotest.HalfReader(strings.NewReader(test.text)))
		if err != nil {
			t.Fatal(err)
		}
		for way, r := range map[string]*Report{"Check": New(Options{Dialect: NDJSON}).Check([]byte(test.text)), "CheckReader": read} {
			var messages []string
			for _, d := range r.Diagnostics {
				if d.Rule == "syntax" {
					messages = append(messages, d.Message)
				}
			}
			if test.want == "none" || test.want == "" {
				if (test.want == "none") != (len(messages) == 0) || strings.Contains(fmt.Sprint(messages), one) {
					t.Errorf("%s of %.50q: %q", way, test.text, messages)
				}
				continue
			}
			if want := "the text is one " + test.want + one; len(messages) != 1 || messages[0] != want || r.Omitted != 0 || r.Diagnostics[len(r.Diagnostics)-1].Cause != CauseOneDocument || r.Bytes != int64(len(test.text)) {
				t.Errorf("%s of %.50q: %q, %d bytes", way, test.text, messages, r.Bytes)
			}
		}
	}
}
