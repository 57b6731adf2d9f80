package reportpage

import (
	"slices"
	"time"
)

// The charts are pictures in SVG. Those that only repeat a number beside them are hidden from screen readers; all others have
// a title and a description. Colors are classes, because the policy of the page does not allow styles in attributes.

// bar draws a bar whose length is a share.
func (m *markup) bar(n, whole int64) {
	m.rawf(`<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false"><rect class="bad" x="0" y="0" width="%.2f" height="10"/></svg>`, 100*share(n, whole))
}

// share returns n as a part of whole, and something visible if n is small but not 0.
func share(n, whole int64) float64 {
	if n <= 0 || whole <= 0 {
		return 0
	}
	return max(float64(n)/float64(whole), 0.004)
}

// shareBar draws how many records are good and bad.
func (s *Summary) shareBar(m *markup) {
	records := max(s.total.Records, s.total.Bad)
	bad := 1000 * share(s.total.Bad, records)
	m.raw(`<svg class="share" viewBox="0 0 1000 20" preserveAspectRatio="none" role="img" aria-labelledby="share-title share-text"><title id="share-title">Good and bad records</title><desc id="share-text">`)
	m.words(percent(s.total.Bad, records) + " of the records are bad, and " + percent(records-s.total.Bad, records) + " are good.")
	m.rawf(`</desc><rect class="bad" x="0" y="0" width="%.1f" height="20"/><rect class="good" x="%.1f" y="0" width="%.1f" height="20"/></svg>`, bad, bad, 1000-bad)
	m.raw(`<p class="legend"><span class="bad"></span> bad <span class="good"></span> good</p>`)
}

// fewestBins is the smallest number of columns of a picture of a file: fewer would be solid blocks.
const fewestBins = 4

// whereChart draws where bad records are in a file.
func (s *Summary) whereChart(m *markup, f *file) {
	h := &f.where
	_, last := h.span()
	if f.ended && f.counts.Bytes > 0 {
		last = max(last, (f.counts.Bytes-1)/h.width())
	}
	for last >= binCount { // a record can be far from all others
		width := h.width()
		h.widen()
		last = last * width / h.width()
	}
	counts := h.counts(0, max(last, 0))
	if len(counts) < fewestBins {
		m.raw("too short")
		return
	}
	most := slices.Max(counts)
	m.raw(`<svg class="where" viewBox="0 0 120 20" preserveAspectRatio="none" role="img"><title>Where bad records are in the file</title><desc>`)
	m.words(spread(counts))
	m.raw(`</desc><rect class="ground" x="0" y="0" width="120" height="20"/>`)
	width := 120 / float64(len(counts))
	for i, n := range counts {
		if n > 0 {
			height := max(20*float64(n)/float64(most), 2)
			m.rawf(`<rect class="bad" x="%.2f" y="%.2f" width="%.2f" height="%.2f"/>`, float64(i)*width, 20-height, max(width*0.6, 0.5), height)
		}
	}
	m.raw("</svg>")
}

// spread describes where at least four counts are, in four quarters.
func spread(counts []int64) string {
	var quarters [4]int64
	sum := int64(0)
	for i, n := range counts {
		quarters[4*i/len(counts)] += n
		sum += n
	}
	return "First quarter " + percent(quarters[0], sum) + ", second " + percent(quarters[1], sum) + ", third " + percent(quarters[2], sum) + ", last " + percent(quarters[3], sum)
}

// timeColumns is the largest number of columns of the chart of times, and widestColumn is how wide one can be.
const (
	timeColumns  = 60
	widestColumn = 24.0
)

// timeChart draws the bad records by the modification times of their files.
func (s *Summary) timeChart(m *markup) {
	m.raw(`<section aria-labelledby="times"><h2 id="times">Bad records by modification time of the file</h2>`)
	if s.dated == 0 {
		m.raw("<p>The modification times are not known, because the checked files are not where the report says.</p></section>")
		return
	}
	if s.undated > 0 {
		m.raw("<p>The chart omits ")
		m.words(plural(s.undated, "bad record"))
		m.raw(" in files whose modification times are not known.</p>")
	}
	h := &s.times
	h.fit(timeColumns)
	first, last := h.span()
	at := func(column int64) string {
		return time.Unix((first+column)*h.width(), 0).UTC().Format(layoutOf(h.width()))
	}
	if first == last { // as with a single file
		m.raw("<p>")
		m.words(plural(s.dated, "bad record") + " in files that were last modified between " + at(0) + " and " + at(1) + " (UTC).")
		m.raw("</p></section>")
		return
	}
	counts := h.counts(first, last)
	most := slices.Max(counts)
	peak := int64(slices.Index(counts, most))
	m.raw(`<figure><svg class="times" viewBox="0 0 600 120" preserveAspectRatio="none" role="img" aria-labelledby="times-title times-text"><title id="times-title">Bad records by modification time of the file</title><desc id="times-text">`)
	m.words("From " + at(0) + " to " + at(last-first+1) + " (UTC) in columns of " + widthName(h.width()) + ". The largest column begins at " + at(peak) + " and has " + plural(most, "bad record") + ".")
	m.raw("</desc>")
	width := 600 / float64(len(counts))
	for i, n := range counts {
		if n > 0 {
			height := max(116*float64(n)/float64(most), 1.5)
			m.rawf(`<rect class="bad" x="%.2f" y="%.2f" width="%.2f" height="%.2f"><title>`, float64(i)*width, 119-height, min(width*0.7, widestColumn), height)
			m.words(at(int64(i)) + ": " + plural(n, "bad record"))
			m.raw("</title></rect>")
		}
	}
	m.raw(`<rect class="axis" x="0" y="119" width="600" height="1"/></svg><figcaption><span>`)
	m.words(at(0))
	m.raw("</span><span>")
	m.words("each column: " + widthName(h.width()) + "; highest: " + grouped(most))
	m.raw("</span><span>")
	m.words(at(last - first + 1))
	m.raw("</span></figcaption></figure><details><summary>Numbers</summary><table><thead><tr><th scope=\"col\">From (UTC)</th><th scope=\"col\" class=\"n\">Bad records</th></tr></thead><tbody>")
	for i, n := range counts {
		if n > 0 {
			m.raw(`<tr><th scope="row">`)
			m.words(at(int64(i)))
			m.raw(`</th><td class="n">`)
			m.count(n)
			m.raw("</td></tr>")
		}
	}
	m.raw("</tbody></table></details></section>")
}

// widthName returns the name of a width in seconds.
func widthName(width int64) string {
	names := []string{"1 minute", "10 minutes", "1 hour", "6 hours", "1 day", "1 week", "4 weeks", "52 weeks"}
	if i := slices.Index(timeWidths, width); i >= 0 {
		return names[i]
	}
	return plural(width/(7*86400), "week")
}

// layoutOf returns the form of the times of columns of the given width, in seconds.
func layoutOf(width int64) string {
	if width < 86400 {
		return "2006-01-02 15:04"
	}
	return time.DateOnly
}
