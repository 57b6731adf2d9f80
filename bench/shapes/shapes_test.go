package shapes

import (
	"bytes"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assayjson/assay/bench/internal/report"
	"github.com/assayjson/assay/bench/internal/ruler"
	"github.com/assayjson/assay/bench/internal/shapes"
	"github.com/assayjson/assay/tokenizer"
)

// TestResults checks all operations on small texts, and that each operation applies to at least one
// text.
func TestResults(t *testing.T) {
	applied := map[string]int{}
	for _, text := range shapes.All() {
		s, err := load(text, 4<<10)
		if err != nil {
			t.Fatal(err)
		}
		s.Chunks = s.Chunks[:min(3, len(s.Chunks))]
		for _, op := range operations() {
			if !op.on(s) {
				continue
			}
			applied[op.name]++
			if _, err := op.verify(op.work(), s); err != nil {
				t.Errorf("%s on %s: %v", op.name, text.Name, err)
			}
		}
	}
	for _, op := range operations() {
		if applied[op.name] < 2 {
			t.Errorf("%s applies to %d texts", op.name, applied[op.name])
		}
	}
}

func TestNamesAreUnique(t *testing.T) {
	names := map[string]bool{}
	for _, b := range bars() {
		if names[b.Name] {
			t.Errorf("two bars have the name %q", b.Name)
		}
		names[b.Name] = true
	}
	names = map[string]bool{}
	for _, op := range operations() {
		if names[op.name] {
			t.Errorf("two operations have the name %q", op.name)
		}
		names[op.name] = true
	}
}

// TestRelationsNameOperations checks that each bar finds figures if all operations have figures.
func TestRelationsNameOperations(t *testing.T) {
	tab := &table{cells: map[key]cell{}, texts: shapes.All()}
	for _, text := range tab.texts {
		for _, op := range operations() {
			c := cell{nanos: 1, bytes: 1, calls: 1, numbers: 1}
			if text.Name == "containers/deep arrays" {
				c.tokens = 1
			}
			tab.cells[key{op.name, text.Name}] = c
		}
	}
	for _, b := range bars() {
		f, ok := b.find(tab)
		if perNumber := b.Unit == "numbers/µs"; !ok || (f.value < 0.99 || f.value > 1.01) && !perNumber {
			t.Errorf("%s: found %v, %t", b.Name, f, ok)
		}
		for _, name := range f.operations {
			if !slices.ContainsFunc(operations(), func(op operation) bool { return op.name == name }) {
				t.Errorf("%s: no operation %q", b.Name, name)
			}
		}
	}
}

func TestWrongResults(t *testing.T) {
	right := result{valid: true, count: 3, sum: 5, output: []byte("out")}
	if err := compare(right, right); err != nil {
		t.Error(err)
	}
	for name, got := range map[string]result{
		"verdict":  {valid: false, count: 3, sum: 5, output: []byte("out")},
		"count":    {valid: true, count: 2, sum: 5, output: []byte("out")},
		"checksum": {valid: true, count: 3, sum: 4, output: []byte("out")},
		"output":   {valid: true, count: 3, sum: 5, output: []byte("ouch")},
		"cut off":  {valid: true, count: 3, sum: 5, output: []byte("ou")},
	} {
		if compare(got, right) == nil {
			t.Errorf("a wrong result is accepted: %s", name)
		}
	}
	if err := compare(result{count: 7}, result{count: anyItems}); err != nil {
		t.Error(err)
	}
	if err := compare(result{count: 7}, result{count: someItems}); err != nil {
		t.Error(err)
	}
	if compare(result{}, result{count: someItems}) == nil {
		t.Error("no findings are accepted where there must be some")
	}
}

// A wrong verdict ends the run.
func TestWrongVerdictEndsTheRun(t *testing.T) {
	wrong := operation{name: "wrong", on: anyDocument, work: verdict(func([]byte) bool { return true }), want: accepted(0)}
	err := newTable(wrong).measure(ruler.Plan{Rounds: 1, Turn: time.Microsecond}, false, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "wrong on invalid/at the start") {
		t.Errorf("got %v", err)
	}
}

// newTable returns an empty table of small texts for the given operations.
func newTable(ops ...operation) *table {
	return &table{kernel: "test", size: 4 << 10, operations: ops, texts: shapes.All(), cells: map[key]cell{}}
}

// filled returns a table in which an operation takes the given time on texts t0, t1, ..., of 100
// bytes each.
func filled(nanos ...float64) *table {
	t := &table{cells: map[key]cell{}, operations: []operation{{name: "op", bar: 0.5}}}
	for i, n := range nanos {
		name := "t" + string(rune('0'+i))
		t.texts = append(t.texts, shapes.Text{Name: name})
		t.cells[key{"op", name}] = cell{nanos: n, bytes: 100, calls: 1}
	}
	return t
}

func TestSlowest(t *testing.T) {
	tab := filled(10, 20, 10, 40, 10)
	if text, ratio := tab.slowest("op"); text != "t3" || ratio != 0.25 {
		t.Errorf("got %s, %v", text, ratio)
	}
	if text, _ := tab.slowest("other"); text != "" {
		t.Errorf("an operation without figures is slowest on %s", text)
	}
	// Checking a rejected text ends early. Such a text may be the slowest, but it does not change
	// the median.
	for range 5 {
		name := "early" + string(rune('0'+len(tab.texts)))
		tab.texts = append(tab.texts, shapes.Text{Name: name})
		tab.cells[key{"op", name}] = cell{nanos: 0.001, bytes: 100, calls: 1, neutral: true}
	}
	if text, ratio := tab.slowest("op"); text != "t3" || ratio != 0.25 {
		t.Errorf("with texts that end early: got %s, %v", text, ratio)
	}
	c := tab.cells[key{"op", "early5"}]
	c.nanos = 100
	tab.cells[key{"op", "early5"}] = c
	if text, ratio := tab.slowest("op"); text != "early5" || ratio != 0.1 {
		t.Errorf("a slow text that ends early: got %s, %v", text, ratio)
	}
}

// Texts that are dense in tokens are compared by tokens.
func TestDenseTexts(t *testing.T) {
	tab := filled(10, 10, 10, 1000, 500, 9000)
	for i, tokens := range []int{10, 25, 25, 100, 26, 30} {
		k := key{"op", tab.texts[i].Name}
		c := tab.cells[k]
		c.tokens, c.tiny = tokens, i == 5
		tab.cells[k] = c
	}
	if text, ratio := tab.slowest("op"); text != "t0" || ratio != 1 {
		t.Errorf("got %s, %v", text, ratio)
	}
	if f, ok := perToken("op", 5).find(tab); !ok || f.text != "t4" || f.value != 500.0/26 {
		t.Errorf("got %v, %t", f, ok)
	}
}

// Tiny texts are compared by calls, and only with each other.
func TestTinyTexts(t *testing.T) {
	tab := filled(10, 10, 10, 1000, 2000, 4000)
	for i, name := range []string{"t3", "t4", "t5"} {
		tab.cells[key{"op", name}] = cell{nanos: 1000 * math.Exp2(float64(i)), bytes: i + 1, calls: 10, tiny: true}
	}
	tiny, other := tab.medians("op")
	if tiny != 10.0/2000 || other != 10 {
		t.Errorf("medians %v, %v", tiny, other)
	}
	if text, ratio := tab.slowest("op"); text != "t5" || ratio != 0.5 {
		t.Errorf("got %s, %v", text, ratio)
	}
}

func TestAllowedTime(t *testing.T) {
	for _, c := range []struct{ nanos, allowed, want float64 }{
		{10, 0, 1},
		{40, 0, 0.25},
		{40, 20, 0.5},
		{40, 30, 1},
		{40, 39, 1},
		{40, 400, 1}, // more time is allowed than the operation takes
		{5, 4, 2},
	} {
		got := relative(cell{nanos: c.nanos, bytes: 100, calls: 1, allowed: c.allowed}, math.NaN(), 10)
		if math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%v ns, %v of them allowed: %v, want %v", c.nanos, c.allowed, got, c.want)
		}
	}
}

func TestRelations(t *testing.T) {
	tab := filled(10, 20, 40)
	tab.cells[key{"other", "t0"}] = cell{nanos: 20, bytes: 100, calls: 1}
	tab.cells[key{"other", "t1"}] = cell{nanos: 10, bytes: 100, calls: 1}
	everything := named("")
	for _, c := range []struct {
		bar  bar
		want float64
		text string
	}{
		{relation(1, "op", "other", everything), 0.5, "t1"}, // there is no figure of the other operation for t2
		{relation(1, "op", "other", named("t0", "t2")), 2, "t0"},
		{speed(1, "op", everything), 2.5, "t2"},
		{speed(1, "op", named("t1")), 5, "t1"},
		{slowest("op", 1), 0.5, "t2"},
	} {
		f, ok := c.bar.find(tab)
		if !ok || math.Abs(f.value-c.want) > 1e-9 || f.text != c.text {
			t.Errorf("%s: got %v, %t, want %v on %s", c.bar.Name, f, ok, c.want, c.text)
		}
	}
	if _, ok := relation(1, "op", "other", named("t2")).find(tab); ok {
		t.Error("a relation without a text is found")
	}
}

func TestJudge(t *testing.T) {
	for _, c := range []struct {
		value, floor float64
		short        bool
		failed       string
	}{
		{0.4, 0, false, ""},
		{0.39, 0, false, "missed, and it has no floor"},
		{0.39, 0, true, ""},
		{0.19, 0, true, "missed, and it has no floor"},
		{0.39, 0.1, false, ""},
		{0.1, 0.1, false, ""},
		{0.09, 0.1, false, "below its floor of 0.10"},
		{0.09, 0.1, true, ""},
		{0.04, 0.1, true, "below its floor of 0.10"},
		{0.5, 0.1, false, ""}, // the bar holds, but not with ease, so the floor may stay
		{0.61, 0.1, false, "remove its floor, because it holds with ease"},
		{0.61, 0.1, true, ""},
	} {
		fl := floors{}
		if c.floor > 0 {
			fl["b"] = c.floor
		}
		b := bar{Target: report.Target{Name: "b", Want: 0.4}}
		if got := judge(b, finding{value: c.value}, fl, report.Slack{Short: c.short}); got.failed != c.failed {
			t.Errorf("%v, floor %v, short %t: %q, want %q", c.value, c.floor, c.short, got.failed, c.failed)
		}
	}
	token := bar{Target: report.Target{Name: "b", Want: 6, Most: true}}
	for _, c := range []struct {
		value, floor float64
		failed       string
	}{
		{6, 0, ""},
		{6.1, 0, "missed, and it has no floor"},
		{6.1, 7, ""},
		{7.1, 7, "below its floor of 7.00"},
		{4.1, 7, ""},
		{3.9, 7, "remove its floor, because it holds with ease"},
	} {
		if got := judge(token, finding{value: c.value}, floors{"b": c.floor}, report.Slack{}); got.failed != c.failed {
			t.Errorf("%v ns, floor %v: %q, want %q", c.value, c.floor, got.failed, c.failed)
		}
	}
	for _, b := range bars() {
		if isAbsolute := b.Unit == "GB/s" || b.Unit == "numbers/µs" || b.Unit == "ns"; b.Absolute != isAbsolute {
			t.Errorf("%s in %s: absolute: %t", b.Name, b.Unit, b.Absolute)
		}
	}
}

func TestParseFloors(t *testing.T) {
	const text = "# a comment\n\nfast 0.5 a bar: with words\nslow 0.25 another\n"
	fl, err := parseFloors(text, "fast")
	if err != nil || len(fl) != 1 || fl["a bar: with words"] != 0.5 {
		t.Errorf("got %v, %v", fl, err)
	}
	if fl, err := parseFloors(text, "unknown"); fl != nil || err != nil {
		t.Errorf("an unknown kernel has the floors %v, %v", fl, err)
	}
	for _, bad := range []string{"fast 0.5\n", "fast x bar\n"} {
		if _, err := parseFloors(bad, "fast"); err == nil {
			t.Errorf("no error for %q", bad)
		}
	}
}

// Every floor belongs to a bar and is below it.
func TestFloors(t *testing.T) {
	for _, kernel := range []string{"avx512", "avx2", "generic"} {
		fl, err := parseFloors(floorsText, kernel)
		if err != nil || fl == nil {
			t.Fatalf("%s: %v, %v", kernel, fl, err)
		}
		for name, floor := range fl {
			i := slices.IndexFunc(bars(), func(b bar) bool { return b.Name == name })
			if i < 0 {
				t.Errorf("%s: the floor %q belongs to no bar", kernel, name)
			} else if r := (ruling{bar: bars()[i]}); floor <= 0 || r.Most && floor <= r.Want || !r.Most && floor >= r.Want {
				t.Errorf("%s: %s: the floor %v is not below the bar", kernel, name, floor)
			}
		}
	}
}

func TestNewFloors(t *testing.T) {
	tab := filled(10, 10, 40)
	tab.kernel = "test"
	all := []bar{slowest("op", 0.5), speed(2.1, "op", named("")), speed(0.1, "op", named("t0"))}
	all[2].Name = "with ease"
	c := tab.cells[key{"op", "t0"}]
	c.tokens = 50
	tab.cells[key{"op", "t0"}] = c
	all = append(all, perToken("op", 0.1))
	const want = "test 0.17 op: slowest text\ntest 1.7 op: speed\ntest 0.3 op: token\n"
	got := tab.newFloors(tab.judgeAll(all, nil, report.Slack{}))
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	fl, err := parseFloors(got, "test")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range tab.judgeAll(all, fl, report.Slack{}) {
		if r.failed != "" {
			t.Errorf("%s fails with its new floor: %s", r.Name, r.failed)
		}
	}
}

// planted is an operation on a few texts. It is slow on the text that is a single string.
func planted() operation {
	texts := named("long string/ascii", "plain", "numbers/one", "numbers/negative", "numbers/fractions")
	return operation{
		name: "planted", bar: verdictBar, want: accepted(0),
		on: func(s *subject) bool { return texts(s.Text) },
		work: verdict(func(b []byte) bool {
			rounds := 2
			if b[0] == '"' {
				rounds = 40
			}
			valid := true
			for range rounds {
				valid = tokenizer.Valid(b) && valid
			}
			return valid
		}),
	}
}

// A slow operation fails, however often it is measured.
func TestPlantedSlowOperation(t *testing.T) {
	op := planted()
	tab := newTable(op)
	plan := ruler.Plan{Rounds: 3, Turn: 200 * time.Microsecond}
	if err := tab.measure(plan, false, io.Discard); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	rulings, err := tab.confirm([]bar{slowest(op.name, op.bar)}, floors{}, report.Slack{}, plan, &log)
	if err != nil {
		t.Fatal(err)
	}
	if len(rulings) != 1 || rulings[0].failed == "" || rulings[0].text != "long string/ascii" {
		t.Errorf("the slow text is not found: %+v", rulings)
	}
	if n := strings.Count(log.String(), "again on long string/ascii\n"); n != maxAttempts {
		t.Errorf("measured %d times again, want %d:\n%s", n, maxAttempts, &log)
	}
	var out strings.Builder
	if n := writeRulings(&out, "test", rulings); n != 1 || !strings.Contains(out.String(), "misses its bar of 0.40") || !strings.Contains(out.String(), "FAILED") {
		t.Errorf("%d failures in\n%s", n, &out)
	}
}

// A text that was disturbed once does not fail, because it is measured again.
func TestConfirm(t *testing.T) {
	op := planted()
	tab := newTable(op)
	plan := ruler.Plan{Rounds: 3, Turn: 200 * time.Microsecond}
	if err := tab.measure(plan, true, io.Discard); err != nil {
		t.Fatal(err)
	}
	k := key{op.name, "plain"}
	disturbed := tab.cells[k]
	disturbed.nanos *= 1000
	tab.cells[k] = disturbed
	all := []bar{slowest(op.name, 0.01)}
	if r := tab.judgeAll(all, floors{}, report.Slack{}); r[0].failed == "" || r[0].text != "plain" {
		t.Fatalf("the disturbed text does not fail: %+v", r)
	}
	rulings, err := tab.confirm(all, floors{}, report.Slack{}, plan, io.Discard)
	if err != nil || rulings[0].failed != "" {
		t.Errorf("got %+v, %v", rulings, err)
	}
	if tab.cells[k].nanos >= disturbed.nanos {
		t.Error("the text has not been measured again")
	}
}

func TestPerNumber(t *testing.T) {
	tab := filled(100)
	tab.cells[key{"op", "t0"}] = cell{nanos: 100, numbers: 4}
	tab.cells[key{"Tokens, Kind", "t0"}] = cell{nanos: 20, numbers: 4}
	b := perNumber(25, "op", "t0")
	if f, ok := b.find(tab); !ok || f.value != 50 || b.Want != 40 { // 20 ns each
		t.Errorf("got %v, %t, want %v", f, ok, b.Want)
	}
	tab.cells[key{"Tokens, Kind", "t0"}] = cell{nanos: 120, numbers: 4}
	if f, ok := b.find(tab); !ok || f.value != 400 {
		t.Errorf("with a negative difference: got %v, %t", f, ok)
	}
}

func TestFacts(t *testing.T) {
	got := factsOf([]byte(`{"a": [1, -2.5e3, "x\"yz"], "b": {"c": [[]], "d": null, "e": 1}}`))
	want := facts{tokens: 20, depth: 4, members: 3, str: 5, number: 6, numbers: 3}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestRun runs the command on a few operations and texts.
func TestRun(t *testing.T) {
	var out, errs strings.Builder
	err := Run([]string{"-short", "-pin=false", "-v", "-kernel", "generic", "-size", "4KiB", "-only", "^Valid$|^Tokens$", "-texts", "^plain$|^values/|^tiny/"}, &out, &errs)
	if err != nil {
		t.Fatalf("%v\n%s", err, &errs)
	}
	for _, part := range []string{"kernel generic", "operation", "Valid", "Tokens", "values/cyrillic", "of 4KiB"} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("%q is missing in\n%s", part, &out)
		}
	}
	for _, args := range [][]string{{"-size", "5KiB"}, {"-only", "("}, {"unexpected"}, {"-pin=false", "-kernel", "none"}} {
		if err := Run(args, io.Discard, io.Discard); err == nil {
			t.Errorf("no error for %q", args)
		}
	}
}

func TestWriteFloors(t *testing.T) {
	t.Chdir(t.TempDir())
	if writeFloors("") == nil {
		t.Error("floors are written outside the bench folder")
	}
	if err := os.Mkdir("shapes", 0o777); err != nil {
		t.Fatal(err)
	}
	if err := writeFloors("test 0.5 op\n"); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join("shapes", "floors.txt"))
	if fl, parseErr := parseFloors(string(b), "test"); err != nil || parseErr != nil || fl["op"] != 0.5 {
		t.Errorf("%s, %v, %v, %v", b, err, fl, parseErr)
	}
}

func TestWriteSection(t *testing.T) {
	tab := filled(10, 10, 40)
	tab.kernel = "fast"
	tab.size = judgedSize
	rulings := tab.judgeAll([]bar{slowest("op", 0.5), speed(20, "op", named("t0"))}, nil, report.Slack{})
	var out strings.Builder
	outcome{tab, rulings}.page(&out)
	for _, part := range []string{
		"| op | 10.0 | 2.50 | 0.25 | 0.50 | t2 | - |",
		"| op: speed | 20.0 GB/s | 10.0 | t0 |",
	} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("%q is missing in\n%s", part, &out)
		}
	}
	if strings.Contains(out.String(), slowestText) {
		t.Errorf("the bar of an operation is among the relations in\n%s", &out)
	}
}

func TestWriteNeedsAWholeRun(t *testing.T) {
	t.Chdir("..")
	if _, err := parse([]string{"-write"}, io.Discard); err != nil {
		t.Error(err)
	}
	for _, other := range []string{"-short", "-size=4KiB", "-only=x", "-texts=x"} {
		if _, err := parse([]string{"-write", other}, io.Discard); err == nil {
			t.Errorf("-write and %s are accepted together", other)
		}
	}
}
