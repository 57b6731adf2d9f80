package lsp

import (
	"context"

	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/tokenizer"
)

// An Engine checks and formats texts as the settings for their files require. It may read the settings and
// schemas once and keep them, because the server makes a new Engine when files have changed. Only one
// goroutine uses an Engine at a time. The texts must not be changed or kept.
type Engine interface {
	// Check checks the text of the file at an absolute path. If ctx is done, it ends early, and the Result does
	// not matter.
	Check(ctx context.Context, path string, text []byte) Result

	// Fix returns the text with all safe fixes. The result may be the text itself.
	Fix(path string, text []byte) ([]byte, error)

	// Format returns the formatted text. If keepEnd is true and the settings do not decide otherwise, no newline is added at
	// the end. An error says why the text cannot be formatted, and where.
	Format(path string, text []byte, keepEnd bool) ([]byte, error)

	// Dialect returns the dialect of a text.
	Dialect(path string, text []byte) (lint.Dialect, error)

	// Assume says in which dialect the editor reads the file at a path. This counts if nothing but the extension .json indicates
	// the dialect.
	Assume(path string, d lint.Dialect)

	// Uses reports whether the results of other methods may depend on the contents of the file at an absolute path. If the engine
	// reads a file later, the result does not matter. Unlike the other methods, Uses may be called while another one runs.
	Uses(path string) bool
}

// A Result is the result of a check.
type Result struct {
	Report *lint.Report // nil if the text has not been checked
	Notes  []string     // what else the user should know, such as why the settings cannot be used; they are shown once

	Mistake *Mistake // because of which the settings cannot be used, or nil
}

// A Mistake is in a settings file, which may be another one than the document.
type Mistake struct {
	Path     string // of the settings file
	Position tokenizer.Position
	Message  string
}
