package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

// A builder compiles the command from a source tree.
type builder struct {
	source    string // the root of the repository
	version   version
	time      time.Time // the time of everything in packages
	cache     string    // the build cache, or "" for the usual one
	noPage    bool      // whether the command is built without the page for browsers, which takes minutes
	noEditors bool      // whether there is no extension for Visual Studio Code
}

// A build is the command for one platform.
type build struct {
	platform
	program []byte
	info    *debug.BuildInfo // what the linker recorded in the program
}

// command is the import path of the command.
const command = "github.com/assayjson/assay/cmd/jsonlint"

// The result of compiling depends on the source and the version of Go alone: the path of the source
// is removed, there is no data from version control, and every setting of Go that changes code is
// fixed here.
func (b *builder) compile(p platform) (*build, error) {
	dir, err := os.MkdirTemp("", "release-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, p.binary())
	ldflags := "-s -w -buildid= -X " + command + "/internal/check/command.released=" + b.version.tag()
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags="+ldflags, "-o", out)
	if !b.noPage {
		cmd.Args = append(cmd.Args, "-tags=page")
	}
	cmd.Args = append(cmd.Args, "./cmd/jsonlint")
	cmd.Dir = b.source
	cmd.Env = append(b.environment(), "GOOS="+p.os, "GOARCH="+p.arch)
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("compiling for %s: %w\n%s", p, err, out)
	}
	program, err := os.ReadFile(out)
	if err != nil {
		return nil, err
	}
	info, err := buildinfo.Read(bytes.NewReader(program))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p, err)
	}
	if strings.Contains(info.GoVersion, " ") { // such as go1.26.0 X:name
		return nil, fmt.Errorf("%s has experiments, perhaps by go env -w", info.GoVersion)
	}
	return &build{p, program, info}, nil
}

// installLocked are the arguments of npm that install exactly what package-lock.json lists, by its checksums, without running
// a script of a package.
var installLocked = []string{"ci", "--ignore-scripts", "--loglevel", "error", "--no-audit", "--no-fund"}

// buildPage builds the page that jsonlint serve embeds into the folder from which it is embedded.
func (b *builder) buildPage() error {
	return b.npm("web", installLocked, []string{"run", "--silent", "build", "--", "--embed"})
}

// npm runs npm in a folder of the source, once for each list of arguments.
func (b *builder) npm(folder string, commands ...[]string) error {
	for _, args := range commands {
		cmd := exec.Command("npm", args...)
		cmd.Dir = filepath.Join(b.source, folder)
		cmd.Env = append(b.environment(), fmt.Sprintf("SOURCE_DATE_EPOCH=%d", b.time.Unix()))
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("npm %s: %w\n%s", strings.Join(args, " "), err, out)
		}
	}
	return nil
}

// environment returns the environment for the go command, also for that which builds the page: its programs must not
// contain the commit either. An empty variable would not overrule what go env -w has written.
func (b *builder) environment() []string {
	env := append(os.Environ(), "CGO_ENABLED=0", "GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT=", "GOFIPS140=off", "GOFLAGS=-mod=readonly -buildvcs=false", "GOWORK=off")
	if b.cache != "" {
		env = append(env, "GOCACHE="+b.cache)
	}
	return env
}

// shells are the shells that there are completions for, with the usual names of such files, in which %s is that of the command.
var shells = []struct{ name, file string }{
	{"bash", "%s.bash"},
	{"zsh", "_%s"},
	{"fish", "%s.fish"},
	{"powershell", "%s.ps1"},
}

// commandNames are the names of the command. It calls itself by the one that it is started with.
var commandNames = [...]string{"jsonlint", "assay"}

// documents returns the files that packages have besides the command. The command for this machine
// writes the manual page and the completions.
func (b *builder) documents() (map[string][]byte, error) {
	host, err := b.compile(platform{os: runtime.GOOS, arch: runtime.GOARCH})
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "release-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, host.binary())
	if err := os.WriteFile(program, host.program, 0o755); err != nil {
		return nil, err
	}
	docs := map[string][]byte{}
	for _, called := range commandNames {
		run := func(args ...string) []byte {
			cmd := exec.Command(program, args...)
			cmd.Args[0] = called
			out, failed := cmd.Output()
			if failed != nil {
				err = errors.Join(err, fmt.Errorf("%s: %w", cmd, failed))
			}
			return out
		}
		docs["man/"+called+".1"] = run("man")
		for _, s := range shells {
			docs["completions/"+fmt.Sprintf(s.file, called)] = run("completion", s.name)
		}
	}
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"LICENSE", "README.md", "docs/reference/cli.md", "docs/reference/editors.md", "docs/jsonlintrc.schema.json"} {
		if docs[name], err = os.ReadFile(filepath.Join(b.source, name)); err != nil {
			return nil, err
		}
	}
	return docs, nil
}

// notices returns the licences of what is linked into the builds, which must accompany them.
func (b *builder) notices(builds []*build) ([]byte, error) {
	modules := map[string]string{} // by path, with the version
	for _, build := range builds {
		for _, dep := range build.info.Deps {
			modules[dep.Path] = dep.Version
		}
	}
	var out bytes.Buffer
	out.WriteString("jsonlint contains the work of others, under the following licences.\n")
	root, err := b.goCommand("env", "GOROOT")
	if err != nil {
		return nil, err
	}
	if err := appendLicence(&out, "Go", strings.TrimSpace(string(root))); err != nil {
		return nil, err
	}
	for _, path := range sortedKeys(modules) {
		text, err := b.goCommand("list", "-m", "-json=Dir", path)
		if err != nil {
			return nil, err
		}
		var listed struct{ Dir string }
		if err := json.Unmarshal(text, &listed); err != nil {
			return nil, err
		}
		if err := appendLicence(&out, path+" "+modules[path], listed.Dir); err != nil {
			return nil, err
		}
	}
	return out.Bytes(), nil
}

// goCommand runs the go command in the source tree and returns its output.
func (b *builder) goCommand(args ...string) ([]byte, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = b.source
	cmd.Env = b.environment()
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w", strings.Join(args, " "), err)
	}
	return out, nil
}

// appendLicence appends the licence and the notice that are in a folder.
func appendLicence(out *bytes.Buffer, title, dir string) error {
	var found int
	for _, pattern := range []string{"LICEN[SC]E*", "NOTICE*"} {
		names, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			return err
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "\n%s\n%s\n\n%s\n", title, strings.Repeat("=", len(title)), bytes.TrimSpace(text))
			found++
		}
	}
	if found == 0 {
		return fmt.Errorf("%s has no licence in %s", title, dir)
	}
	return nil
}
