package doccheck

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path"
	"runtime"
	"strings"
)

// A Compiler checks Go code.
type Compiler struct {
	files   *token.FileSet
	imports types.Importer
	usual   string // imports and declarations that are added to fragments
}

// given are the variables that fragments of all pages may use.
const given = `
var (
	data []byte
	ctx  context.Context
	file *os.File
)
`

// NewCompiler returns a Compiler. The code may import the given packages and everything that these
// import. Fragments have no imports of their own, and see all given packages, which must include
// context and os.
func NewCompiler(packages []string) (*Compiler, error) {
	args := append([]string{"list", "-export", "-deps", "-json=ImportPath,Export"}, packages...)
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = fmt.Errorf("%w: %s", err, exit.Stderr)
		}
		return nil, err
	}
	exports := map[string]string{}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var listed struct{ ImportPath, Export string }
		if err := d.Decode(&listed); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		exports[listed.ImportPath] = listed.Export
	}
	c := &Compiler{files: token.NewFileSet()}
	c.imports = importer.ForCompiler(c.files, runtime.Compiler, func(path string) (io.ReadCloser, error) {
		if exports[path] == "" {
			return nil, fmt.Errorf("package %s is not available to the documentation", path)
		}
		return os.Open(exports[path])
	})
	for _, p := range packages {
		c.usual += fmt.Sprintf("import %q\n", p)
	}
	c.usual += given
	return c, nil
}

// Check returns a complaint for each error that the compiler finds on a page. A block that begins with
// a package clause is a file of its own. Any other block is a fragment: declarations, or statements of
// a function that may return an error. In a fragment, variables need not be used.
func (c *Compiler) Check(p *Page) (complaints []string) {
	declarations := ""
	for _, b := range p.Blocks {
		if b.Hidden == "go" {
			declarations += b.Text
		}
		if b.Language != "go" || b.NotRun {
			continue
		}
		for _, err := range c.checkBlock(p.Name, b, declarations) {
			complaints = append(complaints, err.Error())
		}
	}
	return complaints
}

func (c *Compiler) checkBlock(page string, b Block, declarations string) (errs []error) {
	name := path.Base(page)
	place := fmt.Sprintf("\n//line %s:%d\n", page, b.Line)
	parse := func(text string) (*ast.File, error) {
		return parser.ParseFile(c.files, name, text, parser.SkipObjectResolution)
	}
	if strings.HasPrefix(b.Text, "package ") || strings.Contains(b.Text, "\npackage ") {
		f, err := parse(strings.TrimPrefix(place, "\n") + b.Text)
		if err != nil {
			return []error{err}
		}
		return c.check(f, false)
	}
	head := "package p\n" + c.usual + declarations
	f, err := parse(head + place + b.Text)
	if err != nil {
		f, err = parse(head + "\nfunc _() (_ error) {" + place + b.Text + "\nreturn nil\n}\n")
	}
	if err != nil {
		return []error{err}
	}
	return c.check(f, true)
}

// check returns the errors of a file. In a fragment, soft errors, which concern unused variables and
// imports, do not count.
func (c *Compiler) check(f *ast.File, fragment bool) (errs []error) {
	config := types.Config{
		Importer: c.imports,
		Sizes:    types.SizesFor(runtime.Compiler, runtime.GOARCH),
		Error: func(err error) {
			var e types.Error
			if !errors.As(err, &e) || !e.Soft || !fragment {
				errs = append(errs, err)
			}
		},
	}
	config.Check("p", c.files, []*ast.File{f}, nil)
	return errs
}
