package salvage

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/schema/contract"
	"github.com/assayjson/assay/tokenizer"
)

// A recognition decides which objects in damaged text are records.
type recognition struct {
	members []string // the members that a record must have
	learn   bool     // the members are those that nearly all whole records have
	schema  string   // the file of the schema that must accept a record, or ""

	compiled contract.Schema // the schema
}

// setMembers returns the setter for names that are separated by commas.
func setMembers(to *[]string) func(*command.Flags, string) error {
	return func(_ *command.Flags, value string) error {
		names := strings.Split(value, ",")
		if slices.Contains(names, "") {
			return errors.New("a name is empty")
		}
		*to = names
		return nil
	}
}

// recognizes reports whether anything has been said about records.
func (r *recognition) recognizes() bool { return len(r.members) > 0 || r.compiled != nil }

// accepts reports whether an object in damaged text is a record.
func (r *recognition) accepts(object []byte) bool {
	if len(r.members) > 0 {
		doc, err := document.Parse(object)
		if err != nil || !hasMembers(doc.Root(), r.members) {
			return false
		}
	}
	if r.compiled == nil {
		return true
	}
	found, err := r.compiled.Check(object)
	return err == nil && len(found) == 0
}

// A confusion finds out whether values inside whole records have the members of records.
type confusion struct {
	members  []string // of records
	doc      document.Document
	possible bool // there is such a value
}

// add adds a whole record.
func (c *confusion) add(record []byte) {
	if c.possible || len(c.members) == 0 || bytes.Count(record, []byte(c.members[0])) < 2 || c.doc.Parse(record) != nil {
		return
	}
	for _, v := range c.doc.Root().Members() {
		c.search(v)
	}
}

func (c *confusion) search(v document.Value) {
	if v.Kind() == tokenizer.BeginObject {
		c.possible = c.possible || hasMembers(v, c.members)
		for _, inner := range v.Members() {
			c.search(inner)
		}
	}
	for _, inner := range v.Elements() {
		c.search(inner)
	}
}

// hasMembers reports whether an object has members with all of the names.
func hasMembers(object document.Value, names []string) bool {
	for _, name := range names {
		if !object.Member(name).Exists() {
			return false
		}
	}
	return true
}

// compile compiles the schema, if there is one.
func (r *recognition) compile(std command.Stdio) error {
	if r.schema == "" {
		return nil
	}
	path, err := filepath.Abs(r.schema)
	if err != nil {
		return err
	}
	here, err := filepath.Abs(".")
	if err != nil {
		return err
	}
	if r.compiled, err = std.Schemas().Compile(path, nil, nil, nil, false, 0, here, nil); err != nil {
		if invalid := command.InvalidSchema(nil); errors.As(err, &invalid) {
			return fmt.Errorf("schema %w", err)
		}
		return err
	}
	return nil
}

// A learner finds the members that nearly all records have: damage that leaves a record valid can change the names in it.
type learner struct {
	doc     document.Document
	records int64
	names   []string         // in the order of their first records
	having  map[string]int64 // how many records have a member with the name
}

// mostWithout is the share of records that may lack a member that is learned: one in so many.
const mostWithout = 100

// add adds a part of a file.
func (l *learner) add(p *records.Salvaged) error {
	if record := p.Record(); record != nil {
		l.record(record)
	}
	return nil
}

// record adds a record.
func (l *learner) record(record []byte) {
	if l.doc.Parse(record) != nil {
		return
	}
	if l.having == nil {
		l.having = map[string]int64{}
	}
	l.records++
	for name := range l.doc.Root().Members() {
		s := name.String()
		n, ok := l.having[s]
		if !ok && isUsable(s) {
			l.names = append(l.names, s)
		}
		if ok || isUsable(s) {
			l.having[s] = min(n+1, l.records) // names may be equal
		}
	}
	const most = 10_000 // names
	if len(l.names) > most {
		l.forget()
	}
}

// forget forgets the names that many records lack.
func (l *learner) forget() {
	l.names = slices.DeleteFunc(l.names, func(name string) bool {
		if l.having[name] >= l.records-l.records/mostWithout {
			return false
		}
		delete(l.having, name)
		return true
	})
}

// isUsable reports whether a name can be a part of the value of --members.
func isUsable(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(c rune) bool { return c == ',' || unicode.IsControl(c) })
}

// learnt returns the members that nearly all records have, and a line about them.
func (l *learner) learnt() (names []string, line string) {
	most := int64(0)
	for _, name := range l.names {
		most = max(most, l.having[name])
	}
	frequent := slices.DeleteFunc(slices.Clone(l.names), func(name string) bool { return l.having[name] < most-l.records/mostWithout })
	l.forget()
	switch {
	case len(l.names) > 0:
		return l.names, "whole records have these members: " + memberFlag(l.names)
	case l.records == 0:
		return nil, "there are no whole records to learn from; describe them with --members or --schema"
	case most*2 <= l.records:
		return nil, "the whole records have no members in common; describe them with --members or --schema"
	}
	return nil, fmt.Sprintf("only %d of %s have the most frequent members; if these are those of records, use %s", most, report.Count(l.records, "whole record"), memberFlag(frequent))
}

// memberFlag returns the flag that describes records with members.
func memberFlag(names []string) string {
	value := strings.Join(names, ",")
	if strings.Trim(value, command.ShellSafe+",") != "" {
		value = report.Line("'" + strings.ReplaceAll(value, "'", `'\''`) + "'")
	}
	return "--members " + value
}
