package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"go.yaml.in/yaml/v3"
)

// A runner runs the steps of action.yml as GitHub does, with a folder for all that the action writes.
type runner struct {
	dir     string
	env     []string          // more environment variables
	inputs  map[string]string // all others have their defaults
	ref     string            // what follows the @ where the action is used
	outputs map[string]string // by step and name, as in steps.install.outputs.program
}

// actionYML is what the runner needs of action.yml.
type actionYML struct {
	Inputs map[string]struct{ Default string }
	Runs   struct {
		Steps []struct {
			ID, Uses, If, Run string
			Env               map[string]string
		}
	}
}

// run runs the action and returns what it prints.
func (r *runner) run(t *testing.T) (string, error) {
	t.Helper()
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("there is no curl")
	}
	text, err := os.ReadFile("../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	var action actionYML
	if err := yaml.Unmarshal(text, &action); err != nil {
		t.Fatal(err)
	}
	r.outputs = map[string]string{}
	value := func(expression string) string {
		for operand := range strings.SplitSeq(expression, " || ") {
			v := r.outputs[operand]
			if operand == "github.action_ref" {
				v = r.ref
			}
			if name, ok := strings.CutPrefix(operand, "inputs."); ok {
				if v = action.Inputs[name].Default; r.inputs[name] != "" {
					v = r.inputs[name]
				}
			}
			if v != "" {
				return v
			}
		}
		return ""
	}
	var printed strings.Builder
	for _, step := range action.Runs.Steps {
		if condition, want, ok := strings.Cut(step.If, " == "); ok && value(condition) != strings.Trim(want, "'") {
			continue
		}
		if step.Uses != "" {
			name, _, _ := strings.Cut(step.Uses, "@")
			fmt.Fprintf(&printed, "uses %s\n", name)
			continue
		}
		env := r.env
		for name, text := range step.Env {
			env = append(env, name+"="+expressions.ReplaceAllStringFunc(text, func(s string) string { return value(expressions.FindStringSubmatch(s)[1]) }))
		}
		out, err := r.step(t, "steps."+step.ID+".outputs.", step.Run, env)
		printed.Write(out)
		if err != nil {
			return printed.String(), err
		}
	}
	return printed.String(), nil
}

var expressions = regexp.MustCompile(`\$\{\{ (.*?) \}\}`)

// step runs one step, and reads its outputs.
func (r *runner) step(t *testing.T, prefix, script string, env []string) ([]byte, error) {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	outputs := filepath.Join(r.dir, "outputs")
	if err := os.WriteFile(outputs, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"temp dir", "tools"} {
		if err := os.MkdirAll(filepath.Join(r.dir, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script)
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "RUNNER_OS=Linux", "RUNNER_ARCH="+map[string]string{"amd64": "X64", "arm64": "ARM64"}[hostPlatform().arch], "GITHUB_ACTION_PATH="+root,
		"GITHUB_OUTPUT="+outputs, "RUNNER_TEMP="+filepath.Join(r.dir, "temp dir"), "RUNNER_TOOL_CACHE="+filepath.Join(r.dir, "tools"))
	cmd.Env = append(cmd.Env, env...)
	out, failure := cmd.CombinedOutput()
	written, err := os.ReadFile(outputs)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(written)) {
		name, v, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		r.outputs[prefix+name] = v
	}
	return out, failure
}

// A releaseServer serves a release as GitHub does.
type releaseServer struct {
	*httptest.Server
	files    map[string][]byte
	archives atomic.Int32 // archives that have been downloaded
	cut      bool         // connections are closed before the end of an archive
}

func serve(t *testing.T, files map[string][]byte) *releaseServer {
	t.Helper()
	s := &releaseServer{files: files}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, ok := strings.CutPrefix(r.URL.Path, "/releases/download/v1.2.3/")
		data, found := s.files[name]
		switch {
		case r.URL.Path == "/releases/latest":
			http.Redirect(w, r, "/releases/tag/v1.2.3", http.StatusFound)
		case r.URL.Path == "/storage":
			archive := s.files[r.URL.Query().Get("name")]
			w.Header().Set("Content-Length", strconv.Itoa(len(archive)))
			if s.cut {
				archive = archive[:len(archive)/2]
			}
			w.Write(archive)
		case !ok || !found:
			http.NotFound(w, r)
		case name == "checksums.txt":
			w.Write(data)
		default:
			s.archives.Add(1)
			http.Redirect(w, r, "/storage?name="+name, http.StatusFound)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// newRunner returns a runner that downloads from a server, with a program go that prints its
// arguments and installs a script.
func newRunner(t *testing.T, server *releaseServer) *runner {
	t.Helper()
	r := &runner{dir: t.TempDir(), inputs: map[string]string{}}
	r.write(t, "bin/go", "#!/bin/bash\nif [ $1 = env ]; then exit; fi\necho \"go $*\"\nprintf '#!/bin/bash\\necho compiled: \"$@\"\\n' >\"$GOBIN/jsonlint\"\nchmod +x \"$GOBIN/jsonlint\"\n")
	r.write(t, "api/price list.json", "{\"a\": 1,}\n")
	r.write(t, "api/valid.json", "{}\n")
	r.env = []string{"JSONLINT_RELEASES=" + server.URL + "/releases", "PATH=" + filepath.Join(r.dir, "bin") + ":" + os.Getenv("PATH")}
	return r
}

func (r *runner) write(t *testing.T, name, text string) {
	t.Helper()
	path := filepath.Join(r.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o777); err != nil {
		t.Fatal(err)
	}
}

// The action downloads the command once, and writes annotations.
func TestActionDownloads(t *testing.T) {
	server := serve(t, release(t))
	r := newRunner(t, server)
	r.inputs["files"] = "api/price list.json\napi/valid.json\n"
	for _, version := range []string{"latest", "v1.2.3", "1.2.3"} {
		r.inputs["version"] = version
		out, err := r.run(t)
		if err == nil || !strings.Contains(out, "::error file=api/price list.json,line=1,col=8,") || strings.Contains(out, "valid.json") {
			t.Errorf("%s: %v\n%s", version, err, out)
		}
	}
	if n := server.archives.Load(); n != 1 {
		t.Errorf("%d downloads", n)
	}
	// The output may be in a folder that is checked.
	r.inputs["files"], r.inputs["output"], r.inputs["format"] = "api\n!api/price list.json", "api/a file.sarif", "sarif"
	if out, err := r.run(t); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	if text, err := os.ReadFile(filepath.Join(r.dir, "api", "a file.sarif")); err != nil || !strings.Contains(string(text), `"version": "2.1.0"`) && !strings.Contains(string(text), `"version":"2.1.0"`) {
		t.Errorf("%v %s", err, text)
	}
	if left, err := os.ReadDir(filepath.Join(r.dir, "temp dir")); err != nil || len(left) > 0 {
		t.Errorf("left over: %v, %v", left, err)
	}
}

// The action installs the version at which it is used: that of its tag, or that of the tag of its commit, which is compiled if it has none.
// Anything else stands for the latest version.
func TestActionInstallsItsVersion(t *testing.T) {
	const commit, untagged = "0123456789abcdef0123456789abcdef01234567", "89abcdef0123456789abcdef0123456789abcdef"
	for _, c := range []struct{ ref, input, want string }{
		{"v1.2.3", "", "v1.2.3"},
		{"v1.2.4-rc.1", "", "v1.2.4-rc.1"},
		{commit, "", "v1.2.3"},
		{untagged, "", untagged},
		{"main", "", "latest"},
		{"v1", "", "v1.10.0"},
		{"", "", "latest"},
		{"v1.2.4", "v1.2.3", "v1.2.3"},
		{commit, "main", "main"},
	} {
		r := newRunner(t, serve(t, nil))
		r.write(t, "bin/git", "#!/bin/sh\n[ \"$1 $2\" = 'ls-remote --tags' ] || exit 1\nprintf '%s\\trefs/tags/%s\\n' "+
			"4444444444444444444444444444444444444444 v1.2.2 5555555555555555555555555555555555555555 v1.2.3 6666666666666666666666666666666666666666 v1.10.0 6666666666666666666666666666666666666666 v1.11.0-rc.1 "+commit+" v1.2.3^{} "+commit+" cloud/v9.9.9\n")
		r.ref, r.inputs["version"] = c.ref, c.input
		out, err := r.run(t)
		if want := "go install github.com/assayjson/assay/cmd/jsonlint@" + c.want + "\n"; err != nil || !strings.Contains(out, want) {
			t.Errorf("%+v: %v\n%s", c, err, out)
		}
	}
	r := newRunner(t, serve(t, nil))
	r.write(t, "bin/git", "#!/bin/sh\nexit 128\n") // a commit can be compiled without its tag
	r.ref = commit
	if out, err := r.run(t); err != nil || !strings.Contains(out, "/cmd/jsonlint@"+commit+"\n") {
		t.Errorf("%v\n%s", err, out)
	}
	server := serve(t, release(t))
	r = newRunner(t, server)
	r.ref, r.inputs["files"] = "v1.2.3", "api/valid.json"
	if out, err := r.run(t); err != nil || server.archives.Load() != 1 {
		t.Errorf("%d downloads, %v\n%s", server.archives.Load(), err, out)
	}
}

// A major version whose tags cannot be read, or that has none, is an error. The latest version could be another one.
func TestActionInstallsNoOtherVersion(t *testing.T) {
	for git, want := range map[string]string{
		"echo fatal: unable to access >&2; exit 128":                           "::error::git ls-remote failed, so the newest version of v1 is not known; ",
		"echo 4444444444444444444444444444444444444444 refs/tags/v1.11.0-rc.1": "::error::there is no version v1.*.* at ",
		"exit 0": "::error::there is no version v1.*.* at ",
	} {
		server := serve(t, release(t))
		r := newRunner(t, server)
		r.write(t, "bin/git", "#!/bin/sh\n"+git+"\n")
		r.ref, r.inputs["files"] = "v1", "api/valid.json"
		if out, err := r.run(t); err == nil || !strings.Contains(out, want) || strings.Contains(out, "compil") || server.archives.Load() > 0 {
			t.Errorf("%s: %d downloads, %v\n%s", git, server.archives.Load(), err, out)
		}
		r.inputs["version"] = "v1.2.3"
		if out, err := r.run(t); err != nil || server.archives.Load() != 1 {
			t.Errorf("%s: %d downloads with a version, %v\n%s", git, server.archives.Load(), err, out)
		}
	}
}

// The action checks the formatting, too, even if there are findings, and fails if either check fails.
func TestActionChecksFormatting(t *testing.T) {
	r := newRunner(t, serve(t, release(t)))
	r.write(t, "api/ugly.json", "[1,2]\n")
	r.inputs["fmt"] = "true"
	for _, c := range []struct {
		files, args string
		fails       bool
		want        []string
	}{
		{"api/valid.json", "", false, nil},
		{"api/ugly.json", "", true, []string{"::error file=api/ugly.json,line=1,col=4,"}},
		{"api", "", true, []string{"::error file=api/price list.json,line=1,col=8,", "::error file=api/ugly.json,line=1,col=4,"}},
		{"api/ugly.json", "--compact", false, nil},
	} {
		r.inputs["files"], r.inputs["fmt-args"] = c.files, c.args
		out, err := r.run(t)
		if (err != nil) != c.fails || strings.Contains(out, "::error") != (c.want != nil) {
			t.Errorf("%+v: %v\n%s", c, err, out)
		}
		for _, want := range c.want {
			if !strings.Contains(out, want) {
				t.Errorf("%+v: no %q in\n%s", c, want, out)
			}
		}
	}
	r.inputs["output"] = "out.txt"
	if out, err := r.run(t); err == nil || !strings.Contains(out, "::error::the inputs fmt and output cannot be combined") {
		t.Errorf("%v\n%s", err, out)
	}
	r.inputs["output"], r.inputs["fmt"] = "", "yes"
	if out, err := r.run(t); err == nil || !strings.Contains(out, "::error::the input fmt must be true or false") {
		t.Errorf("%v\n%s", err, out)
	}
	r.inputs["fmt"], r.inputs["files"] = "", "api/ugly.json"
	if out, err := r.run(t); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// A file that is not what checksums.txt says is not run, and neither is one that it does not list.
func TestActionChecksDownloads(t *testing.T) {
	name, archive := get(t, release(t), "_"+hostPlatform().arch+".tar.gz")
	unlisted := "checksums.txt of version 1.2.3 does not list " + name
	for _, c := range []struct {
		want  string
		files map[string][]byte
	}{
		{"the checksum of " + name + " is wrong", map[string][]byte{name: archive[:len(archive)-1], "checksums.txt": checksums(map[string][]byte{name: archive})}},
		{unlisted, map[string][]byte{name: archive, "checksums.txt": checksums(map[string][]byte{"other" + name: archive})}},
		{unlisted, map[string][]byte{name: archive, "checksums.txt": nil}},
	} {
		r := newRunner(t, serve(t, c.files))
		out, err := r.run(t)
		if err == nil || !strings.Contains(out, "::error::"+c.want) || strings.Contains(out, "compil") {
			t.Errorf("want %q, got %v\n%s", c.want, err, out)
		}
	}
}

// Where there is no binary, the action compiles the command.
func TestActionCompiles(t *testing.T) {
	empty := serve(t, nil)
	down := serve(t, nil)
	down.Close()
	name, archive := get(t, release(t), "_"+hostPlatform().arch+".tar.gz")
	unsummed := serve(t, map[string][]byte{name: archive}) // has no checksums.txt
	cut := serve(t, release(t))
	cut.cut = true
	for _, c := range []struct {
		server        *releaseServer
		env           string
		version, want string
	}{
		{empty, "", "v1.2.3", "v1.2.3"},
		{empty, "", "1.2.3", "v1.2.3"},
		{empty, "", "main", "main"},
		{empty, "", "0123abc", "0123abc"},
		{empty, "RUNNER_ARCH=X86", "latest", "latest"},
		{empty, "RUNNER_OS=Other", "latest", "latest"},
		{down, "", "latest", "latest"},
		{down, "", "v1.2.3", "v1.2.3"},
		{unsummed, "", "v1.2.3", "v1.2.3"},
		{cut, "", "v1.2.3", "v1.2.3"},
	} {
		r := newRunner(t, c.server)
		r.inputs["version"], r.inputs["args"] = c.version, "--quiet"
		if c.env != "" {
			r.env = append(r.env, c.env)
		}
		out, err := r.run(t)
		want := "uses actions/setup-go\ngo install github.com/assayjson/assay/cmd/jsonlint@" + c.want + "\ncompiled: --format github --quiet -- .\n"
		if err != nil || !strings.HasSuffix(out, want) {
			t.Errorf("%+v: %v\n%s", c, err, out)
		}
	}
}

// The action does not check ignored files even if they are named, if the version can do that.
func TestActionHonorsIgnoreLists(t *testing.T) {
	r := newRunner(t, serve(t, nil))
	r.write(t, "program", "#!/bin/sh\ncase $1 in --help) echo '  --force-exclude  skip files' ;; *) echo \"$*\" ;; esac\n")
	out, err := r.step(t, "", `"$GITHUB_ACTION_PATH/action/action.sh" check`,
		[]string{"PROGRAM=" + filepath.Join(r.dir, "program"), "FILES=a.json", "ARGS=--quiet", "FORMAT=github", "OUTPUT="})
	if want := "--force-exclude --format github --quiet -- a.json\n"; err != nil || string(out) != want {
		t.Errorf("%q, %v, want %q", out, err, want)
	}
}

// The action accepts names with spaces, one per line, and names separated by spaces.
func TestActionTakesNamesWithSpaces(t *testing.T) {
	r := newRunner(t, serve(t, nil))
	for files, want := range map[string]string{
		".":                    ".",
		"api config":           "api\nconfig",
		"api/*.json  !api/old": "api/*.json\n!api/old",
		"a b.json\n":           "a b.json",
		"one two.json\n\n  three/*.json\t\n!x y\r\n": "one two.json\nthree/*.json\n!x y",
		"$(id) `id`; \"x\n":                          "$(id) `id`; \"x",
		"\n":                                         "",
	} {
		r.write(t, "program", "#!/bin/sh\nprintf '%s\\n' \"$@\"\n")
		out, err := r.step(t, "", `"$GITHUB_ACTION_PATH/action/action.sh" check`,
			[]string{"PROGRAM=" + filepath.Join(r.dir, "program"), "FILES=" + files, "ARGS=--quiet --off bom", "FORMAT=github", "OUTPUT="})
		want = strings.TrimSuffix("--format\ngithub\n--quiet\n--off\nbom\n--\n"+want, "\n")
		if got := strings.TrimSuffix(string(out), "\n"); err != nil || got != want {
			t.Errorf("%q: %q, %v, want %q", files, got, err, want)
		}
	}
}
