package command

import (
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/assayjson/assay/cmd/jsonlint/internal/metrics"
	"github.com/assayjson/assay/cmd/jsonlint/internal/progress"
	"github.com/assayjson/assay/cmd/jsonlint/internal/report"
	"github.com/assayjson/assay/lint"
)

// A Meter has what a run shows to Prometheus. A nil meter counts nothing. Its methods may be called concurrently.
type Meter struct {
	bar      *progress.Bar
	began    time.Time
	troubled atomic.Int64
	records  atomic.Int64
	divides  bool // records are counted
	findings *metrics.Counts
	bad      *metrics.Counts
	stop     func() error
}

// mostSeries is the largest number of time series that a metric has.
const mostSeries = 500

// StartMetrics serves metrics on the address of --metrics-addr, and returns nil without this flag. The bar must not be nil then. If
// ofRecords is set, records are counted. The caller must call end.
func (f *Flags) StartMetrics(std Stdio, bar *progress.Bar, ofRecords bool) (*Meter, error) {
	if f.metricsAddr == "" {
		return nil, nil
	}
	m := &Meter{bar: bar, began: time.Now(), divides: ofRecords}
	m.findings = metrics.NewCounts(mostSeries, "severity", "rule", "kind")
	m.bad = metrics.NewCounts(mostSeries, "severity", "rule", "kind")
	url, stop, err := std.Schemas().ServeMetrics(f.metricsAddr, m.append)
	if err != nil {
		return nil, fmt.Errorf("--metrics-addr: %w", err)
	}
	m.stop = stop
	if !f.Quiet {
		std.Complain(errors.New("metrics are at " + url))
	}
	return m, nil
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
	one := func(name, help string, kind metrics.Kind, n float64, labels ...metrics.Label) metrics.Metric {
		return metrics.Metric{Name: name, Help: help, Kind: kind, Samples: []metrics.Sample{{Labels: labels, Value: n}}}
	}
	all := []metrics.Metric{
		one("jsonlint_build_info", "The version of jsonlint.", metrics.Gauge, 1, metrics.Label{Name: "version", Value: Version()}, metrics.Label{Name: "goversion", Value: runtime.Version()}),
		one("process_start_time_seconds", "Start time of the run in seconds since the Unix epoch.", metrics.Gauge, float64(m.began.UnixMilli())/1000),
		one("jsonlint_read_bytes_total", "Bytes read so far, as they are in the files.", metrics.Counter, float64(m.bar.Bytes())),
		one("jsonlint_input_bytes", "Size of all files in bytes, or 0 if it is unknown.", metrics.Gauge, float64(m.bar.Total())),
		one("jsonlint_files_total", "Files that have been read.", metrics.Counter, float64(m.bar.Files())),
		one("jsonlint_troubled_files_total", "Files that could not be read or checked.", metrics.Counter, float64(m.troubled.Load())),
		one("jsonlint_open_files", "Files that are being read.", metrics.Gauge, float64(m.bar.Open())),
		{Name: "jsonlint_findings_total", Help: "Findings in the files that have been read.", Kind: metrics.Counter, Samples: m.findings.Samples()},
	}
	if m.divides {
		all = append(all,
			one("jsonlint_records_total", "Records in the files that have been read.", metrics.Counter, float64(m.records.Load())),
			metrics.Metric{Name: "jsonlint_bad_records_total", Help: "Bad records found so far.", Kind: metrics.Counter, Samples: m.bad.Samples()})
	}
	return metrics.Append(dst, all)
}
