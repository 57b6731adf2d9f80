package salvage

import (
	"bytes"
	"fmt"

	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
	"github.com/assayjson/assay/utf8check"
)

// The clues are what is known about files that seem to be something else than NDJSON, and about objects that have not been recovered.
type clues struct {
	openers int64              // number of lines that have only an opening brace
	wide    utf8check.Encoding // of the last file that seems to be in another encoding, if there is one
	format  string             // the same, in another file format
	packed  string             // the extension that such files have if it is a compressed format, or ""
	file    string             // the name of the current file if it begins like an array of objects, or ""
	array   string             // the first of these files in which objects have not been recovered, or ""
	latin   lineTally          // parts that seem to be in windows-1252
	cyrl    lineTally          // parts that seem to be in windows-1251

	fixed int // number of lines of REST that jsonlint --fix makes records
	tried int // number of lines for which this has been tried

	searched int     // number of parts that have been searched for objects
	objects  learner // of objects in other text
}

// begin notes how a file begins.
func (c *clues) begin(name string, head []byte) {
	c.file = ""
	if head = trimSpace(bytes.TrimPrefix(head, []byte("\uFEFF"))); len(head) > 0 && head[0] == '[' {
		if head = trimSpace(head[1:]); len(head) > 0 && head[0] == '{' {
			c.file = name
		}
	}
}

// A lineTally counts lines. A line that is named several times in turn counts once.
type lineTally struct{ lines, last int }

func (t *lineTally) add(line int) {
	if t.lines == 0 || t.last != line {
		t.lines++
	}
	t.last = line
}

// encodings returns a line about the parts of REST that seem to be in another encoding, or "". The parameter from is that of the files, or "".
func (c *clues) encodings(from string) string {
	seem, name := c.latin, "windows-1252"
	if c.cyrl.lines > seem.lines {
		seem, name = c.cyrl, "windows-1251"
	}
	switch {
	case seem.lines == 0 || from != "" || c.format != "":
		return ""
	case seem.lines == 1:
		return "1 line is not UTF-8 and seems to be " + name + "; to convert such lines and no others, use --from " + name
	}
	return fmt.Sprintf("%d lines are not UTF-8 and seem to be %s; to convert such lines and no others, use --from %[2]s", seem.lines, name)
}

const mostTried = 1000 // lines

// tryFix counts a line of REST if jsonlint --fix makes it a record, which is checked with the options of records.
func (c *clues) tryFix(line []byte, each []tokenizer.Option) {
	const mostBytes = 64 << 10
	if c.tried == mostTried || len(line) > mostBytes || firstByte(line) != '{' {
		return
	}
	c.tried++
	record, n := lint.New(lint.Options{Dialect: lint.NDJSON}).Fix(line)
	if n > 0 && tokenizer.Check(bytes.TrimSpace(record), each...) == nil {
		c.fixed++
	}
}

func trimSpace(b []byte) []byte { return b[syntax.Spaces(b):] }

// add notes a part of REST.
func (c *clues) add(p *records.Salvaged) {
	const mostParts, mostBytes = 1000, 64 << 10 // which are enough to learn from
	text := trimSpace(p.Text)
	switch utf8check.Detect(text).Encoding {
	case utf8check.Latin1:
		c.latin.add(p.Line)
	case utf8check.Windows1251:
		c.cyrl.add(p.Line)
	}
	switch {
	case p.Reason == records.Torn && string(bytes.TrimSpace(text)) == "{":
		c.openers++
		return
	case c.searched == mostParts && (c.file == "" || c.array != ""), bytes.IndexByte(text, '{') < 0:
		return
	}
	if c.array == "" {
		c.array = c.file
	}
	if text[0] == '{' || p.More || p.Reason != records.Torn && p.Reason != records.OtherText || c.searched == mostParts || len(text) > mostBytes {
		return
	}
	c.searched++
	note := func(object []byte) bool {
		c.objects.record(object)
		return false
	}
	for range records.Salvage(text, records.Recognize(note)) {
	}
}
