package lint

import "testing"

// TestDialectOf checks that DialectOf recognizes the dialect of a file by its name. The expected
// dialect is the one that the program for such files accepts.
func TestDialectOf(t *testing.T) {
	for _, c := range []struct {
		name  string
		want  Dialect
		known bool
	}{
		{"a.json", JSON, true},
		{"A.JSON", JSON, true},
		{"a/b.ndjson", NDJSON, true},
		{"a.jsonl", NDJSON, true},
		{"a.jsonc", JSONC, true},
		{"a.hujson", JWCC, true},
		{"a.json5", JSON5, true},
		{"a.i-json", IJSON, true},
		{"places.geojson", JSON, true},
		{"json", JSON, false},
		{"a.txt", JSON, false},
		{"a.json.bak", JSON, false},

		// TypeScript and Visual Studio Code accept trailing commas; ESLint does not.
		{"tsconfig.json", JWCC, true},
		{"web/tsconfig.build.json", JWCC, true},
		{"jsconfig.json", JWCC, true},
		{"tsconfigs.json", JWCC, true},
		{"tsconfigs/base.json", JWCC, true},
		{".eslintrc.json", JSONC, true},
		{"devcontainer.json", JWCC, true},
		{".vscode/settings.json", JWCC, true},
		{".vscode/launch.json", JWCC, true},
		{"/home/me/.vscode/tasks.json", JWCC, true},
		{`web\.vscode\extensions.json`, JWCC, true},
		{".vscode/a.txt", JSON, false},
		{"my.vscode/settings.json", JSON, true},
		{"settings.json", JSON, true},
		{"all.code-workspace", JWCC, true},

		// There are many kinds of files with the extension .map. The name of a source map includes
		// the name of its source.
		{"dist/app.js.map", JSON, true},
		{"dist/app.min.css.map", JSON, true},
		{"lib/index.d.ts.map", JSON, true},
		{"cp1252.map", JSON, false},
		{"lang.map", JSON, false},
		{".map", JSON, false},
	} {
		if d, known := DialectOf(c.name); d != c.want || known != c.known {
			t.Errorf("%s: %v, %v; want %v, %v", c.name, d, known, c.want, c.known)
		}
	}
}
