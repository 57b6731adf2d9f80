// Package prettier compares format.Append, with the style Prettier, with the program Prettier on the
// JSON files of folders, such as clones of repositories. Both use the default options of Prettier. It
// prints how many of the files that Prettier leaves unchanged are left unchanged by Append, and how
// many of the files that both change come out equal.
//
//	npm install prettier && PATH=$PWD/node_modules/.bin:$PATH
//	go -C bench run . prettier FOLDER ...
//
// The flag -list also prints the names of the files that differ. Files that Prettier does not accept are
// omitted, and so are files that are not JSON, not even with comments.
package prettier

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/assayjson/assay/bench/internal/harness"
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/format"
)

// Run prints a line for each folder.
func Run(args []string, out, errs io.Writer) error {
	f := harness.NewFlags("prettier", errs)
	f.Operands = true
	list := f.Bool("list", false, "print the names of the files that differ")
	if err := f.Parse(args); err != nil {
		return err
	}
	if f.NArg() == 0 {
		return errors.New("no folder: name those with the JSON files")
	}
	var total counts
	for _, folder := range f.Args() {
		c, err := compare(out, folder, *list)
		if err != nil {
			return fmt.Errorf("%s: %w", folder, err)
		}
		fmt.Fprintln(out, filepath.Base(folder), c)
		total.add(c)
	}
	fmt.Fprintln(out, "total", total)
	return nil
}

// counts are numbers of files.
type counts struct {
	all         int
	left, alike int // left unchanged by Prettier, and by both
	both, equal int // changed by both, and with equal results
}

func (c *counts) add(d counts) {
	c.all, c.left, c.alike, c.both, c.equal = c.all+d.all, c.left+d.left, c.alike+d.alike, c.both+d.both, c.equal+d.equal
}

func (c counts) String() string {
	return fmt.Sprintf("%d files; Prettier leaves %d, and assay %d of them; both change %d, %d equally", c.all, c.left, c.alike, c.both, c.equal)
}

// compare copies the JSON files of a folder, formats the copies with Prettier, and compares them with what
// Append makes of the originals.
func compare(out io.Writer, folder string, list bool) (c counts, err error) {
	copies, err := os.MkdirTemp("", "prettier")
	if err != nil {
		return c, err
	}
	defer os.RemoveAll(copies)
	names, err := copyJSON(copies, folder)
	if err != nil {
		return c, err
	}
	prettier := exec.Command("prettier", "--write", "--no-config", "--no-editorconfig", "--with-node-modules", "--log-level=silent", ".")
	prettier.Dir = copies
	if err := prettier.Run(); err != nil && prettier.ProcessState == nil {
		return c, err // other errors are those of files that Prettier does not accept
	}
	check := exec.Command("prettier", "--list-different", "--no-config", "--no-editorconfig", "--with-node-modules", "--log-level=silent", ".")
	check.Dir = copies
	refused, _ := check.Output()
	for _, name := range names {
		src, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return c, err
		}
		want, err := os.ReadFile(filepath.Join(copies, name))
		if err != nil {
			return c, err
		}
		got, err := formatted(src, filepath.Base(name))
		if err != nil || bytes.Contains(refused, []byte(filepath.ToSlash(name)+"\n")) {
			continue
		}
		c.count(src, got, want)
		if list && !bytes.Equal(got, want) {
			fmt.Fprintln(out, "  differs:", name)
		}
	}
	return c, nil
}

func (c *counts) count(src, got, want []byte) {
	c.all++
	switch {
	case bytes.Equal(src, want):
		c.left++
		if bytes.Equal(got, src) {
			c.alike++
		}
	case !bytes.Equal(got, src):
		c.both++
		if bytes.Equal(got, want) {
			c.equal++
		}
	}
}

// copyJSON copies the files with the extension .json to another folder, and returns their names.
func copyJSON(to, from string) (names []string, err error) {
	err = filepath.WalkDir(from, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && e.Name() == ".git":
			return filepath.SkipDir
		case !e.Type().IsRegular() || filepath.Ext(path) != ".json":
			return nil
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		copied := filepath.Join(to, name)
		if err := os.MkdirAll(filepath.Dir(copied), 0o777); err != nil {
			return err
		}
		names = append(names, name)
		return os.WriteFile(copied, src, 0o666)
	})
	return names, err
}

// formatted formats a file in the way in which jsonlint does by default.
func formatted(src []byte, base string) ([]byte, error) {
	o := format.Options{Style: format.Prettier, Width: 80, TrailingCommas: format.RemoveCommas}
	if slices.Contains([]string{"package.json", "package-lock.json", "composer.json"}, base) {
		o.Style = format.Stringify
	}
	out, err := format.Append(nil, src, o)
	if err != nil {
		o.Dialect = dialect.JWCC
		out, err = format.Append(nil, src, o)
	}
	return out, err
}
