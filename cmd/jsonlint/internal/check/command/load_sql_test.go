package command

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// loadPage has the parts of docs/reference/load.md that are about a program.
type loadPage struct {
	input   string   // the file that is loaded
	command []string // the arguments of the last command that is run
	queries []string
	shown   string // the output of the first query, if it is shown
}

// aboutLoading returns what docs/reference/load.md has about a program.
func aboutLoading(t *testing.T, program string) (p loadPage) {
	t.Helper()
	text, err := os.ReadFile("../../../../../docs/reference/load.md")
	if err != nil {
		t.Fatal(err)
	}
	_, p.input, _ = strings.Cut(string(text), "<!-- file: events.ndjson -->\n```text\n")
	p.input, _, _ = strings.Cut(p.input, "```")
	_, section, found := strings.Cut(string(text), "\n## "+program+"\n")
	section, _, _ = strings.Cut(section, "\n## ")
	blocks := strings.Split(section, "```")
	for i := 1; i < len(blocks); i += 2 {
		language, block, _ := strings.Cut(blocks[i], "\n")
		switch language {
		case "sh":
			p.command = strings.Fields(block)[1:]
		case "sql":
			p.queries = append(p.queries, block)
		case "text":
			p.shown = block
		}
	}
	if !found || p.input == "" || len(p.command) == 0 || len(p.queries) == 0 {
		t.Fatalf("docs/reference/load.md has no complete section about %s: %+v", program, p)
	}
	return p
}

// goodRecords writes a text to events.ndjson in the working directory, and runs the command of the page.
func (p loadPage) goodRecords(t *testing.T, text string) {
	t.Helper()
	if err := os.WriteFile("events.ndjson", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var messages bytes.Buffer
	if status := run(p.command, Stdio{Out: &messages, Err: &messages}); status != StatusFindings {
		t.Fatalf("status %d, %s", status, &messages)
	}
}

// Some of these records are bad, and others are valid JSON that databases refuse.
const oddRecords = `{"id":1}

{"id":NaN}
{"id":2,"id":3}
{"id":4,}
{"id":5}{"id":6}
{"id":"\ud800"}
{"id":"a\\b\"c\n,d"}
{"id":"\u0000"}
{"id":1e999}
`

// What docs/reference/load.md states about SQLite: that it loads the good records, each into one column, and what it does with odd records.
func TestLoadIntoSQLite(t *testing.T) {
	if _, err := exec.LookPath("sqlite3"); err != nil {
		missing(t, "sqlite", "requires the program sqlite3")
	}
	p := aboutLoading(t, "SQLite")
	if len(p.queries) != 1 {
		t.Fatalf("%d queries", len(p.queries))
	}
	t.Chdir(t.TempDir())
	inSQLite := func(commands string) string {
		t.Helper()
		c := exec.CommandContext(t.Context(), "sqlite3", "-batch", "-bail", ":memory:")
		c.Stdin = strings.NewReader(commands)
		out, err := c.CombinedOutput()
		if err != nil {
			t.Errorf("%v, %s", err, out)
		}
		return string(out)
	}
	p.goodRecords(t, p.input)
	if out := inSQLite(p.queries[0]); out != p.shown {
		t.Errorf("%s, want %s", out, p.shown)
	}
	p.goodRecords(t, oddRecords)
	load, _, _ := strings.Cut(p.queries[0], "SELECT")
	const want = `{"id":1}` + "\n" + `{"id":"\ud800"}` + "\n" + `{"id":"a\\b\"c\n,d"}` + "\n" + `{"id":"\u0000"}` + "\n"
	if out := inSQLite(load + "SELECT doc FROM events;"); out != want {
		t.Errorf("%s, want %s", out, want)
	}
	all := strings.ReplaceAll(strings.ReplaceAll(load, "good.ndjson", "events.ndjson"), " CHECK (json_valid(doc))", "")
	out := inSQLite(all + `SELECT count(*), sum(json_valid(doc)) FROM events; SELECT doc ->> 'id' FROM events WHERE json_valid(doc) AND doc GLOB '*[39]}';`)
	if out != "9|6\n2\nInf\n" {
		t.Error(out)
	}
}

// What docs/reference/load.md states about DuckDB: which records it refuses, what becomes of them with ignore_errors, and that it
// loads the good records.
func TestLoadIntoDuckDB(t *testing.T) {
	folder := os.Getenv("DUCKDB_NODE")
	if folder == "" {
		missing(t, "duckdb", "requires $DUCKDB_NODE")
	}
	p := aboutLoading(t, "DuckDB")
	if len(p.queries) != 2 {
		t.Fatalf("%d queries", len(p.queries))
	}
	t.Chdir(t.TempDir())
	p.goodRecords(t, p.input)
	out, err := inDuckDB(t, folder, ".", p.queries[1], p.queries[0], "SELECT id, name FROM events ORDER BY id")
	if want := strings.ReplaceAll(p.shown, "NULL", "") + "1|Ann\n3|Cem\n5|Eve\n"; err != nil || string(out) != want {
		t.Errorf("%v, %s, want %s", err, out, want)
	}
	const read = "CREATE TABLE x AS FROM read_ndjson('x.ndjson', columns = {id: 'JSON'})"
	p.goodRecords(t, oddRecords)
	out, err = inDuckDB(t, folder, ".", strings.ReplaceAll(read, "x.ndjson", "good.ndjson"), "SELECT count(*) FROM x")
	if err != nil || string(out) != "4\n" {
		t.Errorf("%v, %s", err, out)
	}
	for record, want := range map[string]string{
		`{"id":1}`: "", `{"id":NaN}`: "", `{"id":4,}`: "", `{"id":2,"id":3}`: "duplicate key", `{"id":5}{"id":6}`: "Malformed JSON", `{"id":"\ud800"}`: "Malformed JSON",
	} {
		if err := os.WriteFile("x.ndjson", []byte(record+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := inDuckDB(t, folder, ".", read)
		if (err != nil) != (want != "") || !strings.Contains(string(out), want) {
			t.Errorf("%s: %v, %s", record, err, out)
		}
	}
	out, err = inDuckDB(t, folder, ".", "CREATE TABLE y AS FROM read_ndjson('events.ndjson', columns = {id: 'BIGINT'}, ignore_errors = true)", "SELECT count(*), count(id) FROM y")
	if err != nil || string(out) != "9|3\n" { // 1, 4, and one of 2 and 3
		t.Errorf("%v, %s", err, out)
	}
}
