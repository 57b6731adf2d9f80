package command

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// queries returns the queries of docs/reference/quarantine.md: those that load a report into DuckDB and SQLite, and
// the one that counts the kinds of errors in either.
func queries(t *testing.T) (duckDB, sqlite, count string) {
	t.Helper()
	page, err := os.ReadFile("../../../../../docs/reference/quarantine.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(page), "```sql\n")
	if len(blocks) != 4 {
		t.Fatalf("%d queries", len(blocks)-1)
	}
	duckDB, _, _ = strings.Cut(blocks[1], "```")
	sqlite, _, _ = strings.Cut(blocks[2], "```")
	count, _, _ = strings.Cut(blocks[3], "```")
	return duckDB, sqlite, count
}

// reportIn writes a report with two bad records to a folder.
func reportIn(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	in := filepath.Join(dir, "it's \"a\".ndjson")
	if err := os.WriteFile(in, []byte("{\"id\":1}\n{\"a,b\":[\"é\",tru]}\n\x00\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var messages bytes.Buffer
	if status := run([]string{"--no-config", "--report", filepath.Join(dir, "report.ndjson"), in}, Stdio{Out: io.Discard, Err: &messages}); status != StatusFindings {
		t.Fatalf("status %d, %s", status, &messages)
	}
	return dir
}

// A summary of the table that is the same for all databases.
const summary = "SELECT count(*) || '|' || sum(record) || '|' || max(line) || '|' || max(\"column\") || '|' || max(\"offset\") || '|' || sum(bad_offset) || '|' || max(pointer) || '|' || max(kind) FROM bad;"

const wantSummary = "2|5|3|13|28|19|/a,b/1|unexpected-token"

// ASSAY_REQUIRE_SQL=sqlite,duckdb makes tests fail whose database is missing.
func missing(t *testing.T, name, how string) {
	t.Helper()
	if strings.Contains(os.Getenv("ASSAY_REQUIRE_SQL"), name) {
		t.Fatal(how)
	}
	t.Skip(how)
}

// The documented query loads a report into SQLite.
func TestReportInSQLite(t *testing.T) {
	if _, err := exec.LookPath("sqlite3"); err != nil {
		missing(t, "sqlite", "requires the program sqlite3")
	}
	_, query, count := queries(t)
	c := exec.CommandContext(t.Context(), "sqlite3", "-batch", "-bail", ":memory:")
	c.Dir, c.Stdin = reportIn(t), strings.NewReader(query+"\n"+count+"\n"+summary)
	out, err := c.CombinedOutput()
	counts, found := strings.CutSuffix(strings.TrimSpace(string(out)), wantSummary)
	if err != nil || !found || !strings.Contains(counts, "|syntax|misspelt-literal|1\n") {
		t.Errorf("%v, %s", err, out)
	}
}

// The query of docs/reference/salvage.md shows the pieces that are not records.
func TestPiecesInSQLite(t *testing.T) {
	if _, err := exec.LookPath("sqlite3"); err != nil {
		missing(t, "sqlite", "requires the program sqlite3")
	}
	page, err := os.ReadFile("../../../../../docs/reference/salvage.md")
	if err != nil {
		t.Fatal(err)
	}
	_, query, found := strings.Cut(string(page), "```sql\n")
	query, _, _ = strings.Cut(query, "```")
	t.Chdir(t.TempDir())
	var messages bytes.Buffer
	in := strings.NewReader("{\"id\":1}\n{\"a\":\"\u00e9{\"id\":2}\n\n{\"id\":3,}\n")
	status := run([]string{"salvage", "--out", "good", "--rest", "rest.txt", "--list", "list.ndjson"}, Stdio{In: in, Out: io.Discard, Err: &messages})
	if !found || status != StatusFindings {
		t.Fatalf("status %d, %s", status, &messages)
	}
	c := exec.CommandContext(t.Context(), "sqlite3", "-batch", "-bail", ":memory:")
	c.Stdin = strings.NewReader(query)
	const want = "2|torn|8|{\"a\":\"\u00e9\n4|invalid|10|{\"id\":3,}"
	if out, err := c.CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != want {
		t.Errorf("%v, %s", err, out)
	}
}

// The documented query loads a report into DuckDB. The variable DUCKDB_NODE names a folder in which
// npm has installed the package @duckdb/node-api.
func TestReportInDuckDB(t *testing.T) {
	folder := os.Getenv("DUCKDB_NODE")
	if folder == "" {
		missing(t, "duckdb", "requires $DUCKDB_NODE")
	}
	query, _, count := queries(t)
	out, err := inDuckDB(t, folder, reportIn(t), query, count, summary)
	counts, found := strings.CutSuffix(strings.TrimSpace(string(out)), wantSummary)
	if err != nil || !found || !strings.Contains(counts, "|syntax|misspelt-literal|1\n") {
		t.Errorf("%v, %s", err, out)
	}
}

// inDuckDB runs queries in a folder, and returns the rows that the last ones return. The first query returns none.
func inDuckDB(t *testing.T, module, dir, first string, queries ...string) ([]byte, error) {
	t.Helper()
	const program = `
		const { DuckDBInstance } = require(process.argv[1] + '/node_modules/@duckdb/node-api');
		(async () => {
			const db = await (await DuckDBInstance.create(':memory:')).connect();
			await db.run(process.argv[2]);
			for (const query of process.argv.slice(3))
				for (const row of (await db.runAndReadAll(query)).getRows()) console.log(row.join('|'));
		})();`
	c := exec.CommandContext(t.Context(), "node", append([]string{"-e", program, module, first}, queries...)...)
	c.Dir = dir
	return c.CombinedOutput()
}
