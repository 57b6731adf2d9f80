package passing

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/assayjson/assay/schema"
	"github.com/assayjson/assay/tokenizer"
)

// A sample is a body, and what is known about it.
type sample struct {
	name string
	plan Plan
	body string
	want []string // the findings, as describe returns them; nil if the body is valid
	err  error    // why the body cannot be checked
}

// rowsSchema accepts arrays of rows.
const rowsSchema = `{
	"type": "array",
	"items": {
		"type": "object",
		"required": ["id"],
		"properties": {"id": {"type": "integer"}, "name": {"type": "string"}}
	}
}`

func compile(t testing.TB, text string) *schema.Schema {
	t.Helper()
	s, err := schema.Compile("s.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// rows returns an array of n rows, one on each line. The row with the index odd has another text.
func rows(n, odd int, text string) string {
	var b strings.Builder
	b.WriteString("[")
	for i := range n {
		if i > 0 {
			b.WriteString(",\n")
		}
		if i == odd {
			b.WriteString(text)
		} else {
			fmt.Fprintf(&b, `{"id": %d, "name": "ж%d"}`, i, i)
		}
	}
	b.WriteString("]\n")
	return b.String()
}

const (
	longRows   = 8_000 // about 250 KB
	tooLate    = "does not match the schema; the body is too long to find out why"
	wantNumber = "must be an integer, but is a string"
)

// samples returns bodies of all kinds.
func samples(t testing.TB) []sample {
	table := Plan{Schema: compile(t, rowsSchema)}
	row := compile(t, `{"required": ["id"], "properties": {"id": {"type": "integer"}}}`)
	lines, sequence, unique := Plan{Schema: row, Framing: Lines}, Plan{Schema: row, Framing: Sequence}, Plan{Checks: []tokenizer.Option{tokenizer.UniqueNames()}}
	open := compile(t, `{"items": {"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}}`)
	return []sample{
		{name: "valid", plan: table, body: rows(3, -1, "")},
		{name: "invalid at the start", plan: table, body: `{"id": 1}`, want: []string{"1:1  must be an array, but is an object"}},
		{name: "invalid in the middle", plan: table, body: rows(3, 1, `{"id": "x"}`), want: []string{"2:8 /1/id " + wantNumber}},
		{name: "invalid at the end", plan: table, body: rows(3, 2, `{"id": "x"}`), want: []string{"3:8 /2/id " + wantNumber}},
		{name: "invalid twice", plan: table, body: rows(1, 0, `{"id": "x"}, {}`), want: []string{"1:9 /0/id " + wantNumber, "1:15 /1 must have the member \"id\""}},
		{name: "not JSON", plan: table, body: rows(3, 1, `{"id": 1,}`), want: []string{"2:9 /1 trailing comma"}},
		{name: "truncated", plan: table, body: `[{"id": 1}, {"id"`, want: []string{"1:18 /1/id truncated"}},
		{name: "cut character", plan: table, body: `[{"name": "ж`[:12], want: []string{"1:12 /0/name utf8 truncated"}},
		{name: "empty", plan: table, want: []string{"1:1  empty input"}},
		{name: "blank", plan: table, body: " \n", want: []string{"1:1  empty input"}},
		{name: "two documents", plan: table, body: "[] []", want: []string{"1:4  trailing data"}},
		{name: "long and valid", plan: table, body: rows(longRows, -1, "")},
		{name: "long and invalid at the start", plan: table, body: rows(longRows, 0, `{"id": "x"}`), want: []string{"1:9 /0/id " + tooLate}},
		{name: "long and invalid in the middle", plan: table, body: rows(longRows, 5000, `{"id": "x"}`), want: []string{"5001:8 /5000/id " + tooLate}},
		{name: "long and invalid at the end", plan: table, body: rows(longRows, longRows-1, `{}`), want: []string{"8000:2 /7999 " + tooLate}},
		{name: "long and not JSON", plan: table, body: rows(longRows, 5000, `{"id": 1,}`), want: []string{"5001:9 /5000 trailing comma"}},
		{name: "long and truncated", plan: table, body: strings.TrimRight(rows(longRows, -1, ""), "]\n"), want: []string{"8000:30  truncated"}},
		{name: "long and invalid, then not JSON", plan: table, body: rows(longRows, 5000, `{"id": "x", oops}`), want: []string{"5001:8 /5000/id " + tooLate}},
		{name: "long string", plan: table, body: rows(2, 1, `{"id": 1, "name": "`+strings.Repeat("x", 300_000)+`"}`), err: schema.ErrUndecided},
		{name: "undecided", plan: Plan{Schema: open}, body: "[" + strings.Repeat(`{"a": 1}, `, 10_000) + `{"a": 1, "a": 2}, {"a": 1, "b": 2}]`, err: schema.ErrUndecided},

		{name: "undecided, then not JSON", plan: Plan{Schema: open}, body: "[" + strings.Repeat(`{"a": 1}, `, 10_000) + `{"a": 1, "a": 2}, {"a": 1]`, want: []string{"1:100027 /10001 mismatched bracket"}},

		{name: "any JSON", plan: Plan{}, body: rows(3, -1, "")},
		{name: "any JSON, not JSON", plan: Plan{}, body: rows(3, 1, `{"id": 01}`), want: []string{"2:8 /1/id leading zero"}},
		{name: "any JSON, long", plan: Plan{}, body: rows(longRows, -1, "")},
		{name: "any JSON, long and not JSON", plan: Plan{}, body: rows(longRows, 5000, `{"id": 01}`), want: []string{"5001:8 ? leading zero"}},
		{name: "any JSON, long string", plan: Plan{}, body: `"` + strings.Repeat("x", 300_000) + `"`},
		{name: "duplicate names", plan: unique, body: `{"a": 1, "a": 2}`, want: []string{"1:10 /a duplicate name"}},
		{name: "duplicate names, long", plan: unique, body: rows(longRows, 5000, `{"id": 1, "id": 2}`), want: []string{"5001:11 /5000/id duplicate name"}},
		{name: "unique names, long", plan: unique, body: rows(longRows, -1, "")},
		{name: "unique names, two documents", plan: unique, body: rows(longRows, -1, "") + "1", want: []string{"8001:1  trailing data"}},
		{name: "unique names, long and blank", plan: unique, body: strings.Repeat(" ", 70_000), want: []string{"1:1  empty input"}},
		{name: "unique names, long string", plan: unique, body: `"` + strings.Repeat("x", 300_000) + `"`, err: ErrTooLong},
		{name: "any JSON, long and blank", plan: Plan{}, body: strings.Repeat(" ", 70_000), want: []string{"1:1  empty input"}},
		{name: "long and blank", plan: table, body: strings.Repeat(" ", 70_000), want: []string{"1:1  empty input"}},
		{name: "duplicate names and a schema", plan: Plan{Schema: table.Schema, Checks: unique.Checks}, body: rows(3, 1, `{"id": 1, "id": 2}`), want: []string{"2:11 /1/id duplicate name"}},
		{name: "duplicate names and a schema, long", plan: Plan{Schema: table.Schema, Checks: unique.Checks}, body: rows(longRows, 5000, `{"id": 1, "id": 2}`), want: []string{"5001:11 /5000/id duplicate name"}},

		{name: "lines", plan: lines, body: "{\"id\": 1}\n\n{\"id\": 2}\r\n{\"id\": 3}"},
		{name: "no lines", plan: lines},
		{name: "invalid line", plan: lines, body: "{\"id\": 1}\n\n {\"id\": \"ж\"}\n{\"id\": 3}\n", want: []string{"3:9 2 /id " + wantNumber}},
		{name: "a line is not JSON", plan: lines, body: "{\"id\": 1}\n\n{\"id\": 2\n{\"id\": 3}\n", want: []string{"3:9 2  truncated"}},
		{name: "last line is truncated", plan: lines, body: "{\"id\": 1}\n{\"id\"", want: []string{"2:6 2 /id truncated"}},
		{name: "many lines", plan: lines, body: strings.Repeat("{\"id\": 1}\n", 20_000)},
		{name: "many lines and an invalid one", plan: lines, body: strings.Repeat("{\"id\": 1}\n", 20_000) + "{}\n", want: []string{"20001:1 20001  must have the member \"id\""}},
		{name: "long line", plan: lines, body: "{\"id\": 1}\n\"" + strings.Repeat("x", 300_000) + "\"\n{\"id\": 2}\n", err: ErrTooLong},
		{name: "lines that are deeper than the schema allows", plan: lines, body: "{\"id\": 1}\n {\"id\": 1, \"a\": " + strings.Repeat("[", 200) + strings.Repeat("]", 200) + "}\n{\"id\": 2}\n", want: []string{"2:144 2 /a" + strings.Repeat("/0", 127) + " too deep"}},
		{name: "sequence", plan: sequence, body: "\x1e{\"id\": 1}\n\x1e{\"id\":\n 2}\n"},
		{name: "invalid in a sequence", plan: sequence, body: "\x1e{\"id\": 1}\n\x1e{\"id\":\n \"ж\"}\n\x1e{\"id\": 2} \x1e{\"id\": \"y\"}\n",
			want: []string{"3:2 2 /id " + wantNumber, "4:20 4 /id " + wantNumber}},
	}
}

// describe returns findings as lines with the position, the record, the pointer and the message.
func describe(findings []Finding) (lines []string) {
	for _, f := range findings {
		line := fmt.Sprintf("%d:%d ", f.Position.Line, f.Position.Rune)
		if f.Record > 0 {
			line += fmt.Sprintf("%d ", f.Record)
		}
		lines = append(lines, line+f.Pointer+" "+f.Message)
	}
	return lines
}

// isAsWanted reports whether findings are those of a sample. In what is wanted, a question mark stands for a pointer that need not be known.
func (s *sample) isAsWanted(findings []Finding) bool {
	got := describe(findings)
	if len(got) != len(s.want) {
		return false
	}
	for i, want := range s.want {
		if begin, end, ok := strings.Cut(want, "?"); ok {
			if !strings.HasPrefix(got[i], begin) || !strings.HasSuffix(got[i], end) {
				return false
			}
		} else if got[i] != want {
			return false
		}
	}
	return true
}

// A recorder is a ResponseWriter that keeps what it gets.
type recorder struct {
	header   http.Header
	sent     http.Header // the header when the status was written
	statuses []int
	body     bytes.Buffer
	flushed  []int // the lengths of the body at which it was flushed
}

func newRecorder() *recorder { return &recorder{header: http.Header{"Outer": {"1"}}} }

func (r *recorder) Header() http.Header { return r.header }

func (r *recorder) WriteHeader(status int) {
	if status < 100 || status > 999 {
		panic("invalid status")
	}
	r.statuses = append(r.statuses, status)
	r.sent = r.header.Clone()
}

func (r *recorder) Write(p []byte) (int, error) {
	if len(r.statuses) == 0 {
		r.WriteHeader(http.StatusOK)
	}
	return r.body.Write(p)
}

func (r *recorder) FlushError() error {
	r.flushed = append(r.flushed, r.body.Len())
	return nil
}

// A run is what became of a response.
type run struct {
	recorder *recorder
	outcomes []Outcome
	panicked any
}

// serve runs a handler.
func serve(t testing.TB, o Options, handle func(w http.ResponseWriter)) *run {
	t.Helper()
	return serveTo(t, newRecorder(), http.MethodGet, o, handle)
}

// serveTo is like serve, but with a ResponseWriter and a method.
func serveTo(t testing.TB, w http.ResponseWriter, method string, o Options, handle func(w http.ResponseWriter)) *run {
	t.Helper()
	u := new(run)
	u.recorder, _ = w.(*recorder)
	o.Done = func(o *Outcome) { u.outcomes = append(u.outcomes, *o) }
	r, err := http.NewRequest(method, "/", nil)
	if err != nil {
		t.Fatal(err)
	}
	func() {
		defer func() { u.panicked = recover() }()
		Serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { handle(w) }), w, r, &o)
	}()
	if len(u.outcomes) != 1 && o.Mode != Off {
		t.Fatalf("%d outcomes were reported", len(u.outcomes))
	}
	return u
}

// choose returns a function for Options.
func choose(p *Plan) func(int, http.Header) (*Plan, *Finding) {
	return func(int, http.Header) (*Plan, *Finding) { return p, nil }
}
