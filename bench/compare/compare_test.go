package compare

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/bench/internal/inputs"
	"github.com/assayjson/assay/bench/internal/report"
	"github.com/assayjson/assay/bench/internal/ruler"
)

// fast returns the arguments for a run of a few milliseconds without other programs. The run is not
// pinned to a CPU, because that would also affect later tests.
func fast(args ...string) []string {
	return append([]string{"-short", "-time", "100us", "-programs=false", "-pin=false"}, args...)
}

// everything returns options that select all contestants.
func everything(t *testing.T) *options {
	t.Helper()
	o, err := parse(nil, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func TestRun(t *testing.T) {
	file := filepath.Join(t.TempDir(), "run.json")
	var out strings.Builder
	args := fast("-only", "documents", "-inputs", "payload-small", "-json", file)
	if err := Run(args, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	r, err := report.Results[report.Report](file, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	table := r.Table(contest.Documents, report.Everything)
	if !table.HasAssay || len(table.Inputs) != 1 || len(table.Rows) < 14 {
		t.Errorf("a table of %d inputs, %d rows", len(table.Inputs), len(table.Rows))
	}
	for _, row := range table.Rows {
		if row.GBs <= 0 || len(row.Cells[0].Nanos) < 7 {
			t.Errorf("%s: %v GB/s from %d rounds", row.Name, row.GBs, len(row.Cells[0].Nanos))
		}
	}
	for _, part := range []string{"kernel", "encoding/json Valid", "UTF-8", "MISSING"} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("the output doesn't say %q", part)
		}
	}

	var again strings.Builder
	if err := Run([]string{"-from", file}, &again, io.Discard); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(out.String(), again.String()[strings.Index(again.String(), "\nChecking"):]) {
		t.Error("the summary of the saved figures is another")
	}
}

// TestShapes compares assay with its peers on a single text of package shapes.
func TestShapes(t *testing.T) {
	var out strings.Builder
	if err := Run(fast("-shapes", "-only", "utf8", "-inputs", "text/ascii, 4KiB"), &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "\nOn 1 text,") {
		t.Error(out.String())
	}
	if err := Run(fast("-shapes", "-inputs", "^plain, 64B"), &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "\nOn 10 texts,") { // one for each category of documents
		t.Error(out.String())
	}
}

// A fixedLane takes the same time for each pass.
type fixedLane time.Duration

func (l fixedLane) Run(passes int) (ruler.Sample, error) {
	return ruler.Sample{CPU: time.Duration(passes) * time.Duration(l)}, nil
}

// TestRivalsFarBehind checks that a contestant that is ten times slower on a text is not measured on a longer one of the same shape.
func TestRivalsFarBehind(t *testing.T) {
	f, r := &field{far: map[string]bool{}}, &report.Report{}
	for i, nanos := range []fixedLane{1e6, 5e6, 20e6} {
		role := contest.Peer
		if i == 0 {
			role = contest.Assay
		}
		f.entries = append(f.entries, entry{guest: nanos, Contestant: report.Contestant{Category: contest.Documents, Role: role, Name: fmt.Sprint(i)}})
	}
	var cells []int
	for _, in := range inputs.Shapes(64, 4<<10, 8<<10) {
		if in.Category == contest.Documents && (strings.HasPrefix(in.Name, "plain,") || in.Name == "names/german, 8KiB") {
			before := len(r.Cells)
			if err := f.measureInput(r, in, ruler.Plan{Rounds: 2, Turn: time.Millisecond, Sieve: true}); err != nil {
				t.Fatal(err)
			}
			cells = append(cells, len(r.Cells)-before)
		}
	}
	if !slices.Equal(cells, []int{3, 3, 2, 3}) { // the last text has another shape
		t.Error(cells)
	}
}

// TestOtherResults checks that a contestant with another result than the reference is reported and not measured.
func TestOtherResults(t *testing.T) {
	in := inputs.Loaded{Input: inputs.Input{Category: contest.Decoding, Name: "one"}, Chunks: contest.NewChunks([][]byte{[]byte("1")})}
	one := func([]byte) (int, error) { return 1, nil }
	two := func([]byte) (int, error) { return 2, nil }
	for _, tt := range []struct {
		decode func([]byte) (int, error)
		want   error
	}{{one, nil}, {two, contest.ErrDiffers}} {
		e := entry{types: map[string]contest.Typed{"one": contest.Into[int]{Decode: tt.decode, Reference: one}}}
		if _, err := e.lane(in).Run(1); err != tt.want {
			t.Errorf("%v, want %v", err, tt.want)
		}
	}
}

func TestPeersFlag(t *testing.T) {
	o, err := parse([]string{"-peers", "goccy"}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if !o.takes(contest.Documents, contest.Assay, "assay Valid") || !o.takes(contest.Documents, contest.Peer, "goccy Valid") ||
		o.takes(contest.Documents, contest.Peer, "jx Valid") {
		t.Error("-peers goccy should keep assay and goccy alone")
	}
}

func TestBadFlags(t *testing.T) {
	tests := []struct {
		args []string
		want string
	}{
		{[]string{"-count", "6"}, "7 rounds"},
		{[]string{"-time", "1us"}, "clock"},
		{[]string{"extra"}, `"extra"`},
		{[]string{"-only", "("}, "regexp"},
		{[]string{"-write"}, "bench"},
		{[]string{"-from", "no-such-file"}, "no-such-file"},
		{fast("-only", "nothing"), "nothing to measure"},
	}
	for _, tt := range tests {
		err := Run(tt.args, io.Discard, io.Discard)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v: %v, want an error with %q", tt.args, err, tt.want)
		}
	}
}

// TestGoPrograms builds and probes the contestants that are separate Go programs.
func TestGoPrograms(t *testing.T) {
	dir := t.TempDir()
	for _, p := range []struct {
		name, environment string
		args              []string
		want              int
	}{
		{"std", "GOEXPERIMENT=jsonv2", nil, 7},
		{"portable", "", []string{"-tags", "purego"}, 26},
	} {
		list := []program{{name: p.name, language: "Go", build: func(dir string) (string, error) {
			return buildGuest(dir, p.name, p.environment, p.args...)
		}}}
		built, missing := buildPrograms(dir, list)
		guests, silent := startPrograms(built)
		if len(missing)+len(silent) > 0 || len(guests) != 1 {
			t.Fatalf("%s: %v %v", p.name, missing, silent)
		}
		f := &field{}
		if err := f.enterGuest(everything(t), guests[0]); err != nil {
			t.Error(err)
		}
		if len(f.entries) != p.want {
			t.Errorf("%s has %d contestants, want %d", p.name, len(f.entries), p.want)
		}
		for _, e := range f.entries {
			if v := contest.Value(e.Findings, "UTF-8"); e.Category == contest.Documents && strings.Contains(e.Name, "IsValid") && v != "yes" {
				t.Errorf("%s: UTF-8 = %q", e.Name, v)
			}
		}
		if err := closeAll(guests); err != nil {
			t.Error(err)
		}
	}
}

func TestMissingPrograms(t *testing.T) {
	list := []program{
		{name: "gone", hint: "a compiler", build: func(string) (string, error) { return "", io.ErrUnexpectedEOF }},
		{name: "mute", hint: "a voice", build: func(string) (string, error) { return "true", nil }},
	}
	built, missing := buildPrograms(t.TempDir(), list)
	guests, silent := startPrograms(built)
	if len(guests) != 0 || len(missing) != 1 || len(silent) != 1 || !strings.HasPrefix(missing[0], "gone (needs a compiler): ") {
		t.Errorf("guests %v, missing %v, silent %v", guests, missing, silent)
	}
}
