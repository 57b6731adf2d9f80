package lint

import (
	"math"
	"slices"
	"sync"

	"github.com/assayjson/assay/tokenizer"
)

// A Linter checks texts by the same options. It may be used by many goroutines. The zero Linter has
// the zero Options.
type Linter struct {
	once    sync.Once // for what follows from the options
	options Options
	levels  [numRules]Severity
	limit   int
	window  int // inputs up to this length are read as a whole, others so much at a time
	on      ruleSet

	plain   []tokenizer.Option // what the grammar asks for
	verdict []tokenizer.Option // and what else can be told without a walk
	walking []tokenizer.Option // the same, for a walk
	mending []tokenizer.Option // what the grammar asks for, for a walk
	passes  sync.Pool          // of *pass
}

// New returns a Linter.
func New(options Options) *Linter {
	l := &Linter{options: options}
	l.prepare()
	return l
}

// prepare makes l ready, if it is not yet.
func (l *Linter) prepare() { l.once.Do(l.configure) }

func (l *Linter) configure() {
	options := &l.options
	l.levels, l.limit, l.window = options.severities(), options.maxProblems(), 1<<20
	for id, level := range l.levels {
		if level != Off {
			l.on |= setOf(ruleID(id))
		}
	}
	l.plain = []tokenizer.Option{tokenizer.MaxDepth(options.maxDepth()), tokenizer.AllowBOM(), tokenizer.MaxToken(math.MaxInt)}
	l.verdict = l.plain
	if l.on.has(duplicateKeys) {
		l.verdict = slices.Concat(l.plain, []tokenizer.Option{tokenizer.UniqueNames()})
	}
	l.walking = slices.Concat(l.verdict, []tokenizer.Option{tokenizer.KeepGoing()})
	l.mending = slices.Concat(l.plain, []tokenizer.Option{tokenizer.KeepGoing()})
}

// Check looks at a whole text. The report keeps no part of it.
func (l *Linter) Check(src []byte) *Report {
	l.prepare()
	r := &Report{Bytes: int64(len(src))}
	switch l.options.Dialect {
	case NDJSON, JSONSeq:
		l.checkRecords(r, src)
	default:
		l.check(r, src)
	}
	return r
}
