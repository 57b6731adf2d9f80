package schemas

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/bench/internal/report"
	"github.com/assayjson/assay/bench/internal/ruler"
	"github.com/assayjson/assay/bench/internal/wire"
)

//go:embed ajv.cjs
var ajvScript []byte

// hintAJV describes how to install ajv.
const hintAJV = "node, and npm install ajv ajv-formats, with its node_modules in NODE_PATH"

var errPanic = errors.New("panics")

// ajv returns the contestants of ajv. They run in node, in a process for each example.
func ajv(dir string) ([]contestant, error) {
	node, err := exec.LookPath("node")
	if err != nil {
		return nil, err
	}
	script := filepath.Join(dir, "ajv.cjs")
	if err := os.WriteFile(script, ajvScript, 0o600); err != nil {
		return nil, err
	}
	version, err := ajvVersion(node)
	if err != nil {
		return nil, err
	}
	var all []contestant
	for _, c := range []struct{ name, form, note string }{
		{nameAJV, "text", "JSON.parse and the compiled schema"},
		{"ajv, from bytes", "bytes", "also decodes UTF-8, as a server must"},
	} {
		open := func(e example) (session, error) {
			file := filepath.Join(dir, "ajv-schema.json")
			if err := os.WriteFile(file, e.schema, 0o600); err != nil {
				return nil, err
			}
			p, err := wire.Start(node, "--expose-gc", script, file, c.form)
			if err != nil {
				return nil, err
			}
			return &remote{Peer: p, docs: e.docs}, nil
		}
		all = append(all, contestant{open: open, engine: "ajv", Contestant: report.Contestant{
			Category: category, Role: contest.Peer, Name: c.name, Note: c.note, Language: "JavaScript", Version: version,
		}})
	}
	return all, nil
}

// ajvVersion asks node for the versions of ajv, ajv-formats and itself.
func ajvVersion(node string) (string, error) {
	const versions = `["ajv", "ajv-formats"].map((name) => name + " " + require(name + "/package.json").version).join(", ") + ", node " + process.version`
	out, err := exec.Command(node, "-p", versions).CombinedOutput()
	if err == nil {
		return strings.TrimSpace(string(out)), nil
	}
	for line := range strings.Lines(string(out)) {
		if _, complaint, found := strings.Cut(line, "Error: "); found {
			return "", errors.New(strings.TrimSpace(complaint))
		}
	}
	return "", err
}

// A remote session runs in a process that speaks the protocol of package wire.
type remote struct {
	*wire.Peer
	docs   [][]byte
	loaded bool
}

func (r *remote) accepts(doc []byte) (bool, error) {
	r.loaded = false
	o, err := r.Contestants[0].Apply(doc)
	return o.OK, err
}

// Run implements [ruler.Lane].
func (r *remote) Run(passes int) (ruler.Sample, error) {
	if !r.loaded {
		if err := r.Load(r.docs); err != nil {
			return ruler.Sample{}, fmt.Errorf("loading the documents: %w", err)
		}
		r.loaded = true
	}
	return r.Contestants[0].Run(passes)
}
