package conformance

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	gotoken "go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// .ci/run uses these flags for another module of this repository.
var (
	otherPlatforms = flag.String("platforms", "linux/386,js/wasm,darwin/arm64,windows/amd64", "platforms of TestOtherPlatforms")
	otherModule    = flag.String("module", "..", "folder of the module that TestOtherPlatforms checks")
)

// TestOtherPlatforms checks the types of all packages and their tests as they are on other platforms. This finds what a
// compiler would report, in a tenth of the time: compiling everything once more includes most of the standard library.
// Assembly is built where it is tested.
func TestOtherPlatforms(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing depends on the machine")
	}
	c := platformChecker{fset: gotoken.NewFileSet(), files: map[string]*ast.File{}}
	for platform := range strings.SplitSeq(*otherPlatforms, ",") {
		all := listPlatform(t, platform, *otherModule, "./...")
		if !slices.ContainsFunc(all, platformPackage.isOurs) {
			t.Errorf("%s: no package of the module is among %d", platform, len(all))
		}
		for _, complaint := range c.check(platform, all) {
			t.Errorf("%s: %v", platform, complaint)
		}
	}
}

// TestSmallProgram checks the types of the program with which the page begins, which has the tag small.
func TestSmallProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing depends on the machine")
	}
	c := platformChecker{fset: gotoken.NewFileSet(), files: map[string]*ast.File{}}
	all := listPlatform(t, "js/wasm", "..", "-tags=small", "./cmd/jsonlint/wasm")
	if slices.ContainsFunc(all, func(p platformPackage) bool { return p.ImportPath == "github.com/assayjson/assay/schema" }) {
		t.Error("the small program has the schema engine")
	}
	for _, complaint := range c.check("js/wasm", all) {
		t.Error(complaint)
	}
}

// TestOtherPlatformsAreChecked checks that mistakes are found that exist only on one platform.
func TestOtherPlatformsAreChecked(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing depends on the machine")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":       "module example.com/a\n\ngo 1.26\n",
		"a.go":         "package a\n\nimport \"strings\"\n\nvar _ = strings.Repeat\n",
		"b_windows.go": "package a\n\nvar x int = \"\"\n",
		"c_386.go":     "package a\n\nconst y int = 1 << 40\n",
		"d_js_test.go": "package a_test\n\nimport \"example.com/a\"\n\nfunc f() { a.Missing() }\n",
		"e_darwin.go":  "package a\n\nimport \"example.com/a/missing\"\n\nvar _ = missing.X\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := platformChecker{fset: gotoken.NewFileSet(), files: map[string]*ast.File{}}
	for platform, want := range map[string]string{
		"linux/386": "(overflows)", "js/wasm": "undefined: a.Missing", "darwin/arm64": "missing", "windows/amd64": "cannot use \"\"", "linux/amd64": "",
	} {
		got := c.check(platform, listPlatform(t, platform, dir, "./..."))
		if len(got) > 0 != (want != "") || !strings.Contains(fmt.Sprint(got), want) {
			t.Errorf("%s: %v, want %q", platform, got, want)
		}
	}
}

// A platformPackage is a package or a test, as the go command lists it.
type platformPackage struct {
	ImportPath, Dir string
	GoFiles         []string
	ImportMap       map[string]string
	Standard        bool
	Module          *struct{ Main bool }
	Error           *struct{ Err string }
}

// isOurs reports whether a package belongs to the module that is checked.
func (p platformPackage) isOurs() bool { return p.Module != nil && p.Module.Main }

// listPlatform returns packages of the module in a folder and their tests as they are on a platform, and before each of
// them, what it imports. The last arguments are those of go list.
func listPlatform(t *testing.T, platform, module string, args ...string) (all []platformPackage) {
	t.Helper()
	goos, goarch, _ := strings.Cut(platform, "/")
	list := exec.Command("go", append([]string{"list", "-e", "-deps", "-test", "-json=ImportPath,Dir,GoFiles,ImportMap,Standard,Module,Error"}, args...)...)
	list.Dir = module
	list.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0")
	out, err := list.Output()
	if err != nil {
		t.Fatal(describeExit(err))
	}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p platformPackage
		if err := d.Decode(&p); err == io.EOF {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(p.ImportPath, ".test") { // the program that runs tests
			all = append(all, p)
		}
	}
}

// A platformChecker checks the types of packages. It parses each file once for all platforms.
type platformChecker struct {
	fset  *gotoken.FileSet
	files map[string]*ast.File
}

// check checks packages, each of which follows those that it imports. Outside the main module, function bodies do not
// matter.
func (c *platformChecker) check(platform string, all []platformPackage) (complaints []error) {
	_, goarch, _ := strings.Cut(platform, "/")
	checked := map[string]*types.Package{"unsafe": types.Unsafe}
	for _, p := range all {
		if p.ImportPath == "unsafe" {
			continue
		}
		if _, err := os.ReadDir(p.Dir); err != nil && p.isOurs() { // after this, go test does not reuse the result if the folder changes
			complaints = append(complaints, err)
		}
		if p.Error != nil {
			complaints = append(complaints, errors.New(p.Error.Err))
		}
		var files []*ast.File
		for _, name := range p.GoFiles {
			f, err := c.parse(filepath.Join(p.Dir, name), p.isOurs())
			if err != nil {
				complaints = append(complaints, err)
				continue
			}
			files = append(files, f)
		}
		config := types.Config{
			Importer: platformImporter{p.ImportMap, checked}, Sizes: types.SizesFor(build.Default.Compiler, goarch), IgnoreFuncBodies: !p.isOurs(),
			Error: func(err error) { complaints = append(complaints, err) },
		}
		path, _, _ := strings.Cut(p.ImportPath, " ") // a package that is compiled anew for a test has a name such as "a [b.test]"
		checked[p.ImportPath], _ = config.Check(path, c.fset, files, nil)
	}
	return complaints
}

// parse parses a file. Outside the main module, it drops the elements of tables, which are many, except the last one of an array, which
// may determine the length.
func (c *platformChecker) parse(path string, isOurs bool) (*ast.File, error) {
	if f := c.files[path]; f != nil {
		return f, nil
	}
	f, err := parser.ParseFile(c.fset, path, nil, parser.SkipObjectResolution)
	c.files[path] = f
	if err != nil || isOurs {
		return f, err
	}
	for _, d := range f.Decls {
		if vars, ok := d.(*ast.GenDecl); ok {
			ast.Inspect(vars, func(n ast.Node) bool {
				table, ok := n.(*ast.CompositeLit)
				if !ok || len(table.Elts) == 0 {
					return true
				}
				last := len(table.Elts) - 1
				if array, ok := table.Type.(*ast.ArrayType); !ok || array.Len == nil {
					last++
				} else if _, hasKey := table.Elts[last].(*ast.KeyValueExpr); !hasKey {
					table.Elts[last] = &ast.KeyValueExpr{Key: &ast.BasicLit{Kind: gotoken.INT, Value: strconv.Itoa(last)}, Value: table.Elts[last]}
				}
				table.Elts = table.Elts[last:]
				return true
			})
		}
	}
	return f, nil
}

// A platformImporter finds packages that have been checked before.
type platformImporter struct {
	names   map[string]string // the names of packages that differ from their import paths
	checked map[string]*types.Package
}

func (i platformImporter) Import(path string) (*types.Package, error) {
	if name := i.names[path]; name != "" {
		path = name
	}
	if p := i.checked[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("there is no package %s", path)
}
