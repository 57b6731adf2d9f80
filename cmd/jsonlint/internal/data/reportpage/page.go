package reportpage

import (
	"crypto/sha256"
	_ "embed" // for the style and the script
	"encoding/base64"
	"fmt"
	"io"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
)

//go:embed style.css
var style string

//go:embed script.js
var script string

// Origin states where the contents of a page come from.
type Origin struct {
	Report  string // the name of the report
	Bad     string // the name of the file of bad records from which the samples are, or ""
	Version string // of the program
	NoText  bool   // samples have no text on purpose

	Statistics []Statistics // of files, which need not be those of the report; may be empty
}

// WriteHTML writes the page.
func (s *Summary) WriteHTML(w io.Writer, o Origin) error {
	m := &markup{}
	m.head(o)
	if !s.total.Complete {
		m.raw(`<p class="banner" role="note"><b>This report is incomplete.</b> Its last line, which has the totals, is missing. All numbers are those of the part that exists.</p>`)
	}
	m.raw("<main>")
	s.totals(m)
	if s.total.Bad > 0 {
		s.kindTable(m)
		s.timeChart(m)
		s.fileTable(m)
		s.sampleList(m, o)
	}
	m.members(o.Statistics, o.NoText)
	m.raw("</main>")
	s.footer(m, o)
	m.raw("<script>" + script + "</script></body></html>\n")
	_, err := w.Write(m.Bytes())
	return err
}

// policy is the Content-Security-Policy: nothing is loaded, and only the script and the style of the page are used.
func policy() string {
	return "default-src 'none'; style-src '" + hashOf(style) + "'; script-src '" + hashOf(script) + "'; base-uri 'none'; form-action 'none'"
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

func (m *markup) head(o Origin) {
	m.raw(`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="` + policy() + `">` +
		`<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer"><title>Bad records: `)
	m.plain(shorten(o.Report, longestName))
	m.raw("</title><style>" + style + "</style></head><body><header><h1>Bad records</h1><p>Report: <code>")
	m.dataString(shorten(o.Report, longestName))
	m.raw("</code></p></header>")
}

// totals writes the numbers for the whole report.
func (s *Summary) totals(m *markup) {
	t := &s.total
	m.raw(`<section aria-labelledby="totals"><h2 id="totals">Totals</h2>`)
	if t.Bad == 0 {
		m.raw(`<p class="fine">No record is bad.</p>`)
	}
	m.raw(`<dl class="totals">`)
	fact := func(name, value, more string) {
		m.raw("<div><dt>")
		m.words(name)
		m.raw("</dt><dd>")
		m.words(value)
		m.raw("</dd><dd>")
		m.words(more)
		m.raw("</dd></div>")
	}
	fact("Bad records", grouped(t.Bad), percent(t.Bad, max(t.Records, t.Bad))+" of all records")
	fact("Good records", grouped(t.Good), percent(t.Good, max(t.Records, t.Bad)))
	fact("Records", grouped(t.Records), "in "+plural(t.Files, "file"))
	fact("Files with bad records", grouped(s.damaged), percent(s.damaged, max(t.Files, s.damaged))+" of all files")
	fact("Bytes", report.Size(t.Bytes), grouped(t.Bytes)+" bytes")
	fact("Bytes of bad records", report.Size(t.BadBytes), percent(t.BadBytes, max(t.Bytes, t.BadBytes))+" of all bytes")
	m.raw("</dl>")
	if t.Records > 0 {
		s.shareBar(m)
	}
	m.raw("</section>")
}

// kindTable writes the table of kinds.
func (s *Summary) kindTable(m *markup) {
	top, rest := s.top()
	m.raw(`<section aria-labelledby="kinds"><h2 id="kinds">Bad records by kind</h2>`)
	if rest > 0 {
		m.raw("<p>The table has the ")
		m.words(plural(int64(len(top)), "most frequent kind"))
		m.raw("; ")
		m.words(plural(rest, "bad record"))
		m.raw(" of other kinds are not in it.</p>")
	}
	m.raw(`<div class="scroll" tabindex="0" role="group" aria-label="Table of kinds"><table class="sortable"><thead><tr><th scope="col">Rule</th><th scope="col">Kind</th><th scope="col">Severity</th><th scope="col" class="n">Bad records</th><th scope="col" class="n">Share</th><td class="chart"></td></tr></thead><tbody>`)
	for i, k := range top {
		m.raw(`<tr><th scope="row">`)
		if len(k.samples) > 0 {
			m.rawf(`<a href="#kind-%d">`, i+1)
		}
		m.dataString(k.rule)
		if len(k.samples) > 0 {
			m.raw("</a>")
		}
		m.raw("</th><td>")
		m.dataString(k.kind)
		m.raw("</td><td>")
		m.severity(k.severity)
		m.rawf(`</td><td class="n" data-n="%d">`, k.count)
		m.count(k.count)
		m.rawf(`</td><td class="n" data-n="%d">`, k.count)
		m.words(percent(k.count, s.total.Bad))
		m.raw(`</td><td class="chart">`)
		m.bar(k.count, top[0].count)
		m.raw("</td></tr>")
	}
	m.raw("</tbody></table></div></section>")
}

// severity writes a severity, which [reportfile.Read] has checked.
func (m *markup) severity(name string) {
	m.raw(`<span class="severity `)
	m.words(name)
	m.raw(`">`)
	m.words(name)
	m.raw("</span>")
}

// fileTable writes the table of the files with the most bad records.
func (s *Summary) fileTable(m *markup) {
	m.raw(`<section aria-labelledby="files"><h2 id="files">Files with the most bad records</h2>`)
	if more := s.damaged - int64(len(s.files)); more > 0 {
		m.raw("<p>The table has ")
		m.words(plural(int64(len(s.files)), "file"))
		m.raw("; ")
		m.words(plural(more, "other file"))
		m.raw(" with bad records are not in it.</p>")
	}
	m.raw(`<div class="scroll" tabindex="0" role="group" aria-label="Table of files"><table class="sortable wide"><thead><tr><th scope="col">File</th><th scope="col" class="n">Bad records</th><th scope="col" class="n">Share</th><th scope="col" class="n">Records</th><th scope="col" class="n">Size</th><th scope="col">Modified (UTC)</th><th scope="col">Most frequent kinds</th><td class="chart">Where in the file</td></tr></thead><tbody>`)
	for _, f := range s.files {
		s.fileRow(m, f)
	}
	m.raw("</tbody></table></div></section>")
}

func (s *Summary) fileRow(m *markup, f *file) {
	m.raw(`<tr><th scope="row" class="name">`)
	m.dataString(shorten(f.name, longestName))
	m.rawf(`</th><td class="n" data-n="%d">`, f.counts.Bad)
	m.count(f.counts.Bad)
	if f.ended {
		m.rawf(`</td><td class="n" data-n="%f">`, float64(f.counts.Bad)/float64(max(f.counts.Records, 1)))
		m.words(percent(f.counts.Bad, f.counts.Records))
		m.rawf(`</td><td class="n" data-n="%d">`, f.counts.Records)
		m.count(f.counts.Records)
		m.rawf(`</td><td class="n" data-n="%d">`, f.counts.Bytes)
		m.words(report.Size(f.counts.Bytes))
	} else {
		m.raw(`</td><td class="n">?</td><td class="n">?</td><td class="n">?`)
	}
	m.raw("</td><td>")
	if f.dated {
		m.words(f.modified.UTC().Format("2006-01-02 15:04"))
	} else {
		m.raw("unknown")
	}
	m.raw("</td><td>")
	for i, k := range f.kinds {
		if i > 0 {
			m.raw("<br>")
		}
		m.count(k.count)
		m.raw(" × ")
		if k.kind == nil {
			m.raw("other kinds")
			continue
		}
		m.name(k.kind)
	}
	m.raw(`</td><td class="chart">`)
	s.whereChart(m, f)
	m.raw("</td></tr>")
}

// name writes the name of a kind.
func (m *markup) name(k *kind) {
	m.dataString(k.rule)
	if k.kind != "" {
		m.raw(" (")
		m.dataString(k.kind)
		m.raw(")")
	}
}

// sampleList writes the samples.
func (s *Summary) sampleList(m *markup, o Origin) {
	m.raw(`<section aria-labelledby="samples"><h2 id="samples">Samples</h2><p>These are the first bad records of each kind in the table above, at most `)
	m.count(int64(s.options.Samples))
	m.raw(" of a kind. Long records are cut. Invisible characters and bytes that are not UTF-8 are shown by their numbers, such as <i>&lt;1B&gt;</i>.")
	if s.lacksText() {
		if o.NoText {
			m.raw(" Their text is not shown, because this was requested.")
		} else {
			m.raw(" The text of some is not known, because neither the file of bad records was given, nor does the checked file still exist with the same size.")
		}
	}
	m.raw("</p>")
	top, _ := s.top()
	for i, k := range top {
		if len(k.samples) == 0 {
			continue
		}
		m.rawf(`<section class="kind"><h3 id="kind-%d">`, i+1)
		m.name(k)
		m.raw(" <small>")
		m.words(plural(k.count, "record"))
		m.raw("</small></h3><ol>")
		for _, p := range k.samples {
			m.sample(p)
		}
		m.raw("</ol></section>")
	}
	m.raw("</section>")
}

// lacksText reports whether there is a sample whose text is not known.
func (s *Summary) lacksText() bool {
	for _, p := range s.Samples() {
		if !p.text.known {
			return true
		}
	}
	return false
}

func (m *markup) sample(p *Sample) {
	m.raw(`<li><p class="at"><span class="name">`)
	m.dataString(shorten(p.file.name, longestName))
	m.raw("</span>, record ")
	m.count(p.record)
	m.raw(", line ")
	m.count(p.line)
	m.raw(", column ")
	m.count(p.column)
	m.raw("</p><p>")
	m.dataString(p.message)
	if p.hasPointer && p.pointer != "" {
		m.raw(` <span class="pointer">at <code>`)
		m.dataString(p.pointer)
		m.raw("</code></span>")
	}
	m.raw("</p>")
	if p.text.known {
		m.window(&p.text)
	}
	m.raw("</li>")
}

// window writes the text around a finding, and marks the finding.
func (m *markup) window(w *window) {
	m.raw("<pre dir=\"ltr\">")
	if w.cutBefore {
		m.raw("…")
	}
	m.visible(w.text[:w.bad])
	if w.bad == w.end {
		m.raw(`<mark class="gap"><span class="hidden">(here)</span></mark>`)
	} else {
		m.raw("<mark>")
		m.visible(w.text[w.bad:w.end])
		m.raw("</mark>")
	}
	m.visible(w.text[w.end:])
	if w.cutRear {
		m.raw("…")
	}
	m.raw("</pre>")
}

func (s *Summary) footer(m *markup, o Origin) {
	m.raw("<footer><p>Made by jsonlint ")
	m.plain(o.Version)
	if o.Bad != "" {
		m.raw(" with the bad records in <code>")
		m.dataString(shorten(o.Bad, longestName))
		m.raw("</code>")
	}
	m.raw(". Offsets and sizes are those of decompressed text.")
	if s.total.Unknown > 0 {
		m.raw(" The report has ")
		m.words(plural(s.total.Unknown, "line"))
		m.raw(" of types that this version does not know; they are not counted.")
	}
	if s.others > 0 {
		fmt.Fprintf(m, " Only %s are counted exactly; %s of other kinds are counted together.", plural(mostKinds, "kind"), plural(s.others, "record"))
	}
	m.raw("</p></footer>")
}
