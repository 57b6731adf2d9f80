package assaybeam

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/metrics"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	beamlog "github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"

	"github.com/assayjson/assay/internal/data/shards"
	"github.com/assayjson/assay/lint"
)

func TestMain(m *testing.M) {
	beamlog.SetupLogging("error", "text")
	beam.Init()
	os.Exit(m.Run())
}

// collected has the elements of collections. Workers on Prism are in this process.
var collected struct {
	sync.Mutex
	bad  []Bad
	sums []Summary
	good []string
}

func init() {
	beam.RegisterFunction(collectBad)
	beam.RegisterFunction(collectSummary)
	beam.RegisterFunction(collectGood)
}

func collectBad(b Bad) {
	collected.Lock()
	defer collected.Unlock()
	collected.bad = append(collected.bad, b)
}

func collectSummary(s Summary) {
	collected.Lock()
	defer collected.Unlock()
	collected.sums = append(collected.sums, s)
}

func collectGood(text []byte) {
	collected.Lock()
	defer collected.Unlock()
	collected.good = append(collected.good, string(text))
}

// run runs a pipeline on Prism, and returns its counters.
func run(t testing.TB, p *beam.Pipeline) map[string]int64 {
	t.Helper()
	r, err := beam.Run(context.Background(), "prism", p)
	if err != nil {
		t.Fatal(err)
	}
	return counters(r.Metrics())
}

func counters(m metrics.Results) map[string]int64 {
	all := map[string]int64{}
	for _, c := range m.AllMetrics().Counters() {
		if c.Key.Namespace == Namespace {
			all[c.Key.Name] += c.Result()
		}
	}
	return all
}

// All collections, and all counters.
func TestCheck(t *testing.T) {
	a := files.put("test://a", "{\"id\":1}\n\n{\"id\":2,}\r\n[3\n\"four\"")
	b := files.put("test://b", "\xEF\xBB\xBF{\"x\":1,\"x\":2}\n")
	c := files.put("test://c", "")
	collected.bad, collected.sums, collected.good = nil, nil, nil
	p, s := beam.NewPipelineWithRoot()
	r := Check(s, beam.Create(s, a, b, c), Options{Good: true, AnyRecords: true, Piece: 12, FailOn: lint.Warning})
	beam.ParDo0(s, collectBad, r.Bad)
	beam.ParDo0(s, collectSummary, r.Summaries)
	beam.ParDo0(s, collectGood, r.Good)
	got := run(t, p)

	var bad []string
	for _, b := range collected.bad {
		bad = append(bad, fmt.Sprintf("%s record %d, %d:%d, %s/%s %q", b.File, b.Record, b.Line, b.Column, b.Rule, b.Kind, b.Text))
	}
	sort.Strings(bad)
	want := []string{
		`test://a record 2, 3:8, syntax/trailing-comma "{\"id\":2,}\r\n"`,
		`test://a record 3, 4:3, syntax/truncated "[3\n"`,
		`test://b record 1, 1:8, duplicate-keys/duplicate-name "{\"x\":1,\"x\":2}\n"`,
	}
	if !slices.Equal(bad, want) {
		t.Errorf("bad records:\n%s\nwant:\n%s", strings.Join(bad, "\n"), strings.Join(want, "\n"))
	}
	sort.Slice(collected.sums, func(i, j int) bool { return collected.sums[i].File < collected.sums[j].File })
	for i, want := range []Summary{{a, 1, 4, 2, 30, 2, 0, 0}, {b, 1, 1, 1, 17, 1, 1, 0}, {File: c, Files: 1}} {
		if got := collected.sums[i]; got.Records != want.Records || got.Bad != want.Bad || got.Bytes != want.Bytes || got.File != want.File {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	sort.Strings(collected.good)
	if want := []string{`"four"`, `{"id":1}`}; !slices.Equal(collected.good, want) {
		t.Errorf("good records %q, want %q", collected.good, want)
	}
	if got["records"] != 5 || got["bad"] != 3 || got["bad/syntax/trailing-comma"] != 1 || got["bytes"] != 47 || got["pieces"] != 5 {
		t.Errorf("counters %v", got)
	}
}

// The counters of kinds are the numbers of lines of the report with these kinds.
func TestKinds(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	var list []File
	for i := range 20 {
		list = append(list, File{Name: files.put(fmt.Sprintf("test://kinds%d", i), randomFile(rng))})
	}
	report := filepath.Join(t.TempDir(), "report")
	p, s := beam.NewPipelineWithRoot()
	CheckAndReport(s, list, Options{Piece: 100}, Outputs{Report: report})
	got := run(t, p)
	want := map[string]int64{}
	for line := range strings.Lines(read(t, filepath.Dir(report), "report")) {
		var l struct{ Type, Rule, Kind string }
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatal(err)
		}
		if l.Type == "record" {
			want["bad/"+kind{l.Rule, l.Kind}.String()]++
			want["bad"]++
		}
	}
	for name, n := range got {
		if (name == "bad" || strings.HasPrefix(name, "bad/")) && n != want[name] {
			t.Errorf("%s: %d, want %d", name, n, want[name])
		}
		delete(want, name)
	}
	if len(want) > 0 || len(got) < 15 {
		t.Errorf("missing: %v; there are %v", want, got)
	}
}

// The longest texts of bad records are cut.
func TestCutTexts(t *testing.T) {
	a := files.put("test://long", "[1\n\""+strings.Repeat("x", 3<<20)+"\n2]\n"+strings.Repeat("[\n", 5_000))
	collected.bad = nil
	p, s := beam.NewPipelineWithRoot()
	r := Check(s, beam.Create(s, a), Options{Temp: t.TempDir()})
	beam.ParDo0(s, collectBad, r.Bad)
	run(t, p)
	if n := len(collected.bad); n != 5_003 {
		t.Fatalf("%d records", n)
	}
	for i, b := range collected.bad {
		want := "[\n"
		switch i {
		case 0:
			want = "[1\n"
		case 1:
			want = "\"" + strings.Repeat("x", mostText-1)
		case 2:
			want = "2]\n"
		}
		if string(b.Text) != want || b.Cut != (i == 1) {
			t.Fatalf("record %d: %.20q, %t", i, b.Text, b.Cut)
		}
	}
}

// runSplit checks a file on Prism, and returns the number of its pieces. Prism splits an element that makes no progress between
// two looks at it, so reads wait until the rest of the file is opened: the first opening is to examine the file, the second to
// check it, and the third to check what has been split off. If the element has not even begun when Prism looks, it never splits
// it, and the reads go on after a while.
func runSplit(t *testing.T, name, text string, o Outputs) int64 {
	t.Helper()
	files.put(name, text)
	patience := time.Now().Add(2 * time.Second)
	files.watch(func(name string) {
		for files.timesOpened(name) == 2 && time.Now().Before(patience) {
			time.Sleep(5 * time.Millisecond)
		}
	})
	defer files.watch(nil)
	p, s := beam.NewPipelineWithRoot()
	CheckAndReport(s, []File{{Name: name}}, Options{Temp: t.TempDir()}, o)
	return run(t, p)["pieces"]
}

// Prism splits elements that take long. The results are still those of one piece. Whether Prism splits an element depends on when it looks at
// it, so there may be no split; TestAnySplits has splits at all places.
func TestDynamicSplits(t *testing.T) {
	setBlockSize(t, 1<<10)
	defer func(before chan struct{}) { places = before }(places)
	places = make(chan struct{}, 2) // a piece is checked while another one waits, also with a single CPU
	rng := rand.New(rand.NewPCG(5, 6))
	b := bytes.NewBufferString(strings.Repeat("{\"a\":1}\n", shards.HeadSize)) // which shows that the file can be divided
	for b.Len() < 600<<10 {
		b.WriteString(randomFile(rng))
		b.WriteByte('\n')
	}
	const name = "test://slow"
	dir := t.TempDir()
	pieces, tries := int64(0), 0
	for ; pieces < 2 && tries < 5; tries++ {
		pieces = runSplit(t, name, b.String(), Outputs{Report: filepath.Join(dir, "report"), Bad: filepath.Join(dir, "bad")})
	}
	whole := &runner{fn: &checkFn{Options: Options{}}, rng: rng}
	if err := whole.fn.Setup(); err != nil {
		t.Fatal(err)
	}
	blockSize = 1 << 20
	whole.run(t, listed{File: File{Name: name}})
	o := Outputs{Report: filepath.Join(dir, "report2"), Bad: filepath.Join(dir, "bad2")}
	if err := writeAll(context.Background(), o, []string{name}, whole.pieces, defaultPiece); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"report", "bad"} {
		if a, b := read(t, dir, name), read(t, dir, name+"2"); a != b {
			t.Errorf("%s: %d bytes, want %d", name, len(a), len(b))
		}
	}
	t.Logf("%d pieces in run %d", pieces, tries)
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Troubles end the pipeline, and leave old outputs as they are.
func TestTrouble(t *testing.T) {
	dir := t.TempDir()
	truncated := files.put("test://truncated.gz", "\x1f\x8b\x08\x00")
	files.put("test://first", "1\n")
	odd := files.put("test://odd.zst", "{}\n")
	for _, c := range []struct {
		name string
		out  string
		want string
	}{
		{"test://missing", "report", "test://missing: file does not exist"},
		{"nothing://a", "report", `scheme "nothing" not registered`},
		{truncated, "report", "test://truncated.gz: the gzip data is truncated"},
		{odd, "report", "test://odd.zst: not valid zstd data, despite its name"},
		{files.put("test://ok", "1\n"), "no/folder", "no such file or directory"},
	} {
		report := filepath.Join(dir, c.out)
		if c.out == "report" {
			if err := os.WriteFile(report, []byte("old"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		p, s := beam.NewPipelineWithRoot()
		CheckAndReport(s, []File{{Name: "test://first"}, {Name: c.name}}, Options{}, Outputs{Report: report})
		_, err := beam.Run(context.Background(), "prism", p)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
		if c.out == "report" && read(t, dir, "report") != "old" {
			t.Errorf("%s: the report has been replaced", c.name)
		}
		if all, _ := filepath.Glob(filepath.Join(dir, ".assay*")); len(all) > 0 {
			t.Errorf("%s: left %v", c.name, all)
		}
	}
}
