package documents

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"runtime"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/progress"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/survey"
	"github.com/assayjson/assay/lint"
)

// A description is what is known of a file.
type description struct {
	*survey.Survey
	lineCounter
	name    string
	dialect lint.Dialect
	chosen  bool // a flag names the dialect
}

// read reads a file or standard input, which may be compressed.
func (d *description) read(file input.File, stdin io.Reader, bar *progress.Bar) error {
	content, err := input.Open(file, cmp.Or(d.name, file.Name), stdin, nil)
	if err != nil {
		return err
	}
	defer content.Close()
	part := command.BeginPart(bar, file, stdin)
	defer part.End()
	if !d.chosen && command.HasRecords(content.Head(command.DeclaredWithin)) {
		d.dialect = lint.NDJSON
	}
	return d.survey(command.ReaderIn(part, content))
}

// survey describes a text.
func (d *description) survey(r io.Reader) (err error) {
	r = io.TeeReader(r, &d.lineCounter)
	const most = 4 // workers, each of which needs a few megabytes
	if d.ofRecords() {
		d.Survey, err = survey.Records(context.Background(), r, min(runtime.GOMAXPROCS(0), most))
	} else {
		d.Survey, err = survey.Document(r)
	}
	return err
}

// ofRecords reports whether the file consists of records.
func (d *description) ofRecords() bool { return d.dialect == lint.NDJSON }

// A lineCounter counts the lines of the text written to it. Lines end with LF, CR or CR LF. The
// line ending of the last line is optional.
type lineCounter struct {
	bytes int64
	ends  int64
	last  byte
}

func (l *lineCounter) Write(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	l.ends += int64(bytes.Count(p, []byte("\n")))
	if bytes.IndexByte(p, '\r') >= 0 {
		l.ends += int64(bytes.Count(p, []byte("\r")) - bytes.Count(p, []byte("\r\n")))
	}
	if l.last == '\r' && p[0] == '\n' {
		l.ends-- // this CR LF is one line ending, and its CR has already been counted
	}
	l.bytes += int64(len(p))
	l.last = p[len(p)-1]
	return len(p), nil
}

func (l *lineCounter) lines() int64 {
	if l.bytes == 0 || l.last == '\n' || l.last == '\r' {
		return l.ends
	}
	return l.ends + 1
}
