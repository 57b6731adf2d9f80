package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/assayjson/assay/cmd/jsonlint/internal/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/lsp"
	"github.com/assayjson/assay/cmd/jsonlint/internal/lsp/subschema"
	"github.com/assayjson/assay/cmd/jsonlint/internal/report"
	"github.com/assayjson/assay/format"
	"github.com/assayjson/assay/lint"
)

// lspProgram describes the command line of jsonlint lsp.
func lspProgram() *cli.Program {
	return &cli.Program{
		Name:     programName + " lsp",
		Synopsis: []string{"[flags]"},
		About: "Runs a language server (LSP 3.17) on standard input and output, or on a socket, for editors. docs/editors.md describes how to set up an editor. " +
			"Findings are those that \"jsonlint FILE\" reports, with the same settings, schemas and baselines. " +
			"Settings and schemas are read again when the editor saves one of them or reports that it has changed. " +
			"Documents that the settings or .jsonlintignore ignore have no findings. " +
			"A document can name a schema in $schema only if the schema is in the open folder that contains the document. If no open folder contains it, the schema must be in its repository.",
		Groups: Groups(lspOptions()),
		Statuses: []cli.Status{
			{Code: StatusValid, Doc: "the editor has shut the server down"},
			{Code: StatusFindings, Doc: "the connection has ended in another way"},
			{Code: StatusTrouble, Doc: "invalid usage, or an output error"},
		},
	}
}

// lspOptions returns the table of flags of jsonlint lsp.
func lspOptions() []OptionGroup {
	return []OptionGroup{
		{"Connection", []Option{
			{Option: cli.Option{Name: "stdio", Doc: "use standard input and output, as is also done without this flag"}, Set: func(*Flags, string) error { return nil }},
			{Option: cli.Option{Name: "listen", Arg: "ADDRESS", Doc: "wait for clients on HOST:PORT, where the host is this machine, or on unix:PATH. " +
				"Each connection has a server of its own. The address, with the port if PORT is 0, is written to standard error. Ends when it is interrupted"}, Set: func(f *Flags, value string) error { f.listen = value; return nil }},
			{Option: cli.Option{Name: "once", Doc: "with --listen, serve only one client, and end when it disconnects"}, Set: func(f *Flags, _ string) error { f.once = true; return nil }},
		}},
		{"Settings", Pick(SettingOptions(), "debug", "help")},
	}
}

// serveLSP implements jsonlint lsp.
func serveLSP(args []string, std Stdio) (int, error) {
	f, err := ParseOptions(lspOptions(), args)
	if err != nil {
		return std.BadUsage(err, lspProgram())
	}
	if len(f.Paths) > 0 {
		return StatusTrouble, fmt.Errorf("lsp: unexpected argument %q", f.Paths[0])
	}
	// Texts make up most of the memory, so garbage must not be allowed to take as much again. To collect it often costs
	// little, because texts have no pointers.
	defer debug.SetGCPercent(debug.SetGCPercent(gcPercent))
	here, err := os.Getwd()
	if err != nil {
		return StatusTrouble, err
	}
	serve := func(r io.Reader, w io.Writer, closeIn func() error) (int, error) {
		return connectLSP(r, w, closeIn, here, std)
	}
	switch {
	case f.listen != "":
		return listenLSP(f.listen, f.once, std, func(c io.ReadWriteCloser) (int, error) { return serve(c, c, c.Close) })
	case f.once:
		return StatusTrouble, errors.New("lsp: --once requires --listen")
	}
	closeIn := func() error { return nil }
	if c, ok := std.In.(io.Closer); ok {
		closeIn = c.Close
	}
	return serve(std.In, std.Out, closeIn)
}

// connectLSP serves a client. The parameter here is the working directory.
func connectLSP(r io.Reader, w io.Writer, closeIn func() error, here string, std Stdio) (status int, err error) {
	orderly, err := lsp.Serve(r, w, closeIn, editorConfig(here, std, std.Complain))
	switch {
	case err != nil:
		return StatusTrouble, err
	case !orderly:
		return StatusFindings, nil
	}
	return StatusValid, nil
}

// gcPercent is the part of the memory that may be garbage, in per cent of the rest.
const gcPercent = 25

// watchedFiles returns glob patterns of the files on which findings may depend.
func watchedFiles() []string {
	return []string{"**/*.json", "**/.editorconfig", "**/.jsonlintignore"}
}

// An editorEngine checks documents as the command checks files.
type editorEngine struct {
	checker *Checker
	skipped map[string]bool           // reports, for each path, whether its document is ignored
	sets    map[string]*subschema.Set // the schemas that have been read, by path or URL; nil for those that cannot be used
	used    usedFiles
}

// newEditorEngine returns an engine for the documents of a folder. If the folder is open in the editor, a
// document cannot name schemas outside it.
func newEditorEngine(folder string, isOpen bool, std Stdio) (*editorEngine, error) {
	f := defaultFlags()
	f.follow = true
	c, err := NewChecker(f, std)
	if err != nil {
		return nil, err
	}
	c.Here = folder
	if isOpen {
		c.within = folder
	}
	e := &editorEngine{checker: c, skipped: map[string]bool{}, sets: map[string]*subschema.Set{}}
	c.opened, c.finder.Opened = e.used.add, e.used.add
	return e, nil
}

// skips reports whether a document is not checked.
func (e *editorEngine) skips(path string) bool {
	skipped, known := e.skipped[path]
	if !known {
		skipped = input.Unpacked(path) != path || e.checker.ignored(path) || e.checker.search.PassesOver(path)
		e.skipped[path] = skipped
	}
	return skipped
}

// Check checks the text of a document.
func (e *editorEngine) Check(ctx context.Context, path string, text []byte) (r lsp.Result) {
	if e.skips(path) {
		return r
	}
	e.checker.ctx = ctx
	out := e.checker.file(input.File{Name: path, Data: text, Held: true})
	r.Report = out.Report
	if err := out.Trouble; err != nil {
		var all common
		if !errors.As(err, &all) {
			err = fmt.Errorf("%s: %w", report.Path(input.Shortened(e.checker.Here, path)), err)
		}
		r.Notes = append(r.Notes, report.Line(err.Error()))
	}
	if err := out.unknown; err != nil {
		r.Notes = append(r.Notes, report.Line(err.Error()))
	}
	if out.SchemaFile != nil {
		for _, d := range out.SchemaFile.Report.Diagnostics {
			r.Notes = append(r.Notes, report.Line(fmt.Sprintf("schema %s:%d:%d: %s", report.Path(out.SchemaFile.Name), d.Start.Line, d.Start.Rune, d.Message)))
		}
	}
	return r
}

// limitLarge limits the number of findings in a large document, for which an editor needs much memory.
func limitLarge(h *FileSettings, text []byte) {
	const most = 1000
	if len(text) > lsp.LargeText && (h.MaxProblems < 0 || h.MaxProblems > most) {
		h.MaxProblems = most
	}
}

// settings returns the settings for a document. The result isYAML reports that the text is not JSON.
func (e *editorEngine) settings(path string, text []byte) (h FileSettings, isYAML bool, err error) {
	if h, err = e.checker.SettingsOf(path); err != nil {
		return h, false, err
	}
	return h, e.checker.Adapt(&h, text[:min(len(text), DeclaredWithin)]), nil
}

// Fix returns the text with all safe fixes.
func (e *editorEngine) Fix(path string, text []byte) (fixed []byte, err error) {
	h, isYAML, err := e.settings(path, text)
	if err != nil || isYAML || e.skips(path) {
		return text, err
	}
	err = crash.Catch(func() error {
		fixed, _ = e.checker.mend(h.Options, text)
		return nil
	})
	return fixed, err
}

// Format returns the formatted text.
func (e *editorEngine) Format(path string, text []byte) (out []byte, err error) {
	h, isYAML, err := e.settings(path, text)
	if err != nil || isYAML {
		return text, err
	}
	options, err := e.checker.FormatOptions(path, h)
	if err != nil {
		return nil, err
	}
	err = crash.Catch(func() (err error) {
		out, err = format.Append(nil, text, options)
		return err
	})
	if err != nil && crash.Of(err) == nil {
		p, message := ExplainFormat(text, err)
		return nil, fmt.Errorf("line %d, column %d: %s", p.Line, p.Rune, message)
	}
	return out, err
}

// Dialect returns the dialect of a document.
func (e *editorEngine) Dialect(path string, text []byte) (lint.Dialect, error) {
	h, _, err := e.settings(path, text)
	return h.Dialect, err
}

var _ lsp.Engine = (*editorEngine)(nil)
