package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/assayjson/assay/lint"
)

// ruleCounts are numbers of findings by rule.
type ruleCounts map[string]int

// addOmitted adds the findings in a report that are not shown.
func (c ruleCounts) addOmitted(r *lint.Report) {
	if r.Omitted == 0 { // as in most reports
		return
	}
	for _, rule := range lint.Rules() {
		if n := r.OmittedOf(rule.Name); n > 0 {
			c[rule.Name] += n
		}
	}
}

// String returns the numbers with the names of their rules, the largest first.
func (c ruleCounts) String() string {
	names := slices.SortedFunc(maps.Keys(c), func(a, b string) int { return cmp.Or(cmp.Compare(c[b], c[a]), cmp.Compare(a, b)) })
	all := make([]string, 0, len(names))
	for _, name := range names {
		all = append(all, fmt.Sprintf("%d %s", c[name], name))
	}
	return strings.Join(all, ", ")
}
