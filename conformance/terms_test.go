package conformance

import (
	"fmt"
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// vagueNames returns the places of names that do not say what is wrong with a value, or what is right: it may be invalid, damaged,
// expected, or the error that has been found. The name right is accepted in a declaration that has the name left.
func vagueNames(name string, src any) (found []string, err error) {
	fset := gotoken.NewFileSet()
	file, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, declaration := range file.Decls {
		var rights []string
		hasLeft := false
		ast.Inspect(declaration, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			switch id.Name {
			case "left":
				hasLeft = true
			case "right":
				rights = append(rights, fmt.Sprintf("%s: right", fset.Position(id.Pos())))
			case "wrong":
				found = append(found, fmt.Sprintf("%s: wrong", fset.Position(id.Pos())))
			}
			return true
		})
		if !hasLeft {
			found = append(found, rights...)
		}
	}
	return found, nil
}

// CONTRIBUTING.md lists the terms: a text is valid or invalid, not right or wrong. The benchmarks count answers of other libraries,
// which are right or wrong.
func TestNoNameIsWrongOrRight(t *testing.T) {
	files := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := d.Name(); d.IsDir() && path != ".." && (strings.HasPrefix(name, ".") || name == "node_modules" || path == filepath.Join("..", "bench")) {
			return filepath.SkipDir
		}
		if d.IsDir() || filepath.Ext(path) != ".go" {
			return nil
		}
		files++
		found, err := vagueNames(path, nil)
		if len(found) > 0 {
			t.Errorf("say what the value is, for example invalid, damaged, expected or failed:\n%s", strings.Join(found, "\n"))
		}
		return err
	})
	if err != nil || files < 1000 {
		t.Fatal(files, err)
	}
}

func TestVagueNamesAreFound(t *testing.T) {
	for src, want := range map[string]int{
		"func f() { wrong := 1; _ = wrong }":                     2,
		"func f(right int) {}":                                   1,
		"func f() (wrong error) { return nil }":                  1,
		"type t struct { right, wrong []string }":                2,
		"func f() { for left, right := range m { } }":            0,
		"func f() { for left, wrong := range m { } }":            1,
		"func f(left, right int) {}; func g(right int) {}":       1,
		"func f() { invalid, isRight := 1, \"wrong\" } // right": 0,
	} {
		found, err := vagueNames("x.go", "package x\n"+src)
		if err != nil || len(found) != want {
			t.Errorf("%s: %q, %v, want %d", src, found, err, want)
		}
	}
}
