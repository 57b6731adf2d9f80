package cli

import (
	"errors"
	"os"
	"os/exec"
	"strings"

	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/bench/internal/harness"
)

// A program is a JSON checker that can be run on the inputs.
type program struct {
	Name     string            `json:"name"`
	Note     string            `json:"note,omitempty"`
	Get      string            `json:"get"` // how to install it
	Role     contest.Role      `json:"role"`
	Findings []contest.Finding `json:"findings,omitempty"` // what it really checks
	doc      []string          // arguments to check a document; FILE stands for the path of the document; if there is no FILE, the program reads the document from standard input
	lines    []string          // arguments to check NDJSON; FILE stands for the path of the file; nil if the program does not support it
	folder   []string          // arguments to check a folder: FILE stands for the path of the folder, FILES for the paths of all files in it; nil if the program does not support folders
	cpus     string            // the value of GOMAXPROCS for the program; if empty, GOMAXPROCS is not changed
	find     harness.Finder
	path     string
}

// nameJSONLint is the name of the row to which the ratios relate.
const nameJSONLint = "assay jsonlint"

// system describes how to get a program that every system has.
const system = "part of the system"

const nodeDocument = `JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"))`
const nodeLines = `for (const l of require("fs").readFileSync(process.argv[1], "utf8").split("\n")) if (l) JSON.parse(l)`

// biomeSize makes biome read large files.
const biomeSize = "--files-max-size=1000000000"

// arguments returns the arguments for a kind of input, or nil if p does not support it.
func (p *program) arguments(k kind) []string {
	switch k {
	case records:
		return p.lines
	case folder:
		return p.folder
	}
	return p.doc
}

// table lists the programs. The function jsonlint finds the executable of jsonlint.
func table(jsonlint harness.Finder) []program {
	return []program{
		{Name: nameJSONLint, Role: contest.Assay, Get: "built from ../cmd/jsonlint",
			doc: []string{"-q", "FILE"}, lines: []string{"-q", "FILE"}, folder: []string{"-q", "FILE"}, find: jsonlint},
		{Name: "assay jsonlint, 1 CPU", Role: contest.Assay, Note: "GOMAXPROCS=1", Get: "built from ../cmd/jsonlint",
			lines: []string{"-q", "FILE"}, folder: []string{"-q", "FILE"}, cpus: "1", find: jsonlint},
		{Name: "assay jsonlint fmt", Role: contest.Assay, Note: "fmt --check", Get: "built from ../cmd/jsonlint",
			folder: []string{"fmt", "--check", "--compact", "FILE"}, find: jsonlint},
		{Name: "json_verify", Role: contest.Peer, Get: "apt-get install yajl-tools",
			doc: []string{"-q"}, lines: []string{"-q", "-s"}, find: harness.OnPath("json_verify")},
		{Name: nameJQ, Role: contest.Peer, Get: "apt-get install jq",
			doc: []string{"empty", "FILE"}, lines: []string{"empty", "FILE"}, folder: []string{"empty", "FILES"}, find: harness.OnPath("jq")},
		{Name: "node JSON.parse", Role: contest.Peer, Get: "apt-get install nodejs",
			doc: []string{"-e", nodeDocument, "FILE"}, lines: []string{"-e", nodeLines, "FILE"}, find: harness.OnPath("node")},
		{Name: "python3 -m json.tool", Role: contest.Peer, Note: "also writes the document", Get: "apt-get install python3",
			doc: []string{"-m", "json.tool", "FILE"}, lines: []string{"-m", "json.tool", "--json-lines", "FILE"}, find: harness.OnPath("python3")},
		{Name: "@prantlf/jsonlint", Role: contest.Peer, Get: "npm install @prantlf/jsonlint, its .bin on PATH",
			doc: []string{"-q", "FILE"}, folder: []string{"-q", "FILES"}, find: harness.NPMJSONLint("/@prantlf/jsonlint/")},
		{Name: "biome lint", Role: contest.Peer, Get: "npm install @biomejs/biome, its .bin on PATH",
			doc: []string{"lint", biomeSize, "FILE"}, folder: []string{"lint", biomeSize, "FILE"}, find: harness.OnPath("biome")},
		{Name: "jsonlint (npm)", Role: contest.Peer, Get: "npm install jsonlint, its .bin on PATH",
			doc: []string{"-q", "FILE"}, find: harness.NPMJSONLint("/node_modules/jsonlint/")},
		{Name: "wc -l", Role: contest.Limit, Note: "a limit", Get: system,
			doc: []string{"-l", "FILE"}, lines: []string{"-l", "FILE"}, folder: []string{"-l", "FILES"}, find: harness.OnPath("wc")},
		{Name: "cat", Role: contest.Limit, Note: "a limit", Get: system,
			doc: []string{"FILE"}, lines: []string{"FILE"}, folder: []string{"FILES"}, find: harness.OnPath("cat")},
	}
}

// examine records in r the version of a program that checks documents, and what cannot be measured, and finds out what the
// program really checks. It does so once for each program.
func (r *result) examine(p *program, file string) {
	if findings, done := r.findings[p.Name]; done {
		p.Findings = findings
		return
	}
	r.saw(p.Name, p.path)
	if p.Name == nameJQ && strings.HasPrefix(version(p.path), "jq-1.6") {
		r.Head.Missing = append(r.Head.Missing, "jq 1.7 or newer: this version is from 2018")
	}
	if p.lines == nil && p.Role != contest.Assay {
		r.Head.Missing = append(r.Head.Missing, p.Name+" on NDJSON: it doesn't know it")
	}
	if p.Role != contest.Limit {
		p.Findings = probe(*p, file)
	}
	r.findings[p.Name] = p.Findings
}

// nameJQ is the name of jq, whose versions before 1.7 are old.
const nameJQ = "jq"

// ways returns the programs that support an input.
func (in input) ways(jsonlint harness.Finder) (all []way) {
	for _, p := range table(jsonlint) {
		if args := p.arguments(in.kind); args != nil {
			all = append(all, way{program: p, args: args, file: in.file})
		}
	}
	return all
}

// version returns the first line that the program prints for --version, or a remark that it prints
// no version.
func version(path string) string {
	out, err := exec.Command(path, "--version").Output()
	line, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	if err != nil || line == "" {
		return "prints no version"
	}
	return line
}

// probe finds out what p checks by running it on small files. The exit status of p shows whether p
// accepts a file. A program that is ended by a signal has crashed.
func probe(p program, file string) []contest.Finding {
	return contest.Probe(contest.Documents, func(chunk []byte) contest.Outcome {
		if err := os.WriteFile(file, chunk, 0o600); err != nil {
			return contest.Outcome{}
		}
		_, err := start(way{program: p, args: p.doc, file: file}, false)
		var exit *exec.ExitError
		crashed := errors.As(err, &exit) && exit.ExitCode() < 0
		return contest.Outcome{OK: err == nil, Panicked: crashed}
	})
}
