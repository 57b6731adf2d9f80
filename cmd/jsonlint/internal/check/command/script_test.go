package command

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas"
)

// engine returns the schema engine, which is available at once in tests.
func engine() Schemas { return schemas.Engine{} }

// The scripts in testdata run the program as users do: the built one, except with the race detector. With that, each start
// takes a quarter of a second, so a short run includes only the scripts that check several files.
func TestScripts(t *testing.T) {
	p := testscript.Params{Dir: "testdata", RequireExplicitExec: true, Setup: serveSchemas}
	switch {
	case raceEnabled && testing.Short():
		p = testscript.Params{Files: []string{"testdata/findings.txtar", "testdata/output.txtar"}, RequireExplicitExec: true}
	case !raceEnabled:
		program := build(t)
		p.Setup = func(env *testscript.Env) error {
			env.Setenv("PATH", filepath.Dir(program)+string(filepath.ListSeparator)+env.Getenv("PATH"))
			return serveSchemas(env)
		}
	}
	testscript.Run(t, p)
}

// serveSchemas starts a server for a script, whose address is $SERVER. It serves the files in the folder
// www of the script, and answers that are not as they should be.
func serveSchemas(env *testscript.Env) error {
	folder := filepath.Join(env.WorkDir, "www")
	if _, err := os.Stat(folder); err != nil {
		return nil
	}
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { // files have the address of the server instead of SERVER
		data, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(path.Clean(r.URL.Path))))
		if err != nil {
			http.NotFound(w, r)
			return
		}
		w.Write(bytes.ReplaceAll(data, []byte("SERVER"), []byte(server.URL)))
	})
	mux.HandleFunc("/moved/", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, strings.TrimPrefix(r.URL.Path, "/moved"), http.StatusMovedPermanently)
	})
	mux.HandleFunc("/cut.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "1000")
		fmt.Fprint(w, `{"type": "object"}`)
	})
	for name, edited := range map[string]string{"/edits-settings.json": ".jsonlintrc.json", "/edits-lock.json": ".jsonlint/schemas.lock.json"} {
		mux.HandleFunc(name, func(w http.ResponseWriter, _ *http.Request) { // somebody edits a file during the download
			if err := os.WriteFile(filepath.Join(env.WorkDir, filepath.FromSlash(edited)), []byte("{}\n\n"), 0o666); err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
			}
			fmt.Fprint(w, "true")
		})
	}
	mux.HandleFunc("/long.json", func(w http.ResponseWriter, _ *http.Request) {
		for range 17 {
			w.Write(bytes.Repeat([]byte(" "), 1<<20))
		}
	})
	env.Setenv("SERVER", server.URL)
	env.Defer(server.Close)
	return nil
}

// Every flag is used in a script.
func TestScriptsHaveEveryFlag(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, file := range append(files, "watch_test.go") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if strings.Contains(line, "jsonlint") || strings.Contains(line, "Parse(") {
				all.WriteString(line)
			}
		}
	}
	for _, o := range Program(Commands()).Options() {
		if !regexp.MustCompile(`[ "]--` + o.Name + `[\s="]`).MatchString(all.String()) {
			t.Errorf("no script has --%s", o.Name)
		}
		if o.Short != "" && !regexp.MustCompile(` -`+o.Short+`\s`).MatchString(all.String()) {
			t.Errorf("no script has -%s", o.Short)
		}
	}
}
