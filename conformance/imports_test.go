package conformance

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/assayjson/assay/"

// layers lists the packages of the core from bottom to top. A package may import only packages that
// are listed before it.
var layers = []string{
	"internal/parallel", "internal/reading", "internal/store", "internal/unpack", "internal/syntax", "internal/natural", "internal/joblog", "internal/decimal", "internal/keys", "asm", "asm/internal/swar", "asm/internal/characters", "asm/utf8simd", "asm/jsonsimd", "asm/quoting", "asm/names", "asm/search", "asm/leb128simd", "leb128", "utf8check", "escape", "internal/place", "internal/scan", "internal/bridge", "internal/explain", "internal/index", "internal/parts", "internal/stream", "internal/token", "tokenizer", "document", "partial", "records", "internal/recordindex", "dialect", "internal/suppress", "format", "encode", "internal/known", "schema/contract", "schema/internal/program", "schema", "payload", "disposition",
	"lint/internal/ruleset", "lint/internal/names", "lint/internal/suspects", "lint/internal/doubt", "lint/internal/locate", "lint", "internal/shards",
	command + "/internal/crash", command + "/internal/jobs", command + "/internal/regular", command + "/internal/cli", command + "/internal/glob", command + "/internal/suggest", command + "/internal/editorconfig",
	command + "/internal/ignore", command + "/internal/input", command + "/internal/config", command + "/internal/report", command + "/internal/diff", command + "/internal/progress", command + "/internal/baseline", command + "/internal/outputs", command + "/internal/copies", command + "/internal/quarantine", command + "/internal/reportfile", command + "/internal/reportpage", command + "/internal/get",
	command + "/internal/lsp/text", command + "/internal/lsp/protocol", command + "/internal/lsp/structure",
	command + "/internal/lsp/offer", command + "/internal/lsp/reference", command + "/internal/lsp/subschema", command + "/internal/lsp/complete", command + "/internal/lsp", command + "/internal/serve/site", command + "/internal/metrics",
	command + "/internal/command", command + "/internal/shardcmd", command + "/internal/reportcmd", command + "/internal/fmtcmd", command + "/internal/indexcmd", command + "/internal/lspcmd", command + "/internal/salvage", command + "/internal/schemacmd", command + "/internal/documents", command + "/internal/jsonlint", command + "/internal/lazyschema", command + "/internal/download", command + "/internal/serve", command + "/internal/schemas", command + "/program", command + "/internal/page", command + "/wasm", command,
	draw + "/internal/graph", draw + "/internal/picture", draw,
}

// command and draw are the folders of programs. Their packages may do what libraries must not do.
const command, draw = "cmd/jsonlint", "docs/draw"

func inProgram(pkg string) bool {
	return strings.HasPrefix(pkg, command) || strings.HasPrefix(pkg, draw)
}

// outside lists the imports that each package may have outside the standard library and the core.
// The dependencies of these imports do not count.
var outside = map[string][]string{
	"asm": {"golang.org/x/sys/cpu"},
	"schema": {
		"github.com/santhosh-tekuri/jsonschema/v6", "github.com/santhosh-tekuri/jsonschema/v6/kind",
		"github.com/dlclark/regexp2/v2",                               // for patterns
		"github.com/yosida95/uritemplate/v3", "golang.org/x/net/idna", // for formats
	},
	"schema/internal/program":     {"github.com/santhosh-tekuri/jsonschema/v6"},
	"lint":                        {"golang.org/x/text/unicode/norm"},
	"lint/internal/names":         {"golang.org/x/text/unicode/norm"},
	"payload":                     {"github.com/klauspost/compress/zstd", "github.com/go-json-experiment/json", "github.com/go-json-experiment/json/jsontext"},
	command + "/internal/command": {"github.com/fsnotify/fsnotify", "github.com/spf13/pflag", "golang.org/x/term"},
	command + "/internal/diff":    {"github.com/aymanbagabas/go-udiff"},
	command + "/internal/outputs": {"github.com/klauspost/compress/gzip", "github.com/klauspost/compress/zstd", "golang.org/x/sys/unix"},
	"internal/unpack":             {"github.com/klauspost/compress/gzip", "github.com/klauspost/compress/zstd"},
	command + "/internal/input": {
		"golang.org/x/text/encoding", "golang.org/x/text/encoding/charmap", "golang.org/x/text/encoding/htmlindex",
		"golang.org/x/text/encoding/simplifiedchinese", "golang.org/x/text/transform",
	},
	command + "/internal/report": {"golang.org/x/text/width"},
}

func TestImportsPointOneWay(t *testing.T) {
	for level, pkg := range layers {
		for _, imported := range imports(t, pkg) {
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
var granted = map[string][]string{"payload": {"net", "net/http"}}

// testsOnly lists the packages that only tests may import.
var testsOnly = []string{"asm/asmtest", command + "/internal/agreement", command + "/internal/metrics/metricstest", command + "/internal/lsp/lsptest", "conformance", "docs/doccheck", "internal/fuzzing", "internal/jsontest", "internal/longtest", "utf8check/utf8test"}

// Every package of the core must be in layers. Otherwise the test above would not check it.
func TestLayersAreComplete(t *testing.T) {
	out, err := exec.Command("go", "list", module+"...").Output()
	if err != nil {
		t.Fatal(describeExit(err))
	}
	for _, pkg := range strings.Fields(string(out)) {
		if pkg = strings.TrimPrefix(pkg, module); !slices.Contains(testsOnly, pkg) && !slices.Contains(layers, pkg) {
			t.Errorf("%s is in no layer", pkg)
		}
	}
}

// imports returns the imports of a package, without those of its tests.
func imports(t *testing.T, pkg string) []string {
	t.Helper()
	out, err := exec.Command("go", "list", "-f", `{{join .Imports "\n"}}`, module+pkg).Output()
	if err != nil {
		t.Fatal(describeExit(err))
	}
	return strings.Fields(string(out))
}
