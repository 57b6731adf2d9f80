package conformance

import (
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/assayjson/assay/"

// layers lists the packages of the core from bottom to top. A package may import only packages that
// are listed before it.
var layers = strings.Fields(`
	asm asm/internal/swar asm/internal/characters asm/utf8simd asm/jsonsimd asm/quoting asm/names asm/search asm/leb128simd
	internal/engine/lazy internal/engine/parallel internal/engine/reading internal/engine/window internal/engine/syntax internal/engine/decimal internal/engine/keys internal/engine/selector
	internal/engine/suggest
	leb128 utf8check escape disposition
	internal/engine/place internal/engine/hidden internal/engine/flaw internal/engine/unique internal/engine/plain internal/engine/scan internal/engine/fastscan internal/engine/streamscan
	internal/engine/mistake internal/engine/explain
	internal/engine/token internal/engine/mark internal/engine/index internal/engine/parts internal/engine/stream internal/engine/tape
	tokenizer internal/engine/syntaxerror internal/engine/declaration document internal/engine/vocabulary partial records decode dialect
	schema/contract schema/internal/model schema/internal/kind schema/internal/program schema/internal/inquiry schema
	payload
	internal/files/natural internal/files/joblog internal/files/suppress internal/files/known
	format encode
	lint/internal/ruleset lint/internal/names lint/internal/suspects lint/internal/doubt lint/internal/locate lint
	internal/data/store internal/data/access internal/data/unpack internal/data/recordindex internal/data/shards
	cmd/jsonlint/internal/base/crash cmd/jsonlint/internal/base/regular cmd/jsonlint/internal/base/cli
	cmd/jsonlint/internal/base/glob cmd/jsonlint/internal/base/ignore
	cmd/jsonlint/internal/base/jobs cmd/jsonlint/internal/base/editorconfig cmd/jsonlint/internal/base/input
	cmd/jsonlint/internal/base/outputs cmd/jsonlint/internal/base/config cmd/jsonlint/internal/base/report
	cmd/jsonlint/internal/base/diff cmd/jsonlint/internal/base/progress cmd/jsonlint/internal/base/metrics
	cmd/jsonlint/internal/adopt/source cmd/jsonlint/internal/adopt
	cmd/jsonlint/internal/schemas/review
	cmd/jsonlint/internal/editor/lsp/text cmd/jsonlint/internal/editor/lsp/protocol cmd/jsonlint/internal/editor/lsp/structure
	cmd/jsonlint/internal/editor/lsp/reference cmd/jsonlint/internal/editor/lsp/subschema
	cmd/jsonlint/internal/editor/lsp/complete cmd/jsonlint/internal/editor/lsp/offer cmd/jsonlint/internal/editor/lsp
	cmd/jsonlint/internal/schemas/copies cmd/jsonlint/internal/schemas/download cmd/jsonlint/internal/schemas/catalog cmd/jsonlint/internal/schemas/suite cmd/jsonlint/internal/schemas/profile
	cmd/jsonlint/internal/browser/serve/site cmd/jsonlint/internal/browser/serve
	cmd/jsonlint/internal/schemas
	cmd/jsonlint/internal/check/baseline cmd/jsonlint/internal/check/quarantine cmd/jsonlint/internal/check/command
	cmd/jsonlint/internal/check/survey cmd/jsonlint/internal/check/documents
	cmd/jsonlint/internal/editor/lspcmd
	cmd/jsonlint/internal/schemas/schemacmd cmd/jsonlint/internal/schemas/catalog/generate
	cmd/jsonlint/internal/browser/page
	cmd/jsonlint/internal/format/fmtcmd
	cmd/jsonlint/internal/data/reportfile cmd/jsonlint/internal/data/reportpage cmd/jsonlint/internal/data/get
	cmd/jsonlint/internal/data/shardcmd cmd/jsonlint/internal/data/reportcmd cmd/jsonlint/internal/data/indexcmd
	cmd/jsonlint/internal/data/salvage cmd/jsonlint/internal/data/recordscmd
	cmd/jsonlint/internal/jsonlint
	cmd/jsonlint/job cmd/jsonlint/program cmd/jsonlint/wasm cmd/jsonlint cmd/assay
`)

// command is the folder of the program. Its packages may do what libraries must not do.
const command = "cmd/jsonlint"

func inProgram(pkg string) bool { return strings.HasPrefix(pkg, command) || pkg == "cmd/assay" }

// outside lists the imports that each package may have outside the standard library and the core.
// The dependencies of these imports do not count.
var outside = map[string][]string{
	"asm": {"golang.org/x/sys/cpu"},
	"schema": {
		"github.com/dlclark/regexp2/v2",                               // for patterns
		"github.com/yosida95/uritemplate/v3", "golang.org/x/net/idna", // for formats
	},
	"lint":                              {"golang.org/x/text/unicode/norm"},
	"lint/internal/names":               {"golang.org/x/text/unicode/norm"},
	"decode":                            {"github.com/go-json-experiment/json/jsontext"}, // for types with its methods
	"payload":                           {"github.com/klauspost/compress/zstd"},
	command + "/internal/check/command": {"github.com/fsnotify/fsnotify", "github.com/spf13/pflag", "golang.org/x/term"},
	command + "/internal/base/diff":     {"github.com/aymanbagabas/go-udiff"},
	command + "/internal/base/outputs":  {"github.com/klauspost/compress/gzip", "github.com/klauspost/compress/zstd", "golang.org/x/sys/unix"},
	"internal/data/unpack":              {"github.com/klauspost/compress/flate", "github.com/klauspost/compress/gzip", "github.com/klauspost/compress/zstd"},
	command + "/internal/base/input": {
		"golang.org/x/text/encoding", "golang.org/x/text/encoding/charmap", "golang.org/x/text/encoding/htmlindex",
		"golang.org/x/text/encoding/simplifiedchinese", "golang.org/x/text/transform",
	},
	command + "/internal/base/report":  {"golang.org/x/text/width"},
	command + "/internal/adopt/source": {"go.yaml.in/yaml/v3"}, // for init --from
}

func TestImportsPointOneWay(t *testing.T) {
	all := imports(t)
	for level, pkg := range layers {
		if _, exists := all[pkg]; !exists {
			t.Errorf("there is no package %s", pkg)
		}
		for _, imported := range all[pkg] {
			below, inCore := strings.CutPrefix(imported, module)
			switch {
			case inCore:
				if !slices.Contains(layers[:level], below) {
					t.Errorf("%s imports %s, which is not below it", pkg, below)
				}
			case strings.Contains(imported, "."):
				if !slices.Contains(outside[pkg], imported) {
					t.Errorf("%s imports %s, a dependency it has not been granted", pkg, imported)
				}
			case slices.Contains(forbidden, imported) && !inProgram(pkg) && !slices.Contains(granted[pkg], imported):
				t.Errorf("%s imports %s, but a library neither prints nor looks around", pkg, imported)
			}
		}
	}
}

// forbidden lists the packages of the standard library that only a command may import.
var forbidden = []string{"os", "os/exec", "log", "log/slog", "flag", "net", "net/http", "syscall"}

// granted lists the forbidden packages that a library may import because the library is about them.
var granted = map[string][]string{"payload": {"net", "net/http"}, "internal/data/access": {"os", "syscall"}}

// testsOnly lists the packages that only tests may import.
var testsOnly = []string{"asm/asmtest", command + "/internal/check/agreement", command + "/internal/base/metrics/metricstest", command + "/internal/editor/lsp/lsptest", "conformance", "docs/doccheck", "internal/testing/fuzzing", "internal/testing/jsontest", "internal/testing/longtest", "internal/testing/programs", "utf8check/utf8test"}

// Every package of the core must be in layers. Otherwise the test above would not check it.
func TestLayersAreComplete(t *testing.T) {
	for pkg := range imports(t) {
		if !slices.Contains(testsOnly, pkg) && !slices.Contains(layers, pkg) {
			t.Errorf("%s is in no layer", pkg)
		}
	}
}

// importers says who may import the internal packages in a folder: those in the folder, and those in the folders listed here. The
// longest path counts. Every package may import those of the engine, and those that other libraries have for themselves are guarded
// by the go command.
var importers = map[string][]string{
	"internal/files":                           {"lint", "format", "internal/data", command},
	"internal/data":                            {command},
	command + "/internal/adopt":                {command + "/internal/jsonlint"},
	command + "/internal/base":                 {command},
	command + "/internal/check":                {command},
	command + "/internal/format":               {command + "/internal/jsonlint"},
	command + "/internal/data":                 {command + "/internal/jsonlint"},
	command + "/internal/schemas":              {command},
	command + "/internal/editor":               {command + "/internal/jsonlint", command + "/internal/browser"},
	command + "/internal/editor/lsp/protocol":  {command},
	command + "/internal/editor/lsp/subschema": {command},
	command + "/internal/browser":              {command + "/internal/schemas", command + "/wasm"},
	command + "/internal/browser/serve/site":   {command},
	command + "/internal/jsonlint":             {command},
}

func TestGroupsAreImportedWhereTheyMay(t *testing.T) {
	all := imports(t)
	for _, pkg := range layers {
		for _, imported := range all[pkg] {
			imported = strings.TrimPrefix(imported, module)
			group := imported
			for group != "." && importers[group] == nil {
				group = path.Dir(group)
			}
			isIn := func(folder string) bool { return strings.HasPrefix(pkg+"/", folder+"/") }
			if group != "." && !isIn(group) && !slices.ContainsFunc(importers[group], isIn) {
				t.Errorf("%s imports %s, but is in none of the folders %q", pkg, imported, importers[group])
			}
		}
	}
}

// packageNames matches the packages in a cell of a table.
var packageNames = regexp.MustCompile("`([a-z][a-z0-9/]*)`")

// TestPathOfTheBytes checks that each package in ARCHITECTURE.md imports those to which it passes bytes, itself or in its internal
// packages.
func TestPathOfTheBytes(t *testing.T) {
	page, err := os.ReadFile("../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "## The path of the bytes\n")
	section, _, _ := strings.Cut(rest, "\n## ")
	all := imports(t)
	passes := func(from, to string) bool {
		for pkg, imported := range all {
			if (pkg == from || strings.HasPrefix(pkg, from+"/internal/")) && slices.Contains(imported, module+to) {
				return true
			}
		}
		return false
	}
	way := packageNames.FindAllStringSubmatch(section[:strings.Index(section, "asm/jsonsimd`")+len("asm/jsonsimd`")], -1)
	for i := range way[1:] {
		if from, to := way[i][1], way[i+1][1]; !passes(from, to) {
			t.Errorf("%s does not import %s", from, to)
		}
	}
	rows := 0
	for line := range strings.Lines(section) {
		cells := strings.Split(line, "|")
		if len(cells) != 6 || !strings.Contains(cells[1], "`") {
			continue
		}
		rows++
		for _, to := range packageNames.FindAllStringSubmatch(cells[3], -1) {
			rowFrom := packageNames.FindAllStringSubmatch(cells[1], -1)
			if !slices.ContainsFunc(rowFrom, func(from []string) bool { return passes(from[1], to[1]) }) {
				t.Errorf("none of %s imports %s", strings.TrimSpace(cells[1]), to[1])
			}
		}
	}
	if len(way) != 5 || rows < 5 {
		t.Errorf("%d packages in the way of a valid text, and %d rows", len(way), rows)
	}
}

// imports returns the imports of each package of the core, without those of its tests.
func imports(t *testing.T) map[string][]string {
	t.Helper()
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, module+"...").Output()
	if err != nil {
		t.Fatal(describeExit(err))
	}
	all := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		all[strings.TrimPrefix(words[0], module)] = words[1:]
	}
	return all
}
