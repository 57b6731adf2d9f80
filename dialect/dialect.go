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

var names = [...]string{JSON: "json", JSONC: "jsonc", JWCC: "jwcc", JSON5: "json5"}

// String returns the name of d, in lower case.
func (d Dialect) String() string {
	if int(d) < len(names) {
		return names[d]
	}
	return fmt.Sprintf("Dialect(%d)", uint8(d))
}

// HasComments reports whether there are comments in d.
func (d Dialect) HasComments() bool { return d != JSON }

// HasTrailingCommas reports whether a comma may stand before a closing bracket.
func (d Dialect) HasTrailingCommas() bool { return d == JWCC || d == JSON5 }
