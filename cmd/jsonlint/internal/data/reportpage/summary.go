package reportpage

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/assayjson/assay/cmd/jsonlint/internal/data/reportfile"
)

// The limits of a summary.
const (
	mostKinds = 1000 // kinds that are counted exactly; the records of others are counted together
	topKinds  = 30   // kinds on the page, and kinds with samples
	topFiles  = 50   // files on the page
	fileKinds = 3    // kinds that are named for a file
	binCount  = 60   // columns of the picture of where bad records are in a file
)

// Options are the options for a summary.
type Options struct {
	Samples int // largest number of samples of each kind

	// ModTime returns the modification time of a file of the given size, and reports whether it is known. The size is in
	// bytes of text, and is negative if it is not known. ModTime is called once for each file with bad records. It may be nil.
	ModTime func(file string, size int64) (time.Time, bool)
}

// A Summary is what the page shows of a report.
type Summary struct {
	options Options
	total   reportfile.Total
	kinds   map[kindKey]*kind
	others  int64 // number of bad records of kinds that are not in kinds
	files   []*file
	damaged int64 // number of files with bad records
	times   histogram
	dated   int64 // number of bad records in files whose times are known
	undated int64

	current *file
	counts  map[*kind]int64 // bad records of the current file by kind; nil stands for kinds that are not in kinds
}

// New returns an empty summary.
func New(o Options) *Summary {
	return &Summary{options: o, kinds: map[kindKey]*kind{}, counts: map[*kind]int64{}, times: histogram{widths: timeWidths, most: 20_000}}
}

type kindKey struct{ severity, rule, kind string }

// A kind counts the bad records of a kind.
type kind struct {
	kindKey
	count   int64
	samples []*Sample
}

// A file is one of the files of a report.
type file struct {
	name     string
	counts   reportfile.Counts
	ended    bool // counts is known
	modified time.Time
	dated    bool
	order    int64 // the number of files with bad records before it
	kinds    []fileKind
	where    histogram // of the offsets of bad records
}

type fileKind struct {
	kind  *kind
	count int64
}

// A Sample is a bad record that the page shows.
type Sample struct {
	file                 *file
	record, line, column int64
	offset, length       int64 // where the finding is in the file
	start, end           int64 // where the record is in the file
	badOffset            int64
	message, pointer     string
	hasPointer           bool
	text                 window
}

// A window is the text around a finding.
type window struct {
	known              bool
	text               []byte
	bad, end           int  // where the finding is in text
	cutBefore, cutRear bool // the record has text before and after the window
}

// The lengths to which texts from a report are cut, in bytes.
const (
	longestMessage = 400
	longestPointer = 200
	longestName    = 300
)

// begin begins a file.
func (s *Summary) begin(name string) {
	s.current = &file{name: name, order: s.damaged, where: histogram{widths: offsetWidths, most: binCount}}
	clear(s.counts)
}

// Record adds a bad record.
func (s *Summary) Record(r *reportfile.Record) error {
	if s.current == nil {
		s.begin(r.File)
	}
	k := s.kindOf(r)
	s.counts[k]++
	s.current.where.add(r.RecordOffset, 1)
	if k == nil {
		s.others++
		return nil
	}
	if k.count++; len(k.samples) < s.options.Samples {
		k.samples = append(k.samples, &Sample{
			file: s.current, record: r.Record, line: r.Line, column: r.Column, offset: r.Offset, length: r.Length,
			start: r.RecordOffset, end: r.RecordOffset + r.RecordLength, badOffset: r.BadOffset,
			message: string(shorten(r.Message, longestMessage)), pointer: string(shorten(r.Pointer, longestPointer)), hasPointer: r.HasPointer,
		})
	}
	return nil
}

// kindOf returns the kind of a record, or nil if there are too many kinds.
func (s *Summary) kindOf(r *reportfile.Record) *kind {
	key := kindKey{r.Severity, r.Rule, r.Kind}
	k := s.kinds[key]
	if k == nil && len(s.kinds) < mostKinds && len(r.Rule)+len(r.Kind) <= longestName {
		k = &kind{kindKey: key}
		s.kinds[key] = k
	}
	return k
}

// File ends a file.
func (s *Summary) File(f *reportfile.File) error {
	if f.Bad == 0 {
		s.current = nil // there may have been a byte order mark
		return nil
	}
	s.current.counts, s.current.ended = f.Counts, true
	s.endFile(f.Bad)
	return nil
}

// endFile ends the current file, which has bad records.
func (s *Summary) endFile(bad int64) {
	f := s.current
	s.current = nil
	s.damaged++
	if s.options.ModTime != nil {
		size := int64(-1)
		if f.ended {
			size = f.counts.Bytes
		}
		f.modified, f.dated = s.options.ModTime(f.name, size)
	}
	if f.dated {
		s.times.add(f.modified.Unix(), bad)
		s.dated += bad
	} else {
		s.undated += bad
	}
	f.counts.Bad = bad
	if len(s.files) == topFiles && s.files[topFiles-1].compare(f) < 0 {
		return
	}
	for k, n := range s.counts {
		f.kinds = append(f.kinds, fileKind{k, n})
	}
	slices.SortFunc(f.kinds, func(a, b fileKind) int { return cmp.Or(cmp.Compare(b.count, a.count), a.kind.compare(b.kind)) })
	f.kinds = slices.Clone(f.kinds[:min(len(f.kinds), fileKinds)])
	at, _ := slices.BinarySearchFunc(s.files, f, (*file).compare)
	s.files = slices.Insert(s.files, at, f)
	s.files = s.files[:min(len(s.files), topFiles)]
}

// compare orders files: those with the most bad records first, and those with as many in the order of the report.
func (f *file) compare(g *file) int {
	return cmp.Or(cmp.Compare(g.counts.Bad, f.counts.Bad), cmp.Compare(f.order, g.order))
}

// compare orders kinds by their names.
func (k *kind) compare(l *kind) int {
	if k == nil || l == nil {
		return cmp.Compare(boolToInt(k == nil), boolToInt(l == nil))
	}
	return cmp.Or(cmp.Compare(k.rule, l.rule), cmp.Compare(k.kind, l.kind), cmp.Compare(k.severity, l.severity))
}

func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// End ends the summary of a report with the given totals.
func (s *Summary) End(t *reportfile.Total) {
	if s.current != nil && t.Rest > 0 {
		s.endFile(t.Rest)
	}
	s.total = *t
	s.total.Bad += t.Rest
}

// top returns the most frequent kinds, and the number of records of all other kinds.
func (s *Summary) top() (top []*kind, rest int64) {
	top = slices.SortedFunc(maps.Values(s.kinds), func(a, b *kind) int { return cmp.Or(cmp.Compare(b.count, a.count), a.compare(b)) })
	rest = s.others
	for _, k := range top[min(len(top), topKinds):] {
		rest += k.count
	}
	return top[:min(len(top), topKinds)], rest
}

// Samples returns the samples that the page shows.
func (s *Summary) Samples() (all []*Sample) {
	top, _ := s.top()
	for _, k := range top {
		all = append(all, k.samples...)
	}
	return all
}

// shorten returns the beginning of a text, of at most n bytes and some for a sign that states that the text has been cut off.
func shorten[T string | []byte](text T, n int) T {
	if len(text) <= n {
		return text
	}
	for n > 0 && text[n]&0xC0 == 0x80 {
		n--
	}
	return T(string(text[:n]) + "…")
}
