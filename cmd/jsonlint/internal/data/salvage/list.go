package salvage

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"path/filepath"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/encode"
)

// A listEntry is a line of the list that jsonlint salvage writes. The first line has Version, Good and
// Rest. For each file, there is a line with File, a line for each piece, lines with Skipped in any place between these, and a line with Bytes, Records
// and SHA256. The last line has Files. docs/reference/salvage.md describes the list.
type listEntry struct {
	Version int    `json:"version,omitempty"`
	Good    string `json:"good,omitempty"` // file names are relative to the folder of the list
	Rest    string `json:"rest,omitempty"`

	File string `json:"file,omitempty"`
	encodingEntry

	Offset    *int64 `json:"offset,omitempty"` // of a piece in the file, in bytes
	Length    int64  `json:"length,omitempty"`
	In        string `json:"in,omitempty"` // "good" or "rest"
	At        *int64 `json:"at,omitempty"` // offset of the piece in GOOD or REST
	Reason    string `json:"reason,omitempty"`
	Certainty string `json:"certainty,omitempty"` // of the records in a piece of GOOD, if the rules alone do not find them
	Line      int    `json:"line,omitempty"`      // the line in the file on which a piece of REST begins
	Raw       bool   `json:"raw,omitempty"`       // a piece of REST has bytes that are not valid in the encoding of the file

	Repaired *repairEntry `json:"repaired,omitempty"` // the record that a piece of REST stands for

	skipEntry

	Bytes   *int64 `json:"bytes,omitempty"`
	Records *int64 `json:"records,omitempty"` // number of records in a piece of GOOD, or in the file
	SHA256  string `json:"sha256,omitempty"`

	Files int64 `json:"files,omitempty"` // number of files
}

// An encodingEntry says in which encoding a file is.
type encodingEntry struct {
	From string `json:"from,omitempty"` // the encoding, if it is not UTF-8
	Mark bool   `json:"mark,omitempty"` // a byte order mark comes before the first piece
	UTF8 *bool  `json:"utf8,omitempty"` // the file is in UTF-8 from Offset on, or no longer, although From is another encoding
}

// A skipEntry says which part of a compressed file is not in its text, and why.
type skipEntry struct {
	Skipped *int64 `json:"skipped,omitempty"`       // number of bytes of a compressed file that are not in its text
	Packed  *int64 `json:"packed_offset,omitempty"` // where they are in the compressed file
	Why     string `json:"why,omitempty"`
}

// A repairEntry says where in GOOD a repaired record is, and how it was repaired.
type repairEntry struct {
	How    string `json:"how"`
	At     int64  `json:"at"`
	Length int64  `json:"length"`
}

const listVersion = 1

// write writes e as package encoding/json would, which is much slower.
func (e *listEntry) write(w *encode.Writer) {
	text := func(name, value string) {
		if value != "" {
			w.Name(name)
			w.String(value)
		}
	}
	number := func(name string, value *int64) {
		if value != nil {
			w.Name(name)
			w.Int(*value)
		}
	}
	count := func(name string, value int64) {
		if value != 0 {
			number(name, &value)
		}
	}
	flag := func(name string, value bool) {
		if value {
			w.Name(name)
			w.Bool(value)
		}
	}
	w.BeginObject()
	count("version", int64(e.Version))
	text("good", e.Good)
	text("rest", e.Rest)
	text("file", e.File)
	text("from", e.From)
	flag("mark", e.Mark)
	if e.UTF8 != nil {
		w.Name("utf8")
		w.Bool(*e.UTF8)
	}
	number("offset", e.Offset)
	count("length", e.Length)
	text("in", e.In)
	number("at", e.At)
	text("reason", e.Reason)
	text("certainty", e.Certainty)
	count("line", int64(e.Line))
	flag("raw", e.Raw)
	if r := e.Repaired; r != nil {
		w.Name("repaired")
		w.BeginObject()
		text("how", r.How)
		number("at", &r.At)
		number("length", &r.Length)
		w.EndObject()
	}
	number("skipped", e.Skipped)
	number("packed_offset", e.Packed)
	text("why", e.Why)
	number("bytes", e.Bytes)
	number("records", e.Records)
	text("sha256", e.SHA256)
	count("files", e.Files)
	w.EndObject()
}

// fromList returns the name of a file as a list contains it.
func fromList(list, name string) string {
	if list == "" || list == input.Stdin || name == input.Stdin {
		return name
	}
	dir, err := filepath.Abs(filepath.Dir(list))
	if err != nil {
		return name
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return name
	}
	rel, err := filepath.Rel(dir, abs)
	if err != nil {
		return abs
	}
	return filepath.ToSlash(rel)
}

// A joiner rebuilds files from a list.
type joiner struct {
	to     io.Writer
	output error              // the first error of to
	pieces map[string]*pieces // GOOD and REST
	file   string             // the file that is being rebuilt, or ""
	at     int64              // number of bytes of the file so far
	sum    hash.Hash
	from   *input.Recoding // of the file, or nil
	raw    bool            // the piece has bytes of the file
	utf8   bool            // the file is in UTF-8 at this place, although from is another encoding
	turns  []listEntry     // where that changes
	files  int64           // number of files that have been rebuilt
	ended  bool            // the last line of the list has been read
}

// The pieces of GOOD or REST, which are read in the order of their offsets.
type pieces struct {
	*input.Content
	from io.Reader
	name string
	at   int64 // number of bytes that have been read
	most int64 // the offset behind the last record that has been repaired
}

// rebuild rebuilds the files that a list describes, and writes them to w.
func rebuild(list string, w io.Writer) error {
	file, err := input.Open(input.File{Name: list}, list, nil, nil)
	if err != nil {
		return fmt.Errorf("%s: %w", report.Path(list), input.Cause(err))
	}
	defer file.Close()
	j := joiner{to: w, pieces: map[string]*pieces{}}
	defer func() {
		for _, f := range j.pieces {
			f.Close()
		}
	}()
	lines := bufio.NewReader(file.Reader())
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF && len(line) == 0 {
			if !j.ended {
				return fmt.Errorf("%s: the list is not complete", report.Path(list))
			}
			return nil
		}
		if err != nil && err != io.EOF {
			return fmt.Errorf("%s: %w", report.Path(list), input.Cause(err))
		}
		err = j.add(list, n, line)
		if j.output != nil {
			return j.output
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", report.Path(list), n, err)
		}
	}
}

// open opens GOOD or REST, which a list names.
func (j *joiner) open(list, what, path string) error {
	if path == input.Stdin {
		return fmt.Errorf("%s was written to standard output, so the files cannot be rebuilt", strings.ToUpper(what))
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(list), filepath.FromSlash(path))
	}
	content, err := input.Open(input.File{Name: path}, path, nil, nil)
	if err != nil {
		return fmt.Errorf("%s: %w", report.Path(path), input.Cause(err))
	}
	j.pieces[what] = &pieces{Content: content, from: content.Reader(), name: path}
	return nil
}

// add applies line n of the list.
func (j *joiner) add(list string, n int, line []byte) error {
	var e listEntry
	d := json.NewDecoder(bytes.NewReader(line))
	if err := d.Decode(&e); err != nil {
		return errors.New("not a line of a list")
	}
	switch {
	case j.ended:
	case n == 1:
		if e.Version != listVersion {
			return errors.New("not a list of this version of jsonlint salvage")
		}
		if err := j.open(list, "good", e.Good); err != nil {
			return err
		}
		return j.open(list, "rest", e.Rest)
	case e.File != "" && j.file == "":
		j.file, j.at, j.sum, j.from, j.utf8, j.turns = e.File, 0, sha256.New(), nil, false, nil
		return nil
	case e.From != "" && j.file != "" && j.at == 0:
		return j.recode(&e)
	case e.UTF8 != nil && e.Offset != nil && j.from != nil && j.from.HasBytes():
		j.turns = append(j.turns, e)
		return nil
	case e.Bytes != nil && j.file != "":
		if *e.Bytes != j.at || hex.EncodeToString(j.sum.Sum(nil)) != e.SHA256 {
			return fmt.Errorf("%s: what has been rebuilt differs from the original", j.file)
		}
		j.file = ""
		j.files++
		return nil
	case e.Files != 0 && e.Files == j.files && j.file == "":
		j.ended = true
		return j.end()
	case e.Skipped != nil && j.file != "":
		return nil
	case e.Offset != nil && e.At != nil && j.file != "":
		if r := e.Repaired; r != nil {
			j.pieces["good"].most = r.At + r.Length
		}
		return j.piece(&e)
	}
	return errors.New("unexpected line in a list")
}

// piece copies a piece.
func (j *joiner) piece(e *listEntry) error {
	f := j.pieces[e.In]
	if f == nil || *e.Offset != j.at || e.Length < 0 || *e.At < f.at {
		return errors.New("a piece that does not continue the one before it")
	}
	skipped, err := io.CopyN(io.Discard, f.from, *e.At-f.at)
	n := int64(0)
	j.raw = e.Raw
	if err == nil {
		n, err = io.CopyN(j, f.from, e.Length)
	}
	f.at += skipped + n
	j.raw = false
	switch {
	case err == io.EOF:
		return fmt.Errorf("%s is too short", report.Path(f.name))
	case err != nil:
		return fmt.Errorf("%s: %w", report.Path(f.name), input.Cause(err))
	}
	return nil
}

// recode notes that the file is in another encoding than GOOD and REST, and writes its byte order mark.
func (j *joiner) recode(e *listEntry) (err error) {
	if j.from, err = input.NewRecoding(e.From); err != nil || j.from == nil || !j.from.IsExact() {
		return fmt.Errorf("unknown encoding %q", e.From)
	}
	if e.Mark {
		_, err = j.Write([]byte("\uFEFF"))
	}
	return err
}

// end makes sure that nothing has been added to GOOD and REST. Their last pieces may be followed by the end of a record.
func (j *joiner) end() error {
	for _, what := range []string{"good", "rest"} {
		f := j.pieces[what]
		if _, err := io.CopyN(io.Discard, f.from, max(f.most-f.at, 0)); err != nil {
			return fmt.Errorf("%s is too short", report.Path(f.name))
		}
		const most = 16
		rest, err := io.ReadAll(io.LimitReader(f.from, most))
		switch {
		case err != nil:
			return fmt.Errorf("%s: %w", report.Path(f.name), input.Cause(err))
		case len(rest) == most || len(bytes.TrimSpace(rest)) > 0:
			return fmt.Errorf("%s is too long", report.Path(f.name))
		}
	}
	return nil
}

// Write writes a part of the file that is being rebuilt.
func (j *joiner) Write(p []byte) (n int, err error) {
	for rest := p; len(rest) > 0; {
		text, n := rest, len(rest)
		if j.from != nil && !j.raw {
			text, n = j.original(rest)
		}
		rest = rest[n:]
		if n, err = j.to.Write(text); err != nil {
			j.output = err
			return n, err
		}
		j.at += int64(n)
		j.sum.Write(text)
	}
	return len(p), nil
}

// original returns what n bytes of p, which is not empty, were in the file.
func (j *joiner) original(p []byte) (text []byte, n int) {
	for len(j.turns) > 0 && *j.turns[0].Offset <= j.at {
		j.utf8 = *j.turns[0].UTF8
		j.turns = j.turns[1:]
	}
	if len(j.turns) > 0 {
		most := *j.turns[0].Offset - j.at
		if !j.utf8 {
			p = p[:j.from.Cut(p, most)]
		} else if int64(len(p)) > most {
			p = p[:most]
		}
	}
	if j.utf8 {
		return p, len(p)
	}
	return j.from.Encode(nil, p), len(p)
}
