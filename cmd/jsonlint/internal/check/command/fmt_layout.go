package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/format"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// layoutOf returns the layout for a file. The functions of more, such as those of flags, take precedence
// over the settings files, which take precedence over .editorconfig files.
func (c *settingsFinder) layoutOf(name string, h FileSettings, more ...func(*format.Options)) (format.Options, error) {
	const undecided = format.TrailingCommas(255)
	o := config.DefaultLayout()
	o.TrailingCommas = undecided
	if h.Preferred != nil {
		h.Preferred(&o)
	}
	path := c.Abs(name)
	if !c.NoConfig {
		properties, err := c.editor.Find(path)
		if err != nil {
			return o, common{Nearby(c.Here, err)}
		}
		properties.Apply(&o)
	}
	for _, set := range slices.Concat(h.layout, more) {
		set(&o)
	}
	asPrettier := o.Style == format.Prettier
	if asPrettier && isStringified(filepath.Base(path)) {
		o.Style = format.Stringify
	}
	if o.TrailingCommas == undecided {
		o.TrailingCommas = format.KeepCommas
		if asPrettier && strings.EqualFold(filepath.Ext(path), ".json") {
			o.TrailingCommas = format.RemoveCommas
		}
	}
	return o, nil
}

// FormatOptions returns the options for formatting a file. The functions of more take precedence over the
// settings. It returns an error for files that cannot be formatted.
func (c *settingsFinder) FormatOptions(name string, h FileSettings, more ...func(*format.Options)) (format.Options, error) {
	o, err := c.layoutOf(name, h, more...)
	if err != nil {
		return o, err
	}
	if o.Canonical { // the canonical form prescribes the rest of the layout
		o = format.Options{Canonical: true, ExactNumbers: o.ExactNumbers}
	}
	o.Dialect = h.Dialect.Accepted()
	if h.Dialect == lint.JSONSeq {
		return o, fmt.Errorf("files in the dialect %v cannot be formatted", h.Dialect)
	}
	if input.Unpacked(name) != name {
		return o, errors.New("compressed files cannot be formatted")
	}
	o.Records = h.Dialect == lint.NDJSON
	return o, nil
}

// isStringified reports whether a file with this name is written by a program that breaks lines as
// JSON.stringify does. Prettier does the same for these files, except that it does not format
// composer.lock.
func isStringified(base string) bool {
	return slices.Contains([]string{"package.json", "package-lock.json", "composer.json", "composer.lock"}, base) ||
		strings.HasSuffix(base, ".importmap")
}

// ExplainFormat returns the position and message of an error that package format returned for the text src.
func ExplainFormat(src []byte, err error) (tokenizer.Position, string) {
	var bad *tokenizer.SyntaxError
	var invalid *dialect.Error
	var record *records.RecordError
	switch {
	case errors.As(err, &invalid):
		return report.PlaceOf(err, invalid.Position(), bytes.NewReader(src), lint.JSON5), invalid.Message()
	case errors.As(err, &record):
		return record.Position(), record.Message()
	case errors.As(err, &bad):
		return report.PlaceOf(err, bad.Position(), bytes.NewReader(src), lint.JSON), bad.Message()
	}
	offset, message := inconvertible(err)
	return tokenizer.Locate(src, offset), message
}

// inconvertible returns the offset and the message of an error about a valid text that cannot be converted.
func inconvertible(err error) (offset int64, message string) {
	var infinite *format.NotFiniteError
	var comment *format.CommentError
	var inexact *format.InexactError
	switch {
	case errors.As(err, &comment):
		return comment.Offset, "JSON has no comments"
	case errors.As(err, &infinite):
		return infinite.Offset, "JSON has no " + infinite.Number
	case errors.As(err, &inexact):
		return inexact.Offset, inexact.Message()
	}
	return 0, err.Error()
}

// FirstError returns a report with the first error in a text that cannot be formatted, as checking reports it. The report has no finding if
// the text is valid, but cannot be converted.
func (c *Checker) FirstError(name string, h *FileSettings, src io.Reader) (*lint.Report, error) {
	o := lint.Options{Dialect: h.Dialect, Severities: map[string]lint.Severity{}, MaxProblems: 1}
	for _, r := range lint.Rules() {
		o.Severities[r.Name] = lint.Off
		if r.Name == "syntax" || r.Name == "encoding" || r.Name == "bom" && h.SeverityOf(r.Name) != lint.Off {
			o.Severities[r.Name] = lint.Error
		}
	}
	r, err := lint.New(o).CheckReader(context.Background(), src) // to the end, because the first error is not always found first
	if err != nil {
		return nil, err
	}
	r = &lint.Report{Bytes: r.Bytes, Diagnostics: r.Diagnostics} // no errors after the first one
	c.addHints(name, h, nil, r)
	return r, nil
}

// Inconvertible returns the finding about a valid text that cannot be converted, because of an error that package format has returned for
// the text without its first skipped bytes.
func Inconvertible(src []byte, skipped int, err error) lint.Diagnostic {
	offset, message := inconvertible(err)
	return layoutFinding(src, offset+int64(skipped), message)
}

// Unformatted returns the finding about a text that differs from the formatted text at an offset.
func Unformatted(src []byte, offset int) lint.Diagnostic {
	return layoutFinding(src, int64(offset), "not formatted")
}

// layoutFinding returns a finding of [report.LayoutRule].
func layoutFinding(src []byte, offset int64, message string) lint.Diagnostic {
	d, _ := lint.New(lint.Options{}).Diagnose("syntax", src, offset, 0, message) // which has the place of any rule
	d.Rule = report.LayoutRule.Name
	return d
}
