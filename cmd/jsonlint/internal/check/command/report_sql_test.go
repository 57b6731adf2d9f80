package command

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// tableIn writes a report with two bad records to a folder, and makes a table of it. It returns the queries of
// docs/reference/report.md: those that load the table into DuckDB, write it as Parquet, and load it into SQLite.
func tableIn(t *testing.T) (dir string, queries []string) {
	t.Helper()
	dir = reportIn(t)
	var messages bytes.Buffer
	args := []string{"report", filepath.Join(dir, "report.ndjson"), "--csv", filepath.Join(dir, "bad.csv")}
	if status := run(args, Stdio{Out: &messages, Err: &messages}); status != StatusValid {
		t.Fatalf("status %d, %s", status, &messages)
	}
	page, err := os.ReadFile("../../../../../docs/reference/report.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range strings.Split(string(page), "```sql\n")[1:] {
		query, _, _ := strings.Cut(block, "```")
		queries = append(queries, query)
	}
	if len(queries) != 3 {
		t.Fatalf("%d queries", len(queries))
	}
	return dir, queries
}

// The documented commands load the table into SQLite, with the same result as for the report.
func TestTableInSQLite(t *testing.T) {
	if _, err := exec.LookPath("sqlite3"); err != nil {
		missing(t, "sqlite", "requires the program sqlite3")
	}
	dir, queries := tableIn(t)
	c := exec.CommandContext(t.Context(), "sqlite3", "-batch", "-bail", ":memory:")
	c.Dir, c.Stdin = dir, strings.NewReader(queries[2]+summary)
	if out, err := c.CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != wantSummary {
		t.Errorf("%v, %s", err, out)
	}
}

// The documented queries load the table into DuckDB and write Parquet, with the same result as for the report. Pointers that
// are not known are NULL, and empty ones are not.
func TestTableInDuckDB(t *testing.T) {
	folder := os.Getenv("DUCKDB_NODE")
	if folder == "" {
		missing(t, "duckdb", "requires $DUCKDB_NODE")
	}
	dir, queries := tableIn(t)
	table := filepath.Join(dir, "bad.csv")
	text, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	text = append(text, "x,9,9,9,9,9,error,syntax,x,\"a \"\"b\"\",\r\nc\",,9,9,9,9\r\n"...)
	if err := os.WriteFile(table, text, 0o600); err != nil {
		t.Fatal(err)
	}
	parquet := strings.ReplaceAll(summary, "FROM bad", "FROM 'bad.parquet' WHERE file <> 'x'")
	nulls := "SELECT count(*) FILTER (pointer IS NULL) || '|' || count(*) FILTER (pointer = '') || '|' || count(*) FILTER (message = 'a \"b\",' || chr(13) || chr(10) || 'c') FROM 'bad.parquet'"
	out, err := inDuckDB(t, folder, dir, queries[0], queries[1], parquet, nulls)
	if err != nil || !strings.HasSuffix(strings.TrimSpace(string(out)), wantSummary+"\n1|1|1") {
		t.Errorf("%v, %s", err, out)
	}
}
