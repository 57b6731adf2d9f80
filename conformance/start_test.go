package conformance

import (
	"fmt"
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"go/types"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A run of the program needs few of its tables. Tables that the compiler cannot make are computed when they are needed, by a
// function or a [lazy.Value], because hooks and editors start the program all the time.
func TestProgramComputesNothingAtItsStart(t *testing.T) {
	const form = `{{$dir := .Dir}}{{range .GoFiles}}{{$dir}}/{{.}}{{"\n"}}{{end}}`
	out, err := exec.Command("go", "list", "-deps", "-f", form, module+"cmd/jsonlint").Output()
	if err != nil {
		t.Fatal(describeExit(err))
	}
	files := 0
	for path := range strings.Lines(string(out)) {
		if path = filepath.ToSlash(strings.TrimSpace(path)); strings.Contains(path, "/cmd/jsonlint/") {
			files++
			for _, found := range workAtStart(t, path, nil) {
				t.Error(found)
			}
		}
	}
	if files < 100 {
		t.Errorf("%d files", files)
	}
}

func TestWorkAtStartIsFound(t *testing.T) {
	const src = `package p
func init() {}
var a, b = errors.New("x"), map[string]int{"y": 1}
var c = lazy.Value[int]{Make: func() int { return compute() }}
var (
	d = []*regexp.Regexp{regexp.MustCompile("z")}
	e = func() int { return 1 }()
	f = []byte("text")
	g = (*T)(nil)
	h, i = [len("x")]int{}, struct{ m map[string]int }{}
)
func (T) init() { _ = map[string]int{} }
`
	want := []string{"p.go:2: init", "p.go:3: map[string]int{…}", `p.go:6: regexp.MustCompile("z")`, "p.go:7: (func() int literal)()"}
	if got := workAtStart(t, "p.go", src); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// workAtStart returns the places in a file whose code runs when a program starts.
func workAtStart(t *testing.T, path string, src any) (found []string) {
	t.Helper()
	fset := gotoken.NewFileSet()
	f, err := parser.ParseFile(fset, path, src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	add := func(at ast.Node, what string) {
		found = append(found, fmt.Sprintf("%s:%d: %s", path, fset.Position(at.Pos()).Line, what))
	}
	for _, d := range f.Decls {
		if function, ok := d.(*ast.FuncDecl); ok && function.Recv == nil && function.Name.Name == "init" {
			add(function, "init")
		}
		if variables, ok := d.(*ast.GenDecl); ok && variables.Tok == gotoken.VAR {
			ast.Inspect(variables, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.FuncLit:
					return false
				case *ast.CallExpr:
					if !isMadeByCompiler(n) {
						add(n, types.ExprString(n))
						return false
					}
				case *ast.CompositeLit:
					if _, ok := n.Type.(*ast.MapType); ok {
						add(n, types.ExprString(n))
						return false
					}
				}
				return true
			})
		}
	}
	return found
}

// isMadeByCompiler reports whether a call is a conversion, or one whose result the compiler knows.
func isMadeByCompiler(call *ast.CallExpr) bool {
	switch called := call.Fun.(type) {
	case *ast.ArrayType:
		return true
	case *ast.ParenExpr:
		_, ok := called.X.(*ast.StarExpr)
		return ok
	}
	return slices.Contains([]string{"errors.New", "len"}, types.ExprString(call.Fun))
}
