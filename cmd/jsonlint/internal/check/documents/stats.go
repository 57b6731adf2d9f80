package documents

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/progress"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/tokenizer"
)

// stats prints statistics of files. It continues after a file that is not JSON or cannot be read.
func stats(args []string, std command.Stdio) (status int, err error) {
	f, err := command.ParseOptions(statsOptions(), args)
	switch {
	case err != nil:
		return std.BadUsage(err, statsProgram())
	case len(f.Exclude) > 0:
		return command.StatusTrouble, fmt.Errorf("%q cannot be excluded; stats reads only the files that are named", f.Exclude[0])
	case len(f.Paths) == 0:
		f.Paths = []string{input.Stdin}
		std.ReadsStandardInput("stats FILE")
	}
	if err := std.CheckInputs(f.Paths...); err != nil {
		return command.StatusTrouble, err
	}
	bar := f.StartBar(std, false, f.Paths...)
	defer bar.Stop()
	for _, name := range f.Paths {
		of, err := statsOf(name, std, bar)
		if err != nil {
			return command.StatusTrouble, err
		}
		status = max(status, of)
	}
	return status, nil
}

// statsProgram describes the command line of jsonlint stats.
func statsProgram() *cli.Program {
	return &cli.Program{
		Name:     command.ProgramName() + " stats",
		Synopsis: []string{"[flags] [FILE ...]"},
		About: "Counts the values in JSON files; dialects and records are not supported. Without a file, or for \"-\", it reads standard input. " +
			"Files that end in .gz or .zst are decompressed.",
		Groups: command.Groups(statsOptions()),
		Statuses: []cli.Status{
			{Code: command.StatusValid, Doc: "success"},
			{Code: command.StatusFindings, Doc: "a file is not valid JSON"},
			{Code: command.StatusTrouble, Doc: "invalid usage, or an input or output error"},
		},
	}
}

// statsOptions returns the table of flags of jsonlint stats.
func statsOptions() []command.OptionGroup {
	return []command.OptionGroup{{Title: "Flags", Options: slices.Concat(command.Pick(command.OutputOptions(), "progress"), command.Pick(command.SettingOptions(), "debug", "help"))}}
}

// statsOf prints statistics of a file. It returns an error if writing fails.
func statsOf(name string, std command.Stdio, bar *progress.Bar) (status int, err error) {
	began, path := time.Now(), name
	if name == input.Stdin {
		name = report.StdinName
	}
	var c *counts
	err = crash.Catch(func() (err error) {
		c, err = countFile(std.File(path), std.In, bar)
		return err
	})
	bar.Clear()
	var invalid *tokenizer.SyntaxError
	switch {
	case errors.As(err, &invalid):
		p := invalid.Position()
		_, err = fmt.Fprintf(std.Out, "%s:%d:%d: %s\n", report.Path(name), p.Line, p.Rune, report.Line(invalid.Message()))
		return command.StatusFindings, err
	case err != nil:
		std.Trouble(name, input.Cause(err))
		return command.StatusTrouble, nil
	}
	_, err = io.WriteString(std.Out, c.table(name, time.Since(began)))
	return command.StatusValid, err
}

// counts holds the statistics of a document.
type counts struct {
	lineCounter
	kinds           [256]int64 // by [tokenizer.TokenKind]
	tokens          int64
	depth           int // the largest number of nested brackets
	longestString   int // length of the longest string in bytes, without the quotation marks
	longestStringAt int64
	longestNumber   int
}

// countFile returns the statistics of a file or of standard input, which may be compressed.
func countFile(file input.File, stdin io.Reader, bar *progress.Bar) (*counts, error) {
	content, err := input.Open(file, file.Name, stdin, nil)
	if err != nil {
		return nil, err
	}
	defer content.Close()
	part := command.BeginPart(bar, file, stdin)
	defer part.End()
	return count(command.ReaderIn(part, content))
}

// count returns the statistics of a document. It needs constant memory for documents of any size.
func count(r io.Reader) (*counts, error) {
	c := &counts{}
	t := tokenizer.NewReader(io.TeeReader(r, &c.lineCounter), tokenizer.AllowBOM())
	for {
		token, err := t.Next()
		if err == io.EOF {
			return c, nil
		}
		if err != nil {
			return nil, err
		}
		c.add(token)
	}
}

func (c *counts) add(token tokenizer.Token) {
	c.kinds[token.Kind()]++
	c.tokens++
	switch token.Kind() {
	case tokenizer.BeginArray, tokenizer.BeginObject:
		c.depth = max(c.depth, token.Depth()+1)
	case tokenizer.String, tokenizer.Name:
		if n := len(token.Body()); n > c.longestString {
			c.longestString, c.longestStringAt = n, token.Offset()
		}
	case tokenizer.Number:
		c.longestNumber = max(c.longestNumber, len(token.Raw()))
	}
}

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

// table returns the counts, one per line.
func (c *counts) table(name string, elapsed time.Duration) string {
	var b strings.Builder
	row := func(what string, value any) { fmt.Fprintf(&b, "%-16s %v\n", what, value) }
	row("file", report.Path(name))
	row("bytes", c.bytes)
	row("lines", c.lines())
	row("tokens", c.tokens)
	for _, k := range []struct {
		name string
		kind tokenizer.TokenKind
	}{
		{"  objects", tokenizer.BeginObject}, {"  arrays", tokenizer.BeginArray}, {"  names", tokenizer.Name}, {"  strings", tokenizer.String},
		{"  numbers", tokenizer.Number}, {"  true", tokenizer.True}, {"  false", tokenizer.False}, {"  null", tokenizer.Null},
	} {
		row(k.name, c.kinds[k.kind])
	}
	row("depth", c.depth)
	row("longest string", fmt.Sprintf("%d bytes, at byte %d", c.longestString, c.longestStringAt))
	row("longest number", fmt.Sprintf("%d bytes", c.longestNumber))
	row("speed", report.Rate(c.bytes, elapsed))
	return b.String()
}

// Stats returns the subcommand stats.
func Stats() command.Command {
	return command.Command{
		Command: cli.Command{Name: "stats", Args: "[flags] [FILE ...]", Doc: "count the values in JSON files; dialects and records are not supported", Program: statsProgram()},
		Run:     stats,
	}
}
