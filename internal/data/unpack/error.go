package unpack

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
)

// A TruncatedError is the error of compressed data that ends too early.
type TruncatedError struct{ Form string }

func (e *TruncatedError) Error() string { return "the " + e.Form + " data is truncated" }

// A FormatError is the error of data that is not valid compressed data of a form.
type FormatError struct {
	Form   string
	Reason string // begins with the form, or has it as an adjective

	foreign bool // the data does not begin like data of the form
}

func (e *FormatError) Error() string { return e.Reason }

// NotAtAll returns the error of data that does not begin like data of the form.
func NotAtAll(form string) error {
	return &FormatError{Form: form, Reason: fmt.Sprintf("not valid %s data, despite its name", form), foreign: true}
}

// Stray returns the error of data that is followed by something else.
func Stray(form string) error {
	return &FormatError{Form: form, Reason: fmt.Sprintf("unexpected data after the end of the %s data", form)}
}

// before returns the error of data that comes after something else.
func before(form string) error {
	return &FormatError{Form: form, Reason: fmt.Sprintf("unexpected data before the %s data", form)}
}

// IsDamaged reports whether an error is that of compressed data that is truncated or corrupt, so that a part of it may be left.
func IsDamaged(err error) bool {
	var format *FormatError
	return errors.As(err, new(*TruncatedError)) || errors.As(err, &format) && !format.foreign
}

// Error converts an error of a decompressor. The caller has checked by [Begins] that the data begins like
// data of the form. An error of reading a file is returned as it is.
func Error(form string, err error) error {
	var unread *fs.PathError
	switch {
	case errors.As(err, &unread):
		return err
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return &TruncatedError{form}
	case isStray(err):
		return Stray(form)
	}
	return &FormatError{Form: form, Reason: fmt.Sprintf("the %s data is corrupt (%s)", form, strings.TrimPrefix(reasonOf(err), form+": "))}
}
