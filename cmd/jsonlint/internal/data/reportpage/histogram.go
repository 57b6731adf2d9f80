package reportpage

import "slices"

// A histogram counts at positions on a line, such as times or offsets. Its columns get wider as more of them are needed, so
// that it needs little memory. Each width must divide the next one.
type histogram struct {
	widths  []int64 // possible widths, from the smallest; after the last one, widths double
	most    int     // the largest number of columns that are kept
	level   int     // the index of the current width
	columns map[int64]int64
}

// timeWidths are widths in seconds: a minute, 10 minutes, an hour, 6 hours, a day, a week, 4 weeks, and a year of 52 weeks.
var timeWidths = []int64{60, 600, 3600, 6 * 3600, 86400, 7 * 86400, 28 * 86400, 364 * 86400}

// offsetWidths are widths in bytes.
var offsetWidths = []int64{64}

// width returns the width of the columns.
func (h *histogram) width() int64 {
	last := len(h.widths) - 1
	w := h.widths[min(h.level, last)]
	for range h.level - last {
		w = min(2*w, widest)
	}
	return w
}

// widest is the largest width. Few columns of this width cover all integers.
const widest = 1 << 61

// add adds n at a position.
func (h *histogram) add(position, n int64) {
	if h.columns == nil {
		h.columns = map[int64]int64{}
	}
	h.columns[floorDiv(position, h.width())] += n
	for len(h.columns) > h.most && h.width() < widest {
		h.widen()
	}
}

// widen makes the columns wider.
func (h *histogram) widen() {
	old, columns := h.width(), map[int64]int64{}
	h.level++
	for at, n := range h.columns {
		columns[floorDiv(at*old, h.width())] += n
	}
	h.columns = columns
}

// fit makes the columns so wide that at most n of them cover everything.
func (h *histogram) fit(n int64) {
	for h.width() < widest {
		if first, last := h.span(); last-first < n {
			return
		}
		h.widen()
	}
}

// span returns the positions of the first and the last column, in widths.
func (h *histogram) span() (first, last int64) {
	if len(h.columns) == 0 {
		return 0, -1
	}
	keys := make([]int64, 0, len(h.columns))
	for at := range h.columns {
		keys = append(keys, at)
	}
	return slices.Min(keys), slices.Max(keys)
}

// counts returns the counts of the columns between two positions, in widths.
func (h *histogram) counts(first, last int64) []int64 {
	counts := make([]int64, last-first+1)
	for at, n := range h.columns {
		if first <= at && at <= last {
			counts[at-first] = n
		}
	}
	return counts
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
