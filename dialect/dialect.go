package dialect

import "fmt"

// A Dialect is a notation for what JSON can say.
type Dialect uint8

const (
	JSON  Dialect = iota // RFC 8259
	JSONC                // JSON with comments, // and /* */
	JWCC                 // JSON with commas and comments: trailing commas, too
	JSON5                // JSON5 1.0.0, https://spec.json5.org
)

// A feature is something that a dialect has and JSON lacks.
type feature uint8

const (
	comments       feature = 1 << iota // from // to the end of the line, and between /* and */
	trailingCommas                     // before closing brackets
)

// table has the name and the features of each dialect. What is special to JSON5 is in json5.go.
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

// HasComments reports whether there are comments in d.
func (d Dialect) HasComments() bool { return d.has(comments) }

// HasTrailingCommas reports whether a comma may stand before a closing bracket.
func (d Dialect) HasTrailingCommas() bool { return d.has(trailingCommas) }

func (d Dialect) isValid() bool { return int(d) < len(table) }

func (d Dialect) has(f feature) bool { return d.isValid() && table[d].features&f != 0 }
