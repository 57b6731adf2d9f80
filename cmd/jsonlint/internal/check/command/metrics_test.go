package command

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/metrics/metricstest"
	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas"
)

// A scraper is an engine that reads the metrics when the run ends, instead of serving them.
type scraper struct {
	schemas.Engine
	text string
}

func (s *scraper) ServeMetrics(address string, write func(dst []byte) []byte) (string, func() error, error) {
	return "http://" + address, func() error { s.text = string(write(nil)); return nil }, nil
}

// sum returns the sum of the samples of a metric that have all of the given values of labels.
func sum(t *testing.T, text, name string, labels ...string) (n float64) {
	t.Helper()
	all, err := metricstest.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, m := range all {
		for _, s := range m.Samples {
			values := ""
			for _, l := range s.Labels {
				values += l.Value + " "
			}
			if m.Name == name && strings.Join(labels, " ") == strings.Join(strings.Fields(values)[:len(labels)], " ") {
				n += s.Value
			}
		}
		found = found || m.Name == name
	}
	if !found {
		t.Errorf("no metric %s", name)
	}
	return n
}

func TestMetricsOfARun(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a.ndjson")
	text := strings.Repeat("{\"id\":1}\n", 1000) + strings.Repeat("{\"id\":2,}\n", 200) + "{\"a\":1,\"a\":2}\n"
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	want := func(s *scraper, name string, n float64, labels ...string) {
		t.Helper()
		if got := sum(t, s.text, name, labels...); got != n {
			t.Errorf("%s%v is %v, want %v", name, labels, got, n)
		}
	}
	for _, divides := range []bool{false, true} {
		s := new(scraper)
		args := []string{"--no-config", "--metrics-addr", ":9090", name, filepath.Join(dir, "missing.json")}
		if divides {
			args = []string{"--no-config", "--metrics-addr", ":9090", "--good-to", filepath.Join(dir, "good"), name}
		}
		var errs strings.Builder
		run(args, Stdio{Out: io.Discard, Err: &errs, Schemas: func() Schemas { return s }})
		if !strings.Contains(errs.String(), "jsonlint: metrics are at http://:9090\n") {
			t.Error(errs.String())
		}
		want(s, "jsonlint_read_bytes_total", float64(len(text)))
		want(s, "jsonlint_open_files", 0)
		want(s, "jsonlint_build_info", 1)
		want(s, "jsonlint_findings_total", 200, "error")
		want(s, "jsonlint_findings_total", 1, "warning", "other") // it is omitted, because there are more severe ones
		if !divides {
			want(s, "jsonlint_files_total", 2)
			want(s, "jsonlint_troubled_files_total", 1)
			want(s, "jsonlint_input_bytes", 0) // a file is missing
			if strings.Contains(s.text, "_records_total") {
				t.Error("records are counted although files are checked as documents")
			}
			continue
		}
		want(s, "jsonlint_input_bytes", float64(len(text)))
		want(s, "jsonlint_records_total", 1201)
		want(s, "jsonlint_bad_records_total", 200, "error", "syntax", "trailing-comma")
	}
}

// jsonlint run counts pieces of files, and flags for metrics and progress do not make parts differ.
func TestMetricsOfShards(t *testing.T) {
	t.Chdir(t.TempDir())
	text := strings.Repeat("{\"id\":1}\n", 1000) + strings.Repeat("{\"id\":2,}\n", 200)
	if err := os.WriteFile("a.ndjson", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var plan, errs strings.Builder
	s := new(scraper)
	run([]string{"plan", "--no-config", "--size", "3kB", "--metrics-addr", ":9090", "a.ndjson"}, Stdio{Out: &plan, Err: &errs, Schemas: func() Schemas { return s }})
	if got := sum(t, s.text, "jsonlint_files_total"); got != 1 {
		t.Errorf("%v files in the plan", got)
	}
	std := func() Stdio {
		return Stdio{In: strings.NewReader(plan.String()), Out: io.Discard, Err: &errs, Schemas: func() Schemas { return s }}
	}
	if status := run([]string{"run", "-", "--no-config", "--shard", "3", "--out", "parts", "--progress", "always"}, std()); status != StatusValid {
		t.Fatal(errs.String())
	}
	if status := run([]string{"run", "-", "--no-config", "--all", "--out", "parts", "--metrics-addr", ":9090"}, std()); status != StatusValid {
		t.Fatal(errs.String())
	}
	checkSums(t, s, map[string]float64{"jsonlint_input_bytes": 8250, "jsonlint_read_bytes_total": 8250, "jsonlint_files_total": 3, "jsonlint_open_files": 0, "jsonlint_records_total": 917, "jsonlint_bad_records_total": 0})
	if status := run([]string{"merge", "parts", "--progress", "always", "--metrics-addr", ":9090"}, std()); status != StatusFindings || !strings.HasSuffix(errs.String(), "1200 records: 1000 good, 200 bad\n") {
		t.Errorf("status %d: %s", status, errs.String())
	}
}

// checkSums checks the sums of several metrics.
func checkSums(t *testing.T, s *scraper, want map[string]float64) {
	t.Helper()
	for name, want := range want {
		if got := sum(t, s.text, name); got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
}

// jsonlint index counts records in all files, and bad records that are new.
func TestMetricsOfIndex(t *testing.T) {
	t.Chdir(t.TempDir())
	text := strings.Repeat("{\"id\":1}\n", 1000) + strings.Repeat("{\"id\":2,}\n", 200)
	size := float64(len(text))
	for _, c := range []struct {
		arg, text    string
		status       int
		records, bad float64
	}{
		{"--progress=always", text, StatusFindings, 2400, 400},
		{"--since", text + "[1]\n[1,]\n", StatusFindings, 2402, 1},
		{"--list-bad", text, StatusFindings, 2400, 400},
		{"--check", text, StatusFindings, 0, 0},
	} {
		if err := os.WriteFile("a.ndjson", []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("b.ndjson", []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		var errs strings.Builder
		s := new(scraper)
		args := []string{"index", c.arg, "--metrics-addr", ":9090", "a.ndjson", "b.ndjson", "missing.ndjson"}
		if c.arg == "--check" {
			args = args[:len(args)-1]
		}
		status := run(args, Stdio{Out: io.Discard, Err: &errs, Schemas: func() Schemas { return s }})
		if status != c.status && status != StatusTrouble {
			t.Errorf("%s: status %d: %s", c.arg, status, &errs)
		}
		checkSums(t, s, map[string]float64{"jsonlint_read_bytes_total": size + float64(len(c.text)), "jsonlint_files_total": 2, "jsonlint_open_files": 0, "jsonlint_records_total": c.records, "jsonlint_bad_records_total": c.bad})
		if troubled := sum(t, s.text, "jsonlint_troubled_files_total"); c.arg != "--check" && troubled != 1 {
			t.Errorf("%s: %v files with trouble", c.arg, troubled)
		}
	}
}

// The metrics are there while a file is read, and the address is free afterwards.
func TestMetricsAreServed(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(max(2, runtime.GOMAXPROCS(0)))) // with a single CPU, no pipe is read ahead
	in, feed, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	messages, errs := io.Pipe()
	status := make(chan int, 1)
	go func() {
		status <- run([]string{"--no-config", "--metrics-addr", "127.0.0.1:0", "-"}, Stdio{In: in, Out: io.Discard, Err: errs, Schemas: engine})
		errs.Close()
	}()
	line, err := bufio.NewReader(messages).ReadString('\n')
	url, found := strings.CutPrefix(strings.TrimSpace(line), "jsonlint: metrics are at ")
	if err != nil || !found {
		t.Fatal(line, err)
	}
	if _, err := feed.Write([]byte("[1,")); err != nil {
		t.Fatal(err)
	}
	text := ""
	for text == "" || sum(t, text, "jsonlint_read_bytes_total") < 3 { // all that has come counts, however little it is
		got, err := http.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(got.Body)
		got.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		text = string(body)
	}
	if sum(t, text, "jsonlint_open_files") != 1 || sum(t, text, "jsonlint_files_total") != 0 {
		t.Error(text)
	}
	feed.Write([]byte("2]"))
	feed.Close()
	if got := <-status; got != StatusValid {
		t.Errorf("status %d", got)
	}
	if _, err := net.Dial("tcp", strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/metrics")); err == nil {
		t.Error("it still listens")
	}
	var message strings.Builder
	for _, args := range [][]string{{"--metrics-addr", "x", "a"}, {"--metrics-addr", ""}, {"--metrics-addr", ":0", "--watch", "."}, {"--metrics-addr=", "a"}} {
		message.Reset()
		if status := run(args, Stdio{In: strings.NewReader(""), Out: io.Discard, Err: &message, Schemas: engine}); status != StatusTrouble || !strings.Contains(message.String(), "--metrics-addr") {
			t.Errorf("%v: status %d, %s", args, status, &message)
		}
	}
}
