package config

import (
	"errors"
	"fmt"

	"github.com/assayjson/assay/internal/engine/explain"
	"github.com/assayjson/assay/internal/engine/mistake"
	"github.com/assayjson/assay/internal/engine/syntaxerror"
	"github.com/assayjson/assay/tokenizer"
)

// An Error reports an invalid settings file.
type Error struct {
	Path     string // as passed to [Parse]
	Position tokenizer.Position
	Message  string
	Foreign  bool // the file is the settings file of another program, or has data
}

// Error returns the position and the message in one line.
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.Path, e.Position.Line, e.Position.Rune, e.Message)
}

// A fault is an error at an offset in a settings file. [Parse] converts it to an [Error].
type fault struct {
	offset  int64
	message string
}

func (f *fault) Error() string { return f.message }

// errorAt returns an Error with the line and column of an offset in src.
func errorAt(path string, src []byte, offset int64, message string) *Error {
	return &Error{Path: path, Position: tokenizer.Locate(src, offset), Message: message}
}

// positioned converts an error of parseNode, or a fault, to an [*Error].
func positioned(name string, src []byte, err error) error {
	var syntax *tokenizer.SyntaxError
	var invalid *fault
	switch {
	case errors.As(err, &syntax):
		return errorAt(name, src, syntax.Offset, syntax.Message())
	case errors.As(err, &invalid):
		return errorAt(name, src, invalid.offset, invalid.message)
	}
	return err
}

// inSettings returns err with another hint if it is about a comment of another notation: JSON has no comments, but settings have.
func inSettings(err error) error {
	var syntax *tokenizer.SyntaxError
	if !errors.As(err, &syntax) {
		return err
	}
	e := explain.Explainer{Report: syntaxerror.ReportOf(syntax)}
	if e.Habit() != mistake.CommentHabit {
		return err
	}
	e.Advice = "comments begin with // or /*"
	text, _ := e.Message()
	return &fault{syntax.Offset, text.Words}
}
