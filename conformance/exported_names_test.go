package conformance

import (
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"path/filepath"
	"strings"
	"testing"
)

// mostNames limits the number of exported names of a package, including the methods of exported
// types, so that the documentation of the package stays readable.
var mostNames = map[string]int{"tokenizer": 123}

func TestExportedNamesAreFew(t *testing.T) {
	for pkg, most := range mostNames {
		files, err := filepath.Glob(filepath.Join("..", pkg, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no files of %s, %v", pkg, err)
		}
		var names []string
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(gotoken.NewFileSet(), file, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, exportedNames(f)...)
		}
		if len(names) > most {
			t.Errorf("%s exports %d names, more than %d: %v", pkg, len(names), most, names)
		}
	}
}

func TestExportedNamesAreCounted(t *testing.T) {
	const src = "package p\nconst A, b = 1, 2\nvar C int\ntype D struct{ E int }\nfunc (d *D) F() {}\nfunc (D) g() {}\ntype h int\nfunc (h) I() {}\nfunc J() {}\n"
	f, err := parser.ParseFile(gotoken.NewFileSet(), "p.go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(exportedNames(f), " "); got != "A C D D.F J" {
		t.Errorf("got %s", got)
	}
}

// exportedNames returns the exported constants, variables, types and functions in a file, and the
// exported methods of exported types.
func exportedNames(f *ast.File) (names []string) {
	add := func(prefix string, ids ...*ast.Ident) {
		for _, id := range ids {
			if id.IsExported() {
				names = append(names, prefix+id.Name)
			}
		}
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				add("", d.Name)
			} else if of := receiverOf(d); of.IsExported() {
				add(of.Name+".", d.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					add("", s.Name)
				case *ast.ValueSpec:
					add("", s.Names...)
				}
			}
		}
	}
	return names
}

// receiverOf returns the name of the type of a method's receiver. The type must not have type
// parameters.
func receiverOf(d *ast.FuncDecl) *ast.Ident {
	of := d.Recv.List[0].Type
	if star, ok := of.(*ast.StarExpr); ok {
		of = star.X
	}
	return of.(*ast.Ident)
}
