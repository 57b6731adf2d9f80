package reportfile

import (
	"fmt"

	"github.com/assayjson/assay/internal/engine/lazy"
	"github.com/assayjson/assay/tokenizer"
)

// Version is the version of the reports that [Read] accepts.
const Version = 1

// A VersionError is the error of a report of another version.
type VersionError struct{ Version int64 }

func (e *VersionError) Error() string {
	return fmt.Sprintf("the report has version %d, but only version %d is supported", e.Version, Version)
}

// A Record is a line that describes a bad record. Its slices are valid until the visitor returns.
type Record struct {
	File                 string
	Record               int64 // number of the record in its file, from 1
	Line, Column         int64 // position of the finding in its file, from 1; columns count code points
	Offset, Length       int64 // where the finding is in its file, in bytes
	Severity, Rule, Kind string
	Message              []byte
	Pointer              []byte // JSON Pointer of the value in the record
	HasPointer           bool   // Pointer is known
	RecordOffset         int64  // where the record is in its file, in bytes
	RecordLength         int64
	BadOffset            int64 // offset of the record in the bad output
	Inserted             int64 // number of bytes inserted into the good output
}

// Counts are the totals of a file or of all files. Numbers of bytes are those of decompressed text.
type Counts struct {
	Records, Good, Bad         int64
	Bytes, GoodBytes, BadBytes int64
}

// A File is a line that ends the lines of a file.
type File struct {
	File string
	Counts
	GoodOffset, BadOffset int64
}

// A field is a member that the lines of a type have.
type field struct {
	name string
	kind fieldKind
}

type fieldKind byte

const (
	text     fieldKind = iota
	orNull             // a text or null
	number             // an integer from 0
	position           // an integer from 1
)

var countFields = []field{
	{"records", number}, {"good", number}, {"bad", number},
	{"bytes", number}, {"good_bytes", number}, {"bad_bytes", number},
}

// forms has the members of the lines of each type, after the member "type", in order.
var forms = lazy.Value[map[string][]field]{Make: func() map[string][]field {
	return map[string][]field{
		"record": {
			{"file", text}, {"record", position}, {"line", position}, {"column", position}, {"offset", number}, {"length", number},
			{"severity", text}, {"rule", text}, {"kind", text}, {"message", text}, {"pointer", orNull},
			{"record_offset", number}, {"record_length", number}, {"bad_offset", number}, {"good_inserted", number},
		},
		"mark":  {{"file", text}, {"record_offset", number}, {"record_length", number}, {"bad_offset", number}, {"good_inserted", number}},
		"file":  append(append([]field{{"file", text}}, countFields...), field{"good_offset", number}, field{"bad_offset", number}),
		"total": append([]field{{"version", number}, {"files", number}}, countFields...),
	}
}}

// A decoder reads the members of a line.
type decoder struct {
	t       tokenizer.Tokenizer
	kind    []byte
	memory  []byte   // holds the texts
	texts   [][]byte // the texts of the line, in order; nil for null
	numbers []int64  // the numbers of the line, in order
}

// most is the largest number that a report may have. The sum of two such numbers is an int64.
const most = 1<<62 - 1

// decode reads a line, which is valid JSON. It reports false for a line of an unknown type, whose
// members it does not read. The error says what is wrong with the line.
func (d *decoder) decode(line []byte) (known bool, err error) {
	d.t.Reset(line)
	d.memory, d.texts, d.numbers = d.memory[:0], d.texts[:0], d.numbers[:0]
	if token, err := d.t.Next(); err != nil || token.Kind() != tokenizer.BeginObject {
		return false, fmt.Errorf("a line is not an object")
	}
	value, err := d.member("type")
	if err != nil {
		return false, err
	}
	if value.Kind() != tokenizer.String {
		return false, fmt.Errorf(`"type" is not a string`)
	}
	d.kind = value.AppendString(d.kind[:0])
	fields, known := forms.Get()[string(d.kind)]
	for _, f := range fields {
		if err := d.field(f); err != nil {
			return true, err
		}
	}
	return known, nil // later versions may add members
}

// member returns the value of the next member, which must have the given name.
func (d *decoder) member(name string) (value tokenizer.Token, err error) {
	token, err := d.t.Next()
	if err != nil {
		return value, err
	}
	if token.Kind() != tokenizer.Name {
		return value, fmt.Errorf("there is no member %q", name)
	}
	if body := token.Body(); string(body) != name { // the names have no escapes when they are written
		return value, fmt.Errorf("there is a member %.40q instead of %q", body, name)
	}
	return d.t.Next()
}

// field reads a member and remembers its value.
func (d *decoder) field(f field) error {
	value, err := d.member(f.name)
	if err != nil {
		return err
	}
	kind := value.Kind()
	switch {
	case f.kind == orNull && kind == tokenizer.Null:
		d.texts = append(d.texts, nil)
		return nil
	case f.kind == text || f.kind == orNull:
		if kind != tokenizer.String {
			return fmt.Errorf("%q is not a string", f.name)
		}
		at := len(d.memory)
		d.memory = value.AppendString(d.memory)
		d.texts = append(d.texts, d.memory[at:len(d.memory):len(d.memory)])
		return nil
	}
	least := int64(0)
	if f.kind == position {
		least = 1
	}
	n := int64(-1)
	if kind == tokenizer.Number {
		if n, err = value.Int64(); err != nil {
			n = -1
		}
	}
	if f.name == "version" && n != Version && n >= 0 { // the rest of the line may be in another form
		return &VersionError{n}
	}
	if n < least || n > most {
		return fmt.Errorf("%q is not an integer of at least %d", f.name, least)
	}
	d.numbers = append(d.numbers, n)
	return nil
}
