package conformance

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	gotoken "go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// renderers are the packages and files that may read messages, with the reason.
var renderers = map[string]string{
	command + "/internal/base/report":            "writes messages in the formats of output, in which some characters must be escaped",
	command + "/internal/browser/serve/files.go": "package os does not export an error",
	"internal/data/shards/message.go":            "divides a message at its Mentions, which are data",
	"internal/data/unpack/error.go":              "the errors of decompressors begin with their names",
	"payload/error.go":                           "shortens long texts",
	"schema/mistake.go":                          "the errors of the engine name files by URLs",
	"schema/message.go":                          "shortens long texts",
	"schema/pattern.go":                          "the errors of package regexp2 quote the whole pattern",
}

// Messages are for people. What programs must know about a finding is in its other fields: a program that searches a sentence is misled by
// texts that quote sentences, and changes when a sentence does.
func TestMessagesAreNotRead(t *testing.T) {
	unused := maps.Clone(renderers)
	for _, dir := range listPackages(t, module+"...") {
		if !mayReadMessages(t, dir) {
			continue
		}
		for _, read := range readsOfMessages(t, dir) {
			read = dir.name() + "/" + read
			file, _, _ := strings.Cut(read, ":")
			delete(unused, dir.name())
			delete(unused, file)
			if renderers[dir.name()] == "" && renderers[file] == "" {
				t.Error(read)
			}
		}
	}
	for name := range unused {
		t.Errorf("%s reads no messages, so it needs no exception", name)
	}
}

// The check itself is tested with code that reads messages in all ways, and with code that does not. Each line that reads one is marked.
func TestReadsOfMessagesAreFound(t *testing.T) {
	dirs := listPackages(t, module+"cmd/jsonlint/internal/base/report") // has all imports of the code
	planted := dirs[0]
	planted.ImportPath, planted.Dir, planted.GoFiles = module+"planted", "testdata/readmessages", []string{"planted.go"}
	src, err := os.ReadFile("testdata/readmessages/planted.go")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for i, line := range strings.Split(string(src), "\n") {
		if _, how, found := strings.Cut(line, "// reads: "); found {
			want = append(want, fmt.Sprintf("planted.go:%d: %s", i+1, how))
		}
	}
	if got := readsOfMessages(t, planted); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// fieldOfMessage matches the names of fields that hold sentences, and methodOfMessage those of methods that return them.
var (
	fieldOfMessage  = regexp.MustCompile(`^(Words|Advice|(\w*[mM]essage)|(\w*[hH]int))$`)
	methodOfMessage = regexp.MustCompile(`^(Message|Error)$`)
	anyOfMessage    = regexp.MustCompile(`\.(Words|Advice|(\w*[mM]essage)|(\w*[hH]int))\b|\.Error\(\)`)
)

// mayReadMessages reports whether a file of a package mentions a message.
func mayReadMessages(t *testing.T, dir packageDir) bool {
	for _, name := range dir.GoFiles {
		src, err := os.ReadFile(filepath.Join(dir.Dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if anyOfMessage.Match(src) {
			return true
		}
	}
	return false
}

// A messageCheck looks for code that reads messages in a package.
type messageCheck struct {
	pkg   *types.Package
	info  types.Info
	holds map[types.Object]bool // variables that hold messages, and functions that return them
	grown bool                  // holds has grown
	reads func(n ast.Node, how string)
}

// readsOfMessages returns the places in a package that read from messages, and how.
func readsOfMessages(t *testing.T, dir packageDir) (found []string) {
	t.Helper()
	fset := gotoken.NewFileSet()
	var files []*ast.File
	for _, name := range dir.GoFiles {
		f, err := parser.ParseFile(fset, filepath.Join(dir.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	c := messageCheck{
		info:  types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}},
		holds: map[types.Object]bool{},
		reads: func(n ast.Node, how string) {
			p := fset.Position(n.Pos())
			found = append(found, fmt.Sprintf("%s:%d: %s", filepath.Base(p.Filename), p.Line, how))
		},
	}
	imports := importer.ForCompiler(fset, runtime.Compiler, func(path string) (io.ReadCloser, error) { return os.Open(dir.exports[path]) })
	var err error
	if c.pkg, err = (&types.Config{Importer: imports}).Check(dir.ImportPath, fset, files, &c.info); err != nil {
		t.Fatal(err)
	}
	for c.grown = true; c.grown; {
		c.grown = false
		for _, f := range files {
			ast.Inspect(f, c.spread)
		}
	}
	for _, f := range files {
		ast.Inspect(f, c.find)
	}
	return found
}

// spread adds the variables to which a node passes a message, and the functions that return one.
func (c *messageCheck) spread(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for i := range min(len(n.Lhs), len(n.Rhs)) {
			c.pass(n.Lhs[i], n.Rhs[i])
		}
	case *ast.ValueSpec:
		for i := range min(len(n.Names), len(n.Values)) {
			c.pass(n.Names[i], n.Values[i])
		}
	case *ast.CallExpr:
		if f := c.callee(n); f != nil && f.Pkg() == c.pkg {
			params := f.Signature().Params()
			for i := range min(params.Len(), len(n.Args)) {
				if c.isMessage(n.Args[i]) && isText(params.At(i).Type()) {
					c.hold(params.At(i))
				}
			}
		}
	case *ast.FuncDecl:
		if n.Body == nil || n.Type.Results.NumFields() != 1 {
			return n.Body != nil
		}
		ast.Inspect(n.Body, func(inner ast.Node) bool {
			if r, ok := inner.(*ast.ReturnStmt); ok && len(r.Results) == 1 && c.isMessage(r.Results[0]) {
				c.hold(c.info.Defs[n.Name])
			}
			_, isLiteral := inner.(*ast.FuncLit)
			return !isLiteral
		})
	}
	return true
}

func (c *messageCheck) pass(to, from ast.Expr) {
	if name, ok := to.(*ast.Ident); ok && c.isMessage(from) {
		if o := c.info.ObjectOf(name); o != nil {
			c.hold(o)
		}
	}
}

func (c *messageCheck) hold(o types.Object) {
	c.grown = c.grown || !c.holds[o]
	c.holds[o] = true
}

// callee returns the function or method that a call names, or nil.
func (c *messageCheck) callee(call *ast.CallExpr) *types.Func {
	name, ok := call.Fun.(*ast.Ident)
	if s, isSelector := call.Fun.(*ast.SelectorExpr); isSelector {
		name, ok = s.Sel, true
	}
	if !ok {
		return nil
	}
	f, _ := c.info.Uses[name].(*types.Func)
	return f
}

// isMessage reports whether an expression is a message, or text with a message in it.
func (c *messageCheck) isMessage(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return c.holds[c.info.ObjectOf(e)]
	case *ast.BinaryExpr:
		return e.Op == gotoken.ADD && (c.isMessage(e.X) || c.isMessage(e.Y))
	case *ast.SelectorExpr:
		s := c.info.Selections[e]
		return s != nil && s.Kind() == types.FieldVal && fieldOfMessage.MatchString(e.Sel.Name) && isText(s.Type()) && isOurs(s.Obj().Pkg())
	case *ast.CallExpr:
		if c.info.Types[e.Fun].IsType() {
			return len(e.Args) == 1 && c.isMessage(e.Args[0])
		}
		f := c.callee(e)
		return f != nil && (c.holds[f] || len(e.Args) == 0 && methodOfMessage.MatchString(f.Name()) && isText(c.info.TypeOf(e)) && isOurs(f.Pkg()))
	}
	return false
}

// isOurs reports whether a package is one of this module. That of the interface error is nil; the errors behind it may be ours.
func isOurs(p *types.Package) bool { return p == nil || strings.HasPrefix(p.Path()+"/", module) }

func isText(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsString != 0
}

// find reports a node that reads from a message.
func (c *messageCheck) find(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		if f := c.callee(n); f != nil && readsText(f) && slices.ContainsFunc(n.Args, c.isMessage) {
			c.reads(n, "calls "+f.FullName())
		}
	case *ast.BinaryExpr:
		if n.Op.Precedence() == gotoken.EQL.Precedence() && c.isMessage(n.X) != c.isMessage(n.Y) && !c.isEmpty(n.X) && !c.isEmpty(n.Y) {
			c.reads(n, "compares it")
		}
	case *ast.SwitchStmt:
		if n.Tag != nil && c.isMessage(n.Tag) {
			c.reads(n, "compares it")
		}
	case *ast.IndexExpr:
		if c.isMessage(n.X) {
			c.reads(n, "indexes it")
		}
	case *ast.SliceExpr:
		if c.isMessage(n.X) {
			c.reads(n, "slices it")
		}
	case *ast.RangeStmt:
		if c.isMessage(n.X) {
			c.reads(n, "iterates over it")
		}
	}
	return true
}

func (c *messageCheck) isEmpty(e ast.Expr) bool {
	v := c.info.Types[e].Value
	return v != nil && v.String() == `""`
}

// readsText reports whether a function reads the texts that are passed to it, rather than to compare, join or write them.
func readsText(f *types.Func) bool {
	if f.Pkg() == nil {
		return false
	}
	switch recv := f.Signature().Recv(); f.Pkg().Path() {
	case "strings", "bytes", "unicode/utf8":
		return recv == nil && f.Name() != "Compare" || recv != nil && strings.HasSuffix(recv.Type().String(), "strings.Replacer")
	case "regexp", "strconv", "text/scanner":
		return f.Name() != "Quote"
	case "fmt":
		return strings.HasPrefix(f.Name(), "Sscan")
	}
	return false
}
