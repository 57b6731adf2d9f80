package lint

import (
	"fmt"
	"strings"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/engine/lazy"
	files "github.com/assayjson/assay/internal/files/known"
	"github.com/assayjson/assay/lint/internal/doubt"
)

// A Dialect is the format of a text.
type Dialect uint8

const (
	JSON    Dialect = iota // RFC 8259
	IJSON                  // RFC 7493
	JSONC                  // JSON with comments, as in the settings files of editors
	JWCC                   // JSON with commas and comments: like JSONC, but with trailing commas allowed
	JSON5                  // json5.org, version 1.0.0
	NDJSON                 // one document per line: NDJSON, JSON Lines
	JSONSeq                // RFC 7464
)

// dialects lists the name of each dialect and the notation of its documents.
var dialects = [...]struct {
	name     string
	notation dialect.Dialect
}{
	JSON:    {"json", dialect.JSON},
	IJSON:   {"ijson", dialect.JSON},
	JSONC:   {"jsonc", dialect.JSONC},
	JWCC:    {"jwcc", dialect.JWCC},
	JSON5:   {"json5", dialect.JSON5},
	NDJSON:  {"ndjson", dialect.JSON},
	JSONSeq: {"json-seq", dialect.JSON},
}

// Dialects returns all dialects.
func Dialects() []Dialect {
	all := make([]Dialect, len(dialects))
	for i := range all {
		all[i] = Dialect(i)
	}
	return all
}

// String returns the name of d, in lower case.
func (d Dialect) String() string {
	if int(d) < len(dialects) {
		return dialects[d].name
	}
	return fmt.Sprintf("Dialect(%d)", uint8(d))
}

// Notation returns the notation of the documents in d. It is [dialect.JSON], unless the documents
// are converted to JSON before they are checked.
func (d Dialect) Notation() dialect.Dialect {
	if int(d) < len(dialects) {
		return dialects[d].notation
	}
	return dialect.JSON
}

// Accepted returns the notation for programs that read the documents in which a [Linter] finds no errors. It is [dialect.JWCC] for
// [JSONC], in which trailing commas are only warnings, and otherwise that of [Dialect.Notation].
func (d Dialect) Accepted() dialect.Dialect {
	if d == JSONC {
		return dialect.JWCC
	}
	return d.Notation()
}

// dialectsByName maps names to dialects, including some file extensions.
var dialectsByName = lazy.Value[map[string]Dialect]{Make: func() map[string]Dialect {
	all := map[string]Dialect{"jsonl": NDJSON, "ldjson": NDJSON, "hujson": JWCC, "i-json": IJSON}
	for _, d := range Dialects() {
		all[d.String()] = d
	}
	return all
}}

// ParseDialect returns the dialect called name, such as "json" or "jsonl". The case of letters does
// not matter.
func ParseDialect(name string) (Dialect, error) {
	if d, ok := dialectsByName.Get()[strings.ToLower(name)]; ok {
		return d, nil
	}
	var names []string
	for _, d := range Dialects() {
		names = append(names, d.String())
	}
	return JSON, fmt.Errorf("lint: unknown dialect %q; use one of %s", name, strings.Join(names, ", "))
}

// DialectOf returns the dialect of a file by its name, which may be a path, and reports whether files
// with such names are known to be JSON, or a dialect of it. If they are not, the dialect is JSON. The
// names are extensions such as .json, but also whole names and folders, such as tsconfig.json and
// .vscode, whose dialect is the one that a certain program accepts. docs/reference/files.md lists all of them.
func DialectOf(name string) (d Dialect, known bool) {
	f := files.Find(name)
	if f == nil {
		return JSON, false
	}
	return dialectsByName.Get()[f.Dialect], true
}

// isConverted reports whether texts in d are converted to JSON before they are checked.
func (d Dialect) isConverted() bool { return d.Notation() != dialect.JSON }

// doubted returns the notation of d in the form that package doubt uses to search for doubtful
// lines.
func (d Dialect) doubted() doubt.Notation {
	switch in := d.Notation(); {
	case in == dialect.JSON5:
		return doubt.SingleQuoted
	case in.HasComments():
		return doubt.Commented
	}
	return doubt.Plain
}

// notationOf returns the name of the notation in which the values of dialect d are written. The
// name is meant for messages.
func notationOf(d Dialect) string {
	if d == JSON5 {
		return "JSON5"
	}
	return "JSON"
}
