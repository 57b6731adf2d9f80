package shards

import (
	"bytes"
	"context"
	"strconv"
	"strings"

	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/records"
)

// messages makes messages of those of a linter.
type messages struct {
	linter *lint.Linter
	failOn lint.Severity
	before int64 // number of lines of the text that are before the piece; 0 if the piece is the first one
}

// of returns the message of the finding d in the record r, which counts lines from the start of a
// text. A message may also quote a record that mentions lines. Then the record is checked once more, at
// another line, to find out which numbers change.
func (m *messages) of(r *records.Rejected, d *lint.Diagnostic) (Message, error) {
	places := linesIn(d.Message)
	if len(places) == 0 || m.before == 0 {
		return Message{Parts: []string{d.Message}}, nil
	}
	if d.Rule == "schema" || bytes.Contains(r.Data, []byte("column")) || bytes.IndexByte(r.Data, '\\') >= 0 {
		moved, err := m.elsewhere(r, d.Start.Line)
		if err != nil {
			return Message{}, err
		}
		places = moving(d.Message, places, moved)
	}
	return divided(d.Message, places, m.before), nil
}

// A number is a number in a message: its place and its value.
type number struct {
	begin, end int
	value      int64
}

// linesIn returns the numbers in a message that look like those of lines.
func linesIn(message string) (all []number) {
	const before, after = "line ", ", column "
	for at := 0; ; {
		i := strings.Index(message[at:], before)
		if i < 0 {
			return all
		}
		begin := at + i + len(before)
		end := begin
		for end < len(message) && '0' <= message[end] && message[end] <= '9' {
			end++
		}
		value, err := strconv.ParseInt(message[begin:end], 10, 64)
		if err == nil && strings.HasPrefix(message[end:], after) {
			all = append(all, number{begin, end, value})
		}
		at = begin
	}
}

// elsewhere returns the message about a record that is on another line than the given one.
func (m *messages) elsewhere(r *records.Rejected, line int) (message string, err error) {
	blank := 2
	if line == blank+1 {
		blank++
	}
	again := lint.Division{FailOn: m.failOn, Report: func(_ *records.Rejected, d lint.Diagnostic) error {
		message = d.Message
		return nil
	}}
	text := append(bytes.Repeat(lineFeed, blank), r.Data...)
	_, _, err = m.linter.Split(context.Background(), bytes.NewReader(append(text, '\n')), again)
	return message, err
}

// moving returns those of the places in a message at which the message about the same record on another
// line has another number.
func moving(message string, places []number, moved string) []number {
	others := linesIn(moved)
	if len(others) != len(places) {
		return places
	}
	var all []number
	for i, p := range places {
		if message[p.begin:p.end] != moved[others[i].begin:others[i].end] {
			all = append(all, p)
		}
	}
	return all
}

// divided returns a message that is divided at the given numbers of lines, which include the given number
// of lines before the piece.
func divided(message string, places []number, before int64) Message {
	var m Message
	at := 0
	for _, p := range places {
		m.Parts = append(m.Parts, message[at:p.begin])
		m.Lines = append(m.Lines, p.value-before)
		at = p.end
	}
	m.Parts = append(m.Parts, message[at:])
	return m
}
