package shards

import (
	"strconv"

	"github.com/assayjson/assay/lint"
)

// messageOf returns the message of a finding in a piece that begins after the given number of lines of the text. If the piece is the
// first one, that number is 0.
func messageOf(d *lint.Diagnostic, before int64) Message {
	var m Message
	at := 0
	if before > 0 {
		for _, p := range d.Mentions {
			m.Parts = append(m.Parts, d.Message[at:p.Index])
			m.Lines = append(m.Lines, int64(p.Line)-before)
			at = p.Index + len(strconv.Itoa(p.Line))
		}
	}
	m.Parts = append(m.Parts, d.Message[at:])
	return m
}
