package reportfile

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// Lines of a report on two files.
const (
	recordA = `{"type":"record","file":"a","record":2,"line":2,"column":7,"offset":15,"length":1,"severity":"error","rule":"syntax","kind":"trailing-comma","message":"\"quoted\", and\n\u202e","pointer":"/a,b","record_offset":9,"record_length":9,"bad_offset":0,"good_inserted":0}` + "\n"
	recordB = `{"type":"record","file":"a","record":3,"line":3,"column":1,"offset":18,"length":0,"severity":"warning","rule":"x","kind":"","message":"","pointer":null,"record_offset":18,"record_length":9,"bad_offset":9,"good_inserted":1}` + "\n"
	fileA   = `{"type":"file","file":"a","records":3,"good":1,"bad":2,"bytes":27,"good_bytes":9,"bad_bytes":18,"good_offset":0,"bad_offset":0}` + "\n"
	markC   = `{"type":"mark","file":"c","record_offset":0,"record_length":3,"bad_offset":18,"good_inserted":0}` + "\n"
	fileC   = `{"type":"file","file":"c","records":1,"good":1,"bad":0,"bytes":12,"good_bytes":9,"bad_bytes":3,"good_offset":9,"bad_offset":18}` + "\n"
	total   = `{"type":"total","version":1,"files":2,"records":4,"good":2,"bad":2,"bytes":39,"good_bytes":18,"bad_bytes":21}` + "\n"
	all     = recordA + recordB + fileA + markC + fileC + total
)

// collect returns the CSV and the file names of a report.
func collect(text string, partial bool) (table string, files []string, t *Total, err error) {
	dst := []byte(CSVHeader)
	t, err = Read(context.Background(), strings.NewReader(text), partial, Visitor{
		Record: func(r *Record) error { dst = AppendCSV(dst, r); return nil },
		File:   func(f *File) error { files = append(files, f.File); return nil },
	})
	return string(dst), files, t, err
}

func TestRead(t *testing.T) {
	table, files, totals, err := collect(all, false)
	if err != nil {
		t.Fatal(err)
	}
	want := CSVHeader + "a,2,2,7,15,1,error,syntax,trailing-comma,\"\"\"quoted\"\", and\n\u202e\",\"/a,b\",9,9,0,0\r\n" + "a,3,3,1,18,0,warning,x,\"\",\"\",,18,9,9,1\r\n"
	if table != want {
		t.Errorf("got  %q\nwant %q", table, want)
	}
	if fmt.Sprint(files) != "[a c]" || *totals != (Total{Files: 2, Counts: Counts{4, 2, 2, 39, 18, 21}, Complete: true}) {
		t.Error(files, totals)
	}
	// Later versions may add types of lines, and members at the end of a line.
	later := strings.Replace(all, `"pointer":null,"record_offset":18,"record_length":9,"bad_offset":9,"good_inserted":1}`, `"pointer":null,"record_offset":18,"record_length":9,"bad_offset":9,"good_inserted":1,"more":[{}]}`, 1)
	if got, _, totals, err := collect(`{"type":"new"}`+"\n"+later, false); got != want || err != nil || totals.Unknown != 1 {
		t.Error(got, totals, err)
	}
}

func TestReadRefuses(t *testing.T) {
	swap := func(old, new string) string {
		if !strings.Contains(all, old) {
			t.Fatal(old)
		}
		return strings.Replace(all, old, new, 1)
	}
	for _, c := range []struct{ name, text, want string }{
		{"version", swap(`"version":1`, `"version":2`), "the report has version 2, but only version 1 is supported"},
		{"later version with other members", swap(`"version":1,"files":2`, `"version":3`), "the report has version 3, but only version 1 is supported"},
		{"no version", swap(`"version":1,`, ``), `line 6: there is a member "files" instead of "version"`},
		{"empty", "", ErrIncomplete.Error()},
		{"no total", swap(total, ""), ErrIncomplete.Error()},
		{"after the total", all + fileA, "line 7: there is a line after the totals"},
		{"not an object", "[1]\n" + all, "line 1: a line is not an object"},
		{"empty object", "{}\n" + all, `line 1: there is no member "type"`},
		{"type", `{"type":1}`, `line 1: "type" is not a string`},
		{"type first", `{"file":"a","type":"mark"}`, `line 1: there is a member "file" instead of "type"`},
		{"escaped name", swap(`"record":2`, `"recor\u0064":2`), `line 1: there is a member "recor\\u0064" instead of "record"`},
		{"text", swap(`"rule":"syntax"`, `"rule":null`), `line 1: "rule" is not a string`},
		{"zero", swap(`"record":2`, `"record":0`), `line 1: "record" is not an integer of at least 1`},
		{"negative", swap(`"offset":15`, `"offset":-1`), `line 1: "offset" is not an integer of at least 0`},
		{"large", swap(`"offset":15`, `"offset":4611686018427387904`), `line 1: "offset" is not an integer of at least 0`},
		{"fraction", swap(`"offset":15`, `"offset":1.5`), `line 1: "offset" is not an integer of at least 0`},
		{"severity", swap(`"severity":"error"`, `"severity":"\" onload=x"`), `line 1: "\" onload=x" is not a severity`},
		{"order", swap(`"record":3`, `"record":2`), "line 2: the records are not in order"},
		{"overlap", swap(`"record_offset":18`, `"record_offset":17`), "line 2: the record begins before the end of the previous one"},
		{"overlap in bad", swap(`"bad_offset":9`, `"bad_offset":8`), "line 2: the record begins before the end of the previous one in the bad output"},
		{"inserted", swap(`"good_inserted":1`, `"good_inserted":2`), `line 2: "good_inserted" is neither 0 nor 1`},
		{"file missing", swap(fileA, ""), `line 3: the line of "a" that has its totals is missing`},
		{"last file missing", swap(fileC, ""), `line 5: the line of "c" that has its totals is missing`},
		{"other file", swap(`{"type":"file","file":"a"`, `{"type":"file","file":"b"`), `line 3: the line of "a" that has its totals is missing`},
		{"record missing", swap(recordB, ""), "line 2: 1 bad records are described, but their number is stated as 2"},
		{"record twice", swap(recordA, recordA+recordA), "line 2: the record begins before the end of the previous one"},
		{"contradiction", swap(`"good":1`, `"good":2`), "line 3: the numbers of records contradict each other"},
		{"outside of the file", swap(`"bytes":27`, `"bytes":26`), "line 3: a record ends after the end of its file"},
		{"sum", swap(`"files":2`, `"files":3`), "line 6: the totals are not the sums of the lines before"},
		{"outside of bad", swap(`"good_bytes":18,"bad_bytes":21`, `"good_bytes":18,"bad_bytes":20`), "line 6: a record is outside of the bad output"},
		{"name twice", swap(`"good_inserted":0}`, `"good_inserted":0,"file":"b"}`), "line 1: "},
		{"not JSON", recordA + "{\"type\":\n" + fileA, "line 2: "},
		{"cut", all[:len(all)-20], ErrIncomplete.Error()},
	} {
		_, _, _, err := collect(c.text, false)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
		var at *Error
		if errors.As(err, &at) && at.Offset != offsetOf(c.text, at.Line) {
			t.Errorf("%s: offset %d", c.name, at.Offset)
		}
	}
}

func offsetOf(text string, line int64) (n int64) {
	for l := range strings.Lines(text) {
		if line--; line == 0 {
			return n
		}
		n += int64(len(l))
	}
	return -1
}

// Every beginning of a report is incomplete, and accepted on request.
func TestReadPartial(t *testing.T) {
	step := 1
	if longtest.Off() {
		step = 7
	}
	for n := 0; n < len(all); n += step {
		if strings.TrimRight(all[:n], "\n") == strings.TrimRight(all, "\n") {
			continue
		}
		if _, _, _, err := collect(all[:n], false); err != ErrIncomplete {
			t.Fatalf("%d bytes: %v", n, err)
		}
		_, files, got, err := collect(all[:n], true)
		if err != nil || got.Complete || got.Files != int64(len(files)) {
			t.Fatalf("%d bytes: %v, %v", n, got, err)
		}
	}
	_, _, got, err := collect(recordA+recordB, true)
	if err != nil || got.Rest != 2 || got.Bad != 0 {
		t.Error(got, err)
	}
	if _, _, got, err := collect(all, true); err != nil || !got.Complete {
		t.Error(got, err)
	}
	if _, _, _, err := collect("{\"type\":\n"+all, true); err == nil {
		t.Error("a line that is not the last one is damaged")
	}
}

func TestReadErrors(t *testing.T) {
	broken := errors.New("broken")
	in := io.MultiReader(strings.NewReader(recordA), iotest.ErrReader(broken))
	if _, err := Read(context.Background(), in, true, Visitor{}); !errors.Is(err, broken) {
		t.Error(err)
	}
	for _, v := range []Visitor{{Record: func(*Record) error { return broken }}, {File: func(*File) error { return broken }}} {
		if _, err := Read(context.Background(), strings.NewReader(all), false, v); !errors.Is(err, broken) {
			t.Error(err)
		}
	}
}

// asInTable returns the text that encoding/csv reads from the table in place of s. It reads CR LF as LF.
func asInTable(s string) string {
	if strings.IndexAny(s, "=+-@\t\r\n＝＋－＠") == 0 {
		s = "'" + s
	}
	s = commands.ReplaceAllString(s, "<23>$1")
	return strings.NewReplacer("\x00", "\uFFFD", "\r\n", "\n").Replace(s)
}

// commands matches commands to services for CI.
var commands = regexp.MustCompile(`#(#[A-Za-z]*\[)`)

// What is accepted has the values that encoding/json and encoding/csv read.
func FuzzRead(t *testing.F) {
	f := fuzzing.Of(t)
	f.Add(all)
	f.Add(all[:len(all)-30])
	f.Add(total)
	for _, s := range []string{"-", "+1", "@", "＝", "\\t=", "\\r\\n", "##[x]", "##vso[y]"} {
		f.Add(strings.ReplaceAll(all, `"message":"`, `"message":"`+s))
	}
	for _, s := range []string{"\\u0000", "\\ud800", "\\\"", ",", "\\r\\n", "<script>", "é", "=1+1"} {
		f.Add(strings.Replace(all, "/a,b", s, 1))
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, partial := range []bool{false, true} {
			table, _, totals, err := collect(text, partial)
			if err != nil {
				continue
			}
			rows, err := csv.NewReader(strings.NewReader(table)).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			if int64(len(rows)-1) != totals.Bad+totals.Rest {
				t.Fatalf("%d rows, %+v", len(rows)-1, totals)
			}
			rows = rows[1:]
			for line := range strings.SplitSeq(text, "\n") {
				var r map[string]any
				if json.Unmarshal([]byte(line), &r) != nil || r["type"] != "record" {
					continue
				}
				clean := func(name string) string { return asInTable(r[name].(string)) }
				row := rows[0]
				rows = rows[1:]
				if row[0] != clean("file") || row[2] != fmt.Sprintf("%.0f", r["line"]) && r["line"].(float64) < 1<<50 || row[8] != clean("kind") || row[9] != clean("message") {
					t.Fatalf("%q %+v", row, r)
				}
			}
			if len(rows) > 0 {
				t.Fatal("there are more rows than lines")
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	var text strings.Builder
	n := 1000
	for i := range n {
		fmt.Fprintf(&text, `{"type":"record","file":"a","record":%d,"line":2,"column":7,"offset":15,"length":1,"severity":"error","rule":"syntax","kind":"trailing-comma","message":"trailing comma before '}'","pointer":"/a","record_offset":%d,"record_length":9,"bad_offset":%d,"good_inserted":0}`+"\n", i+1, i*9, i*9)
	}
	fmt.Fprintf(&text, `{"type":"file","file":"a","records":%d,"good":0,"bad":%[1]d,"bytes":%d,"good_bytes":0,"bad_bytes":%[2]d,"good_offset":0,"bad_offset":0}`+"\n", n, n*9)
	fmt.Fprintf(&text, `{"type":"total","version":1,"files":1,"records":%d,"good":0,"bad":%[1]d,"bytes":%d,"good_bytes":0,"bad_bytes":%[2]d}`+"\n", n, n*9)
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(b.Context(), strings.NewReader(text.String()), false, Visitor{}); err != nil {
			b.Fatal(err)
		}
	}
}

// No field of the table is a formula, which a spreadsheet would compute.
func TestTableHasNoFormulas(t *testing.T) {
	for text, want := range map[string]string{
		"@SUM(A1).ndjson": `"'@SUM(A1).ndjson"`, "=1": `"'=1"`, "+1": `"'+1"`, "-1": `"'-1"`, "\t=1": "\"'\t=1\"", "\r=1": "\"'\r=1\"", "\n=1": "\"'\n=1\"",
		"＝1": `"'＝1"`, "＠SUM": `"'＠SUM"`, "a=1": `"a=1"`, "a-1": "a-1", "": `""`, "é": `"é"`, "\xff=": "\"\xff=\"", " =1": `" =1"`,
	} {
		for _, r := range []*Record{{File: text}, {Rule: text}, {Message: []byte(text)}, {Pointer: []byte(text), HasPointer: true}} {
			row := string(AppendCSV(nil, r))
			if !strings.Contains(","+row, ","+want+",") {
				t.Errorf("%q is written %q, without %q", text, row, want)
			}
		}
	}
}
