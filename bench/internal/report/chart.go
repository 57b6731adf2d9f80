package report

import (
	"fmt"

	"github.com/assayjson/assay/bench/internal/contest"
)

// The classes of libraries, which show which ones check as much as assay.
var (
	classAssay   = class{"assay", "#0b6e4f"}
	classGo      = class{"Go", "#2b6cb0"}
	classEqual   = class{"Go, checks as much", "#2b6cb0"}
	classLess    = class{"Go, checks less", "#a8c6e5"}
	classCpp     = class{"C++, checks as much", "#c05a1c"}
	classCppLess = class{"C++, checks less", "#f0c4a0"}
)

func (t Table) class(row Row) class {
	switch {
	case row.Role == contest.Assay:
		return classAssay
	case row.Language == "C++" && row.Careful:
		return classCpp
	case row.Language == "C++":
		return classCppLess
	case !t.Compares:
		return classGo
	case row.Careful:
		return classEqual
	}
	return classLess
}

// SaveCharts draws the charts that [Report.WriteGlance] shows into dir, as SVG.
func (r *Report) SaveCharts(dir string) error {
	for _, c := range glanced {
		if !r.Has(c) {
			continue
		}
		if err := saveBars(dir, string(c), r.chartTitle(c), r.Table(c, Everything).bars()); err != nil {
			return err
		}
	}
	return nil
}

func (r *Report) chartTitle(c contest.Category) string {
	return fmt.Sprintf("%s: geometric mean of %d inputs", c.Title(), len(r.Table(c, Everything).Inputs))
}

// bars returns a bar for each row, fastest first. The bars of limits would be so long that all other bars would look alike.
func (t Table) bars() (bars []bar) {
	for _, row := range t.Rows {
		if row.Role != contest.Limit && row.GBs > 0 {
			bars = append(bars, bar{row.Name, row.GBs, t.class(row)})
		}
	}
	return bars
}
