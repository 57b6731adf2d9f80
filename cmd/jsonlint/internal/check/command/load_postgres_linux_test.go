package command

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A postgres is a server for a test.
type postgres struct{ socket string }

// startPostgres starts a server of its own, which is stopped at the end of the test.
func startPostgres(t *testing.T) *postgres {
	t.Helper()
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil || len(found) == 0 {
		missing(t, "postgres", "requires PostgreSQL in /usr/lib/postgresql")
	}
	bin := filepath.Dir(found[len(found)-1])
	dir, err := os.MkdirTemp("", "postgres-") // the name of a socket must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	// A server refuses to run as root.
	var user *syscall.SysProcAttr
	if os.Getuid() == 0 {
		const nobody = 65534
		if err := os.Chown(dir, nobody, nobody); err != nil {
			t.Fatal(err)
		}
		user = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	command := func(name string, args ...string) {
		c := exec.Command(filepath.Join(bin, name), args...)
		c.Dir, c.SysProcAttr = dir, user
		if out, err := c.Output(); err != nil {
			log, _ := os.ReadFile(filepath.Join(dir, "log"))
			t.Fatalf("%s: %v, %s%s", name, err, out, log)
		}
	}
	data := filepath.Join(dir, "data")
	command("initdb", "--no-sync", "--auth", "trust", "--username", "assay", "--pgdata", data)
	command("pg_ctl", "--wait", "--silent", "--log", filepath.Join(dir, "log"), "--pgdata", data, "--options", "-k "+dir+" -c listen_addresses= -c fsync=off", "start")
	t.Cleanup(func() { command("pg_ctl", "--silent", "--mode", "immediate", "--pgdata", data, "stop") })
	return &postgres{dir}
}

// run runs commands of psql, and returns what they print.
func (p *postgres) run(t *testing.T, commands string) (string, error) {
	t.Helper()
	c := exec.CommandContext(t.Context(), "psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set", "ON_ERROR_STOP=1", "--host", p.socket, "--username", "assay", "postgres")
	c.Stdin = strings.NewReader(commands)
	out, err := c.CombinedOutput()
	return string(out), err
}

// What docs/reference/load.md states about PostgreSQL: which records it refuses, and that it loads the good records, with their
// backslashes and without blank lines.
func TestLoadIntoPostgreSQL(t *testing.T) {
	db := startPostgres(t)
	p := aboutLoading(t, "PostgreSQL")
	if len(p.queries) != 1 {
		t.Fatalf("%d queries", len(p.queries))
	}
	t.Chdir(t.TempDir())
	p.goodRecords(t, p.input)
	out, err := db.run(t, p.queries[0]+"SELECT doc ->> 'name' FROM events;")
	if err != nil || out != "Ann\nCem\nEve\n" {
		t.Errorf("%v, %s", err, out)
	}
	_, load, _ := strings.Cut(p.queries[0], "\n")
	p.goodRecords(t, oddRecords)
	out, err = db.run(t, "TRUNCATE events;\n"+load+"SELECT CASE WHEN length(doc ->> 'id') > 99 THEN 'long' ELSE doc::text END FROM events;")
	if want := `{"id": 1}` + "\n" + `{"id": 3}` + "\n" + `{"id": "a\\b\"c\n,d"}` + "\nlong\n"; err != nil || out != want {
		t.Errorf("%v, %s, want %s", err, out, want)
	}
	for _, record := range []string{`{"id":NaN}`, `{"id":4,}`, `{"id":5}{"id":6}`, `{"id":"\ud800"}`, `{"id":"\u0000"}`} {
		if err := os.WriteFile("good.ndjson", []byte("{}\n"+record+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := db.run(t, load); err == nil || !strings.Contains(out, "ERROR: ") {
			t.Errorf("%s: %v, %s", record, err, out)
		}
	}
	if out, err := db.run(t, "SELECT count(*) FROM events;"); err != nil || out != "4\n" {
		t.Errorf("%v, %s", err, out)
	}
}
