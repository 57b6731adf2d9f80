package command

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/lsptest"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// sameSeeds are the texts of which the inputs are mutants.
var sameSeeds = []string{
	`{"kind":"a","name":5,"tags":["x","x",{"Tag":1,"tag":2}],"size":-1,"x-y":"not a date","extra":null,"other":[1,2,3]}`,
	`{"Name":1,"name":"b","nаme":"c","kind":"b","list":[{"id":1},{"id":"1"},{"ID":1}],"a1":1,"a2":2,"b1":true,"card":7}`,
	"{\n  // jsonlint-disable-next-line duplicate-keys\n  \"a\": 1, \"a\": 2, /* both */\n  \"b\": [1, 2,],\n}\n",
	"{kind: 'c', \"tags\": [+1, .5, 0x1F, NaN,], name: 'it\\'s', // comment\n}\n",
	"{\"id\":1,\"id\":2}\n{\"id\":1,}\nx\n[2]\n{\"id\":\n\n{\"kind\":\"b\",\"zeta\":1,\"alpha\":2}\n\"\\ud800\"\n",
	"{\"id\":9007199254740993,\"text\":\"a\u202eb\"}\n{\"id\":1e999}\n{\"kind\":\"a\",\"size\":\"large\",\"name\":{}}{}\n",
	`{"$schema":"schema.json","compilerOptions":{"strict":true,},"kind":"d"}`,
	"[True, None, 'a', {\"a\":{\"b\":[[[[1]]]]}}]\r\n",
	"\uFEFF{\"a\": \"caf\xe9\", \"b\": 1.50}",
	`{"kind":"a","name":"n","size":1,"tags":[]}`,
}

// sameNames are the names of files, of which each is a format for a number.
var sameNames = []string{"%d.json", "%d.ndjson", "in/%d.jsonc", "%d.json5", "in/%d.jsonl", "%d.json.gz", "in/%d.ndjson.gz", "tsconfig.%d.json", "in/%d.geojson"}

// sameWorld has other files that the commands use.
var sameWorld = map[string]string{
	".jsonlintrc.json": `{"root":true,"schemas":{"*.json":"schema.json","in/*":"other.json"},"rules":{"key-order":"warning"},` +
		`"suppressions":[{"files":["1*"],"rules":["bom"]},{"files":["9*"],"rules":["number-range","confusable-keys"]}],"overrides":[{"files":["2*"],"dialect":"json5"}]}`,
	"schema.json": `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","required":["kind","name","zeta","alpha"],` +
		`"properties":{"kind":{"enum":["a","b"]},"name":{"type":"string"},"size":{"minimum":0},"tags":{"uniqueItems":true,"items":{"type":"string"}},"card":{"deprecated":true}},` +
		`"patternProperties":{"^a":{"maximum":1},"^.1$":{"type":"string"},"[12]$":{"const":"x"},"^x-":{"format":"date"}},"additionalProperties":false,"propertyNames":{"maxLength":4,"pattern":"^[a-z]"},` +
		`"dependentRequired":{"a1":["b2"],"a2":["c2","d2"],"kind":["q"]},"dependentSchemas":{"name":{"required":["r"]},"size":{"required":["s"]}},"unevaluatedProperties":false}`,
	"other.json": `{"oneOf":[{"properties":{"kind":{"const":"a"},"id":{"type":"string"}},"required":["kind"]},{"properties":{"kind":{"const":"b"},"a":{"const":0}},"patternProperties":{"^a":{"enum":[8,9]},"a$":{"enum":[7]}}},` +
		`{"type":"array","items":{"anyOf":[{"type":"string"},{"$ref":"#/$defs/n"}]}}],"$defs":{"n":{"type":"number","maximum":1},"bad":{"$ref":"#/$defs/n"}}}`,
	"bad.schema.json": `{"type":"objects","properties":{"a":{"minimum":"1"},"b":{"pattern":"("},"c":{"$ref":"#/nowhere"},"d":{"items":5}},"required":"all"}`,
	"refs.json":       `{"properties":{"kind":{"$ref":"#/a"},"name":{"$ref":"none.json"},"a":{"$ref":"#b"},"b":{"$ref":"http://example.com/c"},"c":{"$ref":"bad.schema.json"}}}`,
	"sub/b.json":      "[1,\n2", "sub/a.json": `{"a":1 "b":2}`, "sub/.jsonlintrc.json": `{"rules":{"syntx":"off","bom":"warn"}}`,
}

// sameInputs returns n inputs, which are the same every time.
func sameInputs(n int) map[string]string {
	rng := rand.New(rand.NewPCG(39, 42))
	var seeds [][]byte
	for _, s := range sameSeeds {
		seeds = append(seeds, []byte(s))
	}
	inputs := map[string]string{}
	for i := range n {
		text := seeds[rng.IntN(len(seeds))]
		for range rng.IntN(3) {
			text = mutate(rng, text, seeds)
		}
		name := fmt.Sprintf(sameNames[i%len(sameNames)], i)
		switch {
		case strings.HasSuffix(name, ".gz"):
			text = packed(text)
		case i%31 == 0:
			text = inUTF16(text)
		}
		inputs[name] = string(text)
	}
	return inputs
}

func packed(text []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(text) // neither fails, because b does not
	w.Close()
	return b.Bytes()
}

func inUTF16(text []byte) (all []byte) {
	for _, u := range utf16.Encode([]rune("\uFEFF" + string(text))) {
		all = append(all, byte(u), byte(u>>8))
	}
	return all
}

// sameCommands are the commands for a folder of inputs. JOBS stands for the flag -j, ALL for all rules, RECORDS for files of
// records and URL for a server. Commands that are separated by semicolons run one after the other.
var sameCommands = []string{
	"JOBS --warn ALL --max-problems 0 --frame always --color always --summary .",
	"-q --summary .", "-l .", "--debug JOBS .", "--max-problems 3 JOBS --no-config --error ALL .", "--schema schema.json JOBS --schema-formats always .", "--schema-max-steps 700 JOBS .", "--schema bad.schema.json .", "--schema refs.json .",
	"JOBS --format json=out.json --format sarif=out.sarif --format github --warn ALL .", "-o out.txt JOBS .", "--column-unit utf16 --info ALL -c JOBS .", "--from windows-1252 JOBS .",
	"--fix JOBS .", "--fix-encoding replace JOBS .", "--diff JOBS .", "--fix --diff --fix-encoding windows-1252 JOBS .",
	"--baseline known.json --baseline-update JOBS .; --baseline known.json JOBS .; --baseline known.json --baseline-update JOBS --no-schema .",
	"--report report.ndjson --good-to good.ndjson --bad-to bad.ndjson.gz RECORDS; report --html page.html --csv table.csv report.ndjson; report --bad bad.ndjson.gz --html page2.html report.ndjson; report --csv - report.ndjson",
	"--report - --concatenated RECORDS", "--report - --schema other.json --warn ALL RECORDS",
	"fmt JOBS --check .", "fmt JOBS --diff .", "fmt JOBS -w .", "fmt JOBS -w --sort-keys --style plain .", "fmt JOBS --canonical --exact-numbers --diff .", "fmt JOBS --to json --comments refuse --diff .", "fmt JOBS -w --compact --ensure-ascii .", "fmt -l .",
	"plan --size 200 -o plan RECORDS; run plan --all --good --bad --out parts; merge parts --good-to good --bad-to bad.gz -o report; report --csv - parts", "plan RECORDS",
	"index RECORDS; index --check RECORDS; index --list-bad --format ndjson RECORDS; index --since --full RECORDS; get 1.ndjson:2",
	"salvage --out good --rest rest.gz --list list.ndjson RECORDS; salvage --join list.ndjson --out joined", "salvage --values all --out - --rest rest --list list -D RECORDS",
	"schema check JOBS .", "schema check bad.schema.json schema.json other.json refs.json --max-problems 0", "schema check", "schema list", "schema list --format json", "schema explain schema.json", "schema explain other.json", "schema explain bad.schema.json",
	"schema add URL/a.json --for *.json; schema add other.json --for in/*; schema list; schema update --dry-run; schema update; schema check; schema remove URL/a.json",
	"schema add URL/broken.json",
	"init in", "explain", "explain syntax", "explain schema", "rules", "man", "completion bash", "completion zsh", "completion fish", "completion powershell", "help", "help fmt", "--help", "version", "--print-config in/2.jsonc", "--print-config sub/a.json", "--formt x", "explian",
	"stats schema.json other.json 0.json 7.json 9.json",
}

// sameCommandsForFile are the commands for one input.
var sameCommandsForFile = []string{
	"get FILE", "get FILE:2", "get FILE /kind", "complete FILE", "complete --keep whole --format json FILE", "complete --keep begun --frame always FILE", "stats FILE", "fmt FILE", "fmt --indent 3 --sort-keys natural FILE", "fmt --canonical FILE",
	"--fix --stdin-filename FILE", "--diff --stdin-filename FILE", "--frame always --color always --warn ALL FILE", "fmt --stdin-filename FILE", "--no-config --ijson FILE",
}

// A sameTest runs commands in a folder, whose name is always the same.
type sameTest struct {
	dir, url, rules string
	inputs          map[string]string
	runs            int               // so far
	filled          map[string]string // what fill has written
}

// fill writes the files, all of which get the same time.
func (s *sameTest) fill(t *testing.T) {
	t.Helper()
	now := filesIn(t, s.dir)
	if maps.Equal(now, s.filled) {
		return
	}
	for name := range now {
		if name != "./" {
			os.RemoveAll(name)
		}
	}
	then := time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, files := range []map[string]string{s.inputs, sameWorld} {
		for name, text := range files {
			if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
				t.Fatal(err)
			}
			writeText(t, name, text)
			if err := os.Chtimes(name, then, then); err != nil {
				t.Fatal(err)
			}
		}
	}
	s.filled = filesIn(t, s.dir)
}

// A sameWay is a way to run a command.
type sameWay struct{ cpus, jobs int }

// times matches what may differ in outputs.
var times = regexp.MustCompile(`(?m)^speed .*$|"date": "[-0-9]*"`)

// run runs commands and returns all that they write.
func (s *sameTest) run(t *testing.T, line, file string, w sameWay) string {
	t.Helper()
	runtime.GOMAXPROCS(w.cpus)
	var all strings.Builder
	for command := range strings.SplitSeq(line, ";") {
		command = strings.NewReplacer("JOBS", fmt.Sprintf("-j %d", w.jobs), "ALL", s.rules, "URL", s.url, "RECORDS", s.records()).Replace(command)
		args := strings.Fields(command)
		for i, a := range args {
			args[i] = strings.ReplaceAll(a, "FILE", file)
		}
		status, out, errs := runWith(strings.NewReader(s.inputs[file]), args...)
		fmt.Fprintf(&all, "$ %s\nstatus %d\n%s\nmessages:\n%s\n", strings.ReplaceAll(command, fmt.Sprintf("-j %d", w.jobs), "JOBS"), status, times.ReplaceAllString(out, "TIME"), times.ReplaceAllString(errs, "TIME"))
		s.runs++
	}
	return all.String()
}

// records returns the names of the files of records.
func (s *sameTest) records() string {
	var names []string
	for name := range s.inputs {
		if strings.Contains(name, ".ndjson") || strings.Contains(name, ".jsonl") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// edit returns the answers of the language server about a document.
func (s *sameTest) edit(t *testing.T, file string, w sameWay) string {
	t.Helper()
	runtime.GOMAXPROCS(w.cpus)
	s.runs++
	c := startLSP(t)
	defer c.Disconnect()
	c.Initialize(`{}`, s.dir)
	uri := protocol.URI(filepath.Join(s.dir, file))
	c.Open(uri, "", s.inputs[file])
	all := []any{"$ lsp " + file, c.Published(uri)}
	whole := map[string]any{"start": map[string]any{"line": 0, "character": 0}, "end": map[string]any{"line": 99, "character": 0}}
	at := map[string]any{"line": 0, "character": 3}
	for method, more := range map[string]map[string]any{
		"codeAction": {"range": whole, "context": map[string]any{"diagnostics": []any{}}}, "formatting": {"options": map[string]any{"tabSize": 2, "insertSpaces": true}},
		"documentSymbol": nil, "foldingRange": nil, "documentLink": nil, "hover": {"position": at}, "completion": {"position": at}, "definition": {"position": at}, "references": {"position": at, "context": map[string]any{"includeDeclaration": true}},
	} {
		var answer json.RawMessage
		err := c.Try("textDocument/"+method, lsptest.Document(uri, more), &answer)
		all = append(all, fmt.Sprint(method, " ", err, string(answer)))
	}
	slices.SortFunc(all[2:], func(a, b any) int { return strings.Compare(a.(string), b.(string)) })
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetIndent("", " ")
	if err := e.Encode(all); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// differsAt returns where two outputs differ first, with the text around it.
func differsAt(a, b string) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	from := max(0, i-200)
	return fmt.Sprintf("byte %d:\n%q\n%q", i, a[from:min(len(a), i+200)], b[from:min(len(b), i+200)])
}

// All commands write the same bytes each time, whatever the number of CPUs and of jobs.
func TestTheSameTwice(t *testing.T) {
	n, ways := max(9, 18/longtest.OneIn(2)), []sameWay{{1, 1}, {8, 4}}
	if !longtest.Off() {
		n, ways = 1000, []sameWay{{1, 1}, {1, 4}, {1, 1}, {2, 1}, {2, 4}, {2, 4}, {8, 1}, {8, 4}, {8, 4}, {8, 1}}
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text := map[string]string{
			"/a.json":      `{"properties":{"b":{"$ref":"b.json"},"c":{"$ref":"c.json"},"d":{"$ref":"d.json"}}}`,
			"/broken.json": `{"properties":{"b":{"$ref":"missing/b.json"},"c":{"$ref":"missing/c.json"},"d":{"$ref":"#/d"}}}`,
		}[r.URL.Path]
		if strings.HasPrefix(r.URL.Path, "/missing/") {
			http.NotFound(w, r)
		}
		io.WriteString(w, cmp.Or(text, "true"))
	}))
	defer server.Close()
	s := &sameTest{dir: t.TempDir(), url: server.URL}
	t.Chdir(s.dir)
	_, rules, _ := runWith(nil, "rules")
	for line := range strings.Lines(rules) {
		if name := strings.Fields(line)[0]; name != "syntax" && name != "encoding" {
			s.rules += "," + name
		}
	}
	s.rules = s.rules[1:]
	all := sameInputs(n)
	names := slices.SortedFunc(maps.Keys(all), func(a, b string) int { return strings.Compare(filepath.Base(a), filepath.Base(b)) })
	for part := range slices.Chunk(names, 40) {
		s.inputs, s.filled = map[string]string{}, nil
		for _, name := range part {
			s.inputs[name] = all[name]
		}
		t.Run(part[0], func(t *testing.T) { s.checkBatch(t, part, ways) })
	}
	t.Logf("%d inputs, %d runs", n, s.runs)
}

// checkBatch runs all commands in all ways.
func (s *sameTest) checkBatch(t *testing.T, names []string, ways []sameWay) {
	check := func(line, name string, ways []sameWay, run func(w sameWay) string) {
		t.Helper()
		var first string
		for i, w := range ways {
			out := run(w)
			if i == 0 {
				first = out
			} else if out != first {
				t.Errorf("%s %s: %v and %v differ at %s", line, name, ways[0], w, differsAt(first, out))
				return
			}
		}
	}
	lines := slices.Clone(sameCommands)
	for _, format := range report.FormatNames() {
		lines = append(lines, "JOBS --warn ALL --format "+format+" .", "schema check JOBS --format "+format+" .")
	}
	for _, line := range lines {
		check(line, "", ways, func(w sameWay) string {
			s.fill(t)
			out := s.run(t, line, "", w)
			files := filesIn(t, s.dir)
			for _, name := range slices.Sorted(maps.Keys(files)) {
				out += fmt.Sprintf("file %s:\n%s\n", name, times.ReplaceAllString(files[name], "TIME"))
			}
			return out
		})
	}
	s.fill(t)
	ways = slices.CompactFunc(slices.Clone(ways), func(a, b sameWay) bool { return a.cpus == b.cpus }) // the number of jobs has no effect on one file
	for _, name := range names {
		for _, line := range sameCommandsForFile {
			check(line, name, ways, func(w sameWay) string { return s.run(t, line, name, w) })
		}
		if !strings.HasSuffix(name, ".gz") {
			check("lsp", name, ways, func(w sameWay) string { return s.edit(t, name, w) })
		}
	}
}

// hostileNames are names of files that would be commands to services for CI.
var hostileNames = []string{"##vso[task.complete]a.json", "::add-mask::b.ndjson", "c/##[group]c.ndjson", "###teamcity[x]##[y]d.jsonc", "::stop-commands::e/##VSO[e.json5", "::add-mask::f.json.gz"}

// hostileCommands are commands that print names of files in ways in which sameCommands do not.
var hostileCommands = []string{
	"--report report.ndjson RECORDS; report --html - report.ndjson; report --csv - report.ndjson", "plan -o ##vso[plan] RECORDS; run ##vso[plan] --all --good --out ##vso[parts]; merge ##vso[parts]; report --csv - ##vso[parts]",
	"salvage --out ##vso[good] --rest ::rest RECORDS", "salvage --out good --rest ##[rest] --list list RECORDS; salvage --join list --out ##vso[joined]", "index --list-bad RECORDS",
	"schema add other.json --for ##vso[a]*.json; schema list; schema list --format json; schema check; schema explain ##vso[task.complete]a.json", "--schema ##vso[task.complete]a.json .", "--baseline ##vso[x] --baseline-update .; --baseline ##vso[x] .",
	"--print-config FILE", "stats FILE", "complete --format json FILE", "complete FILE", "init ::stop-commands::e", "fmt -l .", "fmt --check .", "fmt -w .", "get FILE:9 /##vso[x]", "--files-from ##vso[x]", "--format json=##vso[x]/y FILE", "##vso[x] ::x",
}

// isServiceCommand matches what services for CI take for commands, except what the format github and the help have.
var isServiceCommand = regexp.MustCompile(`##[A-Za-z]*\[[^.].*|^\s*::[^ew].*`)

// The name of a file, or a name in it, is not a command to a service for CI in the output of any command. The texts of
// files, which --diff and others print, may be.
func TestFileNamesAreNoCommands(t *testing.T) {
	s := &sameTest{dir: t.TempDir(), inputs: map[string]string{}, rules: "confusable-keys,case-collision,key-order"}
	t.Chdir(s.dir)
	for _, name := range hostileNames {
		s.inputs[name] = "{\"##vso[x]\":1,\"##vso[x]\":{\"A\":1,\"a\":[2,}\n{\"::x\":\"##[y]\"\n"
		if strings.HasSuffix(name, ".gz") {
			s.inputs[name] = string(packed([]byte(s.inputs[name])))
		}
	}
	lines := slices.Concat(hostileCommands, slices.DeleteFunc(slices.Clone(sameCommands), func(line string) bool {
		return strings.Contains(line, "URL") || strings.Contains(line, "--diff") || strings.Contains(line, "--out -")
	}))
	for _, format := range report.FormatNames() {
		lines = append(lines, "--warn ALL --format "+format+" .")
	}
	for _, line := range lines {
		s.fill(t)
		files := hostileNames
		if !strings.Contains(line, "FILE") {
			files = files[:1]
		}
		for _, file := range files {
			for out := range strings.Lines(s.run(t, line, file, sameWay{1, 1})) {
				if !strings.HasPrefix(out, "$ ") && isServiceCommand.MatchString(out) {
					t.Errorf("%s with %s prints %q", line, file, out)
				}
			}
		}
	}
}
