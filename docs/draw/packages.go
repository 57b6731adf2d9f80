package main

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// module is the path of the module, and what the import paths of its packages begin with.
const module = "github.com/assayjson/assay/"

// A pkg is a package as the picture shows it, together with the packages in its own internal folder.
type pkg struct {
	name    string   // its folder
	does    string   // the beginning of its package documentation
	takes   []string // if the package is public, the types in which it receives bytes from outside
	imports []string // the other packages of the picture that it imports, sorted
}

// notDrawn are the folders whose packages are not imported by other packages and are not for users.
var notDrawn = []string{"conformance", "docs"}

// readPackages returns the packages of the repository by name, except those that only tests import.
func readPackages(root string) (map[string]*pkg, error) {
	folders, err := goFolders(root)
	if err != nil {
		return nil, err
	}
	all := map[string]*pkg{}
	for _, folder := range folders {
		name := owner(folder)
		if all[name] == nil {
			all[name] = &pkg{name: name}
		}
		if err := all[name].read(root, folder); err != nil {
			return nil, fmt.Errorf("%s: %w", folder, err)
		}
	}
	return reachable(all), nil
}

// goFolders returns the folders of the module that have Go files, as paths relative to the root,
// with slashes.
func goFolders(root string) (folders []string, err error) {
	err = filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		folder, _ := filepath.Rel(root, filepath.Dir(file))
		folder = filepath.ToSlash(folder)
		switch {
		case d.IsDir() && file != root:
			_, err := os.Stat(filepath.Join(file, "go.mod"))
			if name := d.Name(); err == nil || name == "testdata" || strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".") {
				return fs.SkipDir // the folder is another module, or the go command ignores it
			}
		case strings.HasSuffix(file, ".go") && !strings.HasSuffix(file, "_test.go") && !slices.Contains(folders, folder):
			folders = append(folders, folder)
		}
		return nil
	})
	return folders, err
}

// owner returns the name of the package whose box contains a folder. Commands, and internal folders in
// a package, belong to the box of the folder around them.
func owner(folder string) string {
	outer, _, inside := strings.Cut(folder, "/internal/")
	if inside {
		return outer
	}
	return folder
}

// read adds the package in a folder to p. It looks at the files for one platform, so that the picture
// is always the same.
func (p *pkg) read(root, folder string) error {
	platform := build.Default
	platform.GOOS, platform.GOARCH, platform.CgoEnabled, platform.BuildTags = "linux", "amd64", false, nil
	found, err := platform.ImportDir(filepath.Join(root, filepath.FromSlash(folder)), 0)
	if err != nil {
		return err
	}
	for _, path := range found.Imports {
		if name, ours := strings.CutPrefix(path, module); ours && owner(name) != p.name && !slices.Contains(p.imports, owner(name)) {
			p.imports = append(p.imports, owner(name))
		}
	}
	slices.Sort(p.imports)
	if folder == p.name {
		p.does = firstClause(found.Doc)
		return p.findEntrances(found)
	}
	return nil
}

// firstClause returns the first sentence of the documentation of a package, without the words "Package
// name" and only up to a comma or similar character.
func firstClause(documentation string) string {
	sentence := new(doc.Package).Synopsis(documentation)
	_, says, _ := strings.Cut(sentence, " ")
	_, says, _ = strings.Cut(says, " ") // "Package name", "Command name"
	if end := strings.IndexAny(says, ",:;("); end >= 0 {
		says = says[:end]
	}
	return strings.TrimSuffix(strings.TrimSpace(says), ".")
}

// entrances are the types of parameters through which a library receives bytes from outside.
var entrances = []string{"[]byte", "io.Reader", "*http.Request"}

// findEntrances sets p.takes to the entrances of the exported functions and methods of a library. A program takes files.
func (p *pkg) findEntrances(found *build.Package) error {
	switch kindOf(p.name).name {
	case "program":
		p.takes = []string{"files", "standard input"}
		return nil
	case "library":
	default:
		return nil
	}
	seen := map[string]bool{}
	for _, name := range found.GoFiles {
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(found.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || !fn.Name.IsExported() || fn.Recv != nil && !ast.IsExported(strings.TrimPrefix(typeName(fn.Recv.List[0].Type), "*")) {
				continue
			}
			for _, parameter := range fn.Type.Params.List {
				seen[typeName(parameter.Type)] = true
			}
		}
	}
	for _, entrance := range entrances {
		if seen[entrance] {
			p.takes = append(p.takes, entrance)
		}
	}
	return nil
}

// typeName returns the source text of a type, or "" for kinds of types that do not occur in entrances.
func typeName(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.Ident:
		return t.Name
	case *ast.SelectorExpr:
		return typeName(t.X) + "." + t.Sel.Name
	case *ast.StarExpr:
		return "*" + typeName(t.X)
	case *ast.ArrayType:
		if t.Len == nil {
			return "[]" + typeName(t.Elt)
		}
	}
	return ""
}

// reachable returns the libraries, the commands, and what these import.
func reachable(all map[string]*pkg) map[string]*pkg {
	reached := map[string]*pkg{}
	var visit func(name string)
	visit = func(name string) {
		if reached[name] == nil {
			reached[name] = all[name]
			for _, imported := range all[name].imports {
				visit(imported)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		top, _, _ := strings.Cut(name, "/")
		if (path.Dir(name) == "." || top == "cmd") && !slices.Contains(notDrawn, top) {
			visit(name)
		}
	}
	return reached
}
