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

// A sourceShape defines limits for the source of a package, so that the package can be read file by
// file. Generated files and tests do not count.
type sourceShape struct {
	files   int // number of files in the folder, for all platforms
	lines   int // number of lines of a function or method, without tables
	sharing int // number of types that have a method of the same name
}

// usual is the shape of a package, unless there are reasons for another shape.
var usual = sourceShape{files: 30, lines: 60, sharing: 3}

// sourceShapes has the shapes of the packages that are checked. A pattern stands for all packages
// that match it.
var sourceShapes = map[string]sourceShape{
	"asm/...":                 usual,
	command + "/internal/...": usual,
	"docs/draw/...":           usual,
	"document":                usual,
	"encode":                  usual,
	"internal/...":            usual,
	"leb128":                  usual,
	"lint/...":                usual,
	"partial":                 usual,
	"records":                 usual,
	"tokenizer":               usual,
}

// unshaped are packages of the command that do not have the usual shape yet.
var unshaped = []string{"lsp/subschema"}

// prescribed are the names of methods of interfaces of the standard library and of reading.Follower. Any number of types may
// have them.
var prescribed = []string{"Close", "Error", "Passed", "Read", "String", "Unwrap", "Write"}

func TestShapes(t *testing.T) {
	for _, pattern := range slices.Sorted(maps.Keys(sourceShapes)) {
		for _, dir := range listPackages(t, module+pattern) {
			if inner, ok := strings.CutPrefix(dir.name(), command+"/internal/"); ok && slices.Contains(unshaped, inner) {
				continue
			}
			t.Run(dir.name(), func(t *testing.T) {
				p, err := dir.load()
				if err != nil {
					t.Fatal(err)
				}
				for _, complaint := range p.complaints(sourceShapes[pattern]) {
					t.Error(complaint)
				}
			})
		}
	}
}

// The checks are tested with a package that violates each of them once.
func TestShapesAreChecked(t *testing.T) {
	p := sources{fset: gotoken.NewFileSet(), count: 4}
	for name, src := range map[string]string{
		"a.go": "package p\ntype A struct{ b B }\nfunc (A) do() {}\nfunc (A) String() string { return \"\" }\nfunc (A) put() {}\n",
		"b.go": "package p\ntype B struct{ c int }\nfunc (B) do() {}\nfunc (B) put() {}\ntype Putter interface{ put() }\nfunc (b B) get() int { return b.c + limit }\n",
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
		"4 files, more than 3",
		"d.go: long has 5 lines, more than 4",
		"A and B have a method do: 2 types, more than 1",
		"files use each other in a circle: a.go -> b.go -> c.go -> a.go (a.go uses B; b.go uses limit; c.go uses A)",
	}
	if got := p.complaints(sourceShape{files: 3, lines: 4, sharing: 1}); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if got := p.complaints(sourceShape{files: 4, lines: 5, sharing: 2}); !slices.Equal(got, want[3:]) { // a circle causes a complaint even if all limits are met
		t.Errorf("within the limits: got %s, want %s", got, want[3:])
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
func (p *sources) complaints(bars sourceShape) (all []string) {
	if p.count > bars.files {
		all = append(all, fmt.Sprintf("%d files, more than %d", p.count, bars.files))
	}
	for _, f := range p.files {
		if !ast.IsGenerated(f) {
			all = append(all, p.longFunctions(f, bars.lines)...)
		}
	}
	all = append(all, p.sharedMethods(bars.sharing)...)
	if circle := p.graph().circle(); circle != "" {
		all = append(all, "files use each other in a circle: "+circle)
	}
	return all
}

// longFunctions returns the functions in a file that have more than the given number of lines,
// counted from func to the closing brace.
func (p *sources) longFunctions(f *ast.File, most int) (all []string) {
	lines := func(n ast.Node) int { return p.fset.Position(n.End()).Line - p.fset.Position(n.Pos()).Line + 1 }
	for _, decl := range f.Decls {
		name := ""
		if d, ok := decl.(*ast.FuncDecl); ok {
			name = d.Name.Name
		}
		ast.Inspect(decl, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.FuncDecl:
			case *ast.FuncLit:
				if name != "" {
					return true // the lines of the literal count as part of the function around it
				}
			default:
				return true
			}
			if n := lines(n) - tableLines(n, lines); n > most {
				all = append(all, fmt.Sprintf("%s: %s has %d lines, more than %d", p.file(f.Package), cmp.Or(name, "a function literal"), n, most))
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

// sharedMethods returns a complaint for each method name that more than the given number of types
// have. Names that an interface type of the package has do not count, because the interface is the
// reason why types share them.
func (p *sources) sharedMethods(most int) (all []string) {
	owners, isInterface := map[string][]string{}, map[string]bool{}
	for _, f := range p.files {
		for _, decl := range f.Decls {
			if d, ok := decl.(*ast.FuncDecl); ok && d.Recv != nil && !ast.IsGenerated(f) && !slices.Contains(prescribed, d.Name.Name) {
				owners[d.Name.Name] = append(owners[d.Name.Name], receiver(d.Recv.List[0].Type))
			}
			for _, name := range interfaceMethods(decl) {
				isInterface[name] = true
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(owners)) {
		if isInterface[name] {
			continue
		}
		if types := slices.Compact(slices.Sorted(slices.Values(owners[name]))); len(types) > most {
			all = append(all, fmt.Sprintf("%s have a method %s: %d types, more than %d", strings.Join(types, " and "), name, len(types), most))
		}
	}
	return all
}

// interfaceMethods returns the names of the methods of the interface types that a declaration names.
func interfaceMethods(decl ast.Decl) (names []string) {
	d, ok := decl.(*ast.GenDecl)
	if !ok {
		return nil
	}
	for _, spec := range d.Specs {
		t, ok := spec.(*ast.TypeSpec)
		if !ok {
			continue
		}
		if i, ok := t.Type.(*ast.InterfaceType); ok {
			for _, method := range i.Methods.List {
				for _, name := range method.Names {
					names = append(names, name.Name)
				}
			}
		}
	}
	return names
}

// receiver returns the name of the type of a receiver.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
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
