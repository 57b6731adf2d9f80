package lspcmd

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/editorconfig"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/subschema"
	"github.com/assayjson/assay/format"
	"github.com/assayjson/assay/lint"
)

// editorConfig returns what the language server needs.
func editorConfig(folder string, std command.Stdio, complain func(error)) lsp.Config {
	return lsp.Config{
		Version: command.Version(), Folder: folder, Complain: complain, Watched: watchedFiles(),
		NewEngine: func(folder string, isOpen bool) (lsp.Engine, error) { return newEngine(folder, isOpen, std) },
	}
}

// watchedFiles returns glob patterns of the files on which findings may depend.
func watchedFiles() []string {
	return []string{"**/*.json", "**/.editorconfig", "**/.jsonlintignore"}
}

// An engine checks documents as the command checks files.
type engine struct {
	checker *command.Checker
	within  string                    // the folder if it is open in the editor; otherwise ""
	skipped map[string]bool           // reports, for each path, whether its document is ignored
	sets    map[string]*subschema.Set // the schemas that have been read, by path or URL; nil for those that cannot be used
	used    usedFiles
}

// newEngine returns an engine for the documents of a folder. If the folder is open in the editor, a
// document cannot name schemas outside it.
func newEngine(folder string, isOpen bool, std command.Stdio) (*engine, error) {
	e := &engine{skipped: map[string]bool{}, sets: map[string]*subschema.Set{}}
	if isOpen {
		e.within = folder
	}
	o := command.DocumentOptions{Folder: folder, Within: e.within, Large: lsp.LargeText, Opened: e.used.add}
	var err error
	if e.checker, err = command.NewDocumentChecker(o, std); err != nil {
		return nil, err
	}
	return e, nil
}

// skips reports whether a document is not checked.
func (e *engine) skips(path string) bool {
	skipped, known := e.skipped[path]
	if !known {
		skipped = input.Unpacked(path) != path || e.checker.IgnoresDocument(path)
		e.skipped[path] = skipped
	}
	return skipped
}

// Check checks the text of a document.
func (e *engine) Check(ctx context.Context, path string, text []byte) (r lsp.Result) {
	if e.skips(path) {
		return r
	}
	r.Report, r.Notes = e.checker.CheckDocument(ctx, path, text)
	if invalid := e.checker.Mistake(path, text); invalid != nil {
		r.Mistake = &lsp.Mistake{Path: invalid.Path, Position: invalid.Position, Message: invalid.Message}
	}
	return r
}

// settings returns the settings for a document. The result isYAML reports that the text is not JSON.
func (e *engine) settings(path string, text []byte) (h command.FileSettings, isYAML bool, err error) {
	if h, err = e.checker.SettingsOf(path); err != nil {
		return h, false, err
	}
	return h, e.checker.Adapt(&h, text[:min(len(text), command.DeclaredWithin)]), nil
}

// Fix returns the text with all safe fixes.
func (e *engine) Fix(path string, text []byte) (fixed []byte, err error) {
	h, isYAML, err := e.settings(path, text)
	if err != nil || isYAML || e.skips(path) {
		return text, err
	}
	err = crash.Catch(func() error {
		fixed, _ = e.checker.FixText(h.Options, text)
		return nil
	})
	return fixed, err
}

// Format returns the formatted text. That of an ignored document stays as it is.
func (e *engine) Format(path string, text []byte, keepEnd bool) (out []byte, err error) {
	h, isYAML, err := e.settings(path, text)
	if err != nil || isYAML || e.skips(path) {
		return text, err
	}
	h.Preferred = func(o *format.Options) {
		if keepEnd {
			o.FinalNewline = format.KeepNewline
		}
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
		p, message := command.ExplainFormat(text, err)
		return nil, fmt.Errorf("line %d, column %d: %s", p.Line, p.Rune, message)
	}
	return out, err
}

// Dialect returns the dialect of a document. A mistake in the settings does not matter.
func (e *engine) Dialect(path string, text []byte) (lint.Dialect, error) {
	h, _, err := e.settings(path, text)
	if err != nil {
		plain := e.checker.WithoutSettings()
		if h, err = plain.SettingsOf(path); err == nil {
			plain.Adapt(&h, text[:min(len(text), command.DeclaredWithin)])
		}
	}
	return h.Dialect, err
}

// Assume says in which dialect the editor reads a document.
func (e *engine) Assume(path string, d lint.Dialect) { e.checker.AssumeDialect(path, d) }

// Uses reports whether findings may depend on the contents of a file.
func (e *engine) Uses(path string) bool {
	name := filepath.Base(path)
	return config.IsName(path) || name == editorconfig.Name || slices.Contains(input.IgnoreFiles, name) || e.used.has(path)
}

var _ lsp.Engine = (*engine)(nil)
