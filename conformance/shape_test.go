package conformance

import (
	"cmp"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	gotoken "go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// The limits of a package's source, so that a package can be read file by file and a type at once. Generated files and tests do
// not count.
type sourceShape struct {
	files   int // number of files in the folder, for all platforms
	lines   int // number of lines of a function or method, without tables
	methods int // number of methods of a type
	fields  int // number of fields of a struct, where an embedded struct is one field
}

// usual is the shape of every package.
var usual = sourceShape{files: 30, lines: 60, methods: 40, fields: 20}

func TestShapes(t *testing.T) {
	for _, dir := range listPackages(t, module+"...") {
		p, err := dir.load()
		if err != nil {
			t.Fatal(err)
		}
		for _, complaint := range p.complaints(usual) {
			t.Errorf("%s: %s", dir.name(), complaint)
		}
	}
}

// The checks are tested with a package that violates each of them once.
func TestShapesAreChecked(t *testing.T) {
	p := sources{fset: gotoken.NewFileSet(), count: 4}
	for name, src := range map[string]string{
		"a.go": "package p\ntype A struct{ b B[int] }\nfunc (A) do() {}\nfunc (*A) String() string { return \"\" }\nfunc (A) put() {}\n",
		"b.go": "package p\ntype B[T any] struct {\n*A\nc, d T\n_ int\n}\nfunc (b B[T]) get() int { return limit }\nfunc (*B[T]) put() {}\n",
		"c.go": "package p\nconst limit = 1\nfunc use(a A) { a.do() }\nvar table = func() []int {\n return []int{\n1,\n2,\n3,\n4,\n}\n}\n",
		"d.go": "package p\n// Comments do not refer to use.\nfunc long(i interface{ do() }) {\n\n\n\n}\n",
	} {
		f, err := parser.ParseFile(p.fset, name, src, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		p.files = append(p.files, f)
	}
	if err := p.check("p", nil); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"4 files",
		"long has 5 lines",
		"A has 3 methods",
		"B has 4 fields",
		"files use each other in a circle: a.go -> b.go -> a.go (a.go uses B; b.go uses A)",
	}
	if got := p.complaints(sourceShape{files: 3, lines: 4, methods: 2, fields: 3}); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if got := p.complaints(sourceShape{files: 4, lines: 5, methods: 3, fields: 4}); !slices.Equal(got, want[4:]) { // a circle causes a complaint even if all limits are met
		t.Errorf("within the limits: got %s, want %s", got, want[4:])
	}
}

// A packageDir is the description of a package by the go command.
type packageDir struct {
	ImportPath, Dir string
	GoFiles         []string // files that are built on this platform
	exports         map[string]string
}

func (d packageDir) name() string { return strings.TrimPrefix(d.ImportPath, module) }

// listPackages returns the packages that match a pattern. It compiles their imports.
func listPackages(t *testing.T, pattern string) (dirs []packageDir) {
	t.Helper()
	out, err := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Dir,GoFiles,Export,DepOnly", pattern).Output()
	if err != nil {
		t.Fatal(describeExit(err))
	}
	exports := map[string]string{}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var listed struct {
			packageDir
			Export  string
			DepOnly bool
		}
		if err := d.Decode(&listed); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		exports[listed.ImportPath] = listed.Export
		if !listed.DepOnly {
			listed.exports = exports
			dirs = append(dirs, listed.packageDir)
		}
	}
	if len(dirs) == 0 {
		t.Fatalf("%s matches no package", pattern)
	}
	return dirs
}

// load parses the sources of the package and resolves its identifiers.
func (d packageDir) load() (*sources, error) {
	p := &sources{fset: gotoken.NewFileSet()}
	all, err := filepath.Glob(filepath.Join(d.Dir, "*.go"))
	if err != nil {
		return nil, err
	}
	for _, path := range all {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(p.fset, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		if !ast.IsGenerated(f) {
			p.count++
		}
		if slices.Contains(d.GoFiles, filepath.Base(path)) {
			p.files = append(p.files, f)
		}
	}
	lookup := func(path string) (io.ReadCloser, error) {
		if d.exports[path] == "" {
			return nil, fmt.Errorf("no export data of %s", path)
		}
		return os.Open(d.exports[path])
	}
	return p, p.check(d.ImportPath, importer.ForCompiler(p.fset, runtime.Compiler, lookup))
}

// sources are the files of a package that are built on this platform, without tests.
type sources struct {
	fset  *gotoken.FileSet
	files []*ast.File
	count int // number of hand-written files, for all platforms
	pkg   *types.Package
	uses  map[*ast.Ident]types.Object
}

func (p *sources) check(path string, imp types.Importer) (err error) {
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: imp, Sizes: types.SizesFor(runtime.Compiler, runtime.GOARCH)}
	p.pkg, err = config.Check(path, p.fset, p.files, &info)
	p.uses = info.Uses
	slices.SortFunc(p.files, func(a, b *ast.File) int { return cmp.Compare(p.file(a.Package), p.file(b.Package)) })
	return err
}

// file returns the name of the file that contains a position.
func (p *sources) file(pos gotoken.Pos) string { return filepath.Base(p.fset.Position(pos).Filename) }

// complaints returns the violations of the given shape.
func (p *sources) complaints(most sourceShape) (all []string) {
	add := func(n, most int, format string, args ...any) {
		if n > most {
			all = append(all, fmt.Sprintf(format, args...))
		}
	}
	add(p.count, most.files, "%d files", p.count)
	for _, f := range p.files {
		for _, function := range p.functions(f) {
			add(function.lines, most.lines, "%s has %d lines", function.name, function.lines)
		}
	}
	for _, name := range p.pkg.Scope().Names() {
		declared, ok := p.pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || declared.IsAlias() {
			continue
		}
		named := declared.Type().(*types.Named)
		add(named.NumMethods(), most.methods, "%s has %d methods", name, named.NumMethods())
		if s, ok := named.Underlying().(*types.Struct); ok {
			add(s.NumFields(), most.fields, "%s has %d fields", name, s.NumFields())
		}
	}
	if circle := p.graph().circle(); circle != "" {
		all = append(all, "files use each other in a circle: "+circle)
	}
	return all
}

// A function is a declared function or method, or a function literal outside these.
type function struct {
	name  string
	lines int // from func to the closing brace, without tables
}

// functions returns the functions in a file, unless the file is generated.
func (p *sources) functions(f *ast.File) (all []function) {
	if ast.IsGenerated(f) {
		return nil
	}
	lines := func(n ast.Node) int { return p.fset.Position(n.End()).Line - p.fset.Position(n.Pos()).Line + 1 }
	for _, decl := range f.Decls {
		name := "a function literal in " + p.file(f.Package)
		if d, ok := decl.(*ast.FuncDecl); ok {
			name = d.Name.Name
		}
		ast.Inspect(decl, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.FuncDecl, *ast.FuncLit:
				all = append(all, function{name, lines(n) - tableLines(n, lines)})
				return false // the lines of a literal count as part of the function around it
			}
			return true
		})
	}
	return all
}

// tableLines returns how many lines of a function belong to tables, that is, to composite literals
// of arrays, slices and maps.
func tableLines(function ast.Node, lines func(ast.Node) int) (n int) {
	ast.Inspect(function, func(node ast.Node) bool {
		if c, ok := node.(*ast.CompositeLit); ok {
			switch c.Type.(type) {
			case *ast.ArrayType, *ast.MapType:
				n += lines(c) - 1
				return false
			}
		}
		return true
	})
	return n
}

// A fileGraph has an edge from one file of a package to another if the first file mentions
// something that the second declares. The edge is labelled with the name of one such declaration.
type fileGraph map[string]map[string]string

// graph returns the graph of those files of a package that are built on this platform, including
// generated files.
//
// Declarations are the constants, variables, types and functions of the package, the methods of its
// types, the fields of its structs and the methods of its interfaces. A file with a method of a
// type therefore has an edge to the file with the type. A file that calls a method has an edge to
// the file with that method. A call through an interface leads to the file with the interface, not
// to the files with its implementations. A mention of a promoted field or method leads to the file
// that declares the field or method, not to the files with the types that embed it. Comments do not
// count, and there are no edges from a file to itself.
//
// If the graph has no cycle, its files can be ordered so that every edge points down.
func (p *sources) graph() fileGraph {
	g := fileGraph{}
	for _, f := range p.files {
		g[p.file(f.Package)] = map[string]string{}
	}
	for id, object := range p.uses {
		if object.Pkg() != p.pkg || !object.Pos().IsValid() {
			continue
		}
		from, to := p.file(id.Pos()), p.file(object.Pos())
		if old := g[from][to]; from != to && (old == "" || object.Name() < old) {
			g[from][to] = object.Name()
		}
	}
	return g
}

// circle describes a shortest cycle of the graph with the labels of its edges. It returns "" if
// there is no cycle.
func (g fileGraph) circle() string {
	var shortest []string
	for _, from := range slices.Sorted(maps.Keys(g)) {
		if c := g.circleFrom(from); c != nil && (shortest == nil || len(c) < len(shortest)) {
			shortest = c
		}
	}
	if shortest == nil {
		return ""
	}
	var reasons []string
	for i, from := range shortest[:len(shortest)-1] {
		reasons = append(reasons, from+" uses "+g[from][shortest[i+1]])
	}
	return strings.Join(shortest, " -> ") + " (" + strings.Join(reasons, "; ") + ")"
}

// circleFrom returns the files on a shortest cycle through the file given by the parameter first.
// That file is the first and the last element of the result. If there is no such cycle, circleFrom
// returns nil.
func (g fileGraph) circleFrom(first string) []string {
	before := map[string]string{}
	for queue := []string{first}; len(queue) > 0; queue = queue[1:] {
		for _, next := range slices.Sorted(maps.Keys(g[queue[0]])) {
			if next == first {
				path := []string{first}
				for at := queue[0]; at != first; at = before[at] {
					path = append(path, at)
				}
				path = append(path, first)
				slices.Reverse(path)
				return path
			}
			if _, seen := before[next]; !seen {
				before[next] = queue[0]
				queue = append(queue, next)
			}
		}
	}
	return nil
}
