package metrics_test

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/metrics"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/metrics/metricstest"
	"github.com/assayjson/assay/internal/testing/fuzzing"
)

// What is written is what is read.
func FuzzAppend(t *testing.F) {
	f := fuzzing.Of(t)
	for _, s := range []string{"", "a", `\`, `"`, "\n", `\n`, "é", "\u2028", "a\"} 5\n# TYPE x gauge", "\xff", "\r"} {
		f.Add(s, s+"x", 1.5)
		f.Add("help", s, float64(len(s)))
	}
	f.Add("", "", math.Inf(-1))
	f.Add("", "", 1e300)
	f.Fuzz(func(t *testing.T, help, label string, value float64) {
		if value != value {
			value = 0
		}
		want := []metrics.Metric{
			{Name: "a_total", Help: help, Kind: metrics.Counter, Samples: []metrics.Sample{{Value: value}}},
			{Name: "b", Kind: metrics.Gauge, Samples: []metrics.Sample{
				{Labels: []metrics.Label{{"x", label}, {"y", help}}, Value: 1}, {Labels: []metrics.Label{{"x", label + "."}, {"y", help}}, Value: value},
			}},
		}
		text := metrics.Append(nil, want)
		got, err := metricstest.Parse(string(text))
		if err != nil {
			t.Fatal(err)
		}
		clean := func(s string) string { // each invalid byte becomes U+FFFD
			return string([]rune(s))
		}
		want[0].Help = clean(help)
		for _, s := range want[1].Samples {
			for i := range s.Labels {
				s.Labels[i].Value = clean(s.Labels[i].Value)
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%q:\n%+v\nwant\n%+v", text, got, want)
		}
	})
}

// The parser for tests refuses what is not the format.
func TestParse(t *testing.T) {
	const begin = "# HELP a h\n# TYPE a gauge\n"
	if _, err := metricstest.Parse(begin + "a 1\na{x=\"\"} NaN\n"); err != nil {
		t.Error(err)
	}
	for _, text := range []string{
		"a 1\n", "# TYPE a gauge\n", "# HELP a\n", "# HELP 1 h\n", "# HELP a h\na 1\n", begin + "a 1", begin + "a 1\na 2\n", begin + "b 1\n", begin + "a\n", begin + "a x\n", begin + "a  1\n", begin + "a 1 1\n",
		begin + "a{x=\"1\"\n", begin + "a{x=\"1} 1\n", begin + "a{x=1} 1\n", begin + "a{1=\"x\"} 1\n", begin + "a{x=\"\\t\"} 1\n", begin + "a{x=\"1\",x=\"2\"} 1\n", begin + "\n", begin + begin,
		"# HELP a h\n# TYPE a histogram\n", "# HELP a h\n# TYPE a counter\n", "# HELP a h\n# TYPE b gauge\n", begin + "a 0x1\n", begin + "a{x=\"1\"}1\n", "# HELP a \xff\n",
	} {
		if got, err := metricstest.Parse(text); err == nil {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestCounts(t *testing.T) {
	c := metrics.NewCounts(3, "rule", "kind")
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for i := range 300 {
				c.Add(1, "r", fmt.Sprint(i%2))
			}
		})
	}
	wait.Wait()
	c.Add(5, "r", strings.Repeat("x", 1000))
	for i := range 100 {
		c.Add(1, "r", fmt.Sprint("k", i))
	}
	c.Add(7, "r", "0")
	got := fmt.Sprint(c.Samples())
	if want := "[{[{rule other} {kind other}] 105} {[{rule r} {kind 0}] 607} {[{rule r} {kind 1}] 600}]"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if a := testing.AllocsPerRun(100, func() { c.Add(1, "r", "0") }); a > 4 {
		t.Errorf("%v allocations", a)
	}
}
