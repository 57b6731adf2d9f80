package records_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/records"
)

// longer is a value that is long enough for the kernels.
var longer = `"` + strings.Repeat("x", 300) + `"`

var number = strings.Repeat("1", 400)

// In the want field, each record is written as "data@offset:line", followed by the kind and offset
// of its error, if any.
var formatCases = []struct {
	name  string
	rules rules
	text  string
	want  []string
}{
	{"nothing", rules{}, "", nil},
	{"lines", rules{}, "1\n[2]\r\n3", []string{"1@0:1", "[2]@2:2", "3@7:3"}},
	{"blank lines are skipped", rules{}, "\n1\n \t\r\n\n2\n\n", []string{"1@1:2", "2@8:5"}},
	{"blank lines are kept", rules{blank: records.YieldBlank}, "\n1\n \r\n", []string{"@0:1", "1@1:2", " @3:3"}},
	{"blank lines are rejected", rules{blank: records.RejectBlank}, "\n1\n \r\n", []string{"@0:1 empty-input 0", "1@1:2", " @3:3 empty-input 0"}},
	{"invalid lines", rules{}, "[1\n]\n2", []string{"[1@0:1 truncated 2", "]@3:2 unexpected-token 0", "2@5:3"}},
	{"a mark is wrong", rules{}, "\uFEFF1\n2", []string{"\uFEFF1@0:1 byte-order-mark 0", "2@5:2"}},
	{"a mark is allowed", rules{allowBOM: true}, "\uFEFF1,\n\uFEFF2", []string{"1,@3:1 trailing-data 1", "\uFEFF2@6:2 byte-order-mark 0"}},
	{"as long as may be", rules{maxRecord: 3}, "123\r\n1234\n12", []string{"123@0:1", "123@5:2 record-too-long 3", "12@10:3"}},

	{"valid lines, one too long", rules{maxRecord: 200}, strings.Repeat(longer+"\n", 2) + "1\n", []string{
		longer[:200] + "@0:1 record-too-long 200", longer[:200] + "@303:2 record-too-long 200", "1@606:3"}},
	{"a character too long", rules{maxRecord: 1}, "😀1\n2\n", []string{"\xF0@0:1 record-too-long 1", "2@6:2"}},
	{"a long number", rules{}, number, []string{number + "@0:1"}},
	{"valid lines, except in I-JSON", rules{ijson: true}, longer + "\n{\"a\":1,\"a\":2}\n", []string{longer + "@0:1", "{\"a\":1,\"a\":2}@303:2 duplicate-name 7"}},
	{"valid values, except in I-JSON", rules{ijson: true, format: "concatenated"}, longer + "{\"a\":1,\"a\":2}\n", []string{longer + "@0:1", "{\"a\":1,\"a\":2}@302:1 duplicate-name 7"}},
	{"valid lines, but no sequence", rules{format: "sequence"}, longer + "\n1\n", []string{longer + "\n1@0:1 missing-separator 0"}},

	{"sequence", rules{format: "sequence"}, "\x1E1\n\x1E{\"a\":\n2}\n", []string{"1@1:1", "{\"a\":\n2}@4:2"}},
	{"sequence with a text cut off", rules{format: "sequence"}, "\x1E[1,\x1E[2]\n", []string{"[1,@1:1 truncated 3", "[2]@5:1"}},
	{"sequence with numbers cut off", rules{format: "sequence"}, "\x1E12\x1E12 \x1Etrue\x1Enull\r\n\x1E-", []string{
		"12@1:1 undelimited-record 2", "12 @4:1", "true@8:1 undelimited-record 4", "null@13:1", "-@20:2 truncated 1"}},
	{"sequence without ends", rules{format: "sequence"}, "\x1E[1]\x1E\"a\"\x1E{}", []string{"[1]@1:1", "\"a\"@5:1", "{}@9:1"}},
	{"sequence of separators", rules{format: "sequence", blank: records.RejectBlank}, "\x1E\x1E\x1E1\n\x1E\x1E\n\x1E", []string{"1@3:1", "@7:2 empty-input 0"}},
	{"no separator", rules{format: "sequence"}, "1\n2\n\x1E3\n", []string{"1\n2@0:1 missing-separator 0", "3@5:3"}},
	{"sequence in lines", rules{}, "\x1E1\n", []string{"\x1E1@0:1 unexpected-token 0"}},
	{"two texts in one", rules{format: "sequence"}, "\x1E1\n2\n\x1E3\n", []string{"1\n2@1:1 trailing-data 2", "3@6:3"}},

	{"sequence as long as may be", rules{format: "sequence", maxRecord: 4}, "\x1E[11]\r\n\x1E[111]\n\x1E😀2\n\x1E2\n", []string{
		"[11]@1:1", "[111@8:2 record-too-long 4", "😀@15:3 record-too-long 4", "2@22:4"}},
	{"sequence of no characters", rules{format: "sequence", maxRecord: 4}, "\x1E" + strings.Repeat("\xF0", 100) + "\x1E1,\n", []string{
		"\xF0\xF0\xF0\xF0@1:1 record-too-long 4", "1,@102:1 trailing-data 1"}},

	{"concatenated", rules{format: "concatenated"}, "{}[]\"a\"1 2\ntrue\n {\"a\":\n1}null", []string{
		"{}@0:1", "[]@2:1", "\"a\"@4:1", "1@7:1", "2@9:1", "true@11:2", "{\"a\":\n1}@17:3", "null@25:4"}},
	{"nothing but space", rules{format: "concatenated", blank: records.RejectBlank}, " \n ", nil},
	{"numbers need space", rules{format: "concatenated"}, "1\"a\"2[3]4-5\n6", []string{
		"1@0:1", "\"a\"@1:1", "2@4:1", "[3]@5:1", "4-5@8:1 bad-number 1", "6@12:2"}},
	{"literals need space", rules{format: "concatenated"}, "true{}false\"\"nulltrue\nnull-1\nnull", []string{
		"true@0:1", "{}@4:1", "false@6:1", "\"\"@11:1", "nulltrue@13:1 misspelt-literal 0", "null-1@22:2 trailing-data 4", "null@29:3"}},
	{"goes on at the next value", rules{format: "concatenated"}, "{\n  \"a\": 1,,\n  \"b\": [2]\n}\n{\"c\": 3}\n", []string{
		"{\n  \"a\": 1,,\n  \"b\": [2]\n}@0:1 unexpected-token 11", "{\"c\": 3}@26:5"}},
	{"continues after an invalid value", rules{format: "concatenated"}, "[1,\n[2]\n[3]\n{\"a\":[\n{}]", []string{
		"[1,\n[2]@0:1 truncated 7", "[3]@8:3", "{\"a\":[\n{}]@12:4 truncated 10"}},
	{"commas between", rules{format: "concatenated"}, "1,2\n3", []string{"1@0:1", ",2@1:1 unexpected-token 0", "3@4:2"}},
	{"long values", rules{format: "concatenated"}, "[\n1] " + longer + "\n" + longer + "\n,", []string{
		"[\n1]@0:1", longer + "@5:2", longer + "@308:3", ",@611:4 unexpected-token 0"}},
	{"a character too long, and a value", rules{format: "concatenated", maxRecord: 1}, "\"😀1\n2\n", []string{"\"@0:1 record-too-long 1", "2@7:2"}},
	{"a value that is wrong after the limit", rules{format: "concatenated", maxRecord: 1}, "1x\n2", []string{"1@0:1 record-too-long 1", "2@3:2"}},
	{"a value too long", rules{format: "concatenated", maxRecord: 4}, "[1]\n[1,2]\n[3]", []string{"[1]@0:1", "[1,2@4:2 record-too-long 4", "[3]@10:3"}},
}

func TestRecordFormats(t *testing.T) {
	for _, c := range formatCases {
		var got []string
		for r := range records.All([]byte(c.text), c.rules.options()...) {
			s := fmt.Sprintf("%s@%d:%d", r.Data, r.Offset, r.Line)
			if err := r.Err(); err != nil {
				s += fmt.Sprintf(" %v %d", err.Kind, err.Offset)
			}
			got = append(got, s)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q\n got %q\nwant %q", c.name, c.text, got, c.want)
		}
		c.rules.check(t, []byte(c.text))
	}
}

// The test checks every prefix of each text, and each text with any one byte removed.
func TestRecordFormatsDamaged(t *testing.T) {
	step := 1
	if longtest.Off() {
		step = 7
	}
	for _, c := range formatCases {
		for i := 0; i < len(c.text); i += step {
			c.rules.check(t, []byte(c.text[:i]))
			c.rules.check(t, []byte(c.text[:i]+c.text[i+1:]))
		}
	}
}

// The values are the same as those that encoding/json finds.
func TestConcatenatedAgreesWithStd(t *testing.T) {
	text := strings.Repeat("{\"a\": [1, 2.5e3, {}]}[]\"é\\n\" 17 true\nnull\n\n{\n \"b\": \"text\"\n}\n", 50)
	dec := json.NewDecoder(strings.NewReader(text))
	for r, err := range records.Read(context.Background(), strings.NewReader(text), records.Concatenated()) {
		var want json.RawMessage
		if stdErr := dec.Decode(&want); err != nil || !r.Valid() || stdErr != nil || !bytes.Equal(want, r.Data) || dec.InputOffset() != r.Offset+int64(len(r.Data)) {
			t.Fatalf("got %q at %d, %v, %v; want %q, %v", r.Data, r.Offset, err, r.Err(), want, stdErr)
		}
	}
	if dec.Decode(new(any)) != io.EOF {
		t.Error("there are more")
	}
}

// All positions in an error message count from the start of the input, not of the record.
func TestRecordErrorMessage(t *testing.T) {
	for _, c := range []struct {
		text, want string
		opts       []records.Option
	}{
		{"1\n2\n[1}\n", `line 3, column 3 (byte 6): '}' does not match the '[' at line 3, column 1`, nil},
		{"1\n {\"é\":[1}\n", `line 2, column 9 (byte 11): '}' does not match the '[' at line 2, column 7`, nil},
		{"1\n[\r1}", `line 2, column 4 (byte 5): '}' does not match the '[' at line 2, column 1`, nil},
		{"{}[\n1}", `line 2, column 2 (byte 5): '}' does not match the '[' at line 1, column 3`, []records.Option{records.Concatenated()}},
		{"\x1E[1]\x1E😀12", `line 1, column 6 (byte 5): unexpected '😀' (U+1F600), expected a value`, []records.Option{records.TextSequence()}},
		{"\x1E1\n\x1E12", `line 2, column 4 (byte 6): missing white space after a number or literal, which may be truncated`, []records.Option{records.TextSequence()}},
		{"1\n", `line 1, column 1 (byte 0): missing record separator (1E) before the first record`, []records.Option{records.TextSequence()}},
		{"1\n\"abc\"\n", `line 2, column 4 (byte 5): the record is longer than 3 bytes`, []records.Option{records.MaxRecord(3)}},
	} {
		err := records.Check([]byte(c.text), c.opts...)
		if err == nil || err.Error() != c.want {
			t.Errorf("%q:\n got %v\nwant %s", c.text, err, c.want)
		}
		for r, err := range records.BadOf([]byte(c.text), records.JoinOptions(c.opts...)) {
			if err != nil || r.AsError().Error() != c.want {
				t.Errorf("%q: %v, %v", c.text, err, r.AsError())
			}
		}
	}
}

func FuzzRecords(t *testing.F) {
	f := fuzzing.Of(t)
	for i, c := range formatCases {
		f.Add([]byte(c.text), uint8(i), uint16(i*7))
	}
	f.Fuzz(func(t *testing.T, b []byte, how uint8, limits uint16) {
		if len(b) > 3000 || how&3 == 3 && len(b) > 300 {
			return // the oracle is slow
		}
		rules{
			format:    []string{"", "", "sequence", "concatenated"}[how&3],
			blank:     records.BlankPolicy(how >> 2 & 3 % 3),
			allowBOM:  how>>4&1 != 0,
			ijson:     how>>5&1 != 0,
			unique:    how>>6&1 != 0,
			maxRecord: int(limits & 0x3F),
			maxDepth:  int(limits >> 8 & 7),
			maxTokens: int(limits >> 11 & 7),
			maxString: int(limits >> 6 & 3),
			members:   int(limits >> 14),
		}.check(t, b)
	})
}

// If an empty text has no separator before it, there is no byte at which the error could be. The
// message of this error once tried to quote such a byte.
func TestEmptyTextWithoutSeparator(t *testing.T) {
	for r := range records.All([]byte("\n"), records.TextSequence(), records.BlankLines(records.RejectBlank)) {
		if err := r.Err(); err == nil || err.Kind != records.MissingSeparator || err.Length != 0 || err.Message() == "" {
			t.Errorf("got %+v", err)
		}
	}
}
