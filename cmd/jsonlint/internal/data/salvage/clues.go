package salvage

import (
	"bytes"

	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/utf8check"
)

// The clues are what is known about files that seem to be something else than NDJSON, and about objects that have not been recovered.
type clues struct {
	openers int64              // number of lines that have only an opening brace
	wide    utf8check.Encoding // of the last file that seems to be in another encoding, if there is one
	format  string             // the same, in another file format
	file    string             // the name of the current file if it begins like an array of objects, or ""
	array   string             // the first of these files in which objects have not been recovered, or ""

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

func trimSpace(b []byte) []byte { return b[syntax.Spaces(b):] }

// add notes a part of REST.
func (c *clues) add(p *records.Salvaged) {
	const mostParts, mostBytes = 1000, 64 << 10 // which are enough to learn from
	text := trimSpace(p.Text)
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
