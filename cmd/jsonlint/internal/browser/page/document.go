package page

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"strconv"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/format"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
	"github.com/assayjson/assay/utf8check"
)

// A Document is a text in memory, which may be invalid. One goroutine may use it.
type Document struct {
	text    []byte
	dialect lint.Dialect

	tree    *document.Document // of the record with the number parsed, or nil
	places  dialect.Map        // translates offsets in the tree
	parsed  int                // the number of the record in tree
	records []entry            // nil until the records have been found
}

// An entry is a record of a text.
type entry struct {
	offset  int64
	length  int
	line    int
	isValid bool
}

// Open returns a document. The text must not be changed while the document is in use. The parameter name is the name of the file, and
// chosen that of the dialect which the user has chosen, or "".
func Open(text []byte, name, chosen string) (*Document, error) {
	d, err := lint.ParseDialect(cmp.Or(chosen, DialectOf(name, text)))
	if err != nil {
		return nil, err
	}
	return &Document{text: text, dialect: d}, nil
}

// Dialect returns the name of the dialect in which the text is read.
func (d *Document) Dialect() string { return d.dialect.String() }

// hasRecords reports whether the text is a sequence of documents.
func (d *Document) hasRecords() bool { return d.dialect == lint.NDJSON || d.dialect == lint.JSONSeq }

// Statistics returns the statistics of the text.
func (d *Document) Statistics() *Statistics { return statisticsOf(bytes.NewReader(d.text), d.dialect) }

// A Node is a value in a tree.
type Node struct {
	Name    *string `json:"name,omitempty"`  // of the member, decoded
	Index   *int    `json:"index,omitempty"` // of the element
	Pointer string  `json:"pointer"`         // in the document or record
	Kind    string  `json:"kind"`            // object, array, string, number, true, false or null
	Offset  int64   `json:"offset"`          // in the text
	Length  int64   `json:"length"`
	Count   int     `json:"count"`          // of members or elements
	Text    string  `json:"text,omitempty"` // of a string, decoded, or a number, as written; only the beginning of long ones
	Cut     bool    `json:"cut,omitempty"`  // Text is only the beginning
}

// A Tree is a value with some of its children.
type Tree struct {
	Node
	Children []Node `json:"children"`
}

// Tree returns the value to which a JSON Pointer leads and, of its members or elements, at most the given number from
// index from on. If the text is a sequence of records, the value is in the record with the given number, from 0;
// otherwise, the number does not matter. The error says where the document or record is invalid.
func (d *Document) Tree(record int, pointer string, from, number int) (*Tree, error) {
	if err := d.parse(record); err != nil {
		return nil, err
	}
	v, err := d.tree.Lookup(pointer)
	if err != nil {
		return nil, err
	}
	t := &Tree{Node: d.node(v, pointer), Children: []Node{}}
	i := 0
	add := func(name *string, index *int, step string, v document.Value) bool {
		if i++; i > from {
			n := d.node(v, pointer+"/"+step)
			n.Name, n.Index = name, index
			t.Children = append(t.Children, n)
		}
		return len(t.Children) < number
	}
	if number <= 0 {
		return t, nil
	}
	for name, child := range v.Members() {
		decoded := name.String()
		if !add(&decoded, nil, escaped(decoded), child) {
			break
		}
	}
	for index, child := range v.Elements() {
		if !add(nil, &index, strconv.Itoa(index), child) {
			break
		}
	}
	return t, nil
}

// escaped returns a reference token of a JSON Pointer (RFC 6901, section 3).
func escaped(name string) string {
	b := make([]byte, 0, len(name))
	for i := range len(name) {
		switch name[i] {
		case '~':
			b = append(b, "~0"...)
		case '/':
			b = append(b, "~1"...)
		default:
			b = append(b, name[i])
		}
	}
	return string(b)
}

// longest is the length in bytes of the longest text in a [Node].
const longest = 200

func (d *Document) node(v document.Value, pointer string) Node {
	span := d.places.SpanOf(v)
	n := Node{Pointer: pointer, Kind: kinds[v.Kind()], Offset: span.Offset, Length: int64(span.Length), Count: v.Len()}
	if d.hasRecords() {
		n.Offset += d.records[d.parsed].offset
	}
	if v.Kind() == tokenizer.String || v.Kind() == tokenizer.Number {
		text := v.Body()
		if v.Kind() == tokenizer.Number {
			text = d.text[n.Offset : n.Offset+n.Length] // as written, which the tree of JSON5 does not have
		}
		if v.Escaped() && len(text) <= 6*longest {
			text = []byte(v.String())
		}
		n.Cut = len(text) > longest
		n.Text = shown(wholeRunes(text[:min(len(text), longest)], n.Cut))
	}
	return n
}

// wholeRunes returns text without an incomplete character at its end, if it has been cut.
func wholeRunes(text []byte, isCut bool) []byte {
	if isCut {
		text = text[:len(text)-utf8check.Unfinished(text)]
	}
	return text
}

var kinds = map[tokenizer.TokenKind]string{
	tokenizer.BeginObject: "object", tokenizer.BeginArray: "array", tokenizer.String: "string", tokenizer.Number: "number",
	tokenizer.True: "true", tokenizer.False: "false", tokenizer.Null: "null",
}

// parse parses the document, or the record with the given number.
func (d *Document) parse(record int) error {
	if !d.hasRecords() {
		record = 0
	}
	if d.parsed == record && d.tree != nil {
		return nil
	}
	text := d.text
	if d.hasRecords() {
		d.findRecords()
		if record < 0 || record >= len(d.records) {
			return fmt.Errorf("there is no record %d", record)
		}
		e := d.records[record]
		text = text[e.offset : e.offset+int64(e.length)]
	}
	d.tree = nil
	tree, places, err := dialect.Parse(text, d.dialect.Accepted(), tokenizer.AllowBOM())
	if err != nil {
		p, message := command.ExplainFormat(text, err)
		return fmt.Errorf("line %d, column %d: %s", p.Line, p.Rune, message)
	}
	d.tree, d.places, d.parsed = tree, places, record
	return nil
}

// findRecords finds the records of the text.
func (d *Document) findRecords() {
	if d.records != nil {
		return
	}
	d.records = []entry{}
	for r := range records.All(d.text, recordOptions(d.dialect)) {
		d.records = append(d.records, entry{r.Offset, len(r.Data), r.Line, r.Valid()})
	}
}

// A Record is a record of a text.
type Record struct {
	Number  int    `json:"number"` // from 0
	Offset  int64  `json:"offset"`
	Length  int    `json:"length"`
	Line    int    `json:"line"`
	Valid   bool   `json:"valid"`
	Message string `json:"message,omitempty"` // of the error
	Error   *Place `json:"error,omitempty"`   // the position of the error in the text
	Text    string `json:"text"`              // the beginning of the record
}

// Records is a page of a table of records.
type Records struct {
	Total   int      `json:"total"`
	Invalid int      `json:"invalid"`
	Records []Record `json:"records"`
}

// Records returns at most number records from the given one on. If onlyInvalid is true, valid records are left out and
// not counted by from.
func (d *Document) Records(from, number int, onlyInvalid bool) (*Records, error) {
	if !d.hasRecords() {
		return nil, errors.New("the text is not a sequence of records")
	}
	d.findRecords()
	page := &Records{Total: len(d.records), Records: []Record{}}
	seen, invalid := 0, 0
	for i, e := range d.records {
		if !e.isValid {
			page.Invalid++
		}
		if onlyInvalid && e.isValid {
			continue
		}
		if seen++; seen > from && len(page.Records) < number {
			page.Records = append(page.Records, d.record(i))
			if !e.isValid {
				invalid++
			}
		}
	}
	if invalid > 0 {
		d.explain(page.Records)
	}
	return page, nil
}

// record returns the record with the given number, without its error.
func (d *Document) record(number int) Record {
	e := d.records[number]
	text := d.text[e.offset : e.offset+int64(e.length)]
	cut := len(text) > longest
	return Record{Number: number, Offset: e.offset, Length: e.length, Line: e.line, Valid: e.isValid, Text: shown(wholeRunes(text[:min(len(text), longest)], cut))}
}

// explain adds the errors of records, whose numbers increase. It reads the text again, because only package records knows
// the positions in the text that messages refer to.
func (d *Document) explain(list []Record) {
	number := 0
	for r := range records.All(d.text, recordOptions(d.dialect)) {
		if len(list) == 0 {
			return
		}
		if number == list[0].Number {
			var invalid *records.RecordError
			if errors.As(r.AsError(), &invalid) {
				offset, p := report.PlaceInRecord(invalid)
				list[0].Message, list[0].Error = invalid.Message(), &Place{offset, p.Line, p.Rune, p.UTF16}
			}
			list = list[1:]
		}
		number++
	}
}

// Convert returns the text as JSON if it is valid in a dialect with more syntax, such as JSON5, and is not JSON. Comments are
// dropped.
func (d *Document) Convert() ([]byte, error) {
	if d.hasRecords() || tokenizer.Valid(d.text) {
		return nil, errors.New("there is nothing to convert")
	}
	return format.Append(nil, d.text, format.Options{Dialect: dialect.JSON5, Convert: format.DropComments, Detect: true, Width: 80, Style: format.Prettier})
}

// Format formats the text. The settings are those that settings files have under "format".
func (d *Document) Format(settings map[string]any) ([]byte, error) {
	if d.dialect == lint.JSONSeq {
		return nil, errors.New("text sequences cannot be formatted")
	}
	o := config.DefaultLayout()
	for _, l := range config.Layouts() {
		value, ok := settings[l.Name]
		if !ok {
			continue
		}
		set, err := l.Read(fmt.Sprint(value))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", l.Name, err)
		}
		set(&o)
	}
	if o.Canonical {
		o = format.Options{Canonical: true, ExactNumbers: o.ExactNumbers}
	}
	o.Dialect = d.dialect.Accepted()
	o.Records = d.dialect == lint.NDJSON
	out, err := format.Append(nil, d.text, o)
	if err != nil {
		p, message := command.ExplainFormat(d.text, err)
		return nil, fmt.Errorf("line %d, column %d: %s", p.Line, p.Rune, message)
	}
	return out, nil
}
