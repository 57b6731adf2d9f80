package command

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/conformance"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// These flags are used like this: go test ./cmd/jsonlint/internal/check/command -run Mutants -v -mutants
// 20000
var (
	mutants     = flag.Int("mutants", 0, "how many mutants to make; 0 for a few hundred")
	mutantsSeed = flag.Uint64("mutants-seed", 22, "of the mutants")
	mutantsOf   = flag.String("mutants-of", "", "a folder with JSON files to make mutants of, besides those of the modules")
)

// largest is the maximum size of files from which mutants are made. Documents may be larger.
const largest = 256 << 10

// howMany returns the number of mutants to make.
func howMany() int {
	switch {
	case *mutants > 0:
		return *mutants
	case longtest.Off():
		return 200
	}
	return 1000
}

// realFiles returns real JSON files: the documents of package conformance, and the JSON files in
// the modules that this module requires.
func realFiles(t *testing.T) (texts [][]byte) {
	t.Helper()
	documents, err := conformance.Documents()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range documents {
		texts = append(texts, d.Data)
	}
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/go-faster/jx",
		"github.com/klauspost/compress", "github.com/santhosh-tekuri/jsonschema/v6", "golang.org/x/text").Output()
	if err != nil {
		t.Fatal(err)
	}
	folders := strings.Fields(string(out))
	if *mutantsOf != "" {
		folders = append(folders, *mutantsOf)
	}
	for _, folder := range folders {
		filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || filepath.Ext(path) != ".json" {
				return nil
			}
			if text, err := os.ReadFile(path); err == nil && 0 < len(text) && len(text) <= largest {
				texts = append(texts, text)
			}
			return nil
		})
	}
	return texts
}

// foreign are the texts that mutations insert.
var foreign = []string{
	",", ":", "{", "}", "[", "]", `"`, `\`, "/", "//", "/*", "'", "-", "+", ".", "e", "0", "1", "01", "1.", "tru", "null", "NaN", " ", "\t", "\n", "\r", "\x00", "\x1f", "\x7f",
	`\u`, `\ud800`, `\udc00`, `\u0061`, "\xEF\xBB\xBF", "\xC0\x80", "\xE2\x80\xAE", "\xE9", "\xED\xA0\x80", "\xF0\x9F\x98", "\xFF", `"a":1,`, `"a":1,"a":2`, "[]", "{}",
}

// mutate returns a text with one to three random changes.
func mutate(rng *rand.Rand, text []byte, texts [][]byte) []byte {
	b := slices.Clone(text)
	for range 1 + rng.IntN(3) {
		i := rng.IntN(len(b) + 1)
		j := min(len(b), i+1+rng.IntN(20))
		switch rng.IntN(12) {
		case 0:
			if i < len(b) {
				b[i] ^= 1 << rng.IntN(8)
			}
		case 1:
			b = slices.Delete(b, i, j)
		case 2:
			b = slices.Insert(b, i, slices.Clone(b[i:j])...)
		case 3:
			if k := rng.IntN(len(b) + 1); k+j-i <= len(b) {
				moved := slices.Clone(b[k : k+j-i])
				copy(b[k:], b[i:j])
				copy(b[i:j], moved)
			}
		case 4, 5:
			b = slices.Insert(b, i, []byte(foreign[rng.IntN(len(foreign))])...)
		case 6:
			if rng.IntN(4) == 0 {
				b = b[:i]
			} else if i < len(b) {
				b[i] = byte(rng.Uint32())
			}
		case 7: // replace the end with the end of another text
			other := texts[rng.IntN(len(texts))]
			b = append(b[:i], other[rng.IntN(len(other)):]...)
		default:
			change(rng, b, i)
		}
		if len(b) == 0 {
			return b
		}
	}
	return b
}

// change replaces the first lower-case letter, digit or white space at or after i with another
// character of the same class. Most texts remain valid.
func change(rng *rand.Rand, b []byte, i int) {
	for _, class := range []string{"abcdefghijklmnopqrstuvwxyz", "123456789", " \n\t\r"} {
		if n := bytes.IndexAny(b[i:], class); n >= 0 && rng.IntN(2) == 0 {
			b[i+n] = class[rng.IntN(len(class))]
			return
		}
	}
}

// valid is the oracle of TestMutants: it reports whether text is valid JSON.
func valid(text []byte) bool { return json.Valid(text) && utf8.Valid(text) }

// unique is the oracle for the rule duplicate-keys. It requires a valid text. The result distinct
// reports whether all names in each object are unique. The result known is false if the text has
// escaped surrogates, because encoding/json decodes all unpaired surrogates as U+FFFD.
func unique(text []byte) (distinct, known bool) {
	if bytes.Contains(bytes.ToLower(text), []byte(`\ud`)) {
		return false, false
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var open []map[string]bool // the names seen in each open object; nil for an array
	name := false              // the next token is a name or the end of an object
	for {
		token, err := d.Token()
		if err == io.EOF {
			return true, true
		}
		switch token {
		case json.Delim('{'):
			open, name = append(open, map[string]bool{}), true
			continue
		case json.Delim('['):
			open, name = append(open, nil), false
			continue
		case json.Delim('}'), json.Delim(']'):
			open = open[:len(open)-1]
		default:
			if name {
				if names := open[len(open)-1]; names[token.(string)] {
					return false, true
				} else {
					names[token.(string)] = true
				}
				name = false
				continue
			}
		}
		name = len(open) > 0 && open[len(open)-1] != nil
	}
}

// A trial is a way to run the command on a text from standard input. The function want returns the
// expected exit status, or a negative number if the status is unknown.
type trial struct {
	args []string
	want func(text []byte, out string) int
}

func verdict(ok bool) int {
	if ok {
		return StatusValid
	}
	return StatusFindings
}

// byInput returns the exit status that follows from the verdict on the text. If a valid text names
// a schema, the status is unknown, because a mutation may have made the name of the schema invalid.
func byInput(text []byte, _ string) int {
	if valid(text) && namesSchema(text) {
		return -1
	}
	return verdict(valid(text))
}

// byVerdict is like byInput, but for commands that check no schema.
func byVerdict(text []byte, _ string) int { return verdict(valid(text)) }

// namesSchema reports whether the text is an object with a member "$schema".
func namesSchema(text []byte) bool {
	var top map[string]json.RawMessage
	return json.Unmarshal(text, &top) == nil && top["$schema"] != nil
}

// trials returns all trials.
func trials() []trial {
	all := []trial{
		{[]string{"-"}, byInput},
		{[]string{"--frame", "always", "--color", "always", "--max-problems", "0", "-"}, byInput},
		{[]string{"-q", "--no-config", "--no-schema"}, byVerdict},
		{[]string{"stats", "--dialect", "json"}, func(text []byte, _ string) int { return verdict(valid(bytes.TrimPrefix(text, []byte("\uFEFF")))) }},
		{[]string{"complete"}, func(text []byte, out string) int {
			switch {
			case valid(text) && out != string(text), out != "" && !valid([]byte(out)):
				return StatusTrouble // which the command does not return
			case out == "":
				return StatusFindings
			}
			return StatusValid
		}},
		{[]string{"fmt"}, byVerdict},
		{[]string{"fmt", "--check"}, func(text []byte, out string) int {
			if valid(text) {
				return -1 // the layout may differ
			}
			return StatusFindings
		}},
		{[]string{"--fix", "-"}, func(_ []byte, out string) int { return byInput([]byte(out), "") }},
		{[]string{"--error", "duplicate-keys", "-"}, func(text []byte, _ string) int {
			if !valid(text) {
				return StatusFindings
			}
			if distinct, known := unique(text); known && !namesSchema(text) {
				return verdict(distinct)
			}
			return -1
		}},
	}
	for _, format := range report.FormatNames() {
		all = append(all, trial{[]string{"--format", format, "-"}, byInput})
	}
	return all
}

// For mutants of real files, the exit status agrees with encoding/json and unicode/utf8, and there
// is no internal error. Each mutant is tested in two of the trials.
func TestMutants(t *testing.T) {
	texts := realFiles(t)
	rng := rand.New(rand.NewPCG(*mutantsSeed, 1))
	all := trials()
	passed, runs := 0, 0
	for i := range howMany() {
		text := mutate(rng, texts[rng.IntN(len(texts))], texts)
		if valid(text) {
			passed++
		}
		for _, tr := range []trial{all[0], all[1+rng.IntN(len(all)-1)]} {
			status, out, errs := runWith(bytes.NewReader(text), tr.args...)
			runs++
			if want := tr.want(text, out); want >= 0 && status != want || strings.Contains(out+errs, "internal error") {
				saved := filepath.Join(os.TempDir(), fmt.Sprintf("mutant-%d-%d.json", *mutantsSeed, i))
				os.WriteFile(saved, text, 0o666)
				t.Errorf("mutant %d, %v: status %d, want %d (the text is in %s): %.500s", i, tr.args, status, want, saved, out+errs)
			}
		}
	}
	t.Logf("%d mutants of %d files, %d of them valid, in %d runs", howMany(), len(texts), passed, runs)
}

// The built program checks a folder of mutants in one run, and its verdict on each mutant is
// correct.
func TestMutantFiles(t *testing.T) {
	texts := realFiles(t)
	rng := rand.New(rand.NewPCG(*mutantsSeed, 2))
	program := build(t)
	dir := t.TempDir()
	verdicts := map[string]bool{}
	for i := range howMany() {
		text := mutate(rng, texts[rng.IntN(len(texts))], texts)
		name := filepath.Join(dir, fmt.Sprintf("%d", i%100), fmt.Sprintf("%d.json", i))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Fatal(err)
		}
		verdicts[name] = valid(text)
	}
	out, status := start(t, program, "--format json --no-config --no-schema "+dir)
	var report struct {
		Files []struct {
			Path     string
			Trouble  string
			Findings []struct{ Severity string }
		}
	}
	if err := json.Unmarshal(out, &report); err != nil {
		t.Fatalf("%v: %.2000s", err, out)
	}
	failed := 0
	for _, f := range report.Files {
		ok := !slices.ContainsFunc(f.Findings, func(d struct{ Severity string }) bool { return d.Severity == "error" })
		if ok != verdicts[f.Path] || f.Trouble != "" {
			failed++
			t.Errorf("%s: valid %t, want %t; %s", f.Path, ok, verdicts[f.Path], f.Trouble)
		}
	}
	if status != StatusFindings || len(report.Files) != howMany() {
		t.Errorf("status %d, %d files of %d", status, len(report.Files), howMany())
	}
	t.Logf("%d files, %d wrong, exit status %d", len(report.Files), failed, status)
}
