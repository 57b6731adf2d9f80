package page

import (
	"context"
	"io"
	"math/bits"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// Statistics counts what is in a text, up to its first error. In NDJSON and text sequences, the records with
// errors are left out.
type Statistics struct {
	Bytes   int64 `json:"bytes"`
	Records int64 `json:"records"` // documents in the text, valid or not
	Invalid int64 `json:"invalid"` // documents that are not valid
	Objects int64 `json:"objects"`
	Arrays  int64 `json:"arrays"`
	Strings int64 `json:"strings"` // without names
	Numbers int64 `json:"numbers"`
	Trues   int64 `json:"trues"`
	Falses  int64 `json:"falses"`
	Nulls   int64 `json:"nulls"`
	Names   int64 `json:"names"`
	Depth   int   `json:"depth"` // the largest number of nested brackets

	LongestString   int   `json:"longestString"` // in bytes, as written, without quotation marks; names count
	LongestStringAt int64 `json:"longestStringAt"`

	// Depths has the number of values inside as many brackets as the index says; the last element counts
	// deeper ones, too.
	Depths []int64 `json:"depths"`

	// StringSizes and RecordSizes have the number of strings (names count) and records of certain lengths in bytes:
	// element 0 counts those of length 0, and element i those of at least 2^(i-1) and less than 2^i bytes.
	StringSizes []int64 `json:"stringSizes"`
	RecordSizes []int64 `json:"recordSizes"`
}

// deepest is the length of [Statistics.Depths].
const deepest = 64

// count adds 1 to an element of a histogram, which grows as needed.
func count(histogram *[]int64, i int) {
	for len(*histogram) <= i {
		*histogram = append(*histogram, 0)
	}
	(*histogram)[i]++
}

// add counts a token. The offset is that of its document in the text.
func (s *Statistics) add(t tokenizer.Token, offset int64) {
	switch t.Kind() {
	case tokenizer.BeginObject:
		s.Objects++
		s.Depth = max(s.Depth, t.Depth()+1)
	case tokenizer.BeginArray:
		s.Arrays++
		s.Depth = max(s.Depth, t.Depth()+1)
	case tokenizer.EndObject, tokenizer.EndArray:
		return
	case tokenizer.Name:
		s.Names++
		s.addString(t, offset)
		return
	case tokenizer.String:
		s.Strings++
		s.addString(t, offset)
	case tokenizer.Number:
		s.Numbers++
	case tokenizer.True:
		s.Trues++
	case tokenizer.False:
		s.Falses++
	case tokenizer.Null:
		s.Nulls++
	}
	count(&s.Depths, min(t.Depth(), deepest-1))
}

func (s *Statistics) addString(t tokenizer.Token, offset int64) {
	n := len(t.Body())
	count(&s.StringSizes, bits.Len(uint(n)))
	if n > s.LongestString {
		s.LongestString, s.LongestStringAt = n, offset+t.Offset()
	}
}

// addDocument counts the tokens of a document up to its first error.
func (s *Statistics) addDocument(t *tokenizer.Tokenizer, offset int64) error {
	for {
		token, err := t.Next()
		if err != nil {
			return err
		}
		s.add(token, offset)
	}
}

// addRecord counts a record.
func (s *Statistics) addRecord(r *records.Record) {
	s.Records++
	count(&s.RecordSizes, bits.Len(uint(len(r.Data))))
	if !r.Valid() {
		s.Invalid++
		return
	}
	s.addDocument(tokenizer.New(r.Data, tokenizer.AllowBOM()), r.Offset) // ends with io.EOF, because the record is valid
}

// statisticsOf counts what is in a text. It needs constant memory, apart from the longest record. Texts in
// JSONC, JWCC and JSON5 are read into memory.
func statisticsOf(r io.Reader, d lint.Dialect) *Statistics {
	s := &Statistics{Depths: []int64{}, StringSizes: []int64{}, RecordSizes: []int64{}}
	counted := &counter{r: r}
	switch d {
	case lint.NDJSON, lint.JSONSeq:
		for record, err := range records.Read(context.Background(), counted, recordOptions(d)) {
			if err != nil {
				break
			}
			s.addRecord(&record)
		}
	default:
		s.Records = 1
		if err := s.addDocument(tokensOf(counted, d), 0); err != io.EOF {
			s.Invalid = 1
		}
	}
	io.Copy(io.Discard, counted) // so that all bytes are counted; the reader does not fail
	s.Bytes = counted.n
	return s
}

// tokensOf returns the tokens of a document. The reader does not fail.
func tokensOf(r io.Reader, d lint.Dialect) *tokenizer.Tokenizer {
	if d.Notation() == dialect.JSON {
		return tokenizer.NewReader(r, tokenizer.AllowBOM())
	}
	text, _ := io.ReadAll(r)
	lowered, _, _ := dialect.Lower(text, d.Accepted())
	return tokenizer.New(lowered, tokenizer.AllowBOM())
}

// recordOptions returns the options of package records for a dialect.
func recordOptions(d lint.Dialect) records.Option {
	if d == lint.JSONSeq {
		return records.JoinOptions(records.TextSequence(), records.Each(tokenizer.AllowBOM()))
	}
	return records.Each(tokenizer.AllowBOM())
}

// A counter counts the bytes that are read.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// A collection collects the statistics of the text that is written to it.
type collection struct {
	*io.PipeWriter
	done chan *Statistics
}

func collect(d lint.Dialect) *collection {
	r, w := io.Pipe()
	c := &collection{w, make(chan *Statistics, 1)}
	go func() { c.done <- statisticsOf(r, d) }()
	return c
}

// end ends the text.
func (c *collection) end() *Statistics {
	c.Close()
	return <-c.done
}
