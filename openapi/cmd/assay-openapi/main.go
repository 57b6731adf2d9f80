// Command assay-openapi checks OpenAPI documents.
//
//	assay-openapi [--root FOLDER] FILE...
//
// It prints each mistake in the form FILE:LINE:COLUMN: MESSAGE. The message about a keyword that is probably misspelt in a schema of OpenAPI 3.1 or
// 3.2, where it has no effect, begins with "warning: ", and does not change the exit status. The files to which a document refers are read, too, if they are in the
// folder of the document or in one below it, or in that of --root. Nothing is downloaded. The exit status is 0 if there are no mistakes, 1
// if there are some, and 2 if the command line is wrong or a file cannot be read, as that of jsonlint is. All documents are checked anyway.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/assayjson/assay/openapi"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

const usage = `Usage: assay-openapi [--root FOLDER] FILE...

Checks OpenAPI documents (3.0, 3.1 and 3.2, JSON or YAML), and prints FILE:LINE:COLUMN: MESSAGE for each mistake.
Messages that begin with "warning: " do not change the exit status.

  --root FOLDER  the folder from which files may be read; that of each FILE if it is not set

Exit status: 0 no mistakes, 1 mistakes, 2 wrong command line, or a file that cannot be read.
`

// run is the command, with its arguments and outputs. It returns the exit status.
func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("assay-openapi", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	root := flags.String("root", "", "")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, usage)
		return 0
	case err != nil:
		fmt.Fprintf(stderr, "assay-openapi: %v\n%s", err, usage)
		return 2
	case flags.NArg() == 0:
		fmt.Fprint(stderr, usage)
		return 2
	}
	status := 0
	for _, name := range flags.Args() {
		status = max(status, check(*root, name, stdout, stderr))
	}
	return status
}

// check checks a document, and returns the exit status for it.
func check(root, name string, stdout, stderr io.Writer) int {
	if root == "" {
		root = filepath.Dir(name)
	}
	inside, err := within(root, name)
	if err != nil {
		fmt.Fprintf(stderr, "assay-openapi: %s: %v\n", name, err)
		return 2
	}
	folder, err := os.OpenRoot(root)
	if err != nil {
		fmt.Fprintf(stderr, "assay-openapi: %v\n", err)
		return 2
	}
	defer folder.Close()
	d, err := openapi.Load(folder.FS(), inside, openapi.Options{})
	warn := func(all []openapi.Mistake) {
		for _, m := range all {
			m.File, m.Message = filepath.Join(root, filepath.FromSlash(m.File)), "warning: "+m.Message
			fmt.Fprintln(stdout, m)
		}
	}
	if err == nil {
		warn(d.Warnings)
		return 0
	}
	var bad *openapi.Error
	if !errors.As(err, &bad) {
		fmt.Fprintf(stderr, "assay-openapi: %s: %v\n", name, err)
		return 2
	}
	defer warn(bad.Warnings)
	status := 1
	for _, m := range bad.Mistakes {
		m.File = filepath.Join(root, filepath.FromSlash(m.File))
		if m.Line == 0 { // the file cannot be read
			fmt.Fprintf(stderr, "assay-openapi: %s\n", m)
			status = 2
			continue
		}
		fmt.Fprintln(stdout, m)
	}
	return status
}

// within returns the path of a file in a folder, with slashes.
func within(root, name string) (string, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return "", err
	}
	if name, err = filepath.Abs(name); err != nil {
		return "", err
	}
	inside, err := filepath.Rel(root, name)
	if err != nil || !filepath.IsLocal(inside) {
		return "", fmt.Errorf("the file is not in %s", root)
	}
	return filepath.ToSlash(inside), nil
}
