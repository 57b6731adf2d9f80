package dialect

import "fmt"

// A Dialect is a notation for JSON values.
type Dialect uint8

const (
	JSON  Dialect = iota // RFC 8259
	JSONC                // JSON with two kinds of comments: // and /* */
	JWCC                 // JSON with comments and trailing commas
	JSON5                // JSON5 1.0.0, https://spec.json5.org
)

// A feature is a part of the syntax of a dialect that JSON does not have.
type feature uint8

const (
	comments       feature = 1 << iota // from // to the end of the line, and from /* to */
	trailingCommas                     // commas before closing brackets
)

// table contains the name and the features of each dialect. The other features of JSON5 are
// implemented in json5.go.
var table = [...]struct {
	name     string
	features feature
}{
	JSON:  {"json", 0},
	JSONC: {"jsonc", comments},
	JWCC:  {"jwcc", comments | trailingCommas},
	JSON5: {"json5", comments | trailingCommas},
}

// Dialects returns all dialects, JSON first.
func Dialects() []Dialect {
	all := make([]Dialect, len(table))
	for i := range all {
		all[i] = Dialect(i)
	}
	return all
}

// String returns the name of d, in lower case.
func (d Dialect) String() string {
	if d.isValid() {
		return table[d].name
	}
	return fmt.Sprintf("Dialect(%d)", uint8(d))
}

// HasComments reports whether d allows comments.
func (d Dialect) HasComments() bool { return d.has(comments) }

// HasTrailingCommas reports whether d allows a comma before a closing bracket.
func (d Dialect) HasTrailingCommas() bool { return d.has(trailingCommas) }

func (d Dialect) isValid() bool { return int(d) < len(table) }

func (d Dialect) has(f feature) bool { return d.isValid() && table[d].features&f != 0 }
