package command

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/assayjson/assay/internal/data/shards"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// shardText returns a random file of records, with damage.
func shardText(rng *rand.Rand) string {
	bits := []string{
		`{"id":1}`, `{"id":[1,2,{"a":"b"}]}`, `{"id":2,}`, `{"a":1,"a":2}`, `{"a":[1,{"b":`, `{"line 2, column 1":"`, `"x`, "\xff", "\xed\xa0\x80", "{}{}", `"c"`, "[3]",
		"\n", "\n", "\n", "\r\n", "\n\n", "\r", " \n", "\uFEFF", "\x00",
	}
	var b strings.Builder
	b.WriteString([]string{"", "", "", "", "\uFEFF", "\xff\xfe{\x00", "%PDF"}[rng.IntN(7)])
	for range rng.IntN(40) {
		b.WriteString(bits[rng.IntN(len(bits))])
		if rng.IntN(3) > 0 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// inShards runs a command, which must succeed.
func inShards(t *testing.T, args ...string) string {
	t.Helper()
	status, out, errs := runWith(nil, args...)
	if status != StatusValid {
		t.Fatalf("%q: status %d: %s", args, status, errs)
	}
	return out
}

// For any plan, the merged report and the exit status are those of one run, whatever the order in which
// shards are checked and repeated.
func TestShards(t *testing.T) {
	t.Chdir(t.TempDir())
	rng := rand.New(rand.NewPCG(30, 5))
	writeText(t, "schema.json", `{"properties":{"id":{"type":"array","title":"line 2, column 3"}},"propertyNames":{"enum":["id","line 3, column 4"]}}`)
	writeText(t, "outer.json", `{"$ref":"schema.json","deprecated":true}`)
	n := 10
	if !longtest.Off() {
		n = 60
	}
	for i := range n {
		var files []string
		for k := range 1 + rng.IntN(4) {
			name := fmt.Sprintf("%d.ndjson", k)
			files = append(files, name)
			writeText(t, name, shardText(rng))
		}
		all := [][]string{
			{"--fail-on", "warning"}, {"--fail-on", "info"}, {"--fail-on", "none"}, {"--max-warnings", "1"}, {"--max-warnings", "0"}, {"--error", "duplicate-keys", "--off", "bom"}, {"--warn", "final-newline"},
			{"--concatenated"}, {"--max-depth", "2"}, {"--schema", "schema.json"}, {"--schema", "outer.json"}, {"--allow-bom"}, {"--info", "schema"}, {"--from", "latin1"},
			{"--records", "any"}, {"--records", "objects"},
		}
		rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		flags := slices.Concat(all[:rng.IntN(4)]...)
		writeText(t, ".jsonlintrc.json", []string{
			`{}`, `{"rules":{"bom":"error","final-newline":"info"},"schemas":{"0.*":"schema.json"}}`,
			`{"suppressions":[{"files":["*.ndjson"],"rules":["duplicate-keys","trailing-commas"]},{"files":["1.*"],"rules":["bom","schema"],"pointers":["/id"]}]}`,
			`{"overrides":[{"files":["1.*"],"rules":{"duplicate-keys":"error","bom":"off"}}]}`,
		}[rng.IntN(4)])
		want, _, errs := runWith(nil, slices.Concat([]string{"--report", "want.ndjson", "--good-to", "want.good", "--bad-to", "want.bad"}, flags, files)...)
		if want == StatusTrouble {
			t.Fatal(errs)
		}
		writeText(t, "plan.ndjson", inShards(t, slices.Concat([]string{"plan", "--size", fmt.Sprint([]int{1 + rng.IntN(20), 1 + rng.IntN(200), 200_000}[rng.IntN(3)])}, files)...))
		p, err := shards.ReadPlan(bytes.NewReader(must(os.ReadFile("plan.ndjson"))))
		if err != nil {
			t.Fatal(err)
		}
		regroup(t, rng, p, "plan.ndjson")
		out := fmt.Sprintf("parts%d", i)
		for _, k := range slices.Concat(rng.Perm(p.Shards), rng.Perm(p.Shards)[:p.Shards/2]) {
			inShards(t, slices.Concat([]string{"run", "plan.ndjson", "--shard", fmt.Sprint(k), "--good", "--bad", "--out", out}, flags)...)
		}
		status, got, errs := runWith(nil, "merge", out, "--good-to", "got.good", "--bad-to", "got.bad")
		for _, side := range []string{"good", "bad"} {
			if got, want := string(must(os.ReadFile("got."+side))), string(must(os.ReadFile("want."+side))); got != want {
				t.Fatalf("%q, flags %q: the %s records are\n%q\nwant\n%q", files, flags, side, got, want)
			}
		}
		if report := string(must(os.ReadFile("want.ndjson"))); got != report || status != want {
			t.Fatalf("%q, flags %q: status %d, want %d, %s\n%s\nwant\n%s", files, flags, status, want, errs, got, report)
		}
	}
}

// regroup writes a plan with the same pieces in other shards, so that a shard has pieces of several files.
func regroup(t *testing.T, rng *rand.Rand, p *shards.Plan, name string) {
	t.Helper()
	p.Shards = 1
	for i := range p.Pieces {
		if i > 0 && rng.IntN(4) == 0 {
			p.Shards++
		}
		p.Pieces[i].Shard = p.Shards - 1
	}
	var b strings.Builder
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	writeText(t, name, b.String())
}

func writeText(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// planned makes a plan of two files in the working directory, and checks all of its shards.
func planned(t *testing.T) (n int) {
	t.Helper()
	t.Chdir(t.TempDir())
	writeText(t, "a.ndjson", strings.Repeat("{\"id\":1}\n{\"id\":2,}\n", 1000))
	writeText(t, "b.ndjson", strings.Repeat("[]\n[1\n", 100))
	inShards(t, "plan", "a.ndjson", "b.ndjson", "--size", "2kB", "-o", "plan.ndjson")
	p, err := shards.ReadPlan(bytes.NewReader(must(os.ReadFile("plan.ndjson"))))
	if err != nil {
		t.Fatal(err)
	}
	inShards(t, "run", "plan.ndjson", "--all", "--good", "--bad", "--out", "parts")
	return p.Shards
}

// parts returns the contents of all files in the folder of parts.
func parts(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, e := range must(os.ReadDir("parts")) {
		all[e.Name()] = string(must(os.ReadFile(filepath.Join("parts", e.Name()))))
	}
	return all
}

func TestMergeRefuses(t *testing.T) {
	for name, test := range map[string]struct {
		do   func(t *testing.T)
		want string
	}{
		"missing parts": {func(t *testing.T) {
			os.Remove("parts/part-00001.ndjson")
			os.Remove("parts/part-00003.ndjson")
			os.Remove("parts/part-00004.ndjson")
		}, "3 of 11 shards missing: 1,3-4"},
		"a part that is cut off": {func(t *testing.T) {
			text := parts(t)["part-00002.ndjson"]
			writeText(t, "parts/part-00002.ndjson", text[:len(text)/2])
		}, "1 of 11 shards must be repeated: 2 (parts/part-00002.ndjson: not a complete part: line"},
		"parts that are missing and parts that are cut off": {func(t *testing.T) {
			os.Remove("parts/part-00001.ndjson")
			writeText(t, "parts/part-00002.ndjson", "")
			writeText(t, "parts/part-00003.ndjson", "")
			writeText(t, "parts/part-00010.ndjson", "{}\n")
		}, "1 of 11 shards missing: 1; 3 must be repeated: 2-3,10 (parts/part-00002.ndjson: not a complete part: line 1"},
		"a part under another name": {func(t *testing.T) {
			writeText(t, "parts/part-00002.ndjson", parts(t)["part-00001.ndjson"])
		}, "part-00002.ndjson: belongs to another plan or shard"},
		"a part with other flags": {func(t *testing.T) {
			inShards(t, "run", "plan.ndjson", "--shard", "5", "--good", "--bad", "--out", "parts", "--warn", "duplicate-keys")
		}, "shards 0 and 5 were checked with different flags"},
		"a part with other settings": {func(t *testing.T) {
			writeText(t, ".jsonlintrc.json", `{"rules":{"bom":"off"}}`)
			inShards(t, "run", "plan.ndjson", "--shard", "5", "--good", "--bad", "--out", "parts")
		}, "a.ndjson: was checked with different settings"},
		"no plan":         {func(t *testing.T) { os.Remove("parts/plan.ndjson") }, "no such file or directory; jsonlint run --out FOLDER writes it"},
		"no good records": {func(t *testing.T) { os.Remove("parts/part-00004.good") }, "1 of 11 shards must be repeated: 4 (parts/part-00004.good: does not have the records of the part)"},
		"bad records that are cut off": {func(t *testing.T) {
			text := parts(t)["part-00003.bad"]
			writeText(t, "parts/part-00003.bad", text[1:])
		}, "1 of 11 shards must be repeated: 3 (parts/part-00003.bad: does not have"},
		"bad records that are changed": {func(t *testing.T) {
			text := parts(t)["part-00003.bad"]
			writeText(t, "parts/part-00003.bad", text[:len(text)-1]+" ")
		}, "shard 3 must be repeated with --shard 3 (parts/part-00003.bad: does not have"},
	} {
		t.Run(name, func(t *testing.T) {
			if n := planned(t); n != 11 {
				t.Fatalf("%d shards", n)
			}
			test.do(t)
			status, out, errs := runWith(nil, "merge", "parts", "-o", "report.ndjson", "--good-to", "good", "--bad-to", "bad")
			if status != StatusTrouble || out != "" || !strings.Contains(errs, test.want) {
				t.Errorf("status %d, %q: %s", status, out, errs)
			}
			for _, name := range []string{"report.ndjson", "good", "bad"} {
				if _, err := os.Stat(name); err == nil {
					t.Errorf("%s has been written", name)
				}
			}
		})
	}
}

func TestRunRefuses(t *testing.T) {
	for name, test := range map[string]struct {
		do   func(t *testing.T)
		want string
	}{
		"a file that is longer":  {func(t *testing.T) { writeText(t, "a.ndjson", "{}\n") }, "shard 2: a.ndjson: has changed since the plan was made"},
		"a file with a new time": {func(t *testing.T) { os.Chtimes("a.ndjson", time.Time{}, time.Unix(1, 0)) }, "a.ndjson: has changed since the plan was made"},
		"a file that is gone":    {func(t *testing.T) { os.Remove("a.ndjson") }, "a.ndjson: no such file"},
		"a plan that is cut off": {func(t *testing.T) {
			text := must(os.ReadFile("plan.ndjson"))
			writeText(t, "plan.ndjson", string(text[:200]))
		}, "plan.ndjson: not a complete plan"},
		"another plan": {func(t *testing.T) {
			inShards(t, "plan", "a.ndjson", "--size", "3kB", "-o", "plan.ndjson")
		}, "parts has the parts of another plan"},
	} {
		t.Run(name, func(t *testing.T) {
			planned(t)
			before := parts(t)
			test.do(t)
			status, _, errs := runWith(nil, "run", "plan.ndjson", "--shard", "2", "--out", "parts")
			if after := parts(t); status != StatusTrouble || !strings.Contains(errs, test.want) || fmt.Sprint(after) != fmt.Sprint(before) {
				t.Errorf("status %d: %s", status, errs)
			}
		})
	}
}

// A shard that does not exist, and flags that contradict each other.
func TestShardUsage(t *testing.T) {
	planned(t)
	for args, want := range map[string]string{
		"run plan.ndjson --shard 11 --out parts":                  "there is no shard 11; the plan has 11 shards",
		"run plan.ndjson --out parts":                             "either --shard K or --all",
		"run plan.ndjson --all --shard 1 --out parts":             "either --shard K or --all",
		"run --all --out parts":                                   "requires one plan",
		"run plan.ndjson --all":                                   "requires --out",
		"run plan.ndjson --all --out parts --schema -":            "--schema -",
		"run plan.ndjson --all --out p --schema x --no-schema":    "cannot be combined",
		"run plan.ndjson --all --out p --config x --no-config":    "cannot be combined",
		"run plan.ndjson --shard 1 --out p --dialect jsonc":       "is a single document in the dialect jsonc",
		"run plan.ndjson --shard 1 --out p --schema missing.json": "missing.json",
		"plan":                        "requires a file",
		"plan -":                      "standard input cannot be divided",
		"plan a.ndjson --size 0":      "is not a size",
		"plan a.ndjson --size 5parts": "is not a size",
		"plan missing.ndjson":         "no such file",
		"plan parts --extensions x":   "--allow-no-files",
		"merge":                       "requires one folder",
		"merge a b":                   "requires one folder",
		"merge parts --good-to a.ndjson --bad-to ./a.ndjson": "must be different files",
		"merge parts --good-to -":                            "must be different files",
	} {
		if status, out, errs := runWith(nil, strings.Fields(args)...); status != StatusTrouble || out != "" || !strings.Contains(errs, want) {
			t.Errorf("%s: status %d, %q: %s", args, status, out, errs)
		}
	}
}

// Parts are the same again, even if several workers write them at once and some are killed.
func TestWorkersAreKilled(t *testing.T) {
	n := planned(t)
	want := parts(t)
	for k := range n {
		if k%2 == 0 {
			os.Remove(fmt.Sprintf("parts/part-%05d.ndjson", k))
		}
	}
	var workers sync.WaitGroup
	for i := range 24 {
		workers.Go(func() {
			c := exec.Command(must(os.Executable()), "run", "plan.ndjson", "--shard", fmt.Sprint(i%n), "--good", "--bad", "--out", "parts")
			c.Args[0] = "jsonlint" // see TestMain
			if i < 12 {
				if err := c.Start(); err != nil {
					t.Error(err)
					return
				}
				for range i * 1000 { // somewhere on the way
					os.Getpid()
				}
				c.Process.Kill()
				c.Wait()
				return
			}
			if out, err := c.CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	workers.Wait()
	os.Remove("parts/part-00001.good")
	inShards(t, "run", "plan.ndjson", "--all", "--good", "--bad", "--out", "parts")
	got := parts(t)
	for name := range got {
		if strings.HasSuffix(name, ".tmp") { // of a worker that was killed
			delete(got, name)
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the parts differ: %d, want %d", len(got), len(want))
	}
}

// Records that have not been kept cannot be merged, and --all repeats shards whose records have not been kept.
func TestRecordsThatAreNotKept(t *testing.T) {
	n := planned(t)
	inShards(t, "run", "plan.ndjson", "--all", "--bad", "--out", "parts")
	status, _, errs := runWith(nil, "merge", "parts", "--good-to", "good")
	if want := "parts/part-00000.ndjson: the good records have not been kept; run all shards with --good\n"; status != StatusTrouble || !strings.HasSuffix(errs, want) {
		t.Errorf("status %d: %s", status, errs)
	}
	if status, _, errs := runWith(nil, "merge", "parts", "-o", "r", "--bad-to", "bad.gz"); status != StatusFindings {
		t.Errorf("status %d: %s", status, errs)
	}
	inShards(t, "run", "plan.ndjson", "--all", "--good", "--out", "parts")
	if status, out, errs := runWith(nil, "merge", "parts", "-o", "r", "--good-to", "-"); status != StatusFindings || strings.Count(out, "\n") != 1000 { // and 100 that are not objects
		t.Errorf("%d shards, status %d: %d lines; %s", n, status, strings.Count(out, "\n"), errs)
	}
}

// A plan without files is a plan, too.
func TestPlanOfNoFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	os.Mkdir("logs", 0o777)
	inShards(t, "plan", "logs", "--allow-no-files", "-o", "plan.ndjson")
	inShards(t, "run", "plan.ndjson", "--all", "--out", "parts")
	const want = `{"type":"total","version":1,"files":0,"records":0,"good":0,"bad":0,"bytes":0,"good_bytes":0,"bad_bytes":0}` + "\n"
	if status, got, _ := runWith(nil, "merge", "parts"); status != StatusValid || got != want {
		t.Errorf("status %d: %s", status, got)
	}
}

// Parts do not belong together if a file has changed to which the schema refers.
func TestSchemaRefersToAnotherOne(t *testing.T) {
	n := planned(t)
	os.RemoveAll("parts")
	writeText(t, "schema.json", `{"$ref":"inner.json"}`)
	writeText(t, "inner.json", `{"type":"object"}`)
	inShards(t, "run", "plan.ndjson", "--all", "--out", "parts", "--schema", "schema.json")
	if status, _, errs := runWith(nil, "merge", "parts"); status != StatusFindings {
		t.Fatalf("status %d: %s", status, errs)
	}
	writeText(t, "inner.json", `{"type":"array"}`)
	inShards(t, "run", "plan.ndjson", "--shard", fmt.Sprint(n-1), "--out", "parts", "--schema", "schema.json")
	inShards(t, "run", "plan.ndjson", "--shard", "1", "--out", "parts", "--schema", "schema.json")
	if status, _, errs := runWith(nil, "merge", "parts"); status != StatusTrouble || !strings.Contains(errs, "a.ndjson: was checked with different settings") {
		t.Errorf("status %d: %s", status, errs)
	}
}

func TestMergeWriteFails(t *testing.T) {
	planned(t)
	var errs bytes.Buffer
	if status := run([]string{"merge", "parts"}, Stdio{Out: failingWriter{}, Err: &errs}); status != StatusTrouble || !strings.Contains(errs.String(), "disk full") {
		t.Errorf("status %d: %s", status, errs.String())
	}
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full")
	}
	for _, args := range [][]string{{"merge", "parts", "-o", "/dev/full"}, {"plan", "a.ndjson", "-o", "/dev/full"}} {
		if status, _, errs := runWith(nil, args...); status != StatusTrouble || strings.Count(errs, "no space left") != 1 {
			t.Errorf("%q: status %d: %s", args, status, errs)
		}
	}
}

// Compressed files and JSON text sequences are not divided, and the report is the same.
func TestShardsOfOtherFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	writeText(t, "a.ndjson", strings.Repeat("{\"id\":1}\n{\"id\":2,}\n", 50)+"[")
	runWith(nil, "--bad-to", "b.ndjson.gz", "--good-to", "c.ndjson.zst", "a.ndjson")
	writeText(t, "a.json-seq", "\x1e{}\n\x1e[1\n")
	writeText(t, "b.json-seq", "\x1e{}\n\x1e[1\n"+strings.Repeat("\x1e{}\n", 100))
	writeText(t, "utf16.ndjson", "{\x00}\x00\n\x00[\x001\x00\n\x00")
	for _, test := range [][]string{{"a.json-seq", "b.json-seq"}, {"a.ndjson", "b.ndjson.gz", "c.ndjson.zst"}, {"--from", "utf-16le", "utf16.ndjson"}} {
		flags, files := test[:0], test
		if test[0] == "--from" {
			flags, files = test[:2], test[2:]
		}
		inShards(t, slices.Concat([]string{"plan", "--size", "10", "-o", "plan.ndjson"}, files)...)
		out := files[0] + ".parts"
		inShards(t, slices.Concat([]string{"run", "plan.ndjson", "--all", "--out", out}, flags)...)
		want, _, _ := runWith(nil, slices.Concat([]string{"--report", "want.ndjson"}, flags, files)...)
		status, got, errs := runWith(nil, "merge", out)
		if got != string(must(os.ReadFile("want.ndjson"))) || status != want || want != StatusFindings {
			t.Errorf("%q: status %d, want %d: %s\n%s", test, status, want, errs, got)
		}
	}
}

// If standard output fails, the error does not blame a part.
func TestMergeToBrokenOutput(t *testing.T) {
	planned(t)
	out := os.NewFile(^uintptr(0), "closed")
	status, err := Commands().Find("merge").Run([]string{"parts", "--quiet"}, Stdio{Out: out, Err: io.Discard})
	if status != StatusTrouble || err == nil || !strings.HasPrefix(err.Error(), "standard output: ") {
		t.Errorf("status %d: %v", status, err)
	}
}
