package agreement

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/assayjson/assay/cmd/jsonlint/internal/browser/page"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/lsptest"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
	"github.com/assayjson/assay/lint"
)

// editorWays ask the language server and what the page uses.
var editorWays = []way{
	{name: "lsp", of: isCharacters, knows: count | every | lines, unlike: "gets characters, without a byte order mark at the start, and sends at most 100 findings", want: inEditor, ask: inServer},
	{name: "page", knows: whole, ask: func(a *asker) answer { return a.onPage(a.in.text, a.in.name) }},
	{name: "page, .log", of: seemsRecords, knows: whole, unlike: nameless, ask: func(a *asker) answer { return a.onPage(a.in.text, "in.log") }},
	{name: "page, .gz", knows: whole, ask: func(a *asker) answer { return a.onPage(a.gz, a.in.name+".gz") }},
	{name: "page, stop at an error", knows: status, unlike: "stops early", ask: func(a *asker) answer { return a.stopOnPage() }},
	{name: "page, unpack", knows: 0, unlike: "only unpacks", want: func(r *reference) answer { return answer{more: "the same text"} }, ask: func(a *asker) answer {
		text, err := page.Unpack(a.packed(), a.gz, len(a.in.text))
		if err != nil || string(text) != string(a.in.text) {
			return answer{more: fmt.Sprintf("another text, %v", err)}
		}
		return answer{more: "the same text"}
	}},
	{name: "page, records", of: ofRecords, knows: count | every | offsets | lines, unlike: "shows invalid records", want: (*reference).shownRecords, ask: recordsOnPage},
	{name: "page, statistics of records", of: ofRecords, knows: count, unlike: "counts invalid records", want: (*reference).badRecords, ask: invalidOnPage},
	{name: "page, statistics", of: ofDocument, knows: count, unlike: "says only whether the document is valid, allows a byte order mark, and knows nothing of I-JSON", want: func(r *reference) answer {
		return answer{errors: grammarAfterMark(r).status}
	}, ask: invalidOnPage},
	{name: "page, tree", of: ofDocument, knows: status, unlike: "has no tree for an invalid text, allows a byte order mark, and knows nothing of I-JSON", want: grammarAfterMark, ask: func(a *asker) answer {
		if _, err := a.document().Tree(0, "", 0, 1); err != nil {
			return answer{status: 1}
		}
		return answer{}
	}},
	{name: "page, format", of: formats, knows: status | first | lines, unlike: "as fmt", want: grammar, ask: formattedOnPage},
}

// grammarAfterMark is the answer of a way that knows only the grammar and allows a byte order mark.
func grammarAfterMark(r *reference) answer { return r.only("syntax", "encoding") }

// isCharacters reports whether an editor can have the text, without its byte order mark.
func isCharacters(in *input) bool { return utf8.Valid(in.text) }

// inEditor is the answer about the text that an editor has, which removes a byte order mark.
func inEditor(r *reference) answer {
	a := r.without()
	if text, hasMark := bytes.CutPrefix(r.in.text, []byte("\ufeff")); hasMark {
		a = reported(lint.New(lint.Options{Dialect: r.in.dialect, SuppressInComments: true}).Check(text), nil)
	}
	a.places = a.places[:min(len(a.places), 100)]
	a.errors = len(a.places)
	return a
}

// inServer opens the text in the language server.
func inServer(a *asker) answer {
	if a.client == nil {
		a.client = lsptest.Start(a.T, func(r *io.PipeReader, w *io.PipeWriter) error {
			status, err := commands.Find("lsp").Run([]string{"--stdio"}, command.Stdio{In: r, Out: w, Err: a.Output(), Schemas: engine})
			if err == nil && status != command.StatusValid {
				err = fmt.Errorf("status %d", status)
			}
			return err
		})
		a.client.Initialize(`{"general": {"positionEncodings": ["utf-32"]}}`, a.dir)
	}
	uri := protocol.URI(filepath.Join(a.dir, a.in.name))
	a.client.Open(uri, "json", strings.TrimPrefix(string(a.in.text), "\ufeff"))
	var places []place
	for _, d := range a.client.Published(uri) {
		if d.Severity == 1 {
			places = append(places, place{unknown, int(d.Range.Start.Line) + 1, int(d.Range.Start.Character) + 1})
		}
	}
	a.client.Close(uri)
	return withErrors(places...)
}

// most is more than the number of findings in any input.
const most = 1 << 30

// check checks a file on the page, whose worker passes pieces of a file.
func (a *asker) check(text []byte, o page.CheckOptions) *page.Verdict {
	a.Helper()
	c, err := page.NewCheck(o)
	if err != nil {
		a.Fatal(err)
	}
	for len(text) > 0 {
		n := min(len(text), 256<<10)
		if c.Write(text[:n]) {
			break
		}
		text = text[n:]
	}
	return c.End()
}

// onPage checks a file on the page.
func (a *asker) onPage(text []byte, name string) answer {
	v := a.check(text, page.CheckOptions{Name: name, Max: most})
	got := answer{status: min(v.Errors, 1), errors: v.Errors, more: v.Trouble}
	for _, f := range v.Findings {
		if f.Severity == lint.Error.String() {
			got.places = append(got.places, place{f.Offset, f.Line, f.Column})
		}
	}
	return got
}

// stopOnPage checks whether the page finds an error.
func (a *asker) stopOnPage() answer {
	v := a.check(a.in.text, page.CheckOptions{Name: a.in.name, StopAt: "error"})
	return answer{status: min(v.Errors, 1), more: v.Trouble}
}

// document opens the text on the page.
func (a *asker) document() *page.Document {
	a.Helper()
	d, err := page.Open(a.in.text, a.in.name, a.in.dialect.String())
	if err != nil {
		a.Fatal(err)
	}
	return d
}

// invalidOnPage counts invalid documents.
func invalidOnPage(a *asker) answer { return answer{errors: int(a.document().Statistics().Invalid)} }

// recordsOnPage lists the invalid records.
func recordsOnPage(a *asker) answer {
	list, err := a.document().Records(0, most, true)
	if err != nil {
		return answer{errors: unknown, more: err.Error()}
	}
	var places []place
	for _, r := range list.Records {
		if r.Error == nil {
			text, _ := json.Marshal(r)
			return answer{errors: unknown, more: string(text)}
		}
		places = append(places, place{r.Error.Offset, r.Error.Line, r.Error.Column})
	}
	got := withErrors(places...)
	got.errors = list.Invalid
	return got
}

// formattedOnPage formats the text.
func formattedOnPage(a *asker) answer {
	_, err := a.document().Format(nil)
	if err == nil {
		return answer{}
	}
	got := answer{status: 1, errors: unknown}
	var p place
	if _, failed := fmt.Sscanf(err.Error(), "line %d, column %d:", &p.line, &p.column); failed != nil {
		got.more = err.Error()
	}
	got.places = []place{p}
	return got
}
