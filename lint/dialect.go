package lint

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/lint/internal/doubt"
)

// A Dialect is the format of a text.
type Dialect uint8

const (
	JSON    Dialect = iota // RFC 8259
	IJSON                  // RFC 7493
	JSONC                  // JSON with comments, as in the settings of editors
	JWCC                   // JSON with commas and comments: like JSONC, with trailing commas
	JSON5                  // json5.org, version 1.0.0
	NDJSON                 // one document per line: NDJSON, JSON Lines
	JSONSeq                // RFC 7464
)

var dialectNames = [...]string{JSON: "json", IJSON: "ijson", JSONC: "jsonc", JWCC: "jwcc", JSON5: "json5", NDJSON: "ndjson", JSONSeq: "json-seq"}

// String returns the name of d, in lower case.
func (d Dialect) String() string {
	if int(d) < len(dialectNames) {
		return dialectNames[d]
	}
	return fmt.Sprintf("Dialect(%d)", uint8(d))
}

// dialectsByName maps additional names to dialects, including file extensions.
var dialectsByName = map[string]Dialect{
	"jsonl": NDJSON, "ldjson": NDJSON, "hujson": JWCC, "code-workspace": JWCC, "i-json": IJSON,
	"geojson": JSON, "topojson": JSON, "webmanifest": JSON, "har": JSON, "ipynb": JSON, "gltf": JSON, "avsc": JSON, "jsonld": JSON,
}

func init() {
	for d, name := range dialectNames {
		dialectsByName[name] = Dialect(d)
	}
}

// ParseDialect returns the dialect called name, such as "json" or "jsonl".
func ParseDialect(name string) (Dialect, error) {
	if d, ok := dialectsByName[strings.ToLower(name)]; ok {
		return d, nil
	}
	return JSON, fmt.Errorf("lint: no dialect %q; there are %s", name, strings.Join(dialectNames[:], ", "))
}

// sourceMapped are the extensions of files that have source maps: a.js.map is the source map of
// a.js.
var sourceMapped = []string{".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx", ".css", ".wasm"}

// DialectOf returns the dialect of a file by the extension of its name, and reports whether the
// extension is known. Some files of editors and compilers are known by their whole name, or by
// their folder.
func DialectOf(name string) (d Dialect, known bool) {
	name = strings.ToLower(strings.ReplaceAll(name, `\`, "/"))
	base, ext := path.Base(name), path.Ext(name)
	switch {
	case ext == ".json":
		return dialectOfJSON(name, base), true
	case ext == ".map":
		return JSON, slices.Contains(sourceMapped, path.Ext(strings.TrimSuffix(base, ext)))
	}
	d, known = dialectsByName[strings.TrimPrefix(ext, ".")]
	return d, known
}

// dialectOfJSON returns the dialect of a file with the extension .json. It depends on the program
// that reads the file.
func dialectOfJSON(name, base string) Dialect {
	switch {
	case base == "tsconfig.json", base == "jsconfig.json",
		strings.HasPrefix(base, "tsconfig."), strings.HasPrefix(base, "jsconfig."),
		path.Base(path.Dir(name)) == ".vscode":
		return JWCC
	case base == ".eslintrc.json", base == "devcontainer.json", base == ".devcontainer.json":
		return JSONC
	}
	return JSON
}

// dialects are the dialects whose texts are converted to JSON first.
var dialects = map[Dialect]dialect.Dialect{JSONC: dialect.JSONC, JWCC: dialect.JWCC, JSON5: dialect.JSON5}

// notation returns the notation of texts in d.
func (d Dialect) notation() doubt.Notation {
	switch d {
	case JSONC, JWCC:
		return doubt.Commented
	case JSON5:
		return doubt.SingleQuoted
	}
	return doubt.Plain
}
