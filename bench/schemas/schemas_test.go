package schemas

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/bench/internal/peers"
	"github.com/assayjson/assay/bench/internal/report"
	"github.com/assayjson/assay/bench/internal/ruler"
)

var every = regexp.MustCompile("")

// TestExamples checks the schemas and documents: assay and a peer in Go must return the verdicts that
// testdata expects.
func TestExamples(t *testing.T) {
	all, err := examples(every)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 10 {
		t.Fatalf("%d examples", len(all))
	}
	for _, e := range all {
		t.Run(e.name, func(t *testing.T) {
			var counts [2]int
			for _, v := range e.variants {
				counts[map[bool]int{false: 0, true: 1}[v.valid]]++
			}
			if e.about == "" || counts[0] < 2 || counts[1] < 1 {
				t.Errorf("about %q, %d invalid and %d valid variants", e.about, counts[0], counts[1])
			}
			for _, name := range []string{nameAssay, nameSanthosh} {
				checkVerdicts(t, name, e)
			}
		})
	}
}

func checkVerdicts(t *testing.T, name string, e example) {
	t.Helper()
	i := slices.IndexFunc(peers.SchemaLibraries(), func(l peers.SchemaLibrary) bool { return l.Name == name })
	s, err := goContestant(peers.SchemaLibraries()[i]).open(e)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	for _, v := range e.variants {
		if complaint := v.complaint(s); complaint != "" {
			t.Errorf("%s %s", name, complaint)
		}
	}
	for _, doc := range e.docs {
		if ok, err := s.accepts(doc); !ok || err != nil || !json.Valid(doc) {
			t.Errorf("%s rejects %.200s: %v", name, doc, err)
		}
	}
}

// TestSizes checks that documents have the sizes that the report and the bars name.
func TestSizes(t *testing.T) {
	for name, bounds := range map[string][2]int{caseRecord: {99, 99}, "payload": {1500, 2500}} {
		docs, err := documents(name)
		if err != nil || len(docs) < 2 {
			t.Errorf("%s: %d documents, %v", name, len(docs), err)
		}
		for _, doc := range docs {
			if len(doc) < bounds[0] || len(doc) > bounds[1] {
				t.Errorf("%s: a document has %d bytes: %s", name, len(doc), doc)
			}
		}
	}
}

// TestSeed checks that the schemas and documents do not change, because figures from before and after
// a change could not be compared. Update the checksum if they change on purpose.
func TestSeed(t *testing.T) {
	const want = "f88ab803217ec2d0"
	all, err := examples(every)
	if err != nil {
		t.Fatal(err)
	}
	h := sha256.New()
	for _, e := range all {
		h.Write(e.schema)
		for _, doc := range e.docs {
			h.Write(doc)
		}
	}
	if got := fmt.Sprintf("%x", h.Sum(nil)[:8]); got != want {
		t.Errorf("the checksum is %s, not %s", got, want)
	}
}

func TestEdit(t *testing.T) {
	const doc = `{"a": {"b/c": [1, {"d": 2.0}]}, "e": null}`
	tests := []struct {
		edit edit
		want string // an error if it does not begin with a bracket
	}{
		{`/a/b~1c/0 "x y"`, `{"a":{"b/c":["x y",{"d":2.0}]},"e":null}`},
		{`/a/b~1c/1/d`, `{"a":{"b/c":[1,{}]},"e":null}`},
		{`/a/b~1c/- [<]`, `invalid character`},
		{`/a/b~1c/- "<"`, `{"a":{"b/c":[1,{"d":2.0},"<"]},"e":null}`},
		{`/new 1e2`, `{"a":{"b/c":[1,{"d":2.0}]},"e":null,"new":1e2}`},
		{` []`, `[]`},
		{`/e`, `{"a":{"b/c":[1,{"d":2.0}]}}`},
		{`/missing`, `no member "missing"`},
		{`/missing/x 1`, `no member "missing"`},
		{`/a/b~1c/2 1`, `no element "2"`},
		{`/a/b~1c/0`, `no element "0"`},
		{`/e/x 1`, `without members`},
	}
	for _, tt := range tests {
		got, err := tt.edit.apply([]byte(doc))
		switch {
		case tt.want[0] == '{' || tt.want[0] == '[':
			if string(got) != tt.want || err != nil {
				t.Errorf("%q: %s, %v, want %s", tt.edit, got, err, tt.want)
			}
		case err == nil || !strings.Contains(err.Error(), tt.want):
			t.Errorf("%q: %s, %v, want an error with %q", tt.edit, got, err, tt.want)
		}
	}
}

// fake returns a contestant that returns the verdict of a function.
func fake(name string, verdict contest.Verdict) contestant {
	return contestant{engine: name, Contestant: report.Contestant{Category: category, Role: contest.Peer, Name: name}, open: func(e example) (session, error) {
		return &local{contest.Local{Work: verdict, Chunks: contest.NewChunks(e.docs)}}, nil
	}}
}

// TestWrongVerdicts checks that contestants with wrong verdicts are found.
func TestWrongVerdicts(t *testing.T) {
	e := example{name: "numbers", docs: [][]byte{[]byte("1"), []byte("2")}, variants: []variant{
		{" 3", []byte("3"), true}, {" 30", []byte("30"), false}, {"/x", []byte("31"), false}}}
	length := func(n int) contest.Verdict { return func(b []byte) bool { return len(b) == n } }
	f := &field{result: &result{Report: &report.Report{}}, players: []contestant{
		fake("right", length(1)),
		fake("wrong", length(2)),
		fake("accepts", func([]byte) bool { return true }),
		fake("panics", func([]byte) bool { panic("!") }),
		fake("second", func(b []byte) bool { return string(b) == "1" || string(b) == "3" }),
	}}
	f.tried, f.right = make([]int, 5), make([]int, 5)
	f.register()
	if err := f.measure(e, ruler.Plan{Rounds: 3, Turn: 100 * time.Microsecond}); err != nil {
		t.Fatal(err)
	}
	f.judgeVerdicts()
	want := map[string]string{"right": "yes", "wrong": "0/4", "accepts": "2/4", "panics": "0/4", "second": "yes"}
	for _, c := range f.Contestants[:5] {
		if got := contest.Value(c.Findings, columnVerdicts); got != want[c.Name] {
			t.Errorf("%s: %s, want %s", c.Name, got, want[c.Name])
		}
	}
	for _, w := range []wrong{
		{"numbers", "wrong", "rejects 3"}, {"numbers", "wrong", "accepts 30"}, {"numbers", "wrong", "accepts /x (removed)"},
		{"numbers", "wrong", errRejected.Error()}, {"numbers", "accepts", "accepts 30"}, {"numbers", "second", contest.ErrRejected.Error()},
	} {
		if !slices.Contains(f.Wrong, w) {
			t.Errorf("%v is missing in %v", w, f.Wrong)
		}
	}
	for i, measured := range []bool{true, false, true, false, false} {
		cell := f.Cells[slices.IndexFunc(f.Cells, func(c report.Cell) bool { return c.Contestant == i })]
		if (len(cell.Nanos) == 3) != measured || (cell.Err == "") != measured {
			t.Errorf("%s: %v", f.players[i].Name, cell)
		}
	}
}

// TestInvalid checks that contestants that accept an invalid document have no figure for invalid ones.
func TestInvalid(t *testing.T) {
	e := example{name: "numbers", docs: [][]byte{[]byte("1")}, variants: []variant{{" 3", []byte("3"), true}, {" 30", []byte("30"), false}}}
	f := &field{result: &result{Report: &report.Report{}}, tried: make([]int, 2), right: make([]int, 2), players: []contestant{
		fake("right", func(b []byte) bool { return len(b) == 1 }), fake("accepts", func([]byte) bool { return true })}}
	f.register()
	if err := f.measure(e, ruler.Plan{Rounds: 3, Turn: 100 * time.Microsecond}); err != nil {
		t.Fatal(err)
	}
	rows := f.Table(categoryInvalid, report.Everything).Rows
	if len(rows) != 1 || rows[0].Name != "right" || len(rows[0].Cells[0].Nanos) != 3 || f.Inputs[1].Ops != 1 || f.Inputs[1].Bytes != 2 {
		t.Errorf("%v of %v", rows, f.Inputs)
	}
}

// TestFailure checks that a wrong verdict of assay, a missing figure and a missed bar make the run fail.
func TestFailure(t *testing.T) {
	ours := report.Contestant{Category: category, Role: contest.Assay, Name: nameAssay}
	good := func() *result {
		return &result{Report: &report.Report{
			Contestants: []report.Contestant{ours},
			Inputs:      []report.Input{{Category: category, Name: caseRecord, Bytes: 198, Ops: 2}},
			Cells:       []report.Cell{{Nanos: []float64{800, 800, 800}}},
		}}
	}
	tests := []struct {
		name   string
		change func(r *result)
		want   string
	}{
		{"good", func(*result) {}, ""},
		{"peer", func(r *result) { r.Wrong = []wrong{{"record", "peer", "accepts 5"}} }, ""},
		{"verdict", func(r *result) { r.Wrong = []wrong{{"record", nameAssay, "accepts 5"}} }, "wrong verdict on record: accepts 5"},
		{"figure", func(r *result) { r.Cells[0] = report.Cell{Err: "panics"} }, "no figure for record: panics"},
		{"bar", func(r *result) { r.Cells[0].Nanos[0], r.Cells[0].Nanos[1] = 1e6, 1e6 }, "1 bars fail: a record of 99 bytes"},
		{"bar on a slow CPU", func(r *result) { r.Cells[0].Nanos, r.Head.Slack = []float64{3e3}, report.Slack{Short: true, Pace: 0.2} }, ""},
		{"bar even for a slow CPU", func(r *result) { r.Cells[0].Nanos, r.Head.Slack = []float64{1e4}, report.Slack{Short: true, Pace: 0.2} }, "1 bars fail: a record of 99 bytes"},
	}
	for _, tt := range tests {
		r := good()
		tt.change(r)
		err := r.failure()
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}

// TestBars checks that each bar finds its figure if everything was measured.
func TestBars(t *testing.T) {
	r := &result{Report: &report.Report{}}
	peers := []string{nameAssay, nameSanthosh, nameAJV}
	for k, c := range []contest.Category{category, categoryInvalid} {
		for i, name := range peers {
			role := map[bool]contest.Role{true: contest.Assay, false: contest.Peer}[i == 0]
			r.Contestants = append(r.Contestants, report.Contestant{Category: c, Role: role, Name: name})
			for in := range names {
				r.Cells = append(r.Cells, report.Cell{Input: k*len(names) + in, Contestant: k*len(peers) + i, Nanos: []float64{float64(100 * (i + 1))}})
			}
		}
		for _, name := range names {
			r.Inputs = append(r.Inputs, report.Input{Category: c, Name: name, Bytes: 100, Ops: 1})
		}
	}
	for i, want := range []float64{100, 2 / firstEngine, 3, 2 / firstEngineInvalid} {
		if b := bars()[i]; b.Value(r) < want*0.999 || b.Value(r) > want*1.001 {
			t.Errorf("%s: %v, want %v", b.Name, b.Value(r), want)
		}
	}
}

// TestRun runs the program without other programs, and reads its figures again.
func TestRun(t *testing.T) {
	file := filepath.Join(t.TempDir(), "run.json")
	var out, again strings.Builder
	// A figure of so short a time may be anything on a busy machine, so bars may fail, but nothing else.
	bars := regexp.MustCompile(`^\d+ bars fail: .*$`)
	if err := Run([]string{"-short", "-pin=false", "-time", "100us", "-only", "^(record|event)$", "-peers", "santhosh", "-json", file}, &out, io.Discard); err != nil && !bars.MatchString(err.Error()) {
		t.Fatal(err)
	}
	for _, part := range []string{"record: 99 bytes a document", "santhosh-tekuri", "geometric mean of 2 schemas", "a record of 99 bytes"} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("the output does not say %q", part)
		}
	}
	if err := Run([]string{"-from", file}, &again, io.Discard); err != nil && !bars.MatchString(err.Error()) {
		t.Fatal(err)
	}
	if summary := again.String()[strings.Index(again.String(), "\nChecking"):]; !strings.HasSuffix(out.String(), summary) {
		t.Error("the summary of the saved figures is another")
	}
	r, err := report.Results[result](file, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	var page strings.Builder
	r.writeMarkdown(&page)
	if !strings.Contains(page.String(), "| record | 99 |") {
		t.Errorf("the page has no line for the record:\n%s", page.String())
	}
}

func TestBadFlags(t *testing.T) {
	for want, args := range map[string][]string{
		"3 rounds":        {"-count", "2"},
		"clock":           {"-time", "1us"},
		`"extra"`:         {"extra"},
		"regexp":          {"-only", "("},
		"missing closing": {"-peers", "("},
		"not bench":       {"-write"},
		"no-such-file":    {"-from", "no-such-file"},
		"nothing":         {"-only", "^$"},
	} {
		if err := Run(args, io.Discard, io.Discard); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want an error with %q", args, err, want)
		}
	}
}

func TestWriteNeedsAllSchemas(t *testing.T) {
	t.Chdir("..")
	if _, err := parse([]string{"-write", "-only", "record"}, io.Discard); err == nil || !strings.Contains(err.Error(), "all schemas") {
		t.Errorf("-write and -only: %v", err)
	}
}

// TestAJV tries the contestants of ajv, if it is installed.
func TestAJV(t *testing.T) {
	all, err := examples(regexp.MustCompile("^(record|package)$"))
	if err != nil {
		t.Fatal(err)
	}
	found, err := ajv(t.TempDir())
	if err != nil {
		t.Skip(err)
	}
	for _, c := range found {
		for _, e := range all {
			tryProgram(t, c, e)
		}
	}
}

func tryProgram(t *testing.T, c contestant, e example) {
	t.Helper()
	s, err := c.open(e)
	if err != nil {
		t.Fatal(err)
	}
	for doc, want := range map[string]bool{string(e.docs[0]): true, "[]": false} {
		if ok, err := s.accepts([]byte(doc)); ok != want || err != nil {
			t.Errorf("%s, %s: %t, %v", c.Name, e.name, ok, err)
		}
	}
	if sample, err := s.Run(20); err != nil || sample.CPU < 0 {
		t.Errorf("%s, %s: %v, %v", c.Name, e.name, sample, err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("%s, %s: %v", c.Name, e.name, err)
	}
}

// TestMissing checks that programs that are not installed are reported, with the way to install them.
func TestMissing(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	all, missing := contestants(t.TempDir(), &options{peers: every})
	if len(all) != len(peers.SchemaLibraries()) || len(missing) != 1 || !strings.HasPrefix(missing[0], "ajv (needs node, and npm install ajv") {
		t.Errorf("%d contestants, missing %q", len(all), missing)
	}
}
