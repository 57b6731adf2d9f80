package metrics_test

import (
	"fmt"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/metrics"
)

func Example() {
	findings := metrics.NewCounts(100, "severity", "rule")
	findings.Add(2, "error", "syntax")
	findings.Add(1, "warning", "duplicate-keys")
	fmt.Printf("%s", metrics.Append(nil, []metrics.Metric{
		{Name: "findings_total", Help: "Findings so far.", Kind: metrics.Counter, Samples: findings.Samples()},
	}))
	// Output:
	// # HELP findings_total Findings so far.
	// # TYPE findings_total counter
	// findings_total{severity="error",rule="syntax"} 2
	// findings_total{severity="warning",rule="duplicate-keys"} 1
}
