package metrics

import (
	"runtime"
	"sync/atomic"
	"time"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/progress"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/lint"
)

// A Meter has what a run shows to Prometheus. A nil meter counts nothing. Its methods may be called concurrently.
type Meter struct {
	version  string // of the program
	bar      *progress.Bar
	began    time.Time
	troubled atomic.Int64
	records  atomic.Int64
	divides  bool // records are counted
	findings *Counts
	bad      *Counts
	stop     func() error
}

// mostSeries is the largest number of time series that a metric has.
const mostSeries = 500

// NewMeter returns a meter for a run of a version of the program, whose bar must not be nil. If ofRecords is set, records are
// counted.
func NewMeter(version string, bar *progress.Bar, ofRecords bool) *Meter {
	m := &Meter{version: version, bar: bar, began: time.Now(), divides: ofRecords}
	m.findings = NewCounts(mostSeries, "severity", "rule", "kind")
	m.bad = NewCounts(mostSeries, "severity", "rule", "kind")
	return m
}

// Serve serves the metrics by a function that calls write whenever they are asked for, until stop is called. It returns the
// URL.
func (m *Meter) Serve(serve func(write func(dst []byte) []byte) (url string, stop func() error, err error)) (url string, err error) {
	url, m.stop, err = serve(m.append)
	return url, err
}

// End stops serving.
func (m *Meter) End() {
	if m != nil {
		m.stop() // an error concerns nobody any longer
	}
}

// File counts the findings in a file.
func (m *Meter) File(f *report.File) {
	if m == nil {
		return
	}
	if f.Trouble != nil {
		m.troubled.Add(1)
	}
	if f.Report == nil {
		return
	}
	shown := map[lint.Severity]int{}
	for i := range f.Report.Diagnostics {
		d := &f.Report.Diagnostics[i]
		m.findings.Add(1, d.Severity.String(), d.Rule, d.Code)
		shown[d.Severity]++
	}
	for _, s := range []lint.Severity{lint.Info, lint.Warning, lint.Error} {
		if n := f.Report.Count(s) - shown[s]; n > 0 { // omitted because of --max-problems
			m.findings.Add(int64(n), s.String(), "other", "other")
		}
	}
}

// BadRecord counts a bad record.
func (m *Meter) BadRecord(severity, rule, kind string) {
	if m != nil {
		m.bad.Add(1, severity, rule, kind)
	}
}

// Records counts the records of a file.
func (m *Meter) Records(n int64) {
	if m != nil {
		m.records.Add(n)
	}
}

// append appends the metrics to dst.
func (m *Meter) append(dst []byte) []byte {
	one := func(name, help string, kind Kind, n float64, labels ...Label) Metric {
		return Metric{Name: name, Help: help, Kind: kind, Samples: []Sample{{Labels: labels, Value: n}}}
	}
	all := []Metric{
		one("jsonlint_build_info", "The version of jsonlint.", Gauge, 1, Label{Name: "version", Value: m.version}, Label{Name: "goversion", Value: runtime.Version()}),
		one("process_start_time_seconds", "Start time of the run in seconds since the Unix epoch.", Gauge, float64(m.began.UnixMilli())/1000),
		one("jsonlint_read_bytes_total", "Bytes read so far, as they are in the files.", Counter, float64(m.bar.Bytes())),
		one("jsonlint_input_bytes", "Size of all files in bytes, or 0 if it is unknown.", Gauge, float64(m.bar.Total())),
		one("jsonlint_files_total", "Files that have been read.", Counter, float64(m.bar.Files())),
		one("jsonlint_troubled_files_total", "Files that could not be read or checked.", Counter, float64(m.troubled.Load())),
		one("jsonlint_open_files", "Files that are being read.", Gauge, float64(m.bar.Open())),
		{Name: "jsonlint_findings_total", Help: "Findings in the files that have been read.", Kind: Counter, Samples: m.findings.Samples()},
	}
	if m.divides {
		all = append(all,
			one("jsonlint_records_total", "Records in the files that have been read.", Counter, float64(m.records.Load())),
			Metric{Name: "jsonlint_bad_records_total", Help: "Bad records found so far.", Kind: Counter, Samples: m.bad.Samples()})
	}
	return Append(dst, all)
}
