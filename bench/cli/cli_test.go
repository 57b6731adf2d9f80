package main

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/assayjson/assay/bench/internal/contest"
)

// run5 returns five runs whose wall times scatter around the given one.
func run5(wall time.Duration) []Run {
	var runs []Run
	for _, factor := range []time.Duration{90, 100, 110, 95, 900} {
		runs = append(runs, Run{Wall: wall * factor / 100, CPU: wall / 2, Memory: int64(factor) << 20})
	}
	return runs
}

func sample() *result {
	return &result{CPU: "test CPU", Rounds: 5, Missing: []string{"jq (apt-get install jq): not found"}, Rows: []Row{
		{Program: program{Name: "ours", Role: contest.Assay, Findings: []contest.Finding{{Column: "UTF-8", Value: "yes"}}}, Input: "a.json", Bytes: 1e6, Runs: run5(10 * time.Millisecond)},
		{Program: program{Name: "slow", Role: contest.Peer, Note: "a remark"}, Input: "a.json", Bytes: 1e6, Runs: run5(40 * time.Millisecond)},
		{Program: program{Name: "broken", Role: contest.Peer}, Input: "a.json", Bytes: 1e6, Err: "exit status 3"},
		{Program: program{Name: "cat", Role: contest.Limit}, Input: "a.json", Bytes: 1e6, Runs: run5(time.Millisecond)},
	}}
}

func TestRows(t *testing.T) {
	rows := sample().of("a.json")
	var names []string
	for _, row := range rows {
		names = append(names, row.Program.Name)
	}
	if got := strings.Join(names, " "); got != "cat ours slow broken" {
		t.Errorf("order: %s", got)
	}
	ours := rows[1]
	if ours.speed() != 1e8 || ours.cpu() != 0.005 || ours.memory() != 900<<20 {
		t.Errorf("speed %v, CPU %v, memory %v", ours.speed(), ours.cpu(), ours.memory())
	}
}

func TestTextAndMarkdown(t *testing.T) {
	var text, markdown strings.Builder
	sample().text(&text)
	sample().markdown(&markdown, "charts")
	var glance strings.Builder
	sample().glance(&glance, "charts")
	if !strings.Contains(glance.String(), "test CPU") || !strings.Contains(glance.String(), "\n| a.json, 1 MB | ") {
		t.Errorf("at a glance:\n%s", glance.String())
	}
	for _, part := range []string{"test CPU", "MISSING  jq", "a.json, 1000000 bytes", "exit status 3", "0.25", "UTF-8", "a remark"} {
		if !strings.Contains(text.String(), part) {
			t.Errorf("%q is missing in:\n%s", part, text.String())
		}
	}
	if !strings.Contains(markdown.String(), "charts/programs-a-json.svg") {
		t.Errorf("no chart in:\n%s", markdown.String())
	}
	dir := t.TempDir()
	if err := sample().charts(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "programs-a-json.svg")); err != nil {
		t.Error(err)
	}
}

func TestSaveAndLoad(t *testing.T) {
	file := filepath.Join(t.TempDir(), "run.json")
	if err := sample().save(file); err != nil {
		t.Fatal(err)
	}
	got, err := load(file)
	if err != nil || len(got.Rows) != 4 || got.Rows[1].wall() != 0.04 || got.Rows[0].Program.Role != contest.Assay {
		t.Errorf("saved and loaded: %+v, %v", got, err)
	}
}

// TestRace runs small programs of the system.
func TestRace(t *testing.T) {
	file := filepath.Join(t.TempDir(), "in.json")
	if err := os.WriteFile(file, []byte("[]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	sh, err := onPath("sh")()
	if err != nil {
		t.Skip(err)
	}
	r := &result{Rounds: 3}
	programs := []program{
		{Name: "reads its input", doc: []string{"-c", `read line && test "$line" = "[]"`}, path: sh},
		{Name: "reads the file", doc: []string{"-c", `test "$1" = FILE || read line < "$1"`, "sh", "FILE"}, path: sh},
		{Name: "fails", doc: []string{"-c", "echo too bad >&2; exit 3"}, path: sh},
		{Name: "records alone", lines: []string{"-c", "exit 0"}, path: sh},
	}
	if err := r.race(programs, input{name: "in"}, file, 3, io.Discard); err != nil {
		t.Fatal(err)
	}
	if len(r.Rows) != 3 {
		t.Fatalf("%d rows, want 3", len(r.Rows))
	}
	for _, row := range r.Rows[:2] {
		if row.Err != "" || len(row.Runs) != 3 || row.wall() <= 0 {
			t.Errorf("%s: %+v", row.Program.Name, row)
		}
	}
	if row := r.Rows[2]; len(row.Runs) != 0 || !strings.Contains(row.Err, "too bad") {
		t.Errorf("what fails: %+v", row)
	}
}

func TestMissingProgramsAreNamed(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	r := &result{}
	all := installed(t.TempDir(), options{only: regexp.MustCompile("")}, r)
	if len(all) != 0 || len(r.Missing) != len(table("")) {
		t.Errorf("%d programs found on an empty PATH, %d named as missing", len(all), len(r.Missing))
	}
	for _, line := range r.Missing {
		if strings.Contains(line, "\n") {
			t.Errorf("more than a line: %q", line)
		}
	}
}

func TestNPMJSONLint(t *testing.T) {
	dir := t.TempDir()
	var path []string
	for _, name := range []string{"jsonlint", "@prantlf/jsonlint"} {
		cli := filepath.Join(dir, "node_modules", name, "cli.js")
		bin := filepath.Join(dir, strings.ReplaceAll(name, "/", "-"))
		for _, d := range []string{filepath.Dir(cli), bin} {
			if err := os.MkdirAll(d, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(cli, nil, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(cli, filepath.Join(bin, "jsonlint")); err != nil {
			t.Skip(err)
		}
		path = append(path, bin)
	}
	t.Setenv("PATH", strings.Join(path, string(os.PathListSeparator)))
	for _, inside := range []string{"/@prantlf/jsonlint/", "/node_modules/jsonlint/"} {
		got, err := npmJSONLint(inside)()
		if err != nil || !strings.Contains(filepath.ToSlash(got), inside+"cli.js") {
			t.Errorf("%s: found %s, %v", inside, got, err)
		}
	}
	t.Setenv("PATH", path[0])
	if got, err := npmJSONLint("/@prantlf/jsonlint/")(); err == nil {
		t.Errorf("found %s, which is another package", got)
	}
}

func TestMakeInputs(t *testing.T) {
	dir := t.TempDir()
	if err := makeInputs(dir, 1e6); err != nil {
		t.Fatal(err)
	}
	for _, in := range all {
		size, err := sizeOf(filepath.Join(dir, in.file))
		if err != nil || in.file != "twitter.json" && in.file != "tiny.json" && size < 1e6 {
			t.Errorf("%s: %d, %v", in.name, size, err)
		}
	}
}

func TestBadFlags(t *testing.T) {
	for _, args := range [][]string{{"-count", "2"}, {"extra"}, {"-only", "("}, {"-write"}, {"-from", "no-such-file"}} {
		if err := run(args, io.Discard, io.Discard); err == nil {
			t.Errorf("%v was accepted", args)
		}
	}
}

// TestProbe probes programs of the system as if they checked JSON.
func TestProbe(t *testing.T) {
	file := filepath.Join(t.TempDir(), "probe.json")
	for name, want := range map[string]string{"true": "no", "false": "yes"} {
		path, err := onPath(name)()
		if err != nil {
			t.Skip(err)
		}
		findings := probe(program{doc: []string{"FILE"}, path: path}, file)
		if v := contest.Value(findings, "UTF-8"); v != want {
			t.Errorf("%s: UTF-8 = %q, want %q", name, v, want)
		}
	}
}
