package agreement

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/records"
)

// recordWays ask about inputs that consist of records.
var recordWays = []way{
	{name: "--report", of: ofRecords, knows: whole, unlike: "divides records", ask: func(a *asker) answer {
		got, _ := a.divided(nil, a.file())
		return got
	}},
	{name: "--report, stdin", of: ofRecords, knows: whole, unlike: "divides records", ask: func(a *asker) answer {
		got, _ := a.divided(a.pieces(), "--stdin-filename", a.in.name, "-")
		return got
	}},
	{name: "--report, its lines", of: ofRecords, knows: count | every | offsets | lines, unlike: "has a line for each bad record", want: (*reference).badRecords, ask: func(a *asker) answer {
		_, got := a.divided(nil, a.file())
		return got
	}},
	{name: "--report, its lines, .gz", of: ofRecords, knows: count | every | offsets | lines, unlike: "has a line for each bad record", want: (*reference).badRecords, ask: func(a *asker) answer {
		_, got := a.divided(nil, a.packed())
		return got
	}},
	{name: "index", of: ofLines, knows: status, unlike: "says only whether records are bad, and is for NDJSON only", want: (*reference).badRecords, ask: func(a *asker) answer {
		status, _, _ := a.run(nil, "index", a.file())
		return answer{status: status}
	}},
	{name: "index --list-bad", of: ofLines, knows: whole, unlike: "lists bad records, and is for NDJSON only", want: (*reference).badRecords, ask: func(a *asker) answer { return a.listed(a.file()) }},
	{name: "index --list-bad, .gz", of: ofLines, knows: whole, unlike: "lists bad records, and is for NDJSON only", want: (*reference).badRecords, ask: func(a *asker) answer { return a.listed(a.packed()) }},
	{name: "get FILE:N", of: ofRecords, knows: count | every | lines, unlike: "finds one record, so some are asked for", want: someRecords, ask: func(a *asker) answer {
		return a.someGotten(nil, a.file())
	}},
	{name: "get -:N", of: ofRecords, knows: count | every | lines, unlike: "finds one record, so some are asked for", want: someRecords, ask: func(a *asker) answer {
		return a.someGotten(a.pieces, "--stdin-filename", a.in.name, "-")
	}},
	{name: "salvage", of: ofLines, knows: status, unlike: "finds records that share a line or are cut in two, but leaves out the same records and no others if each line is a record", want: recovered, ask: func(a *asker) answer { return a.salvaged(nil, a.file()) }},
	{name: "salvage, stdin", of: ofLines, knows: status, unlike: "as salvage", want: recovered, ask: func(a *asker) answer { return a.salvaged(a.pieces()) }},
	{name: "salvage, .gz", of: ofLines, knows: status, unlike: "as salvage", want: recovered, ask: func(a *asker) answer { return a.salvaged(nil, a.packed()) }},
}

// A line is a line of a report or of a list of bad records.
type line struct {
	Type         string
	Line, Column int
	Offset       int64
}

// divided divides the records of the input. It returns the answer, and that of the report.
func (a *asker) divided(stdin reader, args ...string) (got, report answer) {
	name := func(n string) string { return filepath.Join(a.dir, n) }
	got = a.findings(stdin, append([]string{"--good-to", name("good"), "--bad-to", name("bad"), "--report", name("report"), "--records", "any"}, args...)...)
	text, err := os.ReadFile(name("report"))
	if err != nil {
		return got, answer{errors: unknown, more: err.Error()}
	}
	_ = os.Remove(name("report"))
	return got, bad(string(text))
}

// bad returns the answer that has the positions in the lines about records.
func bad(text string) answer {
	var places []place
	for one := range strings.Lines(text) {
		var l line
		if err := json.Unmarshal([]byte(one), &l); err != nil {
			return answer{errors: unknown, more: err.Error()}
		}
		if l.Type == "" || l.Type == "record" {
			places = append(places, place{l.Offset, l.Line, l.Column})
		}
	}
	return withErrors(places...)
}

// listed returns the answer of jsonlint index.
func (a *asker) listed(name string) answer {
	status, out, errs := a.run(nil, "index", "--list-bad", "--format", "ndjson", name)
	got := bad(out)
	if got.status = status; status == command.StatusTrouble {
		got.more = errs
	}
	return got
}

// asked are the numbers of the records, from 1, that are asked for one by one: the first ones and the last, and the bad ones among the first.
func (r *reference) asked() []int {
	n := len(r.records)
	all := []int{1, 2, 3, n / 2, n}
	next := 0
	for _, p := range r.badRecords().places[:min(3, r.badRecords().errors)] {
		for next < n && r.records[next].end < p.offset {
			next++
		}
		all = append(all, next+1)
	}
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(k int) bool { return k < 1 || k > n })
}

// someRecords is the answer of jsonlint get about some records.
func someRecords(r *reference) answer {
	var places []place
	bad := r.shownRecords().places
	for _, k := range r.asked() {
		for _, p := range bad {
			if e := r.records[k-1]; e.begin <= p.offset && p.offset <= e.end {
				places = append(places, p)
				break
			}
		}
	}
	return withErrors(places...)
}

// someGotten asks jsonlint get for some records.
func (a *asker) someGotten(stdin func() reader, args ...string) answer {
	var places []place
	got := answer{}
	last := len(args) - 1
	for _, k := range a.ref.asked() {
		var in reader
		if stdin != nil {
			in = stdin()
		}
		one := a.got(in, slices.Concat([]string{"get"}, args[:last], []string{fmt.Sprintf("%s:%d", args[last], k)})...)
		places = append(places, one.places...)
		if len(one.places)*command.StatusTrouble != one.status || one.more != "" {
			got.more += fmt.Sprintf("record %d: %v", k, one)
		}
	}
	got.errors, got.places = len(places), places
	return got
}

// recovered is the answer of jsonlint salvage. If there are no bad records, everything is recovered. Otherwise, salvage must do what package
// records says, whose tests compare it with an oracle.
func recovered(r *reference) answer {
	a := answer{more: "0 bytes of other data\n"}
	if bad := r.badRecords(); bad.status > 0 || r.status > 0 {
		rest := 0
		for p := range records.Salvage(r.in.text, records.AllKinds()) {
			if p.Reason != 0 {
				rest += len(p.Text)
			}
		}
		a.more = fmt.Sprintf("%d bytes of other data\n", rest)
		if rest > 0 {
			a.status = command.StatusFindings
		}
	}
	return a
}

// salvaged recovers the records of the input.
func (a *asker) salvaged(stdin reader, args ...string) answer {
	rest := filepath.Join(a.dir, "rest")
	status, _, errs := a.run(stdin, append([]string{"salvage", "--values", "all", "--out", filepath.Join(a.dir, "good"), "--rest", rest, "--list", filepath.Join(a.dir, "list")}, args...)...)
	text, err := os.ReadFile(rest)
	if err != nil {
		return answer{status: status, more: errs}
	}
	return answer{status: status, more: fmt.Sprintf("%d bytes of other data\n", len(text))}
}
