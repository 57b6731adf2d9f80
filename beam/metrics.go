package assaybeam

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/assayjson/assay/lint"
)

// Namespace is the namespace of all metrics of this package. There are the counters "pieces", "bytes"
// (decompressed), "records" and "bad"; "bad/RULE/KIND" or "bad/RULE" for each kind of finding that has made records bad; and
// "findings/SEVERITY" for the findings of each severity, including those that belong to no record. [CheckAndReport]
// counts "reports" when the outputs have been written, and "failures" if there is a finding of the severity
// [Options.FailOn] or a higher one.
const Namespace = "assay"

// A kind is what makes a record bad.
type kind struct{ rule, kind string }

func (k kind) String() string {
	if k.kind == "" {
		return k.rule
	}
	return k.rule + "/" + k.kind
}

// count counts the results for a piece.
func count(ctx context.Context, p *piece, kinds map[kind]int64) {
	add := func(name string, n int64) {
		if n > 0 {
			beam.NewCounter(Namespace, name).Inc(ctx, n)
		}
	}
	add("pieces", 1)
	add("bytes", p.Bytes)
	add("records", p.Records)
	add("bad", p.Bad)
	add("findings/error", p.Errors)
	add("findings/warning", p.Warnings)
	add("findings/info", p.Infos)
	for k, n := range kinds {
		add("bad/"+k.String(), n)
	}
}

// countReport counts the outputs, which have been written.
func countReport(ctx context.Context, s *Summary, failOn lint.Severity) {
	worst := lint.Off
	switch {
	case s.Errors > 0:
		worst = lint.Error
	case s.Warnings > 0:
		worst = lint.Warning
	case s.Infos > 0:
		worst = lint.Info
	}
	beam.NewCounter(Namespace, "reports").Inc(ctx, 1)
	if worst >= failOn {
		beam.NewCounter(Namespace, "failures").Inc(ctx, 1)
	}
}
