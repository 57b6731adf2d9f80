package reportpage

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"golang.org/x/net/html"

	"github.com/assayjson/assay/cmd/jsonlint/internal/data/reportfile"
)

// hostile are texts that would be markup, or would change what is around them, if they were not escaped.
var hostile = []string{
	"</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", `" onload="alert(1)`, "' onload='alert(1)", "--></style><script>", "&lt;b&gt;&amp;", "</title><h1>",
	"a\x00b\x1b[31m\x7f", "\u202Egnp.exe", "\u2066x\u2069", "\u200b\ufeff\u00ad", "\xff\xfe\xed\xa0\x80", "line\nbreak\r\ttab", "\u05d0\u05d1", "javascript:alert(1)", "\U000e0041\ue000", "", strings.Repeat("é", 5000), "\u2028\u2029",
}

// A fake is a report, and the bad output that belongs to it.
type fake struct {
	records []reportfile.Record
	files   []reportfile.File
	total   reportfile.Total
	bad     []byte // the bad output
}

// file adds a file whose records are all bad.
func (f *fake) file(name string, texts []string, describe func(i int, r *reportfile.Record)) {
	start, at := int64(len(f.bad)), int64(0)
	for i, text := range texts {
		r := reportfile.Record{
			File: name, Record: int64(i + 1), Line: int64(i + 1), Column: 1, Offset: at, Length: int64(len(text)), Severity: "error", Rule: "syntax", Kind: "x",
			RecordOffset: at, RecordLength: int64(len(text) + 1), BadOffset: start + at,
		}
		if describe != nil {
			describe(i, &r)
		}
		f.records = append(f.records, r)
		f.bad = append(append(f.bad, text...), '\n')
		at += int64(len(text) + 1)
	}
	n := int64(len(texts))
	c := reportfile.Counts{Records: n, Bad: n, Bytes: at, BadBytes: at}
	f.files = append(f.files, reportfile.File{File: name, Counts: c, BadOffset: start})
	f.total.Complete = true
	f.total.Files++
	f.total.Records += n
	f.total.Bad += n
	f.total.Bytes += at
	f.total.BadBytes += at
}

func (f *fake) summary(o Options) *Summary {
	s := New(o)
	records := f.records
	for i := range f.files {
		for range f.files[i].Bad {
			s.Record(&records[0])
			records = records[1:]
		}
		s.File(&f.files[i])
	}
	s.End(&f.total)
	return s
}

// read returns the page, read as browsers read it.
func read(t *testing.T, s *Summary, o Origin) (root *html.Node, size int) {
	t.Helper()
	var page bytes.Buffer
	if err := s.WriteHTML(&page, o); err != nil {
		t.Fatal(err)
	}
	root, err := html.Parse(bytes.NewReader(page.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	return root, page.Len()
}

// textOf returns the text of a node. Each script and style counts as no text.
func textOf(n *html.Node) string {
	if n.Type == html.TextNode {
		return n.Data
	}
	var b strings.Builder
	for c := range n.ChildNodes() {
		if c.Data != "script" && c.Data != "style" {
			b.WriteString(textOf(c))
		}
	}
	return b.String()
}

// all returns the elements with a name.
func all(root *html.Node, name string) (found []*html.Node) {
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && n.Data == name {
			found = append(found, n)
		}
	}
	return found
}

// The elements of a page, and their attributes. No attribute has a value from the data.
var allowedElements = strings.Fields("html head meta title style body header h1 h2 h3 p code bdi i main section dl div dt dd svg rect desc table thead tbody tr th td a span br small ol li pre mark b figure figcaption details summary footer script")
var allowedAttributes = strings.Fields("lang charset http-equiv content name aria-labelledby aria-label aria-hidden id class tabindex role scope data-n viewBox preserveAspectRatio focusable x y width height dir href")

// checkMarkup checks that a page has nothing but what this package writes.
func checkMarkup(t *testing.T, root *html.Node) {
	t.Helper()
	for n := range root.Descendants() {
		if n.Type == html.CommentNode {
			t.Errorf("a comment: %q", n.Data)
		}
		if n.Type != html.ElementNode {
			continue
		}
		if !slices.Contains(allowedElements, n.Data) {
			t.Errorf("an element %q", n.Data)
		}
		for _, a := range n.Attr {
			if !slices.Contains(allowedAttributes, a.Key) || a.Key == "href" && !strings.HasPrefix(a.Val, "#kind-") {
				t.Errorf("an attribute %q", a)
			}
		}
	}
	for name, want := range map[string]string{"script": script, "style": style} {
		found := all(root, name)
		if len(found) != 1 || found[0].FirstChild.Data != want {
			t.Errorf("%d elements %s", len(found), name)
		}
		sum := sha256.Sum256([]byte(found[0].FirstChild.Data))
		if policy := all(root, "meta")[1].Attr[1].Val; !strings.Contains(policy, name+"-src 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'") || !strings.HasPrefix(policy, "default-src 'none'; ") {
			t.Errorf("the policy is %s", policy)
		}
	}
	for i, r := range textOf(root) {
		if r != '\n' && !unicode.IsPrint(r) || r == unicode.ReplacementChar {
			t.Fatalf("an invisible character %U in %q", r, textOf(root)[max(i-20, 0):])
		}
	}
}

// Nothing from the data is markup, and nothing in it is invisible.
func TestPageEscapes(t *testing.T) {
	var f fake
	for _, name := range hostile {
		f.file(name, hostile, func(i int, r *reportfile.Record) {
			r.Rule, r.Kind, r.Message = hostile[(i+1)%len(hostile)], hostile[i], []byte(hostile[i])
			r.Pointer, r.HasPointer = []byte("/"+hostile[i]), true
			r.Severity = []string{"error", "warning", "info"}[i%3]
		})
	}
	s := f.summary(Options{Samples: 20, ModTime: func(string, int64) (time.Time, bool) { return time.Unix(0, 0), true }})
	if err := s.FillBad(bytes.NewReader(f.bad)); err != nil {
		t.Fatal(err)
	}
	for _, text := range hostile {
		root, _ := read(t, New(Options{}), Origin{Report: text, Bad: text, Version: text})
		checkMarkup(t, root)
	}
	root, size := read(t, s, Origin{})
	checkMarkup(t, root)
	if size > 4<<20 {
		t.Errorf("the page has %d bytes", size)
	}
	var samples []string
	for _, pre := range all(root, "pre") {
		samples = append(samples, textOf(pre))
	}
	for text, want := range map[string]string{
		"</script><script>alert(1)</script>": "</script><script>alert(1)</script>", "a\x00b\x1b[31m\x7f": "a<00>b<1B>[31m<7F>", "\u202Egnp.exe": "<U+202E>gnp.exe",
		"\xff\xfe\xed\xa0\x80": "<FF><FE><ED><A0><80>", "line\nbreak\r\ttab": "line<0A>break<0D><09>tab", "&lt;b&gt;&amp;": "&lt;b&gt;&amp;", "\u2066x\u2069": "<U+2066>x<U+2069>",
	} {
		if !slices.Contains(samples, want) {
			t.Errorf("no sample shows %q", text)
		}
	}
}

func TestPageWithoutBadRecords(t *testing.T) {
	s := New(Options{})
	s.End(&reportfile.Total{Complete: true, Files: 1, Counts: reportfile.Counts{Records: 1234567, Good: 1234567}})
	root, _ := read(t, s, Origin{Report: "r"})
	checkMarkup(t, root)
	if text := textOf(root); !strings.Contains(text, "No record is bad.") || !strings.Contains(text, "1,234,567") || strings.Contains(text, "Samples") || strings.Contains(text, "incomplete") {
		t.Error(text)
	}
}

func TestPartialPage(t *testing.T) {
	s := New(Options{Samples: 5})
	s.Record(&reportfile.Record{File: "a", Record: 7, Line: 7, Column: 1, Severity: "error", Rule: "syntax"})
	s.Record(&reportfile.Record{File: "a", Record: 9, Line: 9, Column: 1, Severity: "error", Rule: "syntax", RecordOffset: 1<<62 - 2}) // as far as possible
	s.End(&reportfile.Total{Rest: 2})
	root, _ := read(t, s, Origin{Report: "r"})
	checkMarkup(t, root)
	for _, want := range []string{"This report is incomplete.", "Bad records2100% of all records", "First quarter 50.0%, second 0%, third 0%, last 50.0%", "a, record 7, line 7, column 1", "The modification times are not known", "The text of some is not known"} {
		if text := textOf(root); !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
}

// A chart with one column, as of a single file, would be a solid block. So would one with a few columns as wide as they can be, and that of
// a file whose records are all bad.
func TestChartsAreNoSolidBlocks(t *testing.T) {
	for _, c := range []struct{ files, records, times, where int }{{1, 1, 0, 0}, {1, 200, 0, 1}, {2, 1, 1, 0}, {3, 200, 1, 3}, {60, 1, 1, 0}} {
		var f fake
		for i := range c.files {
			f.file(strconv.Itoa(i), slices.Repeat([]string{"[1"}, c.records), nil)
		}
		s := f.summary(Options{ModTime: func(name string, _ int64) (time.Time, bool) {
			i, err := strconv.Atoi(name)
			return time.Unix(int64(60*i), 0), err == nil
		}})
		root, _ := read(t, s, Origin{Report: "r"})
		charts := map[string]int{}
		for _, svg := range all(root, "svg") {
			class := attribute(svg, "class")
			charts[class]++
			var x, y, width, height float64
			if _, err := fmt.Sscan(attribute(svg, "viewBox"), &x, &y, &width, &height); err != nil {
				t.Fatal(err)
			}
			if red := redArea(svg); (class == "times" || class == "where") && red > 0.75*width*height {
				t.Errorf("%+v: %s is red: %.0f of %.0f", c, class, red, width*height)
			}
		}
		isTold := strings.Contains(textOf(root), plural(int64(c.records), "bad record")+" in files that were last modified between 1970-01-01 00:00 and 1970-01-01 00:01 (UTC).")
		if charts["times"] != c.times || charts["where"] != c.where || isTold != (c.files == 1) {
			t.Errorf("%+v: %v; %s", c, charts, textOf(root))
		}
	}
}

// redArea returns the area of the bars in a picture.
func redArea(svg *html.Node) (area float64) {
	for _, rect := range all(svg, "rect") {
		if attribute(rect, "class") == "bad" {
			width, _ := strconv.ParseFloat(attribute(rect, "width"), 64)
			height, _ := strconv.ParseFloat(attribute(rect, "height"), 64)
			area += width * height
		}
	}
	return area
}

// attribute returns an attribute of an element, or "".
func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// The files and kinds on the page are those that sorting everything would give.
func TestTop(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var f fake
	type count struct {
		name string
		n    int64
	}
	var files []count
	kinds := map[string]int64{}
	for i := range 3 * topFiles {
		n := random.IntN(40)
		name := fmt.Sprint(i)
		f.file(name, make([]string, n), func(_ int, r *reportfile.Record) {
			r.Kind = fmt.Sprint(min(random.IntN(100), random.IntN(3*mostKinds)))
			kinds[r.Kind]++
		})
		files = append(files, count{name, int64(n)})
	}
	s := f.summary(Options{Samples: 3})
	slices.SortStableFunc(files, func(a, b count) int { return int(b.n - a.n) })
	for i, f := range s.files {
		if f.name != files[i].name || f.counts.Bad != files[i].n {
			t.Fatalf("file %d is %s with %d, want %v", i, f.name, f.counts.Bad, files[i])
		}
	}
	top, rest := s.top()
	sum := rest
	for i, k := range top {
		if k.count != kinds[k.kind] || i > 0 && k.count > top[i-1].count || len(k.samples) != int(min(3, k.count)) {
			t.Errorf("kind %s: %d, want %d; %d samples", k.kind, k.count, kinds[k.kind], len(k.samples))
		}
		sum += k.count
	}
	if sum != f.total.Bad || len(s.files) != topFiles || len(top) != topKinds {
		t.Errorf("%d records in kinds, want %d; %d files, %d kinds", sum, f.total.Bad, len(s.files), len(top))
	}
	root, _ := read(t, s, Origin{})
	for _, want := range []string{"The table has 50 files; ", "The table has the 30 most frequent kinds; "} {
		if !strings.Contains(textOf(root), want) {
			t.Errorf("no %q", want)
		}
	}
}

// Memory does not depend on the numbers of kinds and files.
func TestLimits(t *testing.T) {
	s := New(Options{Samples: 1})
	n := int64(2 * mostKinds)
	for i := range n {
		s.Record(&reportfile.Record{File: "a", Record: i + 1, Severity: "error", Rule: "r", Kind: fmt.Sprint(i), RecordOffset: i << 40, RecordLength: 1})
	}
	s.File(&reportfile.File{File: "a", Counts: reportfile.Counts{Records: n, Bad: n, Bytes: n << 40}})
	s.End(&reportfile.Total{Complete: true, Files: 1, Counts: reportfile.Counts{Records: n, Bad: n, Bytes: n << 40}})
	if len(s.kinds) != mostKinds || s.others != n-mostKinds || len(s.files[0].where.columns) > binCount {
		t.Errorf("%d kinds, %d others, %d columns", len(s.kinds), s.others, len(s.files[0].where.columns))
	}
	root, size := read(t, s, Origin{})
	checkMarkup(t, root)
	if size > 100_000 || !strings.Contains(textOf(root), "Only 1,000 kinds are counted exactly; 1,000 records of other kinds are counted together.") {
		t.Errorf("%d bytes, %s", size, textOf(root))
	}
}

// The text of a sample is that around its finding, however the file is read.
func TestSampleTexts(t *testing.T) {
	long := strings.Repeat("é", 300) + "!" + strings.Repeat("ü", 300)
	texts := []string{"", "a", "abc", long, long + "\r", strings.Repeat("x", 200), "\xff\xff"}
	places := []struct{ offset, length int64 }{{0, 0}, {0, 1}, {1, 1}, {600, 1}, {1201, 0}, {10, 190}, {0, 2}}
	want := []string{"(here)", "[a]", "a[b]c", "…" + strings.Repeat("é", 40) + "[!]" + strings.Repeat("ü", 60) + "…", "…" + strings.Repeat("ü", 40) + "(here)<0D>", "xxxxxxxxxx[" + strings.Repeat("x", 120) + "]" + strings.Repeat("x", 70), "[<FF><FF>]"}
	want[4] = "…" + strings.Repeat("ü", 40) + "(here)"
	var f fake
	f.file("a", texts, func(i int, r *reportfile.Record) {
		r.Offset, r.Length = r.Offset+places[i].offset, places[i].length
	})
	check := func(name string, fill func(*Summary) error) {
		s := f.summary(Options{Samples: 20})
		if err := fill(s); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		root, _ := read(t, s, Origin{})
		var got []string
		for _, pre := range all(root, "pre") {
			for _, mark := range all(pre, "mark") {
				if text := textOf(mark); text != "(here)" {
					mark.InsertBefore(&html.Node{Type: html.TextNode, Data: "["}, mark.FirstChild)
					mark.AppendChild(&html.Node{Type: html.TextNode, Data: "]"})
				}
			}
			got = append(got, textOf(pre))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s:\n%q\nwant\n%q", name, got, want)
		}
	}
	check("seeking", func(s *Summary) error { return s.FillBad(bytes.NewReader(f.bad)) })
	check("reading", func(s *Summary) error { return s.FillBad(io.MultiReader(bytes.NewReader(f.bad))) })
	check("checked file", func(s *Summary) error {
		s.FillFiles(func(name string, size int64) io.ReadSeekCloser {
			if name != "a" || size != int64(len(f.bad)) {
				t.Error(name, size)
			}
			return nopCloser{bytes.NewReader(f.bad)}
		})
		return nil
	})
}

type nopCloser struct{ *bytes.Reader }

func (nopCloser) Close() error { return nil }

// A file of another size is not the one that the report describes.
func TestOtherSize(t *testing.T) {
	var f fake
	f.file("a", []string{"abc", "def"}, nil)
	for _, bad := range []string{"", "abc", "abc\ndef", "abc\ndef\ng"} {
		for _, r := range []io.Reader{strings.NewReader(bad), io.MultiReader(strings.NewReader(bad))} {
			s := f.summary(Options{Samples: 2})
			err := s.FillBad(r)
			if size, ok := err.(*SizeError); !ok || size.Want != 8 || size.Size != int64(len(bad)) && size.Size != 8 || !s.lacksText() {
				t.Errorf("%q: %v", bad, err)
			}
		}
		s := f.summary(Options{Samples: 2})
		s.FillFiles(func(string, int64) io.ReadSeekCloser { return nopCloser{bytes.NewReader([]byte(bad))} })
		if !s.lacksText() {
			t.Errorf("%q: the text of another file is shown", bad)
		}
	}
}

func TestHistogram(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		h := histogram{widths: timeWidths, most: 5 + random.IntN(50)}
		var at []int64
		limit := int64(1) << random.IntN(62)
		for range random.IntN(200) {
			p := random.Int64N(limit) - random.Int64N(limit)
			at = append(at, p)
			h.add(p, 1)
		}
		n := 5 + random.Int64N(60)
		h.fit(n)
		first, last := h.span()
		counts := h.counts(first, last)
		if int64(len(counts)) > n || len(h.columns) > h.most {
			t.Fatalf("%d columns, at most %d", len(counts), n)
		}
		want := make([]int64, len(counts))
		for _, p := range at {
			column := p / h.width()
			if p < 0 && p%h.width() != 0 {
				column--
			}
			want[column-first]++
		}
		if !slices.Equal(counts, want) {
			t.Fatalf("%v, want %v", counts, want)
		}
	}
	for i := 1; i < len(timeWidths); i++ {
		if timeWidths[i]%timeWidths[i-1] != 0 {
			t.Errorf("%d does not divide %d", timeWidths[i-1], timeWidths[i])
		}
	}
}

func TestNumbers(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -1234: "-1,234", -123: "-123"} {
		if got := grouped(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
	for _, c := range []struct {
		part, whole int64
		want        string
	}{{0, 0, "–"}, {0, 5, "0%"}, {5, 5, "100%"}, {1, 1e9, "< 0.01%"}, {1e9 - 1, 1e9, "> 99.99%"}, {1, 3, "33.3%"}, {1, 500, "0.20%"}} {
		if got := percent(c.part, c.whole); got != c.want {
			t.Errorf("%d of %d: %s, want %s", c.part, c.whole, got, c.want)
		}
	}
}

func TestTimeChart(t *testing.T) {
	var f fake
	for i := range 10 {
		f.file(fmt.Sprint(i), make([]string, i+1), nil)
	}
	begin := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	s := f.summary(Options{ModTime: func(name string, size int64) (time.Time, bool) {
		return begin.AddDate(0, 0, int(name[0]-'0')), name != "9" && size > 0
	}})
	root, _ := read(t, s, Origin{})
	text := textOf(root)
	for _, want := range []string{"The chart omits 10 bad records", "From 2026-03-01 12:00 to 2026-03-09 18:00 (UTC) in columns of 6 hours. The largest column begins at 2026-03-09 12:00 and has 9 bad records."} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
}
