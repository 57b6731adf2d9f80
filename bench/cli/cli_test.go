package cli

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/bench/internal/harness"
	"github.com/assayjson/assay/bench/internal/report"
	"github.com/assayjson/assay/schema"
)

// run5 returns five runs whose wall times scatter around the given one.
func run5(wall time.Duration) []cost {
	var runs []cost
	for _, factor := range []time.Duration{90, 100, 110, 95, 900} {
		runs = append(runs, cost{Wall: wall * factor / 100, CPU: wall / 2, Memory: int64(factor) << 20})
	}
	return runs
}

func sample() *result {
	return &result{Head: report.Head{CPU: "test CPU", Missing: []string{"jq (apt-get install jq): not found"}}, Rows: []Row{
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
	sample().markdown(&markdown)
	for _, part := range []string{"test CPU", "MISSING   jq", "a.json, 1000000 bytes", "exit status 3", "0.25", "UTF-8", "a remark"} {
		if !strings.Contains(text.String(), part) {
			t.Errorf("%q is missing in:\n%s", part, text.String())
		}
	}
}

// TestWaits checks that the summary has the time of jsonlint beside that of the fastest other program.
func TestWaits(t *testing.T) {
	r := sample()
	for i := range r.Rows {
		r.Rows[i].Input = heatFormat
	}
	r.Rows[0].Program.Name = wayFormat
	var waits strings.Builder
	r.waits(&waits)
	got := waits.String()
	if !strings.Contains(got, "test CPU") || !strings.Contains(got, "\n| a document, with `fmt` | 1.00 | 10 ms | ") || !strings.Contains(got, " | slow | 40 ms | ") {
		t.Errorf("what users wait for:\n%s", got)
	}
}

func TestSaveAndLoad(t *testing.T) {
	file := filepath.Join(t.TempDir(), "run.json")
	if _, err := report.Results("", file, func() (*result, error) { return sample(), nil }); err != nil {
		t.Fatal(err)
	}
	got, err := report.Results[result](file, "", nil)
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
	sh, err := harness.OnPath("sh")()
	if err != nil {
		t.Skip(err)
	}
	r := &result{}
	of := func(name string, args ...string) way {
		return way{program: program{Name: name, path: sh}, args: args, file: file}
	}
	r.race("in", []way{
		of("reads its input", "-c", `read line && test "$line" = "[]"`),
		of("reads the file", "-c", `test "$1" = FILE || read line < "$1"`, "sh", "FILE"),
		of("fails", "-c", "echo too bad >&2; exit 3"),
	}, 3, io.Discard)
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
	o := options{only: regexp.MustCompile("")}
	jsonlint := func() (string, error) { return "", errors.New("go: not found") }
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "plain.json"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, h := range heats(dir, jsonlint) {
		ways, err := h.enter(dir, o, r)
		if err != nil || slices.ContainsFunc(ways, func(w way) bool { return w.Name != wayAppend }) {
			t.Errorf("%s: %d programs found on an empty PATH, %v", h.name, len(ways), err)
		}
	}
	for _, p := range table(jsonlint) {
		if !slices.ContainsFunc(r.Head.Missing, func(line string) bool { return strings.HasPrefix(line, p.Name+" (") }) {
			t.Errorf("%s is not named as missing", p.Name)
		}
	}
	for _, line := range r.Head.Missing {
		if strings.Contains(line, "\n") {
			t.Errorf("more than a line: %q", line)
		}
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

// TestRaceJudgesStatus runs a program whose exit status must be 1, and one that prints its own time.
func TestRaceJudgesStatus(t *testing.T) {
	sh, err := harness.OnPath("sh")()
	if err != nil {
		t.Skip(err)
	}
	of := func(name, script string, status int, clocked bool) way {
		return way{program: program{Name: name, path: sh}, args: []string{"-c", script, "FILE"}, status: status, clocked: clocked}
	}
	r := &result{}
	r.race("in", []way{
		of("rejects", "exit 1", 1, false),
		of("accepts", "exit 0", 1, false),
		of("fails", "exit 2", 1, false),
		of("clocked", "echo 12345", 0, true),
		of("silent", "exit 0", 0, true),
	}, 3, io.Discard)
	for i, want := range []bool{true, false, false, true, false} {
		if row := r.Rows[i]; (row.Err == "") != want || (len(row.Runs) == 3) != want {
			t.Errorf("%s: %d runs, error %q", row.Program.Name, len(row.Runs), row.Err)
		}
	}
	if _, nanos := r.best("in", "clocked"); nanos != 12345 {
		t.Errorf("the clocked program took %v ns", nanos)
	}
}

// TestBars checks the verdicts on a run whose figures are known.
func TestBars(t *testing.T) {
	times := map[string]time.Duration{wayJSON: 20, wayCount: 1, wayJSONC: 20, wayJSON5: 40, wayPipe: 28, wayInvalid: 500}
	r := &result{}
	for name, milliseconds := range times {
		cpu := milliseconds
		if name == wayJSONC {
			cpu = 60
		}
		r.Rows = append(r.Rows, Row{Program: program{Name: name, Role: contest.Assay}, Input: heatWays, Bytes: 50e6, Lines: 400_000,
			Runs: []cost{{Wall: 3 * milliseconds * time.Millisecond, CPU: cpu * time.Millisecond}, {Wall: milliseconds * time.Millisecond, CPU: 2 * cpu * time.Millisecond}}})
	}
	want := map[string]string{
		wayJSON + " against " + wayCount: "| at least 0.25 times the speed | 0.050 | FAILS |",
		wayPipe + " against " + wayJSON:  "| at least 0.7 times the speed | 0.71 | holds |",
		wayJSONC + " against " + wayJSON: "| at least 0.8 times the speed | 1.00 | holds |",
		wayJSON5 + " against " + wayJSON: "| at least 0.8 times the speed | 0.50 | FAILS |",
		wayInvalid:                       "| at most 1000 ns per record | 1250 | falls short |",
	}
	grid, failed := r.judge()
	var text strings.Builder
	grid.Markdown(&text)
	for name, rest := range want {
		if !strings.Contains(text.String(), "| "+name+" "+rest+"\n") {
			t.Errorf("%s: no %q in\n%s", name, rest, text.String())
		}
		if strings.HasSuffix(rest, "FAILS |") != slices.Contains(failed, name) {
			t.Errorf("%s: failed bars %q", name, failed)
		}
	}
	if len(failed) != 2 || strings.Count(text.String(), "\n") != 2+len(want)+1 {
		t.Errorf("%d bars fail in\n%s", len(failed), text.String())
	}

	r.Head.Short = true
	if _, failed := r.judge(); !slices.Equal(failed, []string{wayJSON + " against " + wayCount, wayJSONC + " against " + wayJSON}) {
		t.Errorf("in a short run, where CPU times count, %q fail", failed)
	}
	if grid, failed := new(result).judge(); grid != nil || failed != nil {
		t.Error("bars without figures")
	}
}

// TestHardTexts checks that the bars of the hard texts are about the worst text.
func TestHardTexts(t *testing.T) {
	r := &result{}
	add := func(name string, wall time.Duration, memory int64) {
		r.Rows = append(r.Rows, Row{Program: program{Name: name}, Input: heatTexts, Bytes: 1000, Runs: []cost{{Wall: wall, Memory: memory}}})
	}
	for i, text := range hardTexts {
		add(onFile+text, time.Duration(10+i%5), int64(i%3+1)<<20)
		add(countOf+text, 7, 1<<20)
	}
	if got := slowest(1, onFile, countOf).Value(r); got != 0.5 {
		t.Errorf("the slowest text has %v of the speed of wc, want 0.5", got)
	}
	if got := largest(1, onFile).Value(r); got != 3 {
		t.Errorf("the largest memory is %v MiB, want 3", got)
	}
	if got := slowest(1, inPipe, onFile).Value(r); !math.IsNaN(got) {
		t.Errorf("without figures, the slowest text is at %v", got)
	}
}

// TestBarsNameWays checks that each bar finds its figure if every way and input was measured.
func TestBarsNameWays(t *testing.T) {
	none := func() (string, error) { return "", nil }
	r := &result{}
	add := func(input string, p program) {
		r.Rows = append(r.Rows, Row{Program: p, Input: input, Bytes: 1, Lines: 1, Watched: 1, Runs: []cost{{Wall: 1, CPU: 1, Memory: 1, Faults: 1}}})
	}
	for _, h := range heats("", none) {
		for _, w := range h.ways {
			add(h.name, w.program)
		}
	}
	for _, b := range bars() {
		if figure := b.Value(r); math.IsNaN(figure) {
			t.Errorf("%s has no figure", b.Name)
		}
	}
	if got := len(r.inputs(false)) + len(r.inputs(true)); len(r.inputs(false)) != len(all) || got != len(heats("", none)) {
		t.Errorf("%d heats are known to the report", got)
	}
}

// TestFiles checks the files of the heats: that they are what their names say.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	if err := makeWays(dir, 1e6); err != nil {
		t.Fatal(err)
	}
	read := func(name string) []byte {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	plain := read("plain.json")
	if !json.Valid(plain) || !bytes.Equal(plain, read("plain.jsonc")) || !bytes.Equal(plain, read("plain.json5")) {
		t.Error("plain.json and its copies")
	}
	if r, err := gzip.NewReader(bytes.NewReader(read("plain.json.gz"))); err != nil {
		t.Error(err)
	} else if b, err := io.ReadAll(r); err != nil || !bytes.Equal(b, plain) {
		t.Errorf("plain.json.gz has %d bytes, %v", len(b), err)
	}
	units := read("utf-16.json")
	for i, c := range plain { // ASCII
		if units[2*i] != c || units[2*i+1] != 0 {
			t.Fatalf("utf-16.json differs at byte %d", 2*i)
		}
	}
	if _, err := schema.Compile("schema.json", read("schema.json")); err != nil {
		t.Error(err)
	}
	valid := func(file string) (valid, all int) {
		for line := range bytes.Lines(read(file)) {
			all++
			if json.Valid(line) {
				valid++
			}
		}
		return valid, all
	}
	if v, all := valid("valid.ndjson"); v != all || all < 1000 {
		t.Errorf("%d of %d records are valid", v, all)
	}
	if v, all := valid("invalid.ndjson"); v != 0 || all < 1000 {
		t.Errorf("%d of %d invalid records are valid", v, all)
	}
	if bytes.Count(read("comments.jsonc"), []byte("//")) < 1000 || json.Valid(read("comments.jsonc")) {
		t.Error("comments.jsonc has no comments")
	}
}

func TestBadFlags(t *testing.T) {
	for _, args := range [][]string{{"-count", "2"}, {"extra"}, {"-only", "("}, {"-inputs", "("}, {"-append", "no-such-file"}, {"-write"}, {"-from", "no-such-file"}} {
		if err := Run(args, io.Discard, io.Discard); err == nil {
			t.Errorf("%v was accepted", args)
		}
	}
}

// TestProbe probes programs of the system as if they checked JSON.
func TestProbe(t *testing.T) {
	file := filepath.Join(t.TempDir(), "probe.json")
	for name, want := range map[string]string{"true": "no", "false": "yes"} {
		path, err := harness.OnPath(name)()
		if err != nil {
			t.Skip(err)
		}
		findings := probe(program{doc: []string{"FILE"}, path: path}, file)
		if v := contest.Value(findings, "UTF-8"); v != want {
			t.Errorf("%s: UTF-8 = %q, want %q", name, v, want)
		}
	}
}
