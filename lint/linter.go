package lint

import (
	"slices"
	"sync"

	"github.com/assayjson/assay/tokenizer"
)

// A Linter checks texts by the same options. It may be used by many goroutines.
type Linter struct {
	options Options
	levels  [numRules]Severity
	limit   int
	window  int // inputs up to this length are read as a whole, others so much at a time
	on      ruleSet

	plain   []tokenizer.Option // what the grammar asks for
	verdict []tokenizer.Option // and what else can be told without a walk
	walking []tokenizer.Option // the same, for a walk
	passes  sync.Pool          // of *pass
}

// New returns a Linter.
func New(options Options) *Linter {
	l := &Linter{options: options, levels: options.severities(), limit: options.maxProblems(), window: 1 << 20}
	for id, level := range l.levels {
		if level != Off {
			l.on |= setOf(ruleID(id))
		}
	}
	l.plain = []tokenizer.Option{tokenizer.MaxDepth(options.maxDepth()), tokenizer.AllowBOM()}
	l.verdict = l.plain
	if l.on.has(duplicateKeys) {
		l.verdict = slices.Concat(l.plain, []tokenizer.Option{tokenizer.UniqueNames()})
	}
	l.walking = slices.Concat(l.verdict, []tokenizer.Option{tokenizer.KeepGoing()})
	return l
}

// Check looks at a whole text. The report keeps no part of it.
func (l *Linter) Check(src []byte) *Report {
	r := &Report{Bytes: int64(len(src))}
	switch l.options.Dialect {
	case NDJSON, JSONSeq:
		l.checkRecords(r, src)
	default:
		l.check(r, src)
	}
	return r
}
