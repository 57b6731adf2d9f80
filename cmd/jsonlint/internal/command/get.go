package command

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/assayjson/assay/cmd/jsonlint/internal/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/get"
	"github.com/assayjson/assay/cmd/jsonlint/internal/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/report"
	"github.com/assayjson/assay/lint"
)

// getValue prints a value as it is written in a file. It returns statusFindings if there is no such
// value.
func getValue(args []string, std stdio) (status int, err error) {
	q, err := get.Parse(args, func(name string) bool {
		_, err := os.Lstat(name)
		return err == nil || name == input.Stdin
	})
	if err != nil {
		return statusTrouble, err
	}
	name := q.File
	if name == input.Stdin {
		name = report.StdinName
		std.readsStandardInput("jsonlint get FILE POINTER")
	}
	err = crash.Catch(func() error { return printValue(q, std) })
	var missing *get.MissingError
	var invalid *get.InvalidError
	switch {
	case errors.As(err, &missing):
		std.trouble(name, err)
		return statusFindings, nil
	case errors.As(err, &invalid):
		std.complain(fmt.Errorf("%s:%w", report.Path(name), invalid))
		return statusTrouble, nil
	case err != nil:
		std.trouble(name, input.Cause(err))
		return statusTrouble, nil
	}
	return statusValid, nil
}

// printValue prints the value of a query and a newline.
func printValue(q get.Query, std stdio) error {
	content, err := input.Open(input.File{Name: q.File}, q.File, std.in, nil)
	if err != nil {
		return err
	}
	defer content.Close()
	value, err := valueIn(q, content)
	if err != nil {
		return err
	}
	if err := writeAll(std.out, value); err != nil {
		return err
	}
	_, err = std.out.Write([]byte("\n"))
	return err
}

// valueIn returns the value of a query in the content of its file.
func valueIn(q get.Query, content *input.Content) ([]byte, error) {
	dialect, _ := lint.DialectOf(input.Unpacked(q.File))
	if q.Record > 0 {
		return q.FromRecords(context.Background(), content.Reader(), dialect)
	}
	text, err := content.All()
	if err != nil {
		return nil, err
	}
	return q.FromDocument(text, dialect)
}
