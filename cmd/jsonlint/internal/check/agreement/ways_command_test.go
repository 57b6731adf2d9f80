package agreement

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/lint"
)

// commandWays check a file by the command.
var commandWays = []way{
	{name: "stdin", knows: whole, ask: func(a *asker) answer { return a.findings(a.pieces(), "--stdin-filename", a.in.name, "-") }},
	{name: "stdin from a pipe", knows: whole, ask: func(a *asker) answer {
		return a.findings(a.pipe(), "--stdin-filename", a.in.name, "-")
	}},
	{name: "stdin from a file", knows: whole, ask: func(a *asker) answer {
		return a.findings(a.open(), "--stdin-filename", a.in.name)
	}},
	{name: "stdin without a name", of: seemsDocument, knows: whole, unlike: nameless, ask: func(a *asker) answer { return a.findings(a.pieces(), "-") }},
	{name: "records on stdin without a name", of: seemsRecords, knows: whole, unlike: nameless, ask: func(a *asker) answer { return a.findings(a.pipe()) }},
	{name: ".log", of: seemsRecords, knows: whole, unlike: nameless, ask: func(a *asker) answer { return a.findings(a.pieces(), "--stdin-filename", "in.log") }},
	{name: ".log.gz", of: seemsRecords, knows: whole, unlike: nameless, ask: func(a *asker) answer {
		return a.findings(a.packedPieces(), "--stdin-filename", "in.log.gz", "-")
	}},
	{name: "fmt, .log", of: seemsRecords, knows: status | first | lines, unlike: "as fmt", want: grammar, ask: func(a *asker) answer {
		return a.formatted(a.pieces(), "--stdin-filename", "in.log", "-")
	}},
	{name: ".gz", knows: whole, ask: func(a *asker) answer { return a.findings(nil, a.packed()) }},
	{name: ".gz on stdin", knows: whole, ask: func(a *asker) answer {
		return a.findings(a.packedPieces(), "--stdin-filename", a.in.name+".gz", "-")
	}},
	{name: "--compact", knows: status | every | lines, unlike: "prints no offsets, and only the first 100 errors", want: func(r *reference) answer { return r.atMost(100) }, ask: compact},
	{name: "--max-problems 1", knows: status | count | first | offsets | lines, unlike: "prints only the first error, but counts all", ask: func(a *asker) answer {
		return a.findings(nil, "--max-problems", "1", a.file())
	}},
	{name: "-q", knows: status, unlike: "prints nothing", ask: func(a *asker) answer { return a.quiet(nil, a.file()) }},
	{name: "-q, .gz", knows: status, unlike: "prints nothing", ask: func(a *asker) answer { return a.quiet(nil, a.packed()) }},
	{name: "-q, stdin", knows: status, unlike: "prints nothing", ask: func(a *asker) answer {
		return a.quiet(a.pieces(), "--stdin-filename", a.in.name)
	}},
	{name: "--schema {}", knows: inDepth, unlike: deep, want: (*reference).inSchema, ask: func(a *asker) answer { return a.findings(nil, "--schema", a.schema(`{}`), a.file()) }},
	{name: "--schema {}, stdin", knows: inDepth, unlike: deep, want: (*reference).inSchema, ask: func(a *asker) answer {
		return a.findings(a.pieces(), "--schema", a.schema(`{}`), "--stdin-filename", a.in.name, "-")
	}},
	{name: "--schema {}, .gz", knows: inDepth, unlike: deep, want: (*reference).inSchema, ask: func(a *asker) answer { return a.findings(nil, "--schema", a.schema(`{}`), a.packed()) }},
	{name: "--schema false", knows: status | count, unlike: "each valid document has an error of the schema", want: (*reference).refused, ask: func(a *asker) answer {
		return a.findings(nil, "--max-problems", "1", "--schema", a.schema(`false`), a.file())
	}},
	{name: "--schema false, .gz", knows: status | count, unlike: "as --schema false", want: (*reference).refused, ask: func(a *asker) answer {
		return a.findings(nil, "--max-problems", "1", "--schema", a.schema(`false`), a.packed())
	}},
	{name: "fmt", of: formats, knows: status | first | lines, unlike: "cannot format text sequences, knows nothing of I-JSON, takes a byte order mark for white space in JSON5, and prints the first error without its offset", want: grammar, ask: func(a *asker) answer { return a.formatted(nil, a.file()) }},
	{name: "fmt, stdin", of: formats, knows: status | first | lines, unlike: "as fmt", want: grammar, ask: func(a *asker) answer {
		return a.formatted(a.pieces(), "--stdin-filename", a.in.name, "-")
	}},
	{name: "get", of: ofDocument, knows: status | first | lines, unlike: "allows a byte order mark, prints the first error without its offset, and exits with 2", want: gotten, ask: func(a *asker) answer {
		return a.got(nil, "get", a.file(), "")
	}},
	{name: "get, stdin", of: ofDocument, knows: status | first | lines, unlike: "as get", want: gotten, ask: func(a *asker) answer {
		return a.got(a.pieces(), "get", "--stdin-filename", a.in.name, "-", "")
	}},
	{name: "get, .gz", of: ofDocument, knows: status | first | lines, unlike: "as get", want: gotten, ask: func(a *asker) answer {
		return a.got(nil, "get", a.packed(), "")
	}},
}

// nameless says why a way without a name that names the dialect cannot be asked about all inputs.
const nameless = "has only the first lines to decide whether there are records"

const (
	inDepth = status | count | every | offsets
	deep    = "a document with more than 128 levels is an error there, and its line need not be known"
)

// atMost returns the answer with at most n errors.
func (r *reference) atMost(n int) answer {
	a := r.answer
	a.places = a.places[:min(n, len(a.places))]
	a.errors = min(n, a.errors)
	return a
}

// grammar is the answer of a way that knows only the grammar, whatever the rules of I-JSON. A byte order mark is an error, except in
// JSON5, where it is white space. The command takes a text in UTF-16 for JSON, in which strings have no NULs.
func grammar(r *reference) answer {
	switch {
	case r.in.dialect == lint.JSON5 && r.isWide():
		return failed(dialect.Check(r.in.text, dialect.JSON5))
	case r.in.dialect == lint.JSON5:
		return r.only("syntax", "encoding")
	}
	return r.only("syntax", "encoding", "bom")
}

// gotten is the answer of jsonlint get.
func gotten(r *reference) answer {
	a := r.without("bom")
	if r.in.dialect == lint.JSON5 {
		a = grammar(r)
	}
	a.status *= command.StatusTrouble
	return a
}

// findings runs the command with flags for all findings.
func (a *asker) findings(stdin reader, args ...string) answer {
	got, _ := a.report(stdin, args...)
	return got
}

// report runs the command, and returns its answer and findings.
func (a *asker) report(stdin reader, args ...string) (answer, []finding) {
	status, out, errs := a.run(stdin, append([]string{"--no-config", "--format", "json", "--max-problems", "0"}, args...)...)
	var report struct {
		Files []struct {
			Findings []struct {
				Rule, Code, Severity string
				Offset, Length       int64
				Start                struct{ Line, Column int }
			}
		}
		Summary struct{ Errors int }
	}
	if err := json.Unmarshal([]byte(out), &report); err != nil || len(report.Files) != 1 {
		return answer{status: status, errors: unknown, more: fmt.Sprintf("%v: %.300s%.300s", err, out, errs)}, nil
	}
	got := answer{status: status, errors: report.Summary.Errors}
	var found []finding
	for _, f := range report.Files[0].Findings {
		one := finding{place{f.Offset, f.Start.Line, f.Start.Column}, f.Length, f.Rule, f.Code, f.Severity}
		found = append(found, one)
		if f.Severity == "error" {
			got.places = append(got.places, one.place)
		}
	}
	return got, found
}

// quiet runs the command with --quiet.
func (a *asker) quiet(stdin reader, args ...string) answer {
	status, out, _ := a.run(stdin, append([]string{"--no-config", "-q"}, args...)...)
	return answer{status: status, more: out}
}

// compact reads the findings in the format compact.
func compact(a *asker) answer {
	status, out, _ := a.run(nil, "--no-config", "--compact", a.file())
	got := answer{status: status, errors: unknown}
	for line := range strings.Lines(out) {
		if p, message, ok := placed(line, a.file()); ok && strings.HasPrefix(message, "error: ") {
			got.places = append(got.places, p)
		}
	}
	return got
}

// position is a position after the name of a file, and the text after it.
var position = regexp.MustCompile(`^:(\d+):(\d+): (.*)`)

// placed returns the position that follows the name of a file in a line.
func placed(line, name string) (p place, message string, ok bool) {
	_, rest, found := strings.Cut(line, name)
	m := position.FindStringSubmatch(rest)
	if !found || m == nil {
		return p, "", false
	}
	p.line, _ = strconv.Atoi(m[1])
	p.column, _ = strconv.Atoi(m[2])
	return p, m[3], true
}

// formatted runs jsonlint fmt.
func (a *asker) formatted(stdin reader, args ...string) answer {
	status, out, errs := a.run(stdin, append([]string{"fmt", "--no-config"}, args...)...)
	got := a.complained(status, errs)
	if (status == command.StatusValid) != (errs == "") || status != command.StatusValid && out != "" {
		got.more = errs + out
	}
	return got
}

// got runs jsonlint get.
func (a *asker) got(stdin reader, args ...string) answer {
	status, _, errs := a.run(stdin, args...)
	got := a.complained(status, errs)
	if (status == command.StatusValid) != (errs == "") {
		got.more = errs
	}
	return got
}

// complained returns the answer of a subcommand that writes the first error to standard error.
func (a *asker) complained(status int, errs string) answer {
	got := answer{status: status, errors: unknown}
	for _, name := range []string{a.packed(), a.file(), a.in.name, "in.log"} {
		if p, _, ok := placed(errs, name); ok {
			got.places = []place{p}
			return got
		}
	}
	if status != command.StatusValid {
		got.more = errs
	}
	return got
}
