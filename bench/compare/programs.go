package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/bench/cpp"
	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/bench/internal/wire"
)

// A program is a separate process with contestants.
type program struct {
	name, language string
	role           contest.Role
	hint           string // what to install if the program cannot be built
	build          func(dir string) (path string, err error)
}

// programs lists the programs that this machine might be able to run.
func programs(o options) []program {
	list := []program{
		{"simdjson", "C++", contest.Peer, cpp.Simdjson.Hint,
			func(dir string) (string, error) { return cpp.Simdjson.Build(dir, o.simdjson) }},
		{"simdutf", "C++", contest.Peer, cpp.Simdutf.Hint,
			func(dir string) (string, error) { return cpp.Simdutf.Build(dir, o.simdutf) }},
		{"std jsontext", "Go", contest.Peer, "Go 1.25 or newer, and to be run from the bench folder",
			func(dir string) (string, error) { return goBuild(dir, "stdjsonv2", "GOEXPERIMENT=jsonv2") }},
	}
	if asm.Kernel() != "generic" {
		list = append(list, program{"assay portable", "Go", contest.Assay, "to be run from the bench folder",
			func(dir string) (string, error) { return goBuild(dir, "portable", "", "-tags", "purego") }})
	}
	return list
}

// goBuild builds the command in the folder bench/<name>, and returns the path of the executable,
// which is in dir.
func goBuild(dir, name, environment string, args ...string) (string, error) {
	path := filepath.Join(dir, name)
	args = append([]string{"build", "-o", path}, append(args, "github.com/assayjson/assay/bench/"+name)...)
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), environment)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w: %.300s", err, out)
	}
	return path, nil
}

// A guest is a running program.
type guest struct {
	program
	*wire.Peer
}

// A built program has an executable file.
type built struct {
	program
	path string
}

// buildPrograms builds the programs into dir. The second result, missing, describes the programs
// that cannot be built.
func buildPrograms(dir string, list []program) (all []built, missing []string) {
	for _, p := range list {
		path, err := p.build(dir)
		if err != nil {
			missing = append(missing, p.lack(err))
			continue
		}
		all = append(all, built{p, path})
	}
	return all, missing
}

// startPrograms starts the programs. The second result, missing, describes the programs that do not
// answer.
func startPrograms(list []built) (guests []guest, missing []string) {
	for _, p := range list {
		peer, err := wire.Start(p.path)
		if err != nil {
			missing = append(missing, p.lack(err))
			continue
		}
		guests = append(guests, guest{p.program, peer})
	}
	return guests, missing
}

// lack describes on one line why p is missing.
func (p program) lack(err error) string {
	return fmt.Sprintf("%s (needs %s): %s", p.name, p.hint, strings.Join(strings.Fields(err.Error()), " "))
}

func closeAll(guests []guest) error {
	var errs []error
	for _, g := range guests {
		errs = append(errs, g.Close())
	}
	return errors.Join(errs...)
}
