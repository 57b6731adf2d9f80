package cli

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/bench/internal/harness"
	"github.com/assayjson/assay/lint"
)

// A heat compares the ways in which jsonlint and other programs work on an input, or on one text. The files of a text can have
// different formats.
type heat struct {
	name string
	ways []way
}

// A way is one of the things that a program does, with a file for it. Unless the heat is about an input, the field Name of
// program is the name of the way.
type way struct {
	program
	args    []string // FILE, FILES: see the fields of program
	file    string   // what the program checks
	text    string   // the file whose size counts, if it is not file
	status  int      // the exit status that is right for the file, or anyFailure
	clocked bool     // the program prints how many nanoseconds its work took, without its start

	bytes int64 // how much the program checks; of a compressed file, the size of its contents
	lines int64 // line ends in the file; counted only for texts
}

// The names of the heats.
const (
	heatStart  = "starts of jsonlint"
	heatBroken = "a document without its last byte"
	heatWays   = "ways of jsonlint"
	heatTexts  = "texts of many shapes"
	heatFormat = "formatting a document"
	heatLarge  = "formatting a large document"
	heatSchema = "checking against a JSON Schema"
)

// heats lists the heats: the inputs, and then the texts. The function jsonlint finds the executable, and dir is the folder of
// the inputs.
func heats(dir string, jsonlint harness.Finder) []heat {
	var list []heat
	for _, in := range all {
		list = append(list, heat{in.name, in.ways(jsonlint)})
	}
	return append(list,
		heat{heatStart, startingWays(dir, jsonlint)},
		heat{heatBroken, brokenWays(jsonlint)},
		heat{heatWays, append(checkingWays(jsonlint), pipedWays(dir, jsonlint)...)},
		heat{heatTexts, textWays(dir, jsonlint)},
		heat{heatFormat, formattingWays(jsonlint, "medium.json")},
		heat{heatLarge, largeWays(jsonlint)},
		heat{heatSchema, schemaWays(jsonlint, filepath.Join(dir, "schema.json"))},
	)
}

// ours returns a way of jsonlint.
func ours(name string, jsonlint harness.Finder, file string, args ...string) way {
	return way{program: program{Name: name, Role: contest.Assay, Get: "built from ../cmd/jsonlint", find: jsonlint}, args: args, file: file}
}

// other returns a way of another program that is looked up on PATH.
func other(role contest.Role, name, get, executable, file string, args ...string) way {
	return way{program: program{Name: name, Role: role, Get: get, find: harness.OnPath(executable)}, args: args, file: file}
}

// of returns w with another file whose size counts.
func (w way) of(text string) way { w.text = text; return w }

// rejects returns w for a file that is invalid. Other programs have other exit statuses for that.
func (w way) rejects() way {
	w.status = anyFailure
	if w.Role == contest.Assay {
		w.status = 1
	}
	return w
}

// anyFailure stands for every exit status of a program but 0.
const anyFailure = -1

// The names of ways that the bars refer to.
const (
	wayJSON         = "jsonlint .json"
	wayPipe         = "jsonlint, pipe"
	wayRules        = "jsonlint, all rules"
	wayJSONC        = "jsonlint .jsonc"
	wayJSON5        = "jsonlint .json5"
	wayComments     = "jsonlint .jsonc with comments"
	wayGzip         = "jsonlint .json.gz"
	wayZstd         = "jsonlint .json.zst"
	wayUTF16        = "jsonlint --from utf-16le"
	wayRecords      = "jsonlint .ndjson"
	wayInvalid      = "jsonlint .ndjson, each record invalid"
	wayInvalidQuiet = "jsonlint -q .ndjson, each record invalid"
	wayFormat       = "jsonlint fmt"
	wayCanonical    = "jsonlint fmt --canonical"
	wayAppend       = "format.Append"
	wayGunzipped    = "gzip -dc into jsonlint"
	wayUnzstd       = "zstd -dc into jsonlint"
	wayEmpty        = "an empty Go program"
	wayVersion      = "jsonlint version"
	wayTiny         = "jsonlint, {}"
	wayTwitter      = "jsonlint, twitter.json"
	wayTwitterPipe  = "jsonlint, twitter.json in a pipe"
	wayBroken       = "jsonlint, broken.json"
	waySchema       = "jsonlint --schema"
	wayCount        = "wc -l"
	wayCountPipe    = "wc -l, pipe"
	wayPrettier     = "prettier"
	wayJQ           = "jq ."
)

// startingWays are short runs of jsonlint, as in hooks and editors, and a program that does nothing.
func startingWays(dir string, jsonlint harness.Finder) []way {
	empty := ours(wayEmpty, func() (string, error) { return harness.BuildEmpty(dir) }, "tiny.json")
	empty.Role, empty.Get = contest.Limit, "built by the benchmark"
	return []way{
		empty,
		ours(wayVersion, jsonlint, "tiny.json", "version"),
		ours(wayTiny, jsonlint, "tiny.json", "FILE"),
		ours(wayTwitter, jsonlint, "twitter.json", "FILE"),
		piped(wayTwitterPipe, dir, jsonlint, "cat", "twitter.json"),
	}
}

// brokenWays are programs that reject a document and print why.
func brokenWays(jsonlint harness.Finder) []way {
	return []way{
		ours(wayBroken, jsonlint, "broken.json", "FILE").rejects(),
		other(contest.Peer, "json_verify", "apt-get install yajl-tools", "json_verify", "broken.json", "-q").rejects(),
		other(contest.Peer, nameJQ, "apt-get install jq", "jq", "broken.json", "empty", "FILE").rejects(),
		other(contest.Peer, "node JSON.parse", "apt-get install nodejs", "node", "broken.json", "-e", nodeDocument, "FILE").rejects(),
		other(contest.Peer, "python3 -m json.tool", "apt-get install python3", "python3", "broken.json", "-m", "json.tool", "FILE").rejects(),
	}
}

// checkingWays are the ways of jsonlint on one text in several formats.
func checkingWays(jsonlint harness.Finder) []way {
	library := ours(wayAppend, os.Executable, "plain.json", "cli", "-append", "FILE")
	library.Note = "the function of the library, without reading and writing the file"
	library.Get, library.clocked = "part of this program", true
	return []way{
		ours(wayJSON, jsonlint, "plain.json", "-q", "FILE"),
		ours(wayRules, jsonlint, "plain.json", "-q", "--warn", allRules(), "FILE"),
		ours(wayJSONC, jsonlint, "plain.jsonc", "-q", "FILE"),
		ours(wayJSON5, jsonlint, "plain.json5", "-q", "FILE"),
		ours(wayComments, jsonlint, "comments.jsonc", "-q", "FILE"),
		ours(wayGzip, jsonlint, "plain.json.gz", "-q", "FILE").of("plain.json"),
		ours(wayZstd, jsonlint, "plain.json.zst", "-q", "FILE").of("plain.json"),
		ours(wayUTF16, jsonlint, "utf-16.json", "-q", "--from", "utf-16le", "FILE").of("plain.json"),
		ours(wayRecords, jsonlint, "valid.ndjson", "-q", "FILE"),
		ours(wayInvalid, jsonlint, "invalid.ndjson", "FILE").rejects(),
		ours(wayInvalidQuiet, jsonlint, "invalid.ndjson", "-q", "FILE").rejects(),
		ours(wayFormat, jsonlint, "plain.json", "fmt", "FILE"),
		ours(wayCanonical, jsonlint, "plain.json", "fmt", "--canonical", "FILE"),
		library,
	}
}

// pipedWays are the ways of jsonlint in a pipe, and programs that do a part of its work.
func pipedWays(dir string, jsonlint harness.Finder) []way {
	const gzip, zstd = "apt-get install gzip", "apt-get install zstd"
	return []way{
		piped(wayPipe, dir, jsonlint, "cat", "plain.json"),
		piped(wayGunzipped, dir, jsonlint, "gzip -dc", "plain.json.gz").of("plain.json"),
		piped(wayUnzstd, dir, jsonlint, "zstd -q -dc", "plain.json.zst").of("plain.json"),
		other(contest.Limit, wayCount, system, "wc", "plain.json", "-l", "FILE"),
		other(contest.Limit, wayCountPipe, system, "sh", "plain.json", "-c", `cat "$0" | wc -l`, "FILE"),
		other(contest.Limit, "gzip -dc", gzip, "gzip", "plain.json.gz", "-dc", "FILE").of("plain.json"),
		other(contest.Limit, "zstd -dc", zstd, "zstd", "plain.json.zst", "-q", "-dc", "FILE").of("plain.json"),
	}
}

// piped returns a way in which jsonlint reads the output of another program.
func piped(name, dir string, jsonlint harness.Finder, writer, file string) way {
	w := ours(name, jsonlint, file, "-c", writer+` "$0" | "$1" -q`, "FILE", filepath.Join(dir, "jsonlint"))
	w.find = func() (string, error) { return inShell(writer, jsonlint) }
	return w
}

// hardTexts are the texts of package shapes that were once the slowest ones for jsonlint.
var hardTexts = []string{
	"values/cyrillic", "names/latin1", "names/cyrillic", "names/chinese", "escaped values/u-2-byte", "escaped names/u-2-byte",
	"long string/cyrillic", "long string/u-2-byte", "content/uuids", "numbers/exponents", "containers/one object",
	"containers/one object, cyrillic", "containers/one object, escaped", "containers/empty objects", "containers/deep arrays", "containers/ragged",
}

// hardFile returns the name of the file with the i-th of the hard texts.
func hardFile(i int) string { return fmt.Sprintf("hard-%d.json", i) }

// The names of the ways on each hard text begin with these prefixes.
const (
	onFile  = "jsonlint on "
	inPipe  = "jsonlint, pipe, on "
	countOf = "wc -l on "
)

// textWays are jsonlint, from a file and from a pipe, and wc on each of the hard texts.
func textWays(dir string, jsonlint harness.Finder) []way {
	var all []way
	for i, text := range hardTexts {
		all = append(all,
			ours(onFile+text, jsonlint, hardFile(i), "-q", "FILE"),
			piped(inPipe+text, dir, jsonlint, "cat", hardFile(i)),
			other(contest.Limit, countOf+text, system, "wc", hardFile(i), "-l", "FILE"),
		)
	}
	return all
}

// inShell returns the path of the shell if the program that writes to the pipe and jsonlint exist, too.
func inShell(writer string, jsonlint harness.Finder) (string, error) {
	if _, err := exec.LookPath(strings.Fields(writer)[0]); err != nil {
		return "", err
	}
	if _, err := jsonlint(); err != nil {
		return "", err
	}
	return exec.LookPath("sh")
}

// allRules returns the rules that are not errors by default, as the value of a flag.
func allRules() string {
	var names []string
	for _, r := range lint.Rules() {
		if r.Default != lint.Error {
			names = append(names, r.Name)
		}
	}
	return strings.Join(names, ",")
}

// formattingWays are programs that format a file.
func formattingWays(jsonlint harness.Finder, file string) []way {
	return []way{
		ours(wayFormat, jsonlint, file, "fmt", "FILE"),
		other(contest.Peer, wayPrettier, "npm install prettier, its .bin on PATH", "prettier", file, "FILE"),
		other(contest.Peer, "biome format", "npm install @biomejs/biome, its .bin on PATH", "biome", file,
			"format", biomeSize, "--stdin-file-path=in.json"),
		other(contest.Peer, wayJQ, "apt-get install jq", "jq", file, ".", "FILE"),
		other(contest.Peer, "python3 -m json.tool", "apt-get install python3", "python3", file, "-m", "json.tool", "FILE"),
	}
}

// largeWays are the programs that can format a document of 200 MB in seconds.
func largeWays(jsonlint harness.Finder) []way {
	var all []way
	for _, w := range formattingWays(jsonlint, "large.json") {
		if w.Name == wayFormat || w.Name == wayJQ {
			all = append(all, w)
		}
	}
	return all
}

// schemaWays are programs that check a file against a JSON Schema.
func schemaWays(jsonlint harness.Finder, schema string) []way {
	const get = "npm install @sourcemeta/jsonschema, its .bin on PATH"
	return []way{
		ours(waySchema, jsonlint, "medium.json", "-q", "--schema", schema, "FILE"),
		other(contest.Peer, "jsonschema validate", get, "jsonschema", "medium.json", "validate", schema, "FILE"),
		other(contest.Peer, "jsonschema validate --fast", get, "jsonschema", "medium.json", "validate", "--fast", schema, "FILE"),
	}
}

// enter returns the ways that o selects and that can be measured. It records in r which programs are
// missing.
func (h heat) enter(dir string, o options, r *result) (ready []way, err error) {
	for _, w := range h.ways {
		if !o.only.MatchString(w.Name) {
			continue
		}
		if w.path, err = w.find(); err != nil {
			r.miss(w.program, err)
			continue
		}
		if w.doc == nil && w.Role != contest.Assay {
			r.saw(filepath.Base(w.path), w.path)
		} else if w.doc != nil {
			r.examine(&w.program, filepath.Join(dir, "probe.json"))
		}
		if w.bytes, err = sizeOf(filepath.Join(dir, cmp.Or(w.text, w.file))); err != nil {
			return nil, fmt.Errorf("%s: %w", w.Name, err)
		}
		w.file = filepath.Join(dir, w.file)
		if h.name == heatWays {
			if w.lines, err = countLines(w.file); err != nil {
				return nil, fmt.Errorf("%s: %w", w.Name, err)
			}
		}
		ready = append(ready, w)
	}
	return ready, nil
}

// countLines returns the number of line ends in a file. It reads the file piece by piece, because the
// current process must stay small.
func countLines(file string) (n int64, err error) {
	f, err := os.Open(file)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	buf := make([]byte, 64<<10)
	for {
		read, err := f.Read(buf)
		n += int64(bytes.Count(buf[:read], []byte("\n")))
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return 0, err
		}
	}
}
