package escape

import (
	"sync"

	"github.com/assayjson/assay/asm/quoting"
)

// A quoter writes strings according to its options.
type quoter struct {
	Options
	table *quoting.Table
}

var plainTable = quoting.NewTable(0)

// tables holds a table for each combination of rules. A table is made when it is first needed.
var tables [quoting.ASCII | quoting.HTML | quoting.JS + 1]struct {
	once  sync.Once
	table *quoting.Table
}

func tableFor(opts Options) *quoting.Table {
	var rules quoting.Rules
	if opts.ASCII {
		rules |= quoting.ASCII
	}
	if opts.HTML {
		rules |= quoting.HTML
	}
	if opts.JS {
		rules |= quoting.JS
	}
	if rules == 0 {
		return plainTable
	}
	t := &tables[rules]
	t.once.Do(func() { t.table = quoting.NewTable(rules) })
	return t.table
}
