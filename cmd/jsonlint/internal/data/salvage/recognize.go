package salvage

import (
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
		if err != nil {
			return false
		}
		for _, name := range r.members {
			if !doc.Root().Member(name).Exists() {
				return false
			}
		}
	}
	if r.compiled == nil {
		return true
	}
	found, err := r.compiled.Check(object)
	return err == nil && len(found) == 0
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
	record := p.Record()
	if record == nil || l.doc.Parse(record) != nil {
		return nil
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
	return nil
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

// learnt returns a line with the members that have been learned.
func (r *recognition) learnt() string {
	if len(r.members) == 0 {
		return "the whole records have no members in common"
	}
	return "whole records have these members: --members " + report.Line(strings.Join(r.members, ","))
}
